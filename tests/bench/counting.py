"""What calls cost: processor time of the processes behind them, and their statements as Postgres saw them.

Processor time tells the same on a busy machine; what a clock shows there does not.
"""

from __future__ import annotations

import asyncio
import statistics
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import httpx
import psutil

from tests.bench.site import Site

PAGE_PARTS = ("web", "content", "cms", "postgres")
"""What renders the pages of a site without a shop."""
_ROUNDS = 3
# New settings of a role are those of its next connections.
_END_CONNECTIONS = "select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = 'content'"


@dataclass(frozen=True)
class Cost:
    """Of one call: milliseconds by the clock (median) and of processor time (mean), bytes of the answer."""

    clock: float
    processor: float
    size: int


def cost(site: Site, call: Callable[[], httpx.Response], times: int, parts: Sequence[str] = PAGE_PARTS) -> Cost:
    """What a call costs these processes; the processor time is the least of some rounds: other work may fall into one."""
    pids = [site.stack.pid(part) for part in parts]
    taken, spent, size = [], [], 0
    each = max(times // _ROUNDS, 1)
    for _ in range(_ROUNDS):
        before = _by_thread(*pids)
        for _ in range(each):
            start = time.perf_counter()
            answer = call()
            taken.append((time.perf_counter() - start) * 1000)
            assert answer.status_code < 300, f"{answer.request.url}: {answer.status_code} {answer.text[:300]}"
            size = len(answer.content)
        # Of those that are there still: a connection that was closed meanwhile takes its past along.
        spent.append(sum(now - before.get(thread, 0.0) for thread, now in _by_thread(*pids).items()) / each)
    return Cost(statistics.median(taken), min(spent), size)


def processor_time(*pids: int) -> float:
    """Milliseconds that these processes and their children have had so far."""
    return sum(_by_thread(*pids).values())


def _by_thread(*pids: int) -> dict[str, float]:
    """The same, by the path of each thread."""
    times: dict[str, float] = {}
    for pid in pids:
        for process in (pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))):
            for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
                with suppress(OSError):
                    times[str(thread)] = int(thread.read_text().split()[0]) / 1_000_000
    return times


class StatementLog:
    """Counts what content sends to Postgres, by Postgres' own log."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._file = site.stack.data_dir / "logs" / "postgres.log"

    def fewest(self, call: Callable[[], object], times: int = 5) -> int:
        """The statements of one call: the fewest of some, since the worker and followers of events ask in between."""
        return min(self._count(call) for _ in range(times))

    def _count(self, call: Callable[[], object]) -> int:
        start = self._file.stat().st_size
        call()
        lines = self._until_marked(start).split("LOG:  ")[1:]
        return sum(line.startswith(("execute", "statement")) for line in lines)

    def _until_marked(self, start: int) -> str:
        """What has been logged from a position up to a mark that is set now: log lines come late."""
        mark = uuid.uuid4().hex
        as_superuser(self._site, f"do $$ begin raise log '{mark}'; end $$")
        while True:
            with self._file.open("rb") as lines:
                lines.seek(start)
                before, found, _ = lines.read().decode(errors="replace").partition(mark)
            if found:
                return before
            time.sleep(0.01)


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
