"""Backups of a service's tables: a file of JSON lines, restored into the same schema revision or refused.

For example::

    TABLES = [Brand, Category]

    await write_backup(state.database, TABLES, path)
    await restore_backup(state.database, TABLES, path)

The first line says whose tables these are and of which revision; then comes a line for each row, as Postgres writes it,
and a last one with the numbers of rows, without which a file was cut off. A backup is of one moment, and a restoration
is one transaction. A table may refer to those before it and to itself.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import IO, Any, cast

import asyncpg
import orjson
from sqlalchemy import Table, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.database import Database
from kit.db import Base
from kit.errors import Conflict, Unprocessable

_FORMAT = 1
_AT_ONCE = 500
_MAX_LINE = 64 * 1024 * 1024
_REVISION = "SELECT version_num FROM alembic_version"
# A large table takes longer than any request may.
_NO_HURRY = "SET LOCAL statement_timeout = '1h'; SET LOCAL idle_in_transaction_session_timeout = '1h'"


class BackupInvalid(Unprocessable):
    """422: the file is no backup of these tables, or it was cut off."""

    code = "backup_invalid"


class BackupRevisionDiffers(Conflict):
    """409: the backup was made with another release, whose tables are others."""

    code = "backup_revision_differs"


async def read_rows(database: Database, models: Sequence[type[Base]]) -> AsyncIterator[bytes]:
    """The lines of a backup, all of one moment."""
    async with (
        database.pool.acquire() as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        await connection.execute(_NO_HURRY)
        tables = [_table_of(model) for model in models]
        revision = await connection.fetchval(_REVISION)
        names = [str(table.name) for table in tables]
        yield _line({"format": _FORMAT, "revision": revision, "tables": names})
        counts = dict.fromkeys(names, 0)
        for table in tables:
            async for row in connection.cursor(_select(table), prefetch=_AT_ONCE):
                counts[str(table.name)] += 1
                yield b'{"table":"%s","row":%s}\n' % (str(table.name).encode(), row["row"].encode())
        yield _line({"counts": counts})


async def write_backup(database: Database, models: Sequence[type[Base]], path: Path) -> None:
    """Write a backup to ``path``, which has all of it or is not there."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        with await asyncio.to_thread(unfinished.open, "wb") as file:
            waiting: list[bytes] = []
            async for line in read_rows(database, models):
                waiting.append(line)
                if len(waiting) >= _AT_ONCE:
                    await asyncio.to_thread(file.writelines, waiting)
                    waiting.clear()
            await asyncio.to_thread(_finish, file, waiting)
        await asyncio.to_thread(unfinished.replace, path)
    finally:
        await asyncio.to_thread(unfinished.unlink, missing_ok=True)


async def restore_backup(database: Database, models: Sequence[type[Base]], path: Path) -> dict[str, int]:
    """Put what the backup has in place of what the tables have; gives how many rows each got.

    Raises `BackupInvalid`, `BackupRevisionDiffers`; then nothing has changed.
    """
    tables = [_table_of(model) for model in models]
    with await asyncio.to_thread(path.open, "rb") as file:
        async with database.transaction() as session:
            await (await _driver(session)).execute(_NO_HURRY)
            await _check_head(session, _parsed(await asyncio.to_thread(_read_line, file)), tables)
            for table in reversed(tables):
                await session.execute(table.delete())
            return await _restore_rows(session, file, tables)


async def _restore_rows(session: AsyncSession, file: IO[bytes], tables: Sequence[Table]) -> dict[str, int]:
    by_name = {str(table.name): table for table in tables}
    counts = dict.fromkeys(by_name, 0)
    parents: list[tuple[Table, list[Any]]] = []
    while True:
        lines = await asyncio.to_thread(_read_lines, file)
        rows: dict[str, list[Any]] = {}
        for line in lines:
            if "counts" in line:
                if line["counts"] != counts | {name: counts[name] + len(found) for name, found in rows.items()}:
                    raise BackupInvalid("Rows of this backup are missing.")
                await _insert(session, by_name, rows, counts, parents)
                for table, own in parents:
                    await _set_parents(session, table, own)
                return counts
            if line.get("table") not in by_name or not isinstance(line.get("row"), dict):
                raise BackupInvalid("This backup has a line that is no row of these tables.")
            rows.setdefault(line["table"], []).append(line["row"])
        if not lines:
            raise BackupInvalid("This backup was cut off.")
        await _insert(session, by_name, rows, counts, parents)


