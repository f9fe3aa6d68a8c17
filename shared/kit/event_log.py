"""The outbox as a log: what has been committed since a reader last asked, each event once, however late it came.

A reader's place is a snapshot of Postgres': which transactions it has seen the end of. What it has not seen yet are
the rows of all others that are visible now. So none is skipped that commits late, and none waits for transactions
that have nothing to do with it. One answer may be too long to be given at once; then the place is between two
snapshots, the one seen and the one being read, and a position in the rows that lie between.

Within what is read together events come in the order in which they were written. Of two transactions that exclude one
another by a lock, the one that commits first therefore always comes first.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import asyncpg
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from kit.database import Database
from kit.errors import BadRequest, Gone
from kit.tables import EventReader

OLDEST = ""
"""The cursor of a reader that has read nothing yet."""

GRACE_DAYS = 1
"""How long an event is kept in any case."""

KEPT_DAYS = 30
"""How long events are kept for a reader that does not come, and how long a reader is known."""

_MAX_CURSOR = 20_000
_PRUNED_AT_ONCE = 5_000


class CursorInvalid(BadRequest):
    """400: this is no place in the log."""

    code = "cursor_invalid"


class EventsGone(Gone):
    """410: events after this place have been deleted, or it is that of another database. Begin anew, and restate."""

    code = "events_gone"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Which transactions had ended: all below ``end`` but those still ``running``. Written ``end:running,running``."""

    end: int
    running: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.end}:{','.join(map(str, self.running))}"

    @classmethod
    def parse(cls, text: str) -> "Snapshot":
        """What ``str`` wrote. Raises ValueError."""
        end, _, running = text.partition(":")
        return cls(_number(end), tuple(_number(each) for each in running.split(",") if each))

    @classmethod
    def of_postgres(cls, text: str) -> "Snapshot":
        """A ``pg_snapshot``: ``xmin:xmax:running,running``."""
        return cls.parse(text.partition(":")[2])

    def lacks(self, transaction: int) -> bool:
        """Whether it had not seen the end of this transaction."""
        return transaction >= self.end or transaction in self.running

    def may_lack(self, transaction: int) -> bool:
        """Whether it had not seen the end of some transaction up to this one."""
        return transaction >= self.end or any(each <= transaction for each in self.running)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A reader's place: all of ``seen``, and of what ``reading`` has beyond it everything up to ``position``."""

    seen: Snapshot
    reading: Snapshot | None = None
    position: int = 0

    def __str__(self) -> str:
        return str(self.seen) if self.reading is None else f"{self.seen}/{self.reading}/{self.position}"

    @classmethod
    def parse(cls, text: str) -> "Cursor":
        """What ``str`` wrote, or `OLDEST`. Raises `CursorInvalid`."""
        try:
            match text[:_MAX_CURSOR].split("/"):
                case [""]:
                    return cls(Snapshot(0))
                case [seen]:
                    return cls(Snapshot.parse(seen))
                case [seen, reading, position]:
                    return cls(Snapshot.parse(seen), Snapshot.parse(reading), _number(position))
        except ValueError:
            pass
        raise CursorInvalid("This cursor is not valid.")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in the log, and the cursor of a reader that has read up to and including it."""

    cursor: str
    row: asyncpg.Record


@dataclass(frozen=True, slots=True)
class Batch:
    """What came after a cursor. ``cursor`` is behind all of it; there may be ``more``."""

    entries: list[Entry]
    cursor: str
    more: bool


# As a set of its own: Postgres would look for the smallest position by reading the log from its beginning.
_FIRST_UNSEEN = """
WITH unseen AS MATERIALIZED (
    SELECT position FROM outbox WHERE transaction >= $1 OR transaction = ANY($2::bigint[])
)
SELECT pg_current_snapshot()::text AS snapshot, min(unseen.position) AS first,
    (SELECT transaction FROM pruned_events) AS pruned_transaction,
    (SELECT position FROM pruned_events) AS pruned_position
FROM unseen
"""
_READ = """
SELECT position, id, name, payload, at FROM outbox
WHERE position > $1 AND name = ANY($2::text[])
    AND (transaction >= $3 OR transaction = ANY($4::bigint[]))
    AND transaction < $5 AND transaction <> ALL($6::bigint[])
