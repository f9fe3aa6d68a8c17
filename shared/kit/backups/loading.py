"""Loading the rows of a part into tables."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence

import orjson
from sqlalchemy import Table, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from kit.backups.errors import BackupInvalid
from kit.backups.lines import parsed, row_of
from kit.backups.reading import json_columns

_AT_ONCE = 500
_BYTES_AT_ONCE = 4 * 1024 * 1024
Connected = AsyncSession | AsyncConnection


async def load_part(
    session: Connected, tables: Sequence[Table], declared: Sequence[str], lines: AsyncIterator[bytes]
) -> None:
    """Insert the rows of a part; those of tables that ``declared`` has and ``tables`` lacks are counted only."""
    by_name = {str(table.name): table for table in tables}
    counts = dict.fromkeys(declared, 0)
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


async def _insert(
    session: Connected,
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


async def _set_parents(session: Connected, table: Table, rows: Sequence[bytes]) -> None:
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


def _only(row: bytes, columns: Sequence[str]) -> bytes:
    value = parsed(row)
    return orjson.dumps({column: value.get(column) for column in columns})


def _array(rows: Sequence[bytes]) -> str:
    try:
        return (b"[" + b",".join(rows) + b"]").decode()
    except UnicodeDecodeError:
        raise BackupInvalid("This backup is damaged.") from None


def _keys(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]


def _own_references(table: Table) -> list[str]:
    return [key.parent.name for key in table.foreign_keys if key.column.table is table]
