"""What several files of tests in a browser share."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page

from tests.e2e.arranging import arranged_page
from tests.e2e.connected import Connected, connected_copy
from tests.e2e.editing import EditorScreen
from tests.e2e.mailing import owner_of
from tests.e2e.shopping import open_shop


@pytest.fixture(scope="session")
def connected() -> Iterator[Connected]:
    """The run's copy with mail, payments and the rest: see `tests.e2e.connected`."""
    with connected_copy() as found:
        yield found


@pytest.fixture(scope="session")
def shop(connected: Connected) -> dict[str, str]:
    """The addresses of the shop's pages on it: see `open_shop`."""
    with owner_of(connected.stack) as owner:
        return open_shop(owner)


@pytest.fixture
def arranged(owner_client: httpx.Client) -> str:
    """The address of a page with something to arrange: see `arranged_page`."""
    return arranged_page(owner_client)


@pytest.fixture
def editor(owner_page: Page, arranged: str) -> EditorScreen:
    """The editor of that page, without a caret. Files about other pages have one of their own."""
    screen = EditorScreen(owner_page).edit(arranged)
    screen.leave_text()
    return screen
