"""Fixtures that drive a real browser against the run's copy (sync Playwright, the system's Chromium).

`owner_page` is logged in as the owner, `visitor_page` is nobody; `new_context` opens further browsers.
A test that fails leaves a screenshot of each of its pages in test-results/.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests import chromium, fonts, foreign
from tests.browser_contexts import LONGEST_WAIT, KeptContext, OwnerContext, open_context
from tests.stack import RESULTS, Stack

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    foreign.NO_NAMES,
]
FOLDERS = frozenset({"e2e", "hostile", "web"})
"""Where tests in a browser are: the others are not even read for them."""
_TESTS = Path(__file__).parent
OpenContext = Callable[..., BrowserContext]
Kept = TypeVar("Kept", bound=KeptContext)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark that tests in a browser get, and how long they wait for what they expect."""
    config.addinivalue_line("markers", "browser: drives a real browser; given by itself")
    # By itself it would be 5 s. Only tests that fail wait so long, and machines that are very busy.
    expect.set_options(timeout=LONGEST_WAIT)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Pass by what has no test in a browser, when those alone are to run: to import all others takes half a minute."""
    if config.option.markexpr != "browser" or not collection_path.is_relative_to(_TESTS):
        return None
    return None if collection_path == _TESTS or _is_for_browsers(collection_path) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for the browser: sync Playwright and asyncio tests cannot share a process, so runs are told apart."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            if item.path.is_relative_to(_TESTS) and not _is_for_browsers(item.path):
                raise pytest.UsageError(f"{item.nodeid} wants a browser: it has to be in one of {sorted(FOLDERS)}")


def _is_for_browsers(path: Path) -> bool:
    return path.relative_to(_TESTS).parts[0] in FOLDERS


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for the worker; each test opens contexts of its own."""
    executable = chromium.find()
    assert executable, "no Chromium: run `python -m tests.chromium`, which says what to do"
    own_fonts = fonts.configure(tmp_path_factory.mktemp("fonts"))
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=executable, args=ARGUMENTS, env={**os.environ, **own_fonts}
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def idle_contexts() -> list[KeptContext]:
    """The worker's contexts of tests that are over."""
    return []


@pytest.fixture
def new_context(
    browser: Browser, stack: Stack, idle_contexts: list[KeptContext], request: pytest.FixtureRequest
) -> Iterator[OpenContext]:
    """Opens a browser context on the copy in which nobody is logged in. With options (`has_touch=True`) it is a new one."""
    opened: list[BrowserContext] = []
    kept: list[KeptContext] = []

    def open_one(**options: Any) -> BrowserContext:
        if options:
            opened.append(open_context(browser, stack, **options))
            return opened[-1]
        kept.append(_idle(idle_contexts, stack) or KeptContext(browser, stack))
        return kept[-1].context

    yield open_one
    _keep_screenshots(request, (page for context in opened for page in context.pages))
    for context in opened:
        context.close()
    for each in kept:
        _end(request, each, idle_contexts)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes on the test whether its call failed, for the screenshots."""
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True  # type: ignore[attr-defined] # pytest's own recipe for fixtures that want the outcome
    return report


@pytest.fixture(scope="session")
def idle_owners() -> list[OwnerContext]:
    """The worker's browser of the owner, while no test uses it."""
    return []


@pytest.fixture
def owner_context(
    browser: Browser, stack: Stack, idle_owners: list[OwnerContext], request: pytest.FixtureRequest
) -> Iterator[BrowserContext]:
    """A browser that is logged in as the owner, as it is after /cms-login."""
    owner = _idle(idle_owners, stack) or OwnerContext(browser, stack)
    owner.log_in()
    yield owner.context
    _end(request, owner, idle_owners)


@pytest.fixture
def owner_page(owner_context: BrowserContext) -> Page:
    """A tab of the owner's browser."""
    return owner_context.new_page()


@pytest.fixture
def visitor_page(new_context: OpenContext) -> Page:
    """A tab of a browser that nobody is logged in with."""
    return new_context().new_page()


def _end(request: pytest.FixtureRequest, kept: Kept, idle: list[Kept]) -> None:
    """Hands a context on to the next test; one in which a test failed is closed."""
    _keep_screenshots(request, kept.pages())
    if _has_failed(request):
        kept.close()
    else:
        kept.empty()
        idle.append(kept)


def _has_failed(request: pytest.FixtureRequest) -> bool:
    return bool(getattr(request.node, "failed", False))


def _idle(idle: list[Kept], stack: Stack) -> Kept | None:
    """One that is idle and of this copy, taken out: a module may have a copy of its own, which ends with it."""
    found = next((each for each in idle if each.is_of(stack)), None)
    if found is not None:
        idle.remove(found)
    return found


def _keep_screenshots(request: pytest.FixtureRequest, pages: Iterable[Page]) -> None:
    if not _has_failed(request):
        return
    RESULTS.mkdir(exist_ok=True)
    name = re.sub(r"[^\w-]+", "-", request.node.nodeid)[-120:]
    for page in pages:
        number = sum(1 for _ in RESULTS.glob(f"{name}-*.png"))
        with suppress(Error):
            page.screenshot(path=RESULTS / f"{name}-{number}.png")
