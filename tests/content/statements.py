"""Counting what a service sends to Postgres."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import event

from kit.state import KitState

# What belongs to no request: asyncpg's pool tidies a connection that comes back, kit notes the events that were sent.
_NOT_OURS = ("SELECT pg_advisory_unlock_all()",)


@dataclass
class Statements:
    """The statements of a service that has one connection for reading."""

    state: KitState

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[list[str]]:
        """The statements that are sent while the block runs."""
        seen: list[str] = []

        def read(record: Any) -> None:
            if not record.query.startswith(_NOT_OURS):
                seen.append(record.query)

        def write(_c: Any, _u: Any, statement: str, *_: Any) -> None:
            seen.append(statement)

        engine = self.state.database.engine.sync_engine
        async with self.state.database.pool.acquire() as connection:
            connection.add_query_logger(read)
        event.listen(engine, "before_cursor_execute", write)
        try:
            yield seen
        finally:
            event.remove(engine, "before_cursor_execute", write)
            async with self.state.database.pool.acquire() as connection:
                connection.remove_query_logger(read)
