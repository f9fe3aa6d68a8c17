"""The worker's part in events: sending what requests could not send, and running subscribers."""

import logging
import os
import socket
import time
from typing import Any

import redis.asyncio as aioredis
from redis.exceptions import ResponseError
from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from kit.config import ServiceSettings
from kit.database import Database
from kit.events import STREAM, Event, Subscriber, read_event, send, subscribers_of
from kit.redis_link import RedisLink
from kit.tables import ConsumedEvent, Job, OutboxRow

log = logging.getLogger(__name__)

_BATCH = 100
_RETRY_AFTER_MS = 30_000
_MOST_DELIVERIES = 10
_BLOCK_MS = 1000
_WEEK_SECONDS = 7 * 24 * 3600


class Relay:
    """Sends the events that are in the outbox and not in the stream."""

    def __init__(self, settings: ServiceSettings, database: Database, redis: RedisLink) -> None:
        self._service = settings.service
        self._database = database
        self._redis = redis
        self._marker = f"events:relayed:{settings.service}"

    async def run_once(self) -> int:
        """Send one batch, oldest first; gives how many. Raises `RedisUnavailable`.

        The rows stay locked meanwhile, so that two workers do not send the same ones. Rows of the
        last second are left to the request that wrote them.
        """
        await self._notice_wipe()
        async with self._database.transaction() as session:
            query = (
                select(OutboxRow)
                .where(OutboxRow.sent_at.is_(None), OutboxRow.at < func.now() - text("interval '1 second'"))
                .order_by(OutboxRow.id)
                .limit(_BATCH)
                .with_for_update(skip_locked=True)
            )
            rows = (await session.scalars(query)).all()
            if rows:
                await send(self._redis, self._service, rows)
                sent = [row.id for row in rows]
                await session.execute(update(OutboxRow).where(OutboxRow.id.in_(sent)).values(sent_at=func.now()))
        return len(rows)

    async def _notice_wipe(self) -> None:
        """A Redis without our mark has lost the stream: what was sent in the last hour is sent again."""
        fresh = await self._redis.call(lambda redis: redis.set(self._marker, b"1", nx=True))
        if fresh:
            async with self._database.transaction() as session:
                recent = OutboxRow.sent_at > func.now() - text("interval '1 hour'")
                await session.execute(update(OutboxRow).where(recent).values(sent_at=None))


async def tidy(database: Database) -> None:
    """Delete what nobody will ask for: events after a week, their marks and finished jobs after a month."""
    async with database.transaction() as session:
        week, month = func.now() - text("interval '7 days'"), func.now() - text("interval '30 days'")
        await session.execute(delete(OutboxRow).where(OutboxRow.sent_at < week))
        await session.execute(delete(ConsumedEvent).where(ConsumedEvent.at < month))
        await session.execute(delete(Job).where(Job.finished_at < month))


async def trim(redis: RedisLink) -> None:
    """Take out of the stream what the outbox forgets too: some of it is about people. Raises `RedisUnavailable`."""
    oldest = int((time.time() - _WEEK_SECONDS) * 1000)
    await redis.call(lambda client: client.xtrim(STREAM, minid=oldest, approximate=False))


class Consumer:
    """Reads the stream as the service's consumer group and runs the service's subscribers."""

    def __init__(self, settings: ServiceSettings, database: Database) -> None:
        self._service = settings.service
        self._database = database
        self._name = f"{socket.gethostname()}-{os.getpid()}"
        # Of its own: it waits in Redis for longer than other commands may take.
        self._redis = aioredis.Redis.from_url(
            settings.redis_url.get_secret_value(), socket_timeout=_BLOCK_MS / 1000 + 4, socket_connect_timeout=2
        )

    async def run(self) -> None:
        """Consume until cancelled. Raises RedisError when Redis goes away."""
        await self._make_group()
        try:
            while True:
                await self._consume(await self._abandoned())
                answer = await self._redis.xreadgroup(
                    self._service, self._name, {STREAM: ">"}, count=_BATCH, block=_BLOCK_MS
                )
                for _, entries in answer or []:
                    await self._consume(entries)
        except ResponseError as error:
            if "NOGROUP" not in str(error):
                raise
            log.warning("the event stream was lost; beginning anew")

    async def close(self) -> None:
        """Close the connection."""
        await self._redis.aclose()

    async def _make_group(self) -> None:
        try:
            # From the very beginning: what was consumed before is in consumed_events.
            await self._redis.xgroup_create(STREAM, self._service, id="0", mkstream=True)
        except ResponseError as error:
            if "BUSYGROUP" not in str(error):
                raise

    async def _abandoned(self) -> list[Any]:
        """Entries that a subscriber failed on, or a worker died with, half a minute ago."""
        claimed = await self._redis.xautoclaim(STREAM, self._service, self._name, _RETRY_AFTER_MS, count=_BATCH)
        entries: list[Any] = [entry for entry in claimed[1] if entry[1] is not None]
        if not entries:
            return []
        pending = await self._redis.xpending_range(STREAM, self._service, entries[0][0], entries[-1][0], _BATCH)
        worn_out = {found["message_id"] for found in pending if found["times_delivered"] > _MOST_DELIVERIES}
        for identifier in worn_out:
            log.error("event given up", extra={"entry": identifier.decode()})
            await self._redis.xack(STREAM, self._service, identifier)
        return [entry for entry in entries if entry[0] not in worn_out]

    async def _consume(self, entries: list[Any]) -> None:
        for identifier, fields in entries:
            try:
                event = read_event(fields)
            except (KeyError, ValueError):
                log.exception("malformed event", extra={"entry": identifier.decode()})
                await self._redis.xack(STREAM, self._service, identifier)
                continue
            if await self._deliver(event):
                await self._redis.xack(STREAM, self._service, identifier)

    async def _deliver(self, event: Event) -> bool:
        """Run every subscriber that has not had the event; whether all went well."""
        well = True
        for subscriber in subscribers_of(self._service, event.name):
            try:
                await self._run_once(subscriber, event)
            except Exception:
                log.exception("subscriber failed", extra={"event": event.name, "eventId": str(event.id)})
                well = False
        return well

    async def _run_once(self, subscriber: Subscriber, event: Event) -> None:
        name = f"{subscriber.__module__}.{subscriber.__qualname__}"
        async with self._database.transaction() as session:
            mark = insert(ConsumedEvent).values(event_id=event.id, subscriber=name).on_conflict_do_nothing()
            fresh = await session.scalar(mark.returning(ConsumedEvent.event_id))
            if fresh is not None:
                await subscriber(session, event)
