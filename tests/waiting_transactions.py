"""Telling when another transaction waits for one's own: what comes to it then can no longer come first."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# Not all that wait anywhere: other workers' tests have databases in the same server.
_WAITING = text("SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))")


async def until_somebody_waits(session: AsyncSession) -> Sequence[int]:
    """The process ids of the connections that wait for a lock of this session's, once there are any."""
    async with asyncio.timeout(60):
        while not (pids := (await session.scalars(_WAITING)).all()):
            await asyncio.sleep(0.01)
    return pids
