"""The screen of one's own account, of somebody who is logged in."""

import asyncio
import uuid
from concurrent.futures import ThreadPoolExecutor

import asyncpg
import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.identity import (
    Somebody,
    add_user,
    log_in_without_screen,
)
from tests.stack import Stack


@pytest.fixture
def who(owner_client: httpx.Client) -> Somebody:
    return add_user(owner_client, "editor")


@pytest.fixture
def page(visitor_page: Page, who: Somebody) -> Page:
    """A tab in which an editor has opened their account."""
    open_account(visitor_page, who)
    return visitor_page


def open_account(page: Page, who: Somebody) -> None:
    page.goto("/robots.txt")
    log_in_without_screen(page, who)
    page.goto("/cms-admin/account")
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def forget_confirmation(stack: Stack, who: Somebody) -> None:
    """As if the login had been an hour ago."""

    async def forget() -> None:
        connection = await asyncpg.connect(stack.service_dsn("auth"))
        try:
            done = await connection.execute(
                "UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = $1 AND ended_at IS NULL",
                uuid.UUID(who.id),
            )
            assert done == "UPDATE 1"
        finally:
            await connection.close()

    # Playwright has this thread's event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, forget()).result()
