"""Browser contexts that outlive a test: emptied, they serve the next one, with all that they have loaded and compiled."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page

from tests.stack import Stack
from tests.stack_fixtures import new_owner_login

VIEWPORT = {"width": 1280, "height": 800}
LONGEST_WAIT = 60_000
"""Milliseconds until what has to happen in a browser counts as not happening: of a busy machine 15 s proved nothing."""
# Half of what a session lasts that nobody renews.
LOGIN_SECONDS = 600.0
_EMPTY = """() => {
    const { claims } = localStorage;
    localStorage.clear();
    return claims;
}"""


def open_context(browser: Browser, stack: Stack, **options: Any) -> BrowserContext:
    """A new context on the copy, of an ordinary size and British, where the options do not say otherwise."""
    context = browser.new_context(base_url=stack.base_url, **{"viewport": VIEWPORT, "locale": "en-GB", **options})
    context.set_default_timeout(LONGEST_WAIT)
    return context


def log_in(context: BrowserContext, stack: Stack, cookies: httpx.Cookies, claims: dict[str, Any]) -> None:
    """Gives a browser what /cms-login leaves in it: the session's cookies, and the claims in local storage."""
    _add_cookies(context, cookies)
    context.add_init_script(
        f"if (location.origin === {stack.base_url!r}) localStorage.setItem('claims', JSON.stringify({json.dumps(claims)}))"
    )


def _add_cookies(context: BrowserContext, cookies: httpx.Cookies) -> None:
    context.add_cookies(
        [
            {
                "name": cookie.name,
                "value": cookie.value or "",
                "domain": "localhost",
                "path": cookie.path,
                "httpOnly": True,
                "sameSite": "Lax",
            }
            for cookie in cookies.jar
        ]
    )


class KeptContext:
    """A context for one test at a time. A tab of its own, which tests leave alone, reaches the storage between them."""

    def __init__(self, browser: Browser, stack: Stack) -> None:
        self.context = open_context(browser, stack)
        self._stack = stack
        self._own = self.context.new_page()
        self._own.goto("/robots.txt")

    def is_of(self, stack: Stack) -> bool:
        """Whether addresses without a host lead to this copy."""
        return self._stack.base_url == stack.base_url

    def pages(self) -> Iterable[Page]:
        """The tabs of the test."""
        return [page for page in self.context.pages if page != self._own]

    def empty(self) -> None:
        """Closes the test's tabs and forgets what they have stored."""
        self._close_pages()
        self.context.clear_cookies()
        self._own.evaluate(_EMPTY)

    def _close_pages(self) -> None:
        for page in self.pages():
            page.close()
        self.context.clear_permissions()

    def close(self) -> None:
        self.context.close()


class OwnerContext(KeptContext):
    """A kept context that is logged in as the owner, in a session of its own: it may renew that."""

    def __init__(self, browser: Browser, stack: Stack) -> None:
        super().__init__(browser, stack)
        self._claims: str | None = None
        self._cookies: set[str] = set()
        self._since = -LOGIN_SECONDS

    def log_in(self) -> None:
        """Logs in, where the session of the last test is gone or old."""
        if self._claims is None or time.monotonic() - self._since > LOGIN_SECONDS:
            self.context.clear_cookies()
            cookies, claims = new_owner_login(self._stack)
            _add_cookies(self.context, cookies)
            self._claims, self._cookies, self._since = json.dumps(claims), set(cookies), time.monotonic()
        self._own.evaluate("(claims) => localStorage.setItem('claims', claims)", self._claims)

    def empty(self) -> None:
        """Closes the test's tabs and forgets what they have stored but the login, unless that was touched."""
        self._close_pages()
        self._claims = self._own.evaluate(_EMPTY)
        if {cookie["name"] for cookie in self.context.cookies()} != self._cookies:
            self._claims = None
