"""What calls cost: processor time of the processes behind them, and their statements as Postgres saw them.

Processor time tells the same on a busy machine; what a clock shows there does not.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import httpx
import psutil

from tests.bench.site import Site

_ROUNDS = 3
# New settings of a role are those of its next connections.
_END_CONNECTIONS = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'content'"


@dataclass(frozen=True)
class Cost:
    """Of one call: milliseconds by the clock (median) and of processor time (mean), bytes of the answer."""

    clock: float
    processor: float
    size: int


def cost(site: Site, call: Callable[[], httpx.Response], times: int) -> Cost:
    """What a call costs; the processor time is the least of some rounds, since other work may fall into one."""
    taken, spent = [], []
    for _ in range(_ROUNDS):
        before = _processor_time(site)
        for _ in range(max(times // _ROUNDS, 1)):
            start = time.perf_counter()
            answer = call()
            taken.append((time.perf_counter() - start) * 1000)
            assert answer.status_code < 300, f"{answer.request.url}: {answer.status_code} {answer.text[:300]}"
        spent.append((_processor_time(site) - before) / max(times // _ROUNDS, 1))
    return Cost(statistics.median(taken), min(spent), len(answer.content))


def _processor_time(site: Site) -> float:
    """Milliseconds that the web host, content and Postgres have had so far."""
    postgres = psutil.Process(site.stack.pid("postgres"))
    pids = [site.stack.pid("web"), site.stack.pid("content"), postgres.pid]
    pids += [child.pid for child in postgres.children(recursive=True)]
    nanoseconds = 0
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            with suppress(OSError):
                nanoseconds += int(thread.read_text().split()[0])
    return nanoseconds / 1_000_000


class StatementLog:
    """Counts what content sends to Postgres, by Postgres' own log."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @contextmanager
    def count(self) -> Iterator[list[str]]:
        """The statements that arrive while the block runs; the list is filled at its end."""
        file = self._site.stack.data_dir / "logs" / "postgres.log"
        start = file.stat().st_size
        found: list[str] = []
        yield found
        with file.open(errors="replace") as lines:
            lines.seek(start)
            text = lines.read()
        found += [line for line in text.split("LOG:  ")[1:] if line.startswith(("execute", "statement"))]

    def fewest(self, call: Callable[[], object], times: int = 5) -> int:
        """The statements of one call. Whoever follows the service's events asks it in between, now and then."""
        counts = []
        for _ in range(times):
            with self.count() as found:
                call()
            counts.append(len(found))
        return min(counts)


@contextmanager
def statement_log(site: Site) -> Iterator[StatementLog]:
    """Has Postgres log what content sends."""
    database = as_superuser(site, "select current_database()")
    as_superuser(site, f"alter role content in database \"{database}\" set log_statement = 'all'")
    as_superuser(site, _END_CONNECTIONS)
    try:
        yield StatementLog(site)
    finally:
        as_superuser(site, f'alter role content in database "{database}" reset log_statement')
        as_superuser(site, _END_CONNECTIONS)


def as_superuser(site: Site, statement: str) -> object:
    """Runs a statement; the first value that it gives."""

    async def run() -> object:
        connection = await asyncpg.connect(site.stack.admin_dsn)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()

    return asyncio.run(run())
