"""A copy of Pagewright with somebody else's whole site in it, loaded once for all tests here.

The modules name one xdist group, so that a single copy serves them all. They leave every page where it was.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import asyncpg
import httpx
import pytest

from tests.real_site.loading import RealSite, load
from tests.real_site.outside import outside
from tests.stack import Stack, running_stack
from tests.stack_fixtures import lasting_login, set_up_site

_INDEXED_WITHIN = 300.0


@pytest.fixture(scope="package")
def site() -> Iterator[RealSite]:
    """The site, whose search is up to date."""
    with (
        outside() as elsewhere,
        running_stack(OUTBOUND_NETWORKS="127.0.0.0/8") as stack,
    ):
        set_up_site(stack, hasEcom=False, hasCRM=False)
        with (
            lasting_login(stack) as cookies,
            httpx.Client(
                base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=cookies.jar, timeout=30
            ) as owner,
        ):
            loaded = load(stack, owner, elsewhere)
            asyncio.run(_indexed(stack))
            yield loaded


@pytest.fixture(scope="package")
def visitor(site: RealSite) -> Iterator[httpx.Client]:
    """Nobody in particular, through the gateway."""
    with httpx.Client(base_url=site.stack.base_url, timeout=30) as client:
        yield client


async def _indexed(stack: Stack) -> None:
    """Wait until the search index has every page."""
    connection = await asyncpg.connect(stack.service_dsn("content"))
    try:
        end = time.monotonic() + _INDEXED_WITHIN
        while await connection.fetchval("SELECT EXISTS (SELECT FROM search_stale_pages)"):
            assert time.monotonic() < end, "pages are not in the search index"
            await asyncio.sleep(0.05)
    finally:
        await connection.close()
