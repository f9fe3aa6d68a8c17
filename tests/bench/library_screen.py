"""The screen of the media library with a folder of 10,000 files: scrolled from its first file to its last."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from tests import chromium
from tests.bench.editor import logged_in
from tests.bench.report import Measure
from tests.bench.site import Site
from tests.browser_fixtures import ARGUMENTS
from tests.cms.pictures import encoded, photograph

# A person's wheel: a turn of a few hundred pixels, and the next one after some frames.
_TURN = 600
_EVERY = 0.04
_TURNS = 250
# Nobody sees a pause that is shorter than a tenth of a second as one.
_LONGEST_TASK = 100
# Frames that come late tell what a person sees of it on this machine.
_WATCH = """() => {
    window.frames = [];
    let last;
    const look = (now) => {
        if (last !== undefined) window.frames.push(now - last);
        last = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


def measure(site: Site, folder: str, files: int) -> Iterator[Measure]:
    thumbnail = encoded(photograph(256, 192))

    def picture(route: Route) -> None:
        # The measure is of the screen, whose rows are made for it past the storage.
        route.fulfill(body=thumbnail, content_type="image/jpeg", headers={"Cache-Control": "max-age=600"})

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(chromium.WHOLE_FIRST), args=ARGUMENTS)
        try:
            page = logged_in(site, browser).new_page()
            page.route("**/files/**/*.jpg?*", picture)
            start = time.perf_counter()
            page.goto(f"{site.stack.base_url}/cms-admin/files?folder={folder}")
            grid = page.get_by_role("grid")
            expect(grid.get_by_role("gridcell").first).to_be_visible(timeout=60_000)
            yield Measure(f"library of {files:,}: screen to its first files", time.perf_counter() - start, "s")
            yield _scrolled(browser, page, files)
        finally:
            browser.close()


def _scrolled(browser: Browser, page: Page, files: int) -> Measure:
    page.get_by_role("grid").hover()
    page.evaluate(_WATCH)
    browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    for _ in range(_TURNS):
        page.mouse.wheel(0, _TURN)
        time.sleep(_EVERY)
    # To the end at once: the list is read anew there.
    page.get_by_role("grid").get_by_role("gridcell").first.press("Control+End")
    expect(page.get_by_role("grid").get_by_role("gridcell").last).to_be_in_viewport(timeout=30_000)
    tasks = _tasks(browser.stop_tracing())
    frames = page.evaluate("window.frames")
    late = statistics.quantiles(frames, n=100)[94]
    by_the_clock = max(clock for _, clock in tasks)
    note = (
        f"processor time, {by_the_clock:.0f} ms by the clock;"
        f" a frame every {statistics.median(frames):.0f} ms, p95 {late:.0f} ms"
    )
    name = f"library of {files:,}: the longest task while it is scrolled"
    return Measure(name, max(processor for processor, _ in tasks), "ms", _LONGEST_TASK, note=note)


def _tasks(trace: bytes) -> list[tuple[float, float]]:
    """The tasks of the page's main thread: milliseconds of processor time, and by the clock.

    By the clock alone a task of 20 ms takes 200 where ten others want the processor.
    """
    events = json.loads(trace)["traceEvents"]
    main = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        (event.get("tdur", 0) / 1_000, event["dur"] / 1_000)
        for event in events
        if event["name"] == "RunTask" and event["ph"] == "X" and (event["pid"], event["tid"]) in main
    ]
