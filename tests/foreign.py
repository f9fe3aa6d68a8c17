"""What the browser gets from hosts other than the tested copy's: nothing, or what the test itself answers.

No test may wait for the network of the machine that it runs on, which may have none.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route

from tests.stack import Stack

IN_NETWORK = "in-network.test"
"""This machine, as others in its network call it: at plain http browsers trust it with less than localhost."""
NO_NAMES = f"--host-resolver-rules=MAP {IN_NETWORK} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
"""An argument of Chromium's: other hosts do not exist, which it says at once."""

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" fill="#0d9f87"/></svg>'
)


def answer(page: Page, stack: Stack) -> None:
    """Gives the tab a picture for each that it wants from another host, and aborts its other requests there.

    Only for tests that show such pictures: a tab with routes of its own makes no use of the browser's cache.
    """
    elsewhere = re.compile(f"^https?://(?!{re.escape(stack.base_url.removeprefix('http://'))}(/|$))")
    page.route(elsewhere, _answer)


def _answer(route: Route) -> None:
    if route.request.resource_type == "image":
        route.fulfill(content_type="image/svg+xml", body=PICTURE)
    else:
        route.abort("addressunreachable")
