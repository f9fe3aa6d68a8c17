"""Reading a part: one snapshot, one line for each row, never more than some of them in memory."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import orjson
from sqlalchemy import Table
from sqlalchemy.dialects.postgresql import JSONB

from kit.backups.declaration import Part, ServiceBackup
from kit.backups.errors import SnapshotGone
from kit.database import Database
from kit.state import KitState

FORMAT = 2
_AT_ONCE = 500
_PIECE = 256 * 1024
_SNAPSHOT = re.compile(r"[0-9A-Fa-f-]{1,64}")
REVISION = "SELECT version_num FROM alembic_version"
# A large table takes longer than any request may.
NO_HURRY = "SET LOCAL statement_timeout = '1h'; SET LOCAL idle_in_transaction_session_timeout = '1h'"


@asynccontextmanager
async def exported_snapshot(database: Database) -> AsyncIterator[str]:
    """A snapshot that other connections to the same database read under, as long as the block lasts."""
    async with (
        database.acquire_across_calls() as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        await connection.execute(NO_HURRY)
        yield await connection.fetchval("SELECT pg_export_snapshot()")


async def head_of(state: KitState, connection: Any, backup: ServiceBackup, part: Part) -> dict[str, Any]:
    """The first line of a part. ``keys`` are the ids of the keys that values may be sealed with, not the keys."""
    return {
        "format": FORMAT,
        "service": backup.service,
        "part": part.name,
        "revision": await connection.fetchval(REVISION),
        "keys": [key.kid for key in state.keys.sealing],
        "tables": [str(table.name) for table in backup.tables(part)],
    }


async def read_part(state: KitState, backup: ServiceBackup, part: Part, snapshot: str) -> AsyncIterator[bytes]:
    """The lines of a part as they were at the snapshot, some at a time. Raises `SnapshotGone`."""
    async with (
        state.database.acquire() as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        await _take(connection, snapshot)
        await connection.execute(NO_HURRY)
        head = await head_of(state, connection, backup, part)
        async for piece in read_tables(connection, backup, part, head):
            yield piece


async def read_tables(
    connection: Any, backup: ServiceBackup, part: Part, head: Mapping[str, Any]
) -> AsyncIterator[bytes]:
    """The lines of a part below this head, as the connection's transaction sees the tables."""
    waiting = bytearray(orjson.dumps(head) + b"\n")
    counts = dict.fromkeys(head["tables"], 0)
    for table in backup.tables(part):
        name = str(table.name)
        async for row in connection.cursor(_select(table, part), prefetch=_AT_ONCE):
            counts[name] += 1
            waiting += b'{"table":"%s","row":%s}\n' % (name.encode(), row["row"].encode())
            if len(waiting) >= _PIECE:
                yield bytes(waiting)
                waiting.clear()
    yield bytes(waiting) + orjson.dumps({"counts": counts}) + b"\n"


async def count_rows(state: KitState, backup: ServiceBackup, part: Part) -> dict[str, int]:
    """How many rows each table of a part has now."""
    counted = {}
    for table in backup.tables(part):
        where = _where(table, part)
        counted[str(table.name)] = await state.database.pool.fetchval(f"SELECT count(*) FROM {table.name} AS t{where}")  # noqa: S608  # a table of ours
    return counted


async def _take(connection: Any, snapshot: str) -> None:
    if not _SNAPSHOT.fullmatch(snapshot):
        raise SnapshotGone("This is not a snapshot.")
    try:
        await connection.execute(f"SET TRANSACTION SNAPSHOT '{snapshot}'")
    except asyncpg.PostgresError as error:
        raise SnapshotGone("The snapshot no longer exists.") from error


def _select(table: Table, part: Part) -> str:
    """The statement that reads a table's rows.

    A column of JSON that has no value is left out of its row, to be told from one that has the value null.
    """
    keys = ", ".join(f"t.{column.name}" for column in table.primary_key)
    absent = ", ".join(f"CASE WHEN t.{name} IS NULL THEN '{name}' END" for name in json_columns(table))
    row = f"to_jsonb(t) - array_remove(ARRAY[{absent}]::text[], NULL)"
    return f"SELECT ({row})::text AS row FROM {table.name} AS t{_where(table, part)} ORDER BY {keys}"  # noqa: S608  # a table of ours


def json_columns(table: Table) -> list[str]:
    """The columns of JSON of a table."""
    return [column.name for column in table.columns if isinstance(column.type, JSONB)]


def _where(table: Table, part: Part) -> str:
    condition = part.where.get(str(table.name))
    return f" WHERE {condition}" if condition else ""
