"""Counting what a service sends to Postgres."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import event

from kit.state import KitState

# What asyncpg asks once on each new connection: how values of a type look.
_NOT_OURS = ("SELECT\n                        current_setting('jit')", "WITH RECURSIVE typeinfo_tree(")


@dataclass
class Statements:
    """The statements of a service that has one connection in its raw pool."""

    state: KitState

    @asynccontextmanager
    async def counted(self) -> AsyncIterator[list[str]]:
        """The statements that are sent while the block runs, the begin and the end of transactions among them.

        Not those of sessions that were at work before.
        """
        seen: list[str] = []
        watched: set[Any] = set()

        def note(record: Any) -> None:
            if not record.query.lstrip().startswith(_NOT_OURS):
                seen.append(record.query)

        def watch(connection: Any, *_: Any) -> None:
            connection.driver_connection.add_query_logger(note)
            watched.add(connection.driver_connection)

        def note_prepared(_c: Any, _u: Any, statement: str, *_: Any) -> None:
            # The driver does not log what SQLAlchemy has it prepare.
            seen.append(statement)

        engine, pool = self.state.database.engine.sync_engine, self.state.database.pool
        async with pool.acquire() as connection:
            connection.add_query_logger(note)
        event.listen(engine, "checkout", watch)
        event.listen(engine, "before_cursor_execute", note_prepared)
        try:
            yield seen
        finally:
            event.remove(engine, "before_cursor_execute", note_prepared)
            event.remove(engine, "checkout", watch)
            for connection in watched:
                connection.remove_query_logger(note)
            async with pool.acquire() as connection:
                connection.remove_query_logger(note)
