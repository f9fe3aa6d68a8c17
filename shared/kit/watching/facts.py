"""What is asked of a process when somebody reads its metrics: connections, jobs, how far its subscribers have come."""

import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from prometheus_client import Gauge
from sqlalchemy import QueuePool
from sqlalchemy.exc import SQLAlchemyError

from kit.database import Database
from kit.disk_room import room_of
from kit.errors import DatabaseUnavailable
from kit.failures import DRIVER_ERRORS
from kit.redis_link import RedisUnavailable
from kit.state import KitState
from kit.watching.metrics import Metrics
from kit.watching.sources import GaugeSource

_ANSWER_SECONDS = 4.0
_UNREACHABLE = (DatabaseUnavailable, *DRIVER_ERRORS, OSError, TimeoutError)

# The index of open jobs and that of those somebody is told of are all that is read of a table with many jobs. What somebody
# began and was refused, as an upload with a virus in it, has been told to them and is no fault of the site's.
_JOBS = """
SELECT queue, name, state, count(*) AS count FROM jobs
WHERE state IN ('queued', 'running') GROUP BY queue, name, state
UNION ALL
SELECT queue, name, state, count(*) FROM jobs
WHERE (created_by IS NOT NULL OR state = 'failed') AND state = 'failed' AND dismissed_at IS NULL
  AND (created_by IS NULL OR coalesce((error ->> 'status')::int, 500) >= 500)
GROUP BY queue, name, state
"""
_OLDEST = """
SELECT queue, extract(epoch FROM max(now() - coalesce(lease_until, run_at)))::float8 AS seconds FROM jobs
WHERE (state = 'queued' AND run_at <= now()) OR (state = 'running' AND lease_until < now()) GROUP BY queue
"""
_QUEUES = ("short", "long", "background")


class Facts:
    """What is written down of each service of a process. ``sources`` are what a process of one service tells besides."""

    def __init__(
        self, metrics: Metrics, states: Sequence[KitState], *, works: bool, sources: Sequence[GaugeSource] = ()
    ) -> None:
        self.metrics = metrics
        self._states = states
        self._works = works
        self._own = [(source, metrics.add_gauges(source.gauges)) for source in sources]

    async def gather(self) -> None:
        """Write down how things are now."""
        metrics = self.metrics
        for gauge in (metrics.jobs, metrics.oldest_job, metrics.failed_events, metrics.outbox_lag, metrics.disk_free):
            gauge.clear()
        await asyncio.gather(
            *(_of_service(metrics, state, works=self._works) for state in self._states),
            *(_of_source(gauges, source, state) for source, gauges in self._own for state in self._states),
        )


async def _of_service(metrics: Metrics, state: KitState, *, works: bool) -> None:
    service = state.settings.service
    _of_pools(metrics, service, state.database)
    metrics.streams.labels(service).set(sum(state.watching.values()))
    if works:
        _of_subscribers(metrics, state)
    await asyncio.gather(_of_database(metrics, state), _of_redis(metrics, state), _of_disk(metrics, state))


def _of_pools(metrics: Metrics, service: str, database: Database) -> None:
    sessions, reads = database.engine.pool, database.pool
    assert isinstance(sessions, QueuePool)
    idle = reads.get_idle_size()
    counts = {
        "sessions": (sessions.checkedout(), sessions.checkedin(), sessions.size()),
        "reads": (reads.get_size() - idle, idle, reads.get_max_size()),
    }
    for name, (used, unused, size) in counts.items():
        metrics.pool_connections.labels(service, name, "used").set(used)
        metrics.pool_connections.labels(service, name, "idle").set(unused)
        metrics.pool_size.labels(service, name).set(size)


def _of_subscribers(metrics: Metrics, state: KitState) -> None:
    now = time.monotonic()
    for (publisher, subscriber), since in state.caught_up.items():
        metrics.outbox_lag.labels(state.settings.service, publisher, subscriber).set(max(0.0, now - since))


async def _of_database(metrics: Metrics, state: KitState) -> None:
    service = state.settings.service
    try:
        async with asyncio.timeout(_ANSWER_SECONDS), state.database.acquire() as connection:
            jobs = await connection.fetch(_JOBS)
            oldest = {row["queue"]: row["seconds"] for row in await connection.fetch(_OLDEST)}
            failed = await connection.fetchval("SELECT count(*) FROM failed_events")
    except _UNREACHABLE:
        metrics.database_up.labels(service).set(0)
        return
    metrics.database_up.labels(service).set(1)
    for row in jobs:
        metrics.jobs.labels(service, row["queue"], row["name"], row["state"]).set(row["count"])
    for queue in _QUEUES:
        metrics.oldest_job.labels(service, queue).set(max(0.0, oldest.get(queue, 0.0)))
    metrics.failed_events.labels(service).set(failed)


async def _of_source(gauges: Mapping[str, Gauge], source: GaugeSource, state: KitState) -> None:
    # What cannot be read now has no value.
    for gauge in gauges.values():
        gauge.clear()
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            values = await source.read(state)
    except (SQLAlchemyError, *_UNREACHABLE):
        return
    for name, value in values.items():
        gauges[name].labels(state.settings.service).set(value)


async def _of_redis(metrics: Metrics, state: KitState) -> None:
    try:
        await state.redis.call(lambda redis: redis.ping())
    except RedisUnavailable:
        metrics.redis_up.labels(state.settings.service).set(0)
    else:
        metrics.redis_up.labels(state.settings.service).set(1)


async def _of_disk(metrics: Metrics, state: KitState) -> None:
    folder = state.settings.data_dir
    try:
        # Beside the loop: a disk that others serve may not answer.
        async with asyncio.timeout(_ANSWER_SECONDS):
            free = await asyncio.to_thread(_free_share, folder)
    except (OSError, TimeoutError):
        return
    if free is not None:
        metrics.disk_free.labels(state.settings.service, str(folder)).set(free)


def _free_share(folder: Path) -> float | None:
    """None where nothing can be written: containers of services that keep no files have the folder too."""
    if not os.access(folder, os.W_OK):
        return None
    room = room_of(folder)
    return min(room.share, room.entries)
