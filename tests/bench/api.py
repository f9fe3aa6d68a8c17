"""Saves, and plain reads and writes, through the gateway."""

from __future__ import annotations

import asyncio
import json
import statistics
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial

import asyncpg

from tests.bench import load
from tests.bench.reference import beside, reference
from tests.bench.report import TIMES, Measure
from tests.bench.site import Kept, Site, milliseconds
from tests.whole.page_calls import add_plugin, first_text, own_column, set_text


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
    with closing(Kept(site)) as kept, _insert_and_commit(site) as insert:
        for count, target in ((1, 8), (50, 25)):
            # Each on a page of its own: what is added stays, and the next save would be of a longer page.
            urls = [f"/bench-saves-{count}-{turn}" for turn in range(31)]
            for url in urls:
                site.create_page(url, "Saves")
            _save(site, kept, urls.pop(), count)()
            rounds = []
            for url in urls:
                save = _save(site, kept, url, count)
                # Not behind a save, to which the site still reacts.
                rounds.append((milliseconds(insert, 1), milliseconds(save, 1)))
            limit, taken = (statistics.median(each) for each in zip(*rounds, strict=True))
            yield Measure(f"save of {count} action{'s' if count > 1 else ''}, p50", taken, "ms", target)
            yield Measure("… beside one INSERT and COMMIT", taken / limit, TIMES, target, note=f"{limit:.2f} ms")


def _save(site: Site, kept: Kept, url: str, count: int) -> Callable[[], None]:
    """A save that is ready to be sent: of the page's text, and of new ones above it."""
    state = site.render(url)
    actions = [set_text(first_text(state), f"<p>{count} at once</p>")]
    while len(actions) < count:
        actions += add_plugin(own_column(state), "cms.text", {"content": "<p>One more</p>"})
    body = json.dumps({"version": state["version"], "actions": actions[:count]}).encode()
    return partial(kept.put, f"/client/page-render/{state['page']['id']}", body)


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
    bare = load.Posts(body=json.dumps({"name": "Person NUMBER"}), headers={})
    rows = iter(range(10_000))

    def ours() -> load.Figures:
        # Names are unique, also from one round to the next.
        body = json.dumps({"name": f"Brand {next(rows)}-NUMBER"})
        posts = load.Posts(body=body, headers=site.login)
        return load.run(f"{site.stack.base_url}/ecom/brands", node=site.node, seconds=3, posts=posts)

    for name, path in (("one row", "rows"), ("a row with its log", "rows-with-log")):
        yield from beside(
            f"plain write of {name}",
            ours=ours,
            bare=partial(load.run, f"{address}/auth/{path}", node=site.node, seconds=3, posts=bare),
            target=0.6,
        )
