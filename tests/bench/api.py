"""Saves, and plain reads and writes, through the gateway."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import asyncpg

from tests.bench import load
from tests.bench.reference import beside, reference
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site, milliseconds_in_turn
from tests.whole.page_calls import add_plugin, first_text, own_column


def measure(site: Site) -> Iterator[Measure]:
    yield from _saves(site)
    with reference(site) as address:
        yield from _plain_read(site, address)
        yield from _plain_write(site, address)


@contextmanager
def _insert_and_commit(site: Site) -> Iterator[Callable[[], object]]:
    """One INSERT and COMMIT without anything around it, in a table of its own."""
    with asyncio.Runner() as runner:
        connection = runner.run(asyncpg.connect(site.stack.service_dsn("content")))
        try:
            # Not a temporary table: what is written there is not flushed on commit.
            runner.run(connection.execute("create table bench_inserts (id bigserial primary key, body text)"))
            insert = runner.run(connection.prepare("insert into bench_inserts (body) values ($1)"))
            yield lambda: runner.run(insert.fetch("<p>One more</p>"))
            runner.run(connection.execute("drop table bench_inserts"))
        finally:
            runner.run(connection.close())


def _saves(site: Site) -> Iterator[Measure]:
    site.create_page("/bench-saves", "Saves")
    state = site.render("/bench-saves")
    plugin = first_text(state)
    column = own_column(state)
    for count, target in ((1, 8), (50, 25)):
        turn = iter(range(10_000))

        def save(count: int = count, turn: Iterator[int] = turn) -> None:
            nonlocal state
            fields = {"content": f"<p>Round {next(turn)} of {count}</p>"}
            actions = [{"name": "PLUGIN_UPDATE", "pluginId": plugin, "fields": fields}]
            for _ in range(count // 2 if count > 1 else 0):
                actions += add_plugin(column, "cms.text", {"content": "<p>One more</p>"})
            state = site.save(state["page"], state["version"], actions[:count])

        save()
        with _insert_and_commit(site) as insert:
            taken, limit = milliseconds_in_turn(save, insert, 30)
        yield Measure(f"save of {count} action{'s' if count > 1 else ''}, p50", taken, "ms", target)
        yield Measure("… beside one INSERT and COMMIT", taken / limit, TIMES, target, note=f"{limit:.2f} ms")


def _plain_read(site: Site, address: str) -> Iterator[Measure]:
    """One row by id through the gateway: a public read of Pagewright's beside the bare reference."""
    yield from beside(
        "plain read of one row",
        ours=lambda: load.run(f"{site.stack.base_url}/cms/site", node=site.node, seconds=3),
        bare=lambda: load.run(f"{address}/auth/row", node=site.node, seconds=3),
    )


def _plain_write(site: Site, address: str) -> Iterator[Measure]:
    """One row more, by somebody logged in: a brand, with its entry of the audit log.

    Beside one bare row, and beside a reference that writes an entry and an event as well.
    """
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in site.client.cookies.jar if cookie.path == "/")
    bare = load.Posts(body=json.dumps({"name": "Person NUMBER"}), headers={})
    rows = iter(range(10_000))

    def ours() -> load.Figures:
        # Names are unique, also from one round to the next.
        body = json.dumps({"name": f"Brand {next(rows)}-NUMBER"})
        posts = load.Posts(body=body, headers={"Cookie": cookies, "Origin": site.stack.base_url})
        return load.run(f"{site.stack.base_url}/ecom/brands", node=site.node, seconds=3, posts=posts)

    for name, path in (("one row", "rows"), ("a row with its log", "rows-with-log")):
        yield from beside(
            f"plain write of {name}",
            ours=ours,
            bare=partial(load.run, f"{address}/auth/{path}", node=site.node, seconds=3, posts=bare),
            target=0.6,
        )
