"""Counting how often URL maps are followed, without a write for each redirect."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from kit.cancelling import cancel
from kit.database import Database
from kit.errors import DatabaseUnavailable
from kit.failures import DRIVER_ERRORS
from kit.state import KitState

EVERY = 2.0
"""Seconds between two writes; what is not written when a process is killed is not counted."""

log = logging.getLogger(__name__)

# In the order of their ids, so that two processes do not wait for each other's rows.
_WRITE = """
UPDATE url_maps SET hits = url_maps.hits + counted.hits, last_hit_at = now()
FROM (
    SELECT m.id, c.hits FROM unnest($1::uuid[], $2::bigint[]) AS c (id, hits) JOIN url_maps m USING (id)
    ORDER BY m.id FOR UPDATE OF m
) counted
WHERE url_maps.id = counted.id
"""


class HitCounter:
    """How often URL maps were followed since the last write."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._counted: Counter[str] = Counter()
        self._writing = asyncio.Lock()

    def add(self, map_id: str) -> None:
        """Count one redirect."""
        self._counted[map_id] += 1

    async def write(self) -> None:
        """Write what has been counted so far; keeps it for the next time when the database is away."""
        async with self._writing:
            if not self._counted:
                return
            counted, self._counted = self._counted, Counter()
            try:
                await self._database.pool.execute(_WRITE, [*counted], [*counted.values()])
            except (DatabaseUnavailable, OSError, TimeoutError, *DRIVER_ERRORS) as error:
                self._counted.update(counted)
                log.warning("hits of URL maps not written: %s", error)

    async def write_on(self) -> None:
        """Write every `EVERY` seconds."""
        while True:
            await asyncio.sleep(EVERY)
            await self.write()


@asynccontextmanager
async def hit_counter(app: FastAPI) -> AsyncIterator[None]:
    """Count the hits of URL maps for as long as the app runs, and write them."""
    state: KitState = app.state.kit
    counter = HitCounter(state.database)
    app.state.url_map_hits = counter
    writing = asyncio.create_task(counter.write_on())
    try:
        yield
    finally:
        await cancel(writing)
        await counter.write()
