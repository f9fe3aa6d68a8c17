"""What an editor waits for, in a real browser."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from tests import chromium
from tests.bench import gateways
from tests.bench.report import TIMES, Measure
from tests.bench.site import OWNER, Site
from tests.browser_contexts import log_in
from tests.browser_fixtures import ARGUMENTS
from tests.whole.page_calls import add_plugin, own_column

KILOBYTE = 1024
NODES = 300
KEYSTROKES = 120
BARE = """<iframe srcdoc="<div contenteditable id='text' style='font: 16px sans-serif'>A text.</div>"></iframe>"""
# From a key's own time stamp to the first task after the frame that shows it.
WATCH_KEYS = """() => {
    const view = document.querySelector('iframe').contentWindow;
    view.samples = [];
    view.addEventListener('keydown', (event) => {
        view.requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => view.samples.push(view.performance.now() - event.timeStamp);
            port2.postMessage(0);
        });
    }, true);
}"""
# Says in the frame of the screen in which it comes what is waited for: that Edit can be pressed, and a caret.
# Playwright's own waiting looks again after 20, 100, 100 and 500 ms: a figure of a few hundred would be as coarse.
SAY = """if (window === top) {
    const said = {};
    const say = (what, isSo) => {
        if (isSo && !said[what]) console.debug(what);
        said[what] = isSo;
    };
    const look = () => {
        requestAnimationFrame(look);
        say('edit', [...document.querySelectorAll('label')].some((label) => label.textContent === 'Edit'));
        // The bare editor has no frame.
        const page = document.querySelector('iframe')?.contentDocument ?? document;
        say('caret', page?.querySelector('[contenteditable=true].ProseMirror-focused') != null);
    };
    requestAnimationFrame(look);
}"""


def measure(site: Site) -> Iterator[Measure]:
    site.create_page("/bench-editor", "Editor")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(chromium.WHOLE_FIRST), args=ARGUMENTS)
        try:
            yield from _caret(site, browser)
            yield from _keystrokes(site, browser)
        finally:
            browser.close()


def _caret(site: Site, browser: Browser) -> Iterator[Measure]:
    with tempfile.TemporaryDirectory() as folder, gateways.bare_editor(site.node, Path(folder)) as bare:
        yield from _caret_beside(site, browser, bare)


def _caret_beside(site: Site, browser: Browser, bare: str) -> Iterator[Measure]:
    cold, warm, cold_of_bare, scripts = [], [], [], set[str]()
    for _ in range(5):
        cold_of_bare.append(_bare_caret(browser, bare))
        context = logged_in(site, browser)
        page = context.new_page()
        page.add_init_script(SAY)
        needed = _scripts_of(page)
        start = time.perf_counter()
        with page.expect_console_message(lambda message: message.text == "edit"):
            page.goto(f"{site.stack.base_url}/bench-editor", wait_until="commit")
        _press_edit(page)
        cold.append(time.perf_counter() - start)
        scripts.update(needed)
        page.keyboard.press("Escape")
        page.get_by_text("View", exact=True).click()
        canvas = page.frame_locator("iframe")
        expect(canvas.locator("h1")).to_be_visible()
        expect(canvas.locator("[data-pw-node]")).to_have_count(0)
        start = time.perf_counter()
        _press_edit(page)
        warm.append(time.perf_counter() - start)
        context.close()
    yield Measure("editor: JavaScript for the first edit", _zipped(site, scripts), "KB", 400)
    yield Measure("editor: cold load to caret, p50", statistics.median(cold), "s", 0.45)
    limit = statistics.median(cold_of_bare)
    yield Measure(
        "… beside a bare page with React and TipTap", statistics.median(cold) / limit, TIMES, 1.3, note=f"{limit:.2f} s"
    )
    yield Measure("editor: Edit to caret, warm, p50", statistics.median(warm), "s", 0.2)


def _bare_caret(browser: Browser, address: str) -> float:
    """Seconds from a new browser profile to the caret of the bare editor."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(SAY)
    start = time.perf_counter()
    with page.expect_console_message(lambda message: message.text == "caret"):
        page.goto(address, wait_until="commit")
    taken = time.perf_counter() - start
    context.close()
    return taken


def _scripts_of(page: Page) -> list[str]:
    """The addresses of the scripts that the page has asked for, as they come."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type == "script":
            asked.append(request.url)

    page.on("request", note)
    return asked


def _press_edit(page: Page) -> None:
    """Presses Edit, which puts the caret into the page's first text, and waits for that."""
    # None in the moment in which the toolbar takes the place of the shell's own bar.
    boxes = (page.get_by_text("Edit", exact=True).bounding_box() for _ in range(10))
    box = next((box for box in boxes if box), None)
    assert box, "Edit is not to be seen"
    with page.expect_console_message(lambda message: message.text == "caret"):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _keystrokes(site: Site, browser: Browser) -> Iterator[Measure]:
    page_of_many = site.create_page("/bench-many-nodes", "Many nodes")
    state = site.render("/bench-many-nodes")
    column = own_column(state)
    actions: list[dict[str, Any]] = []
    for number in range(NODES):
        fields = {"content": f"<p>Paragraph {number} of a long page.</p>"}
        actions += add_plugin(column, "cms.text", fields, number + 1)
    site.save(state["page"], state["version"], actions)
    context = logged_in(site, browser)
    page = context.new_page()
    page.goto(f"{site.stack.base_url}{page_of_many['url']}")
    page.get_by_text("Edit", exact=True).click()
    page.frame_locator("iframe").locator("[contenteditable=true].ProseMirror-focused").wait_for()
    edited = _typed(page)
    page = context.new_page()
    page.set_content(BARE)
    page.frame_locator("iframe").locator("#text").click()
    bare = _typed(page)
    context.close()
    yield Measure(f"editor: keystroke to paint at {NODES} nodes, p95", edited, "ms", 16)
    yield Measure("… beside a bare text field", edited / bare, TIMES, 1.1, note=f"{bare:.1f} ms")


def _typed(page: Page) -> float:
    """The 95th percentile over many keystrokes, in milliseconds."""
    page.evaluate(WATCH_KEYS)
    page.keyboard.type("x" * KEYSTROKES, delay=40)
    samples: list[float] = page.evaluate("() => document.querySelector('iframe').contentWindow.samples")
    return statistics.quantiles(samples, n=20)[-1]


def logged_in(site: Site, browser: Browser) -> BrowserContext:
    """A browser of the owner's."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    claims = site.client.post("/auth/tokens", json=OWNER).raise_for_status().json()["public"]["claims"]
    log_in(context, site.stack, site.client.cookies, claims)
    return context


def _zipped(site: Site, addresses: set[str]) -> float:
    """Kilobytes on the wire, gzipped; asked of the web host itself, past the gateway."""
    total = 0
    for address in addresses:
        with httpx.stream(
            "GET", site.stack.urls["web"] + urlsplit(address).path, headers={"Accept-Encoding": "gzip"}
        ) as answer:
            answer.raise_for_status()
            total += sum(len(part) for part in answer.iter_raw())
    return total / KILOBYTE
