"""Raw connections, for what is on the way of every page: asyncpg itself, past SQLAlchemy's models and compiler."""

import re
from typing import Any, Protocol, cast

from sqlalchemy.ext.asyncio import AsyncSession

Row = Any  # asyncpg.Record


class Connection(Protocol):
    """What is used of an asyncpg connection, pool or transaction's connection."""

    async def fetchrow(self, query: str, *arguments: object) -> Row | None: ...
    async def fetch(self, query: str, *arguments: object) -> list[Row]: ...


# As Postgres writes them. Python's own reading takes braces, underscores and digits of other scripts too, the driver none.
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


async def connection_of(session: AsyncSession) -> Connection:
    """The raw connection of a session, in its transaction; of one that only reads, without any.

    SQLAlchemy begins the transaction with the first statement of its own. What a raw connection was sent before it
    would be committed at once, whatever became of the rest.
    """
    connection = await session.connection()
    raw: Any = (await connection.get_raw_connection()).driver_connection
    is_reading = connection.engine.get_execution_options().get("isolation_level") == "AUTOCOMMIT"
    if not is_reading and not raw.is_in_transaction():
        await connection.exec_driver_sql("SELECT 1")
    return cast("Connection", raw)


def is_uuid(text: str) -> bool:
    """Whether a text is one that a statement may be given for a uuid."""
    return _UUID.fullmatch(text) is not None
