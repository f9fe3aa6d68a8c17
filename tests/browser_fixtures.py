"""Fixtures that drive a real browser against the run's copy (sync Playwright, the system's Chromium).

`owner_page` is logged in as the owner, `visitor_page` is nobody; `new_context` opens further browsers.
A test that fails leaves a screenshot of each of its pages in test-results/.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests import chromium
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login

RESULTS = Path(__file__).resolve().parent.parent / "test-results"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
OpenContext = Callable[..., BrowserContext]


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark that tests in a browser get."""
    config.addinivalue_line("markers", "browser: drives a real browser; given by itself")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for the browser: sync Playwright and asyncio tests cannot share a process, so runs are told apart."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for the worker; each test opens contexts of its own."""
    executable = chromium.find()
    assert executable, "no Chromium: run `python -m tests.chromium`, which says what to do"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def new_context(browser: Browser, stack: Stack, request: pytest.FixtureRequest) -> Iterator[OpenContext]:
    """Opens a browser context on the copy: `new_context(viewport=…)`. Closed after the test."""
    opened: list[BrowserContext] = []

    def open_context(**options: Any) -> BrowserContext:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = browser.new_context(base_url=stack.base_url, **options)
        context.set_default_timeout(15_000)
        opened.append(context)
        return context

    yield open_context
    failed = getattr(request.node, "failed", False)
    for number, context in enumerate(opened):
        if failed:
            _keep_screenshots(context, request.node.nodeid, number)
        context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes on the test whether its call failed, for the screenshots."""
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined] # pytest's own recipe for fixtures that want the outcome
    return report


@pytest.fixture
def owner_context(new_context: OpenContext, stack: Stack) -> BrowserContext:
    """A browser that is logged in as the owner, as it is after /cms-login, with a session of its own: it may renew it."""
    context = new_context()
    log_in(context, stack, *new_owner_login(stack))
    return context


def log_in(context: BrowserContext, stack: Stack, cookies: httpx.Cookies, claims: dict[str, Any]) -> None:
    """Gives a browser what /cms-login leaves in it: the session's cookies, and the claims in local storage."""
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
    context.add_init_script(
        f"if (location.origin === {stack.base_url!r}) localStorage.setItem('claims', JSON.stringify({json.dumps(claims)}))"
    )


@pytest.fixture
def owner_page(owner_context: BrowserContext) -> Page:
    """A tab of the owner's browser."""
    return owner_context.new_page()


@pytest.fixture
def visitor_page(new_context: OpenContext) -> Page:
    """A tab of a browser that nobody is logged in with."""
    return new_context().new_page()


def _keep_screenshots(context: BrowserContext, test: str, number: int) -> None:
    RESULTS.mkdir(exist_ok=True)
    name = re.sub(r"[^\w-]+", "-", test)[-120:]
    for index, page in enumerate(context.pages):
        with suppress(Error):
            page.screenshot(path=RESULTS / f"{name}-{number}-{index}.png")
