"""Waiting for what Playwright has no expectation for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page, Route

# As long as Playwright's own expectations: see `LONGEST_WAIT`.
SECONDS = 60.0
# Of something that each site has, too.
_PROBE = "**/robots.txt?intercepted"

# The first frames are those in which a component that was just asked for begins to move.
_REST = """async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const lasts = ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    for (;;) {
        for (let count = 0; count < 3; count += 1) await frame();
        const moving = document.getAnimations().filter((each) => lasts(each));
        if (moving.length === 0) return;
        await Promise.allSettled(moving.map(({ finished }) => finished));
    }
}"""


def until(page: Page, holds: Callable[[], object]) -> None:
    """Return as soon as it holds; raises AssertionError when it does not in time. The page goes on meanwhile."""
    end = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"it did not come about. What is shown:\n{_shown(page)}")
        page.wait_for_timeout(20)


def _shown(page: Page) -> str:
    """Each frame as a screen reader has it, as Playwright's own expectations say when they fail."""
    return "\n---\n".join(frame.locator("body").aria_snapshot() for frame in page.frames)


def intercept(page: Page, address: str | re.Pattern[str], handle: Callable[[Route], object]) -> None:
    """Have requests that an open page makes from now on handled, until `unroute`.

    `page.route` alone comes back before the page has heard of it, and a busy one sends what is asked of it next by the way
    that it had.
    """
    page.route(address, lambda route: handle(route))  # noqa: PLW0108  # it wants a plain function
    page.route(_PROBE, lambda route: route.fulfill(body="intercepted"))
    until(
        page,
        lambda: (
            page.evaluate("(address) => fetch(address).then((answer) => answer.text())", _PROBE[2:]) == "intercepted"
        ),
    )
    page.unroute(_PROBE)


def hold(page: Page, address: str) -> Callable[[], None]:
    """Keep what the page that is opened next asks for at this address waiting; returns how to let it come."""
    held: list[Route] = []
    is_held = True

    def handle(route: Route) -> None:
        if is_held:
            held.append(route)
        else:
            route.continue_()

    def let_come() -> None:
        nonlocal is_held
        until(page, lambda: held)
        is_held = False
        for route in held:
            route.continue_()

    page.route(address, handle)
    return let_come


def come_to_rest(page: Page) -> None:
    """Let what moves or fades arrive, and what comes after that be there at once: half seen, it has half its contrast."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(_REST)


def resting_box(locator: Locator) -> FloatRect:
    """Where an element is, once it no longer moves."""
    handle = locator.element_handle()
    handle.wait_for_element_state("stable")
    box = handle.bounding_box()
    assert box
    return box
