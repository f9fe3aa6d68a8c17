"""Rows of older releases: loaded into tables of that time, which the migrations since then bring to the present.

The tables are made in a schema of the service's own that is empty otherwise, in a transaction that is rolled back once
the rows have been read: nothing is left of them, however it ends. Rejected: converting rows by themselves, which would
need each migration written a second time.
"""

import logging
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import asyncpg
from sqlalchemy import MetaData, NullPool, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from kit.backups.declaration import Part, ServiceBackup
from kit.backups.errors import BackupInvalid, BackupRevisionDiffers, refusing_contradictions
from kit.backups.lines import lines_of, parsed
from kit.backups.loading import load_part
from kit.backups.reading import FORMAT, NO_HURRY, REVISION, head_of, read_tables
from kit.errors import Unavailable
from kit.revisions import revisions_before
from kit.state import KitState

log = logging.getLogger(__name__)

_VERSIONS = "alembic_version"


class NoRoomToConvert(Unavailable):
    """503: the database lacks the schema in which rows of older releases are converted."""

    code = "no_room_to_convert"


def schema_for_conversion(service: str) -> str:
    """The schema that is empty but for conversions; it belongs to the service's role."""
    return f"{service}_restoring"


@asynccontextmanager
async def present_lines(
    state: KitState, backup: ServiceBackup, parts: Sequence[Part], pieces: AsyncIterable[bytes]
) -> AsyncIterator[AsyncIterator[bytes]]:
    """The lines of the parts as the present release writes them.

    Raises `BackupRevisionDiffers` where they are of a release that this one does not know, and `BackupInvalid`.
    """
    lines = lines_of(pieces)
    first = await anext(lines, None)
    if first is None:
        raise BackupInvalid("This backup is empty.")
    present, revision = await state.database.pool.fetchval(REVISION), parsed(first).get("revision")
    async with AsyncExitStack() as stack:
        if not isinstance(revision, str):
            raise BackupInvalid("This is not a backup of these tables.")
        if revision != present:
            if revision not in revisions_before(backup.service, present):
                detail = "This backup was made with a release that this one does not know. Update Pagewright first."
                raise BackupRevisionDiffers(detail, revision=present, backupRevision=revision)
            connection = await stack.enter_async_context(_scratch(state, backup.service))
            lines = _converted(state, connection, backup, parts, _joined(first, lines), revision, present)
            yield lines
        else:
            yield _joined(first, lines)


async def _joined(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for line in rest:
        yield line


@asynccontextmanager
async def _scratch(state: KitState, service: str) -> AsyncIterator[AsyncConnection]:
    """A connection that finds the schema for conversions first, in a transaction that comes to nothing."""
    schema = schema_for_conversion(service)

    async def connect() -> asyncpg.Connection:
        address = state.settings.database_url.get_secret_value()
        return await asyncpg.connect(address, timeout=10, server_settings={"search_path": schema, "jit": "off"})

    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=connect, poolclass=NullPool, hide_parameters=True
    )
    try:
        async with engine.connect() as connection, connection.begin() as transaction:
            if await connection.scalar(text("SELECT to_regnamespace(:schema)"), {"schema": schema}) is None:
                raise NoRoomToConvert(
                    f"A backup of an older release needs an empty schema {schema} in the database, which belongs to the"
                    f" role of {service}. Restarting Pagewright makes it."
                )
            try:
                yield connection
            finally:
                await transaction.rollback()
    finally:
        await engine.dispose()


async def _converted(
    state: KitState,
    connection: AsyncConnection,
    backup: ServiceBackup,
    parts: Sequence[Part],
    lines: AsyncIterator[bytes],
    revision: str,
    present: str,
) -> AsyncIterator[bytes]:
    driver: Any = (await connection.get_raw_connection()).driver_connection
    await driver.execute(NO_HURRY)
    await _upgrade(connection, backup.service, revision)
    with refusing_contradictions():
        heads = await _load_all(connection, backup, lines, revision)
    await connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
    await _upgrade(connection, backup.service, present)
    for part in parts:
        if part.name in heads:
            head = await head_of(state, driver, backup, part)
            head["keys"] = heads[part.name].get("keys")
            async for line in lines_of(read_tables(driver, backup, part, head)):
                yield line


async def _upgrade(connection: AsyncConnection, service: str, revision: str) -> None:
    """Bring the tables to a revision. Raises `BackupInvalid` where the rows in them do not let it."""
    # It needs Alembic, which a service that only answers requests should not have in memory.
    from kit.migrations import upgrade_within  # noqa: PLC0415

    try:
        await connection.run_sync(upgrade_within, service, revision)
    except DBAPIError as error:
        cause = getattr(error.orig, "__cause__", None)
        if error.connection_invalidated or not isinstance(cause, asyncpg.PostgresError):
            raise
        log.warning("a backup could not be brought to %s of %s: %s", revision, service, type(cause).__name__)
        raise BackupInvalid("This backup cannot be converted to this release.") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        # A migration that computes met rows that no release has written.
        log.warning("a backup could not be brought to %s of %s: %s", revision, service, type(error).__name__)
        raise BackupInvalid("This backup cannot be converted to this release.") from error


async def _load_all(
    connection: AsyncConnection, backup: ServiceBackup, lines: AsyncIterator[bytes], revision: str
) -> dict[str, dict[str, Any]]:
    """Load all parts that come into the tables of their time; the head of each."""
    metadata = MetaData()
    await connection.run_sync(metadata.reflect)
    tables = {str(table.name): table for table in metadata.tables.values() if table.name != _VERSIONS}
    # What migrations put into them is among the rows that come.
    await connection.execute(text(f"TRUNCATE {', '.join(tables)}"))
    heads: dict[str, dict[str, Any]] = {}
    async for line in lines:
        head = parsed(line)
        name, declared = str(head.get("part")), head.get("tables")
        is_sound = (head.get("format"), head.get("service"), head.get("revision")) == (FORMAT, backup.service, revision)
        if not is_sound or name in heads:
            raise BackupInvalid("This is not a backup of these tables.")
        if not isinstance(declared, list) or not all(isinstance(name, str) and name in tables for name in declared):
            raise BackupInvalid("This is a backup of other tables.")
        heads[name] = head
        await load_part(connection, [tables[name] for name in declared], declared, lines)
    return heads
