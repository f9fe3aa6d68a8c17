"""Restoring a part: its rows in place of those that are there, within the caller's transaction."""

import logging
from collections import defaultdict
from collections.abc import AsyncIterable, AsyncIterator, Collection, Mapping, Sequence
from typing import Any, cast

import asyncpg
import orjson
from sqlalchemy import Table, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from kit.backups.declaration import Part, Restored, ServiceBackup
from kit.backups.errors import BackupInvalid, BackupRevisionDiffers
from kit.backups.reading import FORMAT, NO_HURRY, REVISION, json_columns
from kit.state import state_of

log = logging.getLogger(__name__)

_AT_ONCE = 500
_BYTES_AT_ONCE = 4 * 1024 * 1024
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line. No request is long enough for such a row."""


async def lines_of(pieces: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """The lines in a stream of bytes, without their ends. Raises `BackupInvalid` for one that is too long or has no end."""
    waiting = bytearray()
    async for piece in pieces:
        waiting += piece
        if b"\n" in piece:
            *lines, rest = bytes(waiting).split(b"\n")
            waiting = bytearray(rest)
            for line in lines:
                yield line
        if len(waiting) > LONGEST_LINE:
            raise BackupInvalid("This backup has a line that is too long.")
    if waiting:
        raise BackupInvalid("This backup was cut off.")


async def restore_parts(
    session: AsyncSession, backup: ServiceBackup, parts: Sequence[Part], pieces: AsyncIterable[bytes]
) -> dict[str, int]:
    """Put the rows of these parts in place of what their tables have; gives how many of what could not be carried over.

    ``pieces`` are the parts as they were read, one after the other. Others can read the tables meanwhile, as they were
    before, and not write. Raises `BackupInvalid` and `BackupRevisionDiffers`; the caller rolls back then.
    """
    await (await _driver(session)).execute(NO_HURRY)
    await _lock(session, backup, parts)
    before = {part.name: await part.prepare(session) for part in parts}
    try:
        for part in parts:
            for table in backup.emptied(part):
                await session.execute(table.delete())
        heads = await _load(session, backup, parts, lines_of(pieces))
        lost: dict[str, int] = {}
        for part in parts:
            restored = Restored(before[part.name], _is_foreign(session, heads[part.name]))
            lost |= await part.complete(session, restored)
        await session.flush()
    except DBAPIError as error:
        cause = getattr(error.orig, "__cause__", None)
        if not isinstance(cause, asyncpg.DataError | asyncpg.IntegrityConstraintViolationError):
            raise
        # Without its details, which quote the row.
        log.warning("a backup was refused by the database: %s", cause.args[0] if cause.args else type(cause).__name__)
        raise BackupInvalid("The rows of this backup contradict one another.") from error
    return {name: count for name, count in lost.items() if count}


async def _lock(session: AsyncSession, backup: ServiceBackup, parts: Sequence[Part]) -> None:
    """Let nobody write to the tables: rows that came meanwhile would be among those that are restored."""
    names = sorted({str(table.name) for part in parts for table in backup.emptied(part)})
    await session.execute(text(f"LOCK TABLE {', '.join(names)} IN EXCLUSIVE MODE"))


async def _load(
    session: AsyncSession, backup: ServiceBackup, parts: Sequence[Part], lines: AsyncIterator[bytes]
) -> dict[str, dict[str, Any]]:
    """Insert all rows; the head of each part."""
    missing = {part.name: part for part in parts}
    heads = {}
    async for line in lines:
        head = parsed(line)
        part = missing.pop(str(head.get("part")), None)
        if part is None:
            raise BackupInvalid("This backup has a part that is none of these.")
        await _check_head(session, backup, part, head)
        heads[part.name] = head
        await _load_part(session, backup.tables(part), head["tables"], lines)
    if missing:
        raise BackupInvalid(f"This backup has no part {', '.join(missing)}.")
    return heads


async def _load_part(
    session: AsyncSession, tables: Sequence[Table], told: Sequence[str], lines: AsyncIterator[bytes]
) -> None:
    """Insert the rows of a part; those of tables that ``told`` has and ``tables`` lacks are counted only."""
    by_name = {str(table.name): table for table in tables}
    counts = dict.fromkeys(told, 0)
    waiting: dict[str, list[bytes]] = defaultdict(list)
    parents: dict[str, list[bytes]] = defaultdict(list)
    size = 0
    async for line in lines:
        table, row = row_of(line)
        if table is None:
            await _insert(session, by_name, waiting, parents)
            if parsed(line).get("counts") != counts:
                raise BackupInvalid("Rows of this backup are missing.")
            for name, rows in parents.items():
                await _set_parents(session, by_name[name], rows)
            return
        if table not in counts:
            raise BackupInvalid("This backup has a line that is no row of these tables.")
        counts[table] += 1
        if table not in by_name:
            continue
        waiting[table].append(row)
        size += len(row)
        if size >= _BYTES_AT_ONCE or len(waiting[table]) >= _AT_ONCE:
            await _insert(session, by_name, waiting, parents)
            size = 0
    raise BackupInvalid("This backup was cut off.")


def row_of(line: bytes) -> tuple[str | None, bytes]:
    """The table and the row of a line, as they were written; no table for a line that is no row.

    The row is passed on as it is: reading its numbers and writing them anew would round those that are exact.
    """
    if not line.startswith(b'{"table":"') or not line.endswith(b"}"):
        return None, b""
    table, separator, rest = line[len(b'{"table":"') :].partition(b'","row":')
    if not separator:
        raise BackupInvalid("This backup is damaged.")
    return table.decode(errors="replace"), rest[:-1]


async def _insert(
    session: AsyncSession,
    by_name: Mapping[str, Table],
    waiting: dict[str, list[bytes]],
    parents: dict[str, list[bytes]],
) -> None:
    for name, table in by_name.items():
        rows = waiting.pop(name, [])
        if not rows:
            continue
        # What refers to a row of the same table waits for all of them to be there.
        own = _own_references(table)
        if own:
            parents[name] += [_only(row, [*_keys(table), *own]) for row in rows]
        columns = [column.name for column in table.columns if column.computed is None]
        into = ", ".join(f'"{column}"' for column in columns)
        values = ", ".join(_value(column, own, json_columns(table)) for column in columns)
        await session.execute(
            text(
                f"INSERT INTO {name} ({into}) SELECT {values}"  # noqa: S608  # a table of ours
                " FROM jsonb_array_elements(CAST(:rows AS jsonb)) AS given,"
                f" LATERAL jsonb_populate_record(NULL::{name}, given) AS r"
            ),
            {"rows": _array(rows)},
        )


def _value(column: str, own: Collection[str], json: Collection[str]) -> str:
    if column in own:
        return "NULL"
    # null is a value of JSON, and a row without it has none.
    return f"given -> '{column}'" if column in json else f'r."{column}"'


async def _set_parents(session: AsyncSession, table: Table, rows: Sequence[bytes]) -> None:
    name, own = table.name, _own_references(table)
    keys = " AND ".join(f"t.{column} = r.{column}" for column in _keys(table))
    values = ", ".join(f"{column} = r.{column}" for column in own)
    for begin in range(0, len(rows), _AT_ONCE):
        await session.execute(
            text(
                f"UPDATE {name} AS t SET {values}"  # noqa: S608  # a table of ours
                f" FROM jsonb_populate_recordset(NULL::{name}, CAST(:rows AS jsonb)) AS r WHERE {keys}"
            ),
            {"rows": _array(rows[begin : begin + _AT_ONCE])},
        )


async def _check_head(session: AsyncSession, backup: ServiceBackup, part: Part, head: Mapping[str, Any]) -> None:
    if head.get("format") != FORMAT or head.get("service") != backup.service:
        raise BackupInvalid("This is no backup of these tables.")
    revision = await session.scalar(text(REVISION))
    if head.get("revision") != revision:
        detail = "This backup was made with another release. Restore it with that one, and update afterwards."
        raise BackupRevisionDiffers(detail, revision=revision, backupRevision=head.get("revision"))
    tables = head.get("tables")
    is_list = isinstance(tables, list) and all(isinstance(name, str) for name in tables)
    if not is_list or not backup.may_be_of(part, tables):
        raise BackupInvalid("This is a backup of other tables.")


def _is_foreign(session: AsyncSession, head: Mapping[str, Any]) -> bool:
    known = {key.kid for key in state_of(session).keys.sealing}
    return known.isdisjoint(head.get("keys") or ())


def parsed(line: bytes) -> dict[str, Any]:
    """A line that is an object. Raises `BackupInvalid`."""
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise BackupInvalid("This backup is damaged.") from None
    if not isinstance(value, dict):
        raise BackupInvalid("This backup is damaged.")
    return value


def _only(row: bytes, columns: Sequence[str]) -> bytes:
    value = parsed(row)
    return orjson.dumps({column: value.get(column) for column in columns})


def _array(rows: Sequence[bytes]) -> str:
    try:
        return (b"[" + b",".join(rows) + b"]").decode()
    except UnicodeDecodeError:
        raise BackupInvalid("This backup is damaged.") from None


async def _driver(session: AsyncSession) -> asyncpg.Connection:
    connection = await (await session.connection()).get_raw_connection()
    return cast("asyncpg.Connection", connection.driver_connection)


def _keys(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def _own_references(table: Table) -> list[str]:
    return [key.parent.name for key in table.foreign_keys if key.column.table is table]
