import asyncio

import asyncpg

from content.languages import ENGLISH
from kit.raw import Connection

_LONGEST = 1
"""Seconds: who asks has waited already."""


async def language_of_site(connection: Connection) -> str:
    """The site's language, and English where nobody can tell: the database may be away as well."""
    try:
        async with asyncio.timeout(_LONGEST):
            row = await connection.fetchrow("SELECT language FROM site")
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return ENGLISH
    return ENGLISH if row is None else str(row["language"])