async def _insert(
    session: AsyncSession,
    by_name: dict[str, Table],
    rows: dict[str, list[Any]],
    counts: dict[str, int],
    parents: list[tuple[Table, list[Any]]],
) -> None:
    for name, table in by_name.items():
        found = rows.get(name, [])
        if not found:
            continue
        # What refers to a row of the same table waits for all of them to be there.
        own = _own_references(table)
        if own:
            keys = [column.name for column in table.primary_key]
            parents.append((table, [{key: row.get(key) for key in (*keys, *own)} for row in found]))
            found = [{**row, **dict.fromkeys(own)} for row in found]
        await session.execute(
            text(f"INSERT INTO {name} SELECT * FROM jsonb_populate_recordset(NULL::{name}, CAST(:rows AS jsonb))"),  # noqa: S608  # a table of ours
            {"rows": orjson.dumps(found).decode()},
        )
        counts[name] += len(found)


async def _set_parents(session: AsyncSession, table: Table, rows: list[Any]) -> None:
    name, own = table.name, _own_references(table)
    keys = " AND ".join(f"t.{column.name} = r.{column.name}" for column in table.primary_key)
    values = ", ".join(f"{column} = r.{column}" for column in own)
    await session.execute(
        text(
            f"UPDATE {name} AS t SET {values}"  # noqa: S608  # a table of ours
            f" FROM jsonb_populate_recordset(NULL::{name}, CAST(:rows AS jsonb)) AS r WHERE {keys}"
        ),
        {"rows": orjson.dumps(rows).decode()},
    )


async def _check_head(session: AsyncSession, head: Any, tables: Iterable[Table]) -> None:
    if not isinstance(head, dict) or head.get("format") != _FORMAT:
        raise BackupInvalid("This file is no backup.")
    if head.get("tables") != [table.name for table in tables]:
        raise BackupInvalid("This is a backup of other tables.")
    revision = await session.scalar(text(_REVISION))
    if head.get("revision") != revision:
        detail = "This backup was made with another release. Restore it with that one, and update afterwards."
        raise BackupRevisionDiffers(detail, revision=revision, backupRevision=head.get("revision"))


async def _driver(session: AsyncSession) -> asyncpg.Connection:
    connection = await (await session.connection()).get_raw_connection()
    return cast("asyncpg.Connection", connection.driver_connection)


def _table_of(model: type[Base]) -> Table:
    return model.__table__  # type: ignore[return-value]  # a mapped class has a Table


def _own_references(table: Table) -> list[str]:
    return [key.parent.name for key in table.foreign_keys if key.column.table is table]


def _select(table: Table) -> str:
    keys = ", ".join(column.name for column in table.primary_key)
    return f"SELECT to_jsonb(t)::text AS row FROM {table.name} AS t ORDER BY {keys}"  # noqa: S608  # a table of ours


def _line(value: Any) -> bytes:
    return orjson.dumps(value) + b"\n"


def _finish(file: IO[bytes], lines: list[bytes]) -> None:
    file.writelines(lines)
    file.flush()
    os.fsync(file.fileno())


def _read_line(file: IO[bytes]) -> bytes:
    return file.readline(_MAX_LINE)


def _read_lines(file: IO[bytes]) -> list[dict[str, Any]]:
    lines = (_read_line(file) for _ in range(_AT_ONCE))
    return [_parsed(line) for line in lines if line]


def _parsed(line: bytes) -> Any:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise BackupInvalid("This backup is damaged.") from None
    if not isinstance(value, dict):
        raise BackupInvalid("This backup is damaged.")
    return value
