"""How long tests in a browser wait for what they expect, and the page that several of them arrange."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.arranging import arranged_page
from tests.e2e.editing import EditorScreen

# As long as for all else (browser_fixtures.py); by itself it would be a third of that. Only tests that fail wait so long,
# and machines that are very busy.
expect.set_options(timeout=15_000)


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
