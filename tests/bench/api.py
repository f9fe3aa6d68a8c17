"""Saves and plain reads through the gateway."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench import gateways, load
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site, milliseconds
from tests.whole.page_calls import first_text, new_id


def measure(site: Site) -> Iterator[Measure]:
    yield from _saves(site)
    yield from _plain_read(site)


def _saves(site: Site) -> Iterator[Measure]:
    site.create_page("/bench-saves", "Saves")
    state = site.render("/bench-saves")
    plugin = first_text(state)
    column = _column_of(state)
    for count, target in ((1, 8), (50, 25)):
        turn = iter(range(10_000))

        def save(count: int = count, turn: Iterator[int] = turn) -> None:
            nonlocal state
            fields = {"content": f"<p>Round {next(turn)} of {count}</p>"}
            actions = [{"name": "PLUGIN_UPDATE", "pluginId": plugin, "fields": fields}]
            for _ in range(count // 2 if count > 1 else 0):
                actions += _new_text(column)
            state = site.save(state["page"], state["version"], actions[:count])

        save()
        yield Measure(f"save of {count} action{'s' if count > 1 else ''}, p50", milliseconds(save, 30), "ms", target)


def _new_text(column: str) -> list[dict[str, Any]]:
    plugin = new_id()
    return [
        {"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": "cms.text", "fields": {"content": "<p>One more</p>"}},
        {"name": "BLOCK_ADD_PLUGIN_NODE", "parentId": column, "index": 0, "nodeId": new_id(), "pluginId": plugin},
    ]


def _column_of(state: dict[str, Any]) -> str:
    """The first column of the page's own; its text is edited and added to."""
    column: str = next(iter(state["page"]["blocks"]))
    return column


def _plain_read(site: Site) -> Iterator[Measure]:
    """One row by id through the gateway: a public read of Pagewright's beside the bare reference."""
    with _reference(site) as reference:
        rates: dict[str, list[float]] = {"ours": [], "bare": []}
        for _ in range(3):
            rates["bare"].append(load.run(f"{reference}/auth/row", node=site.node, seconds=3).rate)
            rates["ours"].append(load.run(f"{site.stack.base_url}/cms/site", node=site.node, seconds=3).rate)
    ours, bare = (sorted(rates[name])[1] for name in ("ours", "bare"))
    yield Measure("plain read of one row, through the gateway", ours, "/s")
    yield Measure("… beside FastAPI and SQLAlchemy", ours / bare, TIMES, 0.8, "more", f"bare: {bare:,.0f} /s")


@contextmanager
def _reference(site: Site) -> Iterator[str]:
    port = gateways.free_port()
    environment = {**os.environ, "REFERENCE_DATABASE_URL": _asyncpg_url(site.stack.service_dsn("ecom"))}
    command = [sys.executable, "-m", "uvicorn", "tests.bench.reference_api:app", "--port", str(port)]
    command += ["--no-access-log", "--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(command, env=environment) as process:
        try:
            with gateways.gateway_to({"auth": f"http://127.0.0.1:{port}"}, Path(folder)) as address:
                gateways.wait_for(f"{address}/auth/row")
                yield address
        finally:
            process.terminate()


def _asyncpg_url(dsn: str) -> str:
    return dsn.replace("postgresql://", "postgresql+asyncpg://", 1)
