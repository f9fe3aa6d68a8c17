"""What the tests of the web host share: a site that no other test changes.

Every page shows the menu, the template and the name of its site, so a page stays the same only while nobody else
touches these. The modules here that ask for it name one xdist group, so that a single copy serves them all.
"""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.stack import Stack, running_stack
from tests.stack_fixtures import lasting_login, set_up_site


@pytest.fixture(scope="package")
def stack() -> Iterator[Stack]:
    """A copy with its site set up, for these tests alone."""
    with running_stack() as stack:
        set_up_site(stack)
        yield stack


@pytest.fixture(scope="package")
def owner_cookies(stack: Stack) -> Iterator[httpx.Cookies]:
    """The cookies of one login as its owner."""
    with lasting_login(stack) as cookies:
        yield cookies


@pytest.fixture
def host(stack: Stack) -> Iterator[httpx.Client]:
    """The web host itself, past the gateway, asked by nobody in particular."""
    with httpx.Client(base_url=stack.urls["web"], timeout=30) as client:
        yield client
