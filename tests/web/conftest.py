"""What the tests of the web host share: a site that no other test changes.

Every page shows the menu, the template and the name of its site, so a page stays the same only while nobody else
touches these. The modules here that ask for it name one xdist group, so that a single copy serves them all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import asyncpg
import httpx
import pytest

from tests.stack import Stack, running_stack
from tests.stack_fixtures import lasting_login, set_up_site


@pytest.fixture(scope="package")
def stack() -> Iterator[Stack]:
    """A copy with its site set up, for these tests alone."""
    with running_stack() as stack:
        set_up_site(stack)
        # In a thread of its own: one that drives a browser has a loop that is running.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _minified(stack)).result()
        yield stack


async def _minified(stack: Stack) -> None:
    """Wait until the first template's files are minified: once, every page is made anew by that."""
    connection = await asyncpg.connect(stack.service_dsn("content"))
    try:
        missing = "SELECT EXISTS (SELECT FROM templates WHERE minified_version IS DISTINCT FROM version)"
        end = time.monotonic() + 60
        while await connection.fetchval(missing):
            assert time.monotonic() < end, "the first template is not minified"
            await asyncio.sleep(0.05)
    finally:
        await connection.close()


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
