"""Locks of a transaction that have a name and no row: ``await lock_named(session, "auth.scopes")``."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession


async def lock_named(session: AsyncSession, name: str) -> None:
    """Wait until no other transaction holds the lock called ``name``, and hold it until this one ends.

    Names are shared by all services, because one database has one space of advisory locks: begin them with the
    service (``ecom.categories``). Raises `WriteConflict` (409) when the wait exceeds the connection's lock timeout.
    """
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))
