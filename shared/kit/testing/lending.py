"""Connections that outlive a test: to open them takes longer than most tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kit.config import ServiceSettings
from kit.database import Database


class LentDatabases:
    """Lends open `Database` objects to one app at a time, for as long as the worker runs."""

    def __init__(self) -> None:
        self._idle: dict[tuple[object, ...], list[Database]] = {}

    @asynccontextmanager
    async def lend(self, settings: ServiceSettings) -> AsyncIterator[Database]:
        """An open database for these settings. One that is not given back as it was lent is closed."""
        idle = self._idle.setdefault(_connection_settings(settings), [])
        if idle:
            database = idle.pop()
        else:
            database = Database(settings)
            await database.open()
        try:
            yield database
        finally:
            if _is_as_lent(database):
                idle.append(database)
            else:
                await database.close()

    async def close(self) -> None:
        """Close all that are not lent."""
        for idle in self._idle.values():
            while idle:
                await idle.pop().close()


def _connection_settings(settings: ServiceSettings) -> tuple[object, ...]:
    """All that a `Database` takes from its settings."""
    return (
        settings.service,
        settings.database_url.get_secret_value(),
        settings.pool_size,
        settings.read_pool_size,
        settings.statement_timeout_ms,
    )


def _is_as_lent(database: Database) -> bool:
    """Whether both pools are open and nobody holds a connection of theirs."""
    pool = database.pool
    in_use = pool.get_size() - pool.get_idle_size()
    return not pool.is_closing() and not in_use and not database.engine.pool.checkedout()  # type: ignore[attr-defined]  # a QueuePool
