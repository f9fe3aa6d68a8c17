"""Hostile texts in every string that editors may send: each is refused or shown as text, and none of them runs.

In a browser without the content security policy, which would stop most of it: that is the second line.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import asyncpg
import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser_contexts import log_in
from tests.browser_fixtures import OpenContext
from tests.hostile.corpus import Corpus
from tests.hostile.payloads import ELSEWHERE, PAYLOADS, case
from tests.hostile.watch import Watch, watching
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login
from tests.whole.page_calls import create_page, first_text, render

# The first writes a site of more than 20,000 texts, and each opens pages that have hundreds of them.
pytestmark = [pytest.mark.timeout(1800), pytest.mark.xdist_group("site of hostile texts")]

TALL = {"width": 1280, "height": 3000}
# Islands wake as they come into view.
SEEN = """async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
        scrollTo(0, top);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
}"""
ENTRIES = Path(__file__).parents[2] / "web" / "app" / "admin"
AREAS = {"ecom": "/cms-ecom", "crm": "/cms-admin/crm"}


@pytest.fixture
def open_to(new_context: OpenContext, stack: Stack) -> Callable[..., BrowserContext]:
    """Opens a browser without the policy, of a visitor or of the owner, who is super."""

    def open_one(is_super: bool = False) -> BrowserContext:
        context = new_context(bypass_csp=True, viewport=TALL)
        if is_super:
            log_in(context, stack, *new_owner_login(stack))
        return context

    return open_one


def nothing_of(watch: Watch, corpus: Corpus) -> None:
    """Fails with the strings and texts of what ran."""
    assert not watch.ran, [corpus.names.get(number, number) for number in sorted(watch.ran)]
    assert watch.is_quiet, watch


class TestControl:
    """What reaches a page past the cleaning of what is sent does run here, and is seen."""

    HTML = (
        '<img src=x onerror="pwned(-1)"><a href="javascript:pwned(-2)">A</a><p onclick="pwned(-3)">P</p>'
        f'<link rel=stylesheet href="//{ELSEWHERE}/x"><img src=y onerror="alert(1)">'
    )

    @pytest.fixture
    def url(self, stack: Stack, owner_client: httpx.Client) -> str:
        state = render(owner_client, create_page(owner_client, "Control")["url"])
        # Playwright has a loop in this thread.
        with ThreadPoolExecutor() as thread:
            thread.submit(lambda: asyncio.run(_store_text(stack, first_text(state), self.HTML))).result()
        found: str = state["page"]["url"]
        return found

    def test_what_runs_is_seen(self, open_to: Callable[..., BrowserContext], url: str) -> None:
        context = open_to()
        with watching(context) as watch:
            page = context.new_page()
            with page.expect_event("dialog"):
                page.goto(url)
            watch.check(page)
        assert watch.ran >= {-1, -2, -3}
        assert {*watch.dialogs} == {"1"}
        assert watch.asked == [f"http://{ELSEWHERE}/x"]
        assert {entry.partition(":")[0] for entry in watch.found} == {"onerror", "href", "onclick", "element"}

    def test_the_policy_stops_it(self, new_context: OpenContext, url: str) -> None:
        context = new_context(viewport=TALL)
        with watching(context) as watch:
            page = context.new_page()
            page.add_init_script(
                "window.stopped = []; addEventListener('securitypolicyviolation', (e) => stopped.push(e.effectiveDirective))"
            )
            page.goto(url)
            page.wait_for_function("stopped.length >= 3")
            assert set(page.evaluate("stopped")) == {"script-src-attr", "style-src-elem"}
        assert not watch.ran


async def _store_text(stack: Stack, plugin: str, html: str) -> None:
    """Puts HTML into a plugin behind content's back."""
    connection = await asyncpg.connect(stack.service_dsn("content"))
    try:
        statement = "UPDATE plugins SET fields = jsonb_build_object('content', $2::text) WHERE id = $1"
        await connection.execute(statement, uuid.UUID(plugin), html)
    finally:
        await connection.close()


# It needs none, and belongs to the run that has filled the site.
@pytest.mark.usefixtures("browser")
def test_there_are_enough_and_most_are_stored(corpus: Corpus) -> None:
    assert len(corpus.names) > 20_000
    assert len(corpus.names) - corpus.refused > 5_000