ORDER BY position LIMIT $7
"""


async def latest(database: Database) -> str:
    """The cursor of somebody who begins to read now."""
    return str(Snapshot.of_postgres(await database.pool.fetchval("SELECT pg_current_snapshot()::text")))


async def read(database: Database, after: str, names: list[str], limit: int) -> Batch:
    """At most ``limit`` events of these names after a cursor. Raises `EventsGone`, `CursorInvalid`."""
    cursor = Cursor.parse(after)
    seen = cursor.seen
    found = await database.pool.fetchrow(_FIRST_UNSEEN, seen.end, seen.running)
    assert found is not None
    now = Snapshot.of_postgres(found["snapshot"])
    _refuse_gap(cursor, now, found)
    if cursor.reading is None:
        if found["first"] is None:
            return Batch([], str(now), more=False)
        cursor = Cursor(seen, now, found["first"] - 1)
    return await _read_between(database.pool, cursor, names, limit)


async def _read_between(pool: asyncpg.Pool, cursor: Cursor, names: list[str], limit: int) -> Batch:
    seen, reading = cursor.seen, cursor.reading
    assert reading is not None
    rows: list[Any] = await pool.fetch(
        _READ, cursor.position, names, seen.end, seen.running, reading.end, reading.running, limit + 1
    )
    more = len(rows) > limit
    entries = [Entry(str(Cursor(seen, reading, row["position"])), row) for row in rows[:limit]]
    if more:
        return Batch(entries, entries[-1].cursor, more=True)
    return Batch(entries, str(reading), more=False)


def _refuse_gap(cursor: Cursor, now: Snapshot, found: asyncpg.Record) -> None:
    if cursor.seen.end > now.end:
        # Transactions are numbered anew in a database that was moved to another, younger Postgres.
        raise EventsGone("This cursor lies in the future: the database has been moved.")
    if cursor.seen.end == 0 or found["pruned_transaction"] is None:
        return
    is_read = cursor.reading is not None and cursor.position >= found["pruned_position"]
    if not is_read and cursor.seen.may_lack(found["pruned_transaction"]):
        raise EventsGone("Events after this cursor have been deleted.")


async def note_reader(database: Database, service: str, subscribers: list[str], cursor: str) -> None:
    """Keep what comes after the cursor for these subscribers."""
    await database.pool.execute(
        "INSERT INTO event_readers (service, subscriber, cursor) SELECT $1, unnest($2::text[]), $3"
        " ON CONFLICT (service, subscriber) DO UPDATE SET cursor = excluded.cursor, seen_at = now()",
        service, subscribers, cursor,
    )  # fmt: skip


async def is_read_by_all(session: AsyncSession, transactions: Collection[int]) -> bool:
    """Whether every known reader has taken over what these transactions wrote: it has asked for what comes after."""
    if not transactions:
        return True
    seen = [Cursor.parse(each).seen for each in await session.scalars(select(EventReader.cursor))]
    return not any(each.lacks(transaction) for each in seen for transaction in transactions)


_FORGET_READERS = f"DELETE FROM event_readers WHERE seen_at < now() - interval '{KEPT_DAYS} days'"  # noqa: S608  # our own number
# Rows of a database that was moved have numbers which this Postgres has yet to reach: nobody would ever see them end.
_ADOPT = """
UPDATE outbox SET transaction = pg_current_xact_id()::text::bigint
WHERE transaction >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
"""
_PRUNE = f"""
WITH gone AS (
    DELETE FROM outbox WHERE position IN (
        SELECT position FROM outbox
        WHERE at < now() - interval '{GRACE_DAYS} days'
            AND (at < now() - interval '{KEPT_DAYS} days' OR transaction < $1)
        ORDER BY position LIMIT $2
    ) RETURNING transaction, position
), noted AS (
    INSERT INTO pruned_events (id, transaction, position)
    SELECT 1, max(transaction), max(position) FROM gone HAVING count(*) > 0
    ON CONFLICT (id) DO UPDATE SET transaction = greatest(pruned_events.transaction, excluded.transaction),
        position = greatest(pruned_events.position, excluded.position)
)
SELECT count(*) FROM gone
"""  # noqa: S608  # our own numbers


async def prune(database: Database) -> int:
    """Delete the events that all known readers have read, and those that are too old; gives how many.

    A reader between two snapshots keeps all that the earlier of them lacks.
    """
    pool = database.pool
    await pool.execute(_FORGET_READERS)
    await pool.execute(_ADOPT)
    cursors = [Cursor.parse(row["cursor"]) for row in await pool.fetch("SELECT cursor FROM event_readers")]
    below = min((min(cursor.seen.running, default=cursor.seen.end) for cursor in cursors), default=2**62)
    pruned = 0
    while True:
        count: int = await pool.fetchval(_PRUNE, below, _PRUNED_AT_ONCE)
        pruned += count
        if count < _PRUNED_AT_ONCE:
            return pruned


def _number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise ValueError(f"{text[:30]} is no number")
    return int(text)
