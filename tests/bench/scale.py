"""The same calls at 10, 1,000 and 10,000 pages: their times, processor time, statements and sizes, as ratios to ten."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import psutil

from tests.bench import growth, load, scale_saves
from tests.bench.counting import Cost, StatementLog, as_superuser, cost, statement_log
from tests.bench.pages import clear_cache
from tests.bench.reference import beside, reference
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site, milliseconds_in_turn
from tests.bench.words import COMMON
from tests.whole.page_calls import add_plugin, own_column

SIZES = (10, 1_000, 10_000)
ARTICLE, POST = "/model", f"{growth.JOURNAL}/model"
# Pages with one plugin each whose data depends on other pages.
_OF_PLUGINS = {
    "cms.menu": "/bench-menu",
    "cms.sitemap": "/bench-sitemap",
    "cms.relativeNavigation": f"{growth.GUIDE}/bench-around",
    "cms.breadcrumb": f"{growth.GUIDE}/bench-crumbs",
    "cms.blogMenu": "/bench-blog-menu",
    "cms.search": "/bench-search",
}
_RENDER_LIMIT, _STATEMENT_LIMIT = 1.2, 3


@dataclass(frozen=True)
class Call:
    name: str
    ask: Callable[[], httpx.Response]
    times: int = 15
    most_times: float | None = None
    most_statements: int | None = None


def measure(site: Site) -> Iterator[Measure]:
    make_models(site)
    found: dict[str, dict[int, tuple[Cost, int]]] = {}
    limits: dict[str, Call] = {}
    done = 0
    for size in SIZES:
        asyncio.run(grow(site, range(done, size)))
        as_superuser(site, "vacuum analyze")
        done = size
        # As any change of a page's settings, it has everything that lists pages read anew.
        site.create_page(f"/bench-size-{size}", f"At {size} pages")
        calls = list(_calls(site, size))
        with statement_log(site) as log:
            counts = {call.name: _statements(call, log) for call in calls}
        for call in calls:
            call.ask()
            limits[call.name] = call
            found.setdefault(call.name, {})[size] = (cost(site, call.ask, call.times), counts[call.name])
    for name, by_size in found.items():
        yield from _measures(limits[name], by_size)
    yield from _uncached(site)
    yield from _link_check(site)


def _uncached(site: Site) -> Iterator[Measure]:
    """Pages of which none is cached, through the gateway."""
    paths = _open_pages(SIZES[-1])

    def ours() -> load.Figures:
        clear_cache(site)
        return load.run(site.stack.base_url, node=site.node, paths=paths, seconds=3)

    with reference(site) as address:
        row = f"{address}/auth/row"
        yield from beside("uncached pages", ours, lambda: load.run(row, node=site.node, seconds=3), target=1)
        clear_cache(site)
        turn = iter(paths)
        with httpx.Client() as visitor:
            taken, limit = milliseconds_in_turn(
                lambda: visitor.get(f"{site.stack.base_url}{next(turn)}").raise_for_status(),
                lambda: visitor.get(row).raise_for_status(),
                200,
            )
    yield Measure("uncached page, one at a time, p50", taken, "ms", 3, note=f"FastAPI and SQLAlchemy: {limit:.2f} ms")


def _open_pages(size: int) -> list[str]:
    """The addresses of the pages that anyone may see."""
    return [growth.address(number) for number in range(size) if not growth.is_restricted(number)]


def _statements(call: Call, log: StatementLog) -> int:
    call.ask()
    return log.fewest(call.ask)


def _measures(call: Call, by_size: dict[int, tuple[Cost, int]]) -> Iterator[Measure]:
    few, many = by_size[SIZES[0]][0], by_size[SIZES[-1]][0]
    sizes = ", ".join(f"{each.size:,}" for each, _ in by_size.values())
    clock = ", ".join(f"{each.clock:.1f}" for each, _ in by_size.values())
    processor = ", ".join(f"{each.processor:.1f}" for each, _ in by_size.values())
    counts = [statements for _, statements in by_size.values()]
    ratio = many.processor / max(few.processor, 0.05)
    note = f"ms {clock}; processor ms {processor}; bytes {sizes}"
    yield Measure(
        f"{call.name}: processor time at {SIZES[-1]:,} beside {SIZES[0]}", ratio, TIMES, call.most_times, note=note
    )
    note = ", ".join(str(count) for count in counts)
    # At ten pages there may be nothing to be asked about what was found.
    yield Measure(f"{call.name}: statements", max(counts), "", call.most_statements or counts[1], note=note)


def _link_check(site: Site) -> Iterator[Measure]:
    """A check of all links, none of which leads to another site."""
    worker = psutil.Process(site.stack.pid("worker"))
    start, before, memory = time.perf_counter(), sum(worker.cpu_times()[:2]), worker.memory_full_info().pss
    site.client.post("/client/links/checks").raise_for_status()
    most = memory
    while (check := site.client.get("/client/links/checks/latest").json()["check"])["finishedAt"] is None:
        most = max(most, worker.memory_full_info().pss)
        time.sleep(0.5)
    taken, spent = time.perf_counter() - start, sum(worker.cpu_times()[:2]) - before
    note = f"{check['pages']:,} pages, {check['links']:,} addresses in {taken:.0f} s"
    yield Measure("link checker, pages a second", check["pages"] / taken, "/s", note=note)
    yield Measure("… a second of the worker's processor time", check["pages"] / spent, "/s")
    yield Measure("… memory (PSS) of the worker, more than before", (most - memory) / 1024 / 1024, "MB")


async def grow(site: Site, numbers: range) -> None:
    async with growth.sessions(site.stack.service_dsn("content")) as session:
        article, post = [await growth.model_of(session, url) for url in (ARTICLE, POST)]
        await growth.grow(session, article, post, numbers)


def make_models(site: Site) -> None:
    _page_with(site, growth.JOURNAL, "Journal", "cms.blogList")
    for name in ("News", "Travel", "Recipes"):
        _page_with(site, f"/{name.lower()}", name, "cms.blogList")
    _page_with(site, ARTICLE, "An article", "cms.text", "cms.text", "cms.breadcrumb")
    _page_with(site, POST, "A post", "cms.blogPost", "cms.text")
    for ref, url in _OF_PLUGINS.items():
        _page_with(site, url, ref, ref)


def _page_with(site: Site, url: str, title: str, *refs: str) -> None:
    site.create_page(url, title)
    state = site.render(url)
    actions: list[dict[str, Any]] = []
    for ref in refs:
        fields = {"content": "<p>Words</p>"} if ref == "cms.text" else {}
        actions += add_plugin(own_column(state), ref, fields, 100)
    site.save(state["page"], state["version"], actions)


def _calls(site: Site, size: int) -> Iterator[Call]:
    content, web = httpx.Client(base_url=site.stack.urls["content"]), httpx.Client(base_url=site.stack.urls["web"])
    editor = httpx.Client(base_url=site.stack.urls["content"], cookies=_cookies(site), timeout=60)

    def uncached(url: str) -> httpx.Response:
        clear_cache(site)
        return web.get(url)

    pages = _open_pages(size)
    yield Call("uncached page", lambda: uncached(pages[5]), 60, _RENDER_LIMIT)
    yield Call("cached page", lambda: web.get(pages[5]), 150, _RENDER_LIMIT)
    yield Call(
        "page-render", lambda: content.get("/client/page-render", params={"url": pages[5]}), 60,
        _RENDER_LIMIT, _STATEMENT_LIMIT,
    )  # fmt: skip
    for ref, url in _OF_PLUGINS.items():
        yield Call(f"page with {ref}", partial(content.get, "/client/page-render", params={"url": url}), 15)
    yield Call(
        "page with cms.blogList", lambda: content.get("/client/page-render", params={"url": growth.JOURNAL}), 15,
        None, _STATEMENT_LIMIT,
    )  # fmt: skip
    yield Call("sitemap.xml", lambda: uncached("/sitemap.xml"), 6)
    yield Call("feed of the blog", lambda: uncached("/feed.xml"), 6)
    # In quotes: else the last word counts as the beginning of one.
    rare = f'"{growth.SECTION_PAGE}"'
    for name, words in (("a common word", COMMON), ("a rare word", rare), ("the beginning of a word", COMMON[:3])):
        yield Call(f"search for {name}", partial(content.get, "/cms/search", params={"query": words}), 9)
    for name, ask in scale_saves.calls(site, size):
        yield Call(name, ask, 30)
    section = growth.address(growth.SECTION_PAGE)
    section_id = site.render(section)["page"]["id"]
    for name, url, query in _editor_calls(section_id, size):
        yield Call(name, partial(editor.get, url, params=query), 9)


def _editor_calls(section_id: str, size: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield "pages, first part", "/client/pages", {"limit": 100}
    yield "pages, last part", "/client/pages", {"limit": 100, "start": max(size - 100, 0)}
    yield "pages, latest", "/client/pages", {"limit": 10, "sort": "-updatedAt"}
    yield "pages by words", "/client/pages", {"q": "page-9"}
    yield "pages by plugin, rare", "/client/pages", {"plugin-ref": "cms.sitemap"}
    yield "pages by plugin, common", "/client/pages", {"ref": "cms.text"}
    yield "pages by a plugin's field", "/client/pages", {"plugin-ref": "cms.blogList", "plugin-fields": "count=5"}
    yield "page tree, top", "/client/pages/tree", {}
    yield "page tree, a section", "/client/pages/tree", {"parentId": section_id}
    yield "where a page is used", "/client/pages/references", {"id": section_id}
    yield "who edits", "/client/pages/editors", {}
    yield "layouts", "/cms/layouts", {"limit": 100}
    yield "branch blocks", "/client/blocks/branches", {"limit": 100}
    yield "plugins, unused", "/cms/plugins/unused", {}
    yield "places of a plugin", "/cms/plugins/places", {"ref": "cms.text"}
    yield "uses of plugins", "/cms/plugins/uses", {}
    yield "posts, editor", "/cms/blog/posts/filters/page", {"limit": 100}
    yield "categories, editor", "/cms/blog/categories", {"limit": 100}


def _cookies(site: Site) -> dict[str, str]:
    return {cookie.name: cookie.value or "" for cookie in site.client.cookies.jar if cookie.path == "/"}
