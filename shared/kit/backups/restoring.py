"""Restoring a part: its rows in place of those that are there, within the caller's transaction."""

from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from typing import Any, cast

import asyncpg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.backups.converting import present_lines
from kit.backups.declaration import Part, Restored, ServiceBackup
from kit.backups.errors import BackupInvalid, refusing_contradictions
from kit.backups.lines import parsed
from kit.backups.loading import load_part
from kit.backups.reading import FORMAT, NO_HURRY
from kit.idempotency import delete_keys
from kit.state import state_of


async def restore_parts(
    session: AsyncSession, backup: ServiceBackup, parts: Sequence[Part], pieces: AsyncIterable[bytes]
) -> dict[str, int]:
    """Put the rows of these parts in place of what their tables have; gives how many of what could not be carried over.

    ``pieces`` are the parts as they were read, one after the other; of an older release, all that the archive has of the
    service, whichever are wanted. Others can read the tables meanwhile, as they were before, and not write. Raises
    `BackupInvalid` and `BackupRevisionDiffers`; the caller rolls back then.
    """
    await (await _driver(session)).execute(NO_HURRY)
    async with present_lines(state_of(session), backup, parts, pieces) as lines:
        await _lock(session, backup, parts)
        before = {part.name: await part.prepare(session) for part in parts}
        with refusing_contradictions():
            for part in parts:
                for table in backup.emptied(part):
                    await session.execute(table.delete())
                await delete_keys(session, part.key_scopes)
            heads = await _load(session, backup, parts, lines)
            lost: dict[str, int] = {}
            for part in parts:
                restored = Restored(before[part.name], _is_foreign(session, heads[part.name]))
                lost |= await part.complete(session, restored)
            await session.flush()
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
            raise BackupInvalid("This backup has an unknown part.")
        _check_head(backup, part, head)
        heads[part.name] = head
        await load_part(session, backup.tables(part), head["tables"], lines)
    if missing:
        raise BackupInvalid(f"This backup has no part {', '.join(missing)}.")
    return heads


def _check_head(backup: ServiceBackup, part: Part, head: Mapping[str, Any]) -> None:
    if head.get("format") != FORMAT or head.get("service") != backup.service:
        raise BackupInvalid("This is not a backup of these tables.")
    tables = head.get("tables")
    if not isinstance(tables, list) or not backup.may_be_of(part, [str(name) for name in tables]):
        raise BackupInvalid("This is a backup of other tables.")


def _is_foreign(session: AsyncSession, head: Mapping[str, Any]) -> bool:
    known = {key.kid for key in state_of(session).keys.sealing}
    return known.isdisjoint(head.get("keys") or ())


async def _driver(session: AsyncSession) -> asyncpg.Connection:
    connection = await (await session.connection()).get_raw_connection()
    return cast("asyncpg.Connection", connection.driver_connection)