class TestVisitor:
    def test_pages(self, open_to: Callable[..., BrowserContext], corpus: Corpus) -> None:
        context = open_to()
        with watching(context) as watch:
            page = context.new_page()
            for url in [*corpus.pages, *corpus.posts, corpus.blog]:
                answer = page.goto(url)
                assert answer is not None
                assert answer.ok
                page.evaluate(SEEN)
                watch.check(page)
                assert page.url.endswith(url)
        nothing_of(watch, corpus)

    def test_pages_that_are_shown_in_place(self, open_to: Callable[..., BrowserContext], corpus: Corpus) -> None:
        context = open_to()
        with watching(context) as watch:
            page = context.new_page()
            page.goto(corpus.blog)
            for url in corpus.posts:
                shown = page.locator(f"link[rel=canonical][href$='{url}']")
                page.locator(f"a[href='{url}']").first.evaluate("(link) => link.click()")
                expect(shown).to_have_count(1)
                watch.check(page)
        nothing_of(watch, corpus)

    @pytest.mark.parametrize("path", ["{blog}/feed.xml", "{blog}/atom.xml", "/sitemap.xml"])
    def test_feeds_and_sitemap(self, open_to: Callable[..., BrowserContext], corpus: Corpus, path: str) -> None:
        context = open_to()
        with watching(context) as watch:
            page = context.new_page()
            text = context.request.get(path.format(blog=corpus.blog)).text()
            assert text.startswith("<?xml")
            # A browser offers some kinds of feeds to save; here it has to show them.
            page.route("**/shown.xml", lambda route: route.fulfill(content_type="text/xml", body=text))
            page.goto("/shown.xml")
            watch.check(page)
        nothing_of(watch, corpus)

    @pytest.mark.parametrize("path", ["/cms/search?query=pwned&limit=100", "/cms/blog/posts/filters/page?limit=100"])
    def test_answers_of_calls(self, open_to: Callable[..., BrowserContext], corpus: Corpus, path: str) -> None:
        context = open_to()
        with watching(context) as watch:
            page = context.new_page()
            page.goto(path)
            expect(page.locator("body")).to_contain_text("pwned(")
            watch.check(page)
        nothing_of(watch, corpus)

    def test_what_an_address_says(
        self, open_to: Callable[..., BrowserContext], owner_client: httpx.Client, corpus: Corpus
    ) -> None:
        context = open_to()
        with watching(context) as watch:
            page = context.new_page()
            for number, payload in enumerate(PAYLOADS[::6]):
                text = quote(case(number, payload.replace("\x00", "").replace("\ud800", "")), safe="")
                page.goto(
                    f"/no-page-{text}?query={text}#{text}" if number % 2 else f"{corpus.blog}?query={text}#{text}"
                )
                watch.check(page)
        nothing_of(watch, corpus)


class TestSuper:
    def test_pages_in_the_editor(self, open_to: Callable[..., BrowserContext], corpus: Corpus) -> None:
        context = open_to(is_super=True)
        with watching(context) as watch:
            page = context.new_page()
            # Each of them has all plugins.
            for url in [*corpus.pages[-3:], corpus.blog]:
                page.goto(url)
                page.get_by_text("Edit", exact=True).click()
                expect(page.frame_locator("iframe[title='Page']").locator("[data-pw-node='root']")).to_be_visible()
                watch.check(page)
        nothing_of(watch, corpus)

    def test_screens_of_the_admin(self, open_to: Callable[..., BrowserContext], corpus: Corpus) -> None:
        context = open_to(is_super=True)
        looked_at: list[bool] = []
        with watching(context) as watch:
            page = context.new_page()
            page.goto("/cms-admin")
            for address in screens():
                show(page, f"{address}?limit=100")
                looked_at.append("pwned(" in page.content())
                watch.check(page)
                if record := first_record(page, address):
                    show(page, record)
                    looked_at.append("pwned(" in page.content())
                    watch.check(page)
        nothing_of(watch, corpus)
        # Screens of jobs, of the account and the like have none of the texts.
        assert sum(looked_at) >= 15, looked_at


def screens() -> Iterator[str]:
    """The addresses of all lists and screens of the admin."""
    for entry in sorted(ENTRIES.glob("*/entry.ts")):
        text = entry.read_text(encoding="utf-8")
        path = re.search(r"^  path: '(.*)'", text, re.MULTILINE)
        area = re.search(r"^  area: '(.+)'", text, re.MULTILINE)
        assert path, entry
        yield f"{AREAS[area[1]] if area else '/cms-admin'}/{path[1]}".rstrip("/")


def show(page: Page, address: str) -> None:
    """Shows a screen, until it has all that it asks for."""
    page.goto(address, wait_until="networkidle")
    expect(page.locator("main h1, main h2").first).to_be_visible()
    # A busy browser may have asked for nothing yet when it was idle: bars stand for rows on their way.
    expect(page.locator("main td > span[aria-hidden='true'][style*='width']")).to_have_count(0)


def first_record(page: Page, address: str) -> str | None:
    links = page.locator(f"main a[href^='{address}/']")
    return links.first.get_attribute("href") if links.count() else None
