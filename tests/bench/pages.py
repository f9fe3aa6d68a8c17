"""Pages as visitors get them, each figure beside its limit in the same run."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import httpx

from tests.bench import gateways, load
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site, milliseconds
from tests.whole.page_calls import first_text

ROUNDS = 3
MANY_PAGES = 10_000


def measure(site: Site) -> Iterator[Measure]:
    yield from _cached(site)
    yield from _edited(site)


def _cached(site: Site) -> Iterator[Measure]:
    """The default page from memory, compressed as a browser gets it, and its limits with the same bytes."""
    with httpx.stream("GET", f"{site.stack.base_url}/", headers={"Accept-Encoding": load.ACCEPT_ENCODING}) as answer:
        body = b"".join(answer.iter_raw())
        encoding = answer.headers["Content-Encoding"]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "page.html"
        file.write_bytes(body)
        bare = stack.enter_context(gateways.bare_node(site.node, file, encoding))
        addresses = {
            "gateway": site.stack.base_url,
            "bare behind a gateway": stack.enter_context(gateways.gateway_to({"web": bare}, folder)),
            "web host": site.stack.urls["web"],
            "bare": bare,
        }
        if binary := shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"):
            addresses["nginx"] = stack.enter_context(gateways.nginx(binary, folder / "nginx", body))
        rates = _interleaved(site, addresses)
    yield Measure("cached page through the gateway", rates["gateway"], "/s", note=f"{len(body):,} bytes, {encoding}")
    limit = rates["bare behind a gateway"]
    yield Measure(
        "… beside bare Node behind the same gateway", rates["gateway"] / limit, TIMES, 0.9, "more", f"{limit:,.0f} /s"
    )
    yield Measure("cached page, web host alone", rates["web host"], "/s")
    yield Measure(
        "… beside bare Node alone", rates["web host"] / rates["bare"], TIMES, 0.75, "more", f"{rates['bare']:,.0f} /s"
    )
    if "nginx" in rates:
        yield Measure("… beside nginx", rates["web host"] / rates["nginx"], TIMES, note=f"{rates['nginx']:,.0f} /s")


def _interleaved(site: Site, addresses: Mapping[str, str]) -> dict[str, float]:
    """The median rate of each over rounds in which every one has its turn."""
    rates: dict[str, list[float]] = {name: [] for name in addresses}
    for _ in range(ROUNDS):
        for name, address in addresses.items():
            rates[name].append(load.run(f"{address}/", node=site.node, seconds=3).rate)
    return {name: statistics.median(figures) for name, figures in rates.items()}


def _edited(site: Site) -> Iterator[Measure]:
    """What an edit costs the next visitor, and how soon it is seen."""
    site.create_page("/bench-edits", "Edits")
    state = site.render("/bench-edits")
    plugin = first_text(state)
    web = site.stack.urls["web"]
    first_bytes, seen_after = [], []
    with httpx.Client() as visitor:
        for turn in range(20):
            words = f"edited in round {turn}"
            fields = {"content": f"<p>{words}</p>"}
            state = site.save(
                state["page"], state["version"], [{"name": "PLUGIN_UPDATE", "pluginId": plugin, "fields": fields}]
            )
            saved = time.perf_counter()
            while words not in visitor.get(f"{web}/bench-edits").text:
                pass
            seen_after.append((time.perf_counter() - saved) * 1000)
            _clear_cache(site)
            asked = time.perf_counter()
            with visitor.stream("GET", f"{web}/bench-edits") as answer:
                next(answer.iter_raw())
                first_bytes.append((time.perf_counter() - asked) * 1000)
    yield Measure("save seen by visitors, slowest of 20", max(seen_after), "ms", 100)
    yield Measure("first byte after an edit, p50", statistics.median(first_bytes), "ms", 15)


def _clear_cache(site: Site) -> None:
    site.client.delete("/client/api/cache").raise_for_status()


async def measure_many(site: Site) -> list[Measure]:
    """Every request another address, at 10 and at 10,000 pages, and the statements that one render takes."""
    few = _renders_one_by_one(site, [_address(turn) for turn in await _grow(site, 0, 10)])
    paths = [_address(turn) for turn in await _grow(site, 10, MANY_PAGES)]
    many = _renders_one_by_one(site, paths[:: MANY_PAGES // 200])
    _clear_cache(site)
    figures = load.run(site.stack.base_url, node=site.node, paths=paths, seconds=5)
    statements = await _statements(site, paths[5])
    return [
        Measure("uncached pages through the gateway", figures.rate, "/s", 1200, "more", f"{figures.errors} errors"),
        Measure("uncached page, one at a time, p50", many, "ms", 3),
        Measure("render at 10,000 pages beside 10", many / few, TIMES, 1.2),
        Measure("SQL statements for one page render", statements, "", 3),
    ]


def _address(turn: int) -> str:
    return f"/bench/page-{turn}"


async def _grow(site: Site, start: int, end: int) -> range:
    """Copies one page until there are `end`; straight in the tables, since only reading is measured."""
    if start == 0:
        site.create_page("/bench-source", "Source")
    connection = await asyncpg.connect(site.stack.service_dsn("content"))
    try:
        columns = await connection.fetch(
            "select column_name from information_schema.columns where table_schema = 'content' and table_name = 'pages'"
            " and column_name not in ('id', 'url') and is_generated = 'NEVER'"
        )
        names = ", ".join(f'"{row["column_name"]}"' for row in columns)
        await connection.execute(
            f"insert into content.pages (id, url, {names}) select uuidv7(), '/bench/page-' || n, {names}"  # noqa: S608 - names come from the catalogue
            f" from content.pages, generate_series({start}, {end - 1}) n where url = '/bench-source'"
        )
        await connection.execute("analyze content.pages")
    finally:
        await connection.close()
    return range(end)


def _renders_one_by_one(site: Site, paths: list[str]) -> float:
    _clear_cache(site)
    turn = iter(paths)
    with httpx.Client(base_url=site.stack.base_url) as visitor:
        visitor.get("/")
        return milliseconds(lambda: visitor.get(next(turn)).raise_for_status(), len(paths))


def _statements_of_one(site: Site, path: str) -> int:
    before = site.stack.log("postgres").count("LOG:  ")
    httpx.get(f"{site.stack.urls['content']}/client/page-render", params={"url": path}).raise_for_status()
    lines = site.stack.log("postgres").split("LOG:  ")[before + 1 :]
    return sum(line.startswith(("execute", "statement")) for line in lines)


async def _statements(site: Site, path: str) -> int:
    """Statements that Postgres ran for one render, by its own counter of the service's finished queries."""
    connection = await asyncpg.connect(site.stack.admin_dsn)
    try:
        database = await connection.fetchval("select current_database()")
        await connection.execute(f"alter role content in database \"{database}\" set log_statement = 'all'")
        await connection.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'content'")
        httpx.get(f"{site.stack.urls['content']}/client/page-render", params={"url": path}).raise_for_status()
        # Whoever follows the service's events asks it in between, now and then: the fewest are the render's own.
        fewest = min(_statements_of_one(site, path) for _ in range(5))
        await connection.execute(f'alter role content in database "{database}" reset log_statement')
        return fewest
    finally:
        await connection.close()
