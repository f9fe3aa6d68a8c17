"""What services tell each other.

``emit(session, "content.changed", {"version": 7})`` writes a row in the transaction of the change.
Once that is committed, the event is added to the Redis stream ``events``; what Redis missed, the
relay in the worker sends later. Delivery is at least once.

``@on_event("content.changed")`` registers a subscriber, which the worker runs once for each event::

    @on_event("auth.user_deleted")
    async def forget_author(session: AsyncSession, event: Event) -> None: ...
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import asyncpg
import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from kit.database import Database, after_commit
from kit.db import new_id
from kit.errors import DatabaseUnavailable
from kit.redis_link import RedisLink, RedisUnavailable
from kit.tables import OutboxRow

log = logging.getLogger(__name__)

STREAM = "events"
_MAX_LENGTH = 10_000
PUBLISHER = "kit.publisher"
_WAITING = "kit.events"
_MARK_DELAY = 0.05


@dataclass(frozen=True, slots=True)
class Event:
    """One event as a subscriber gets it. ``service`` is who emitted it, ``at`` when."""

    id: uuid.UUID
    name: str
    payload: dict[str, Any]
    service: str
    at: datetime


Subscriber = Callable[[AsyncSession, Event], Awaitable[None]]

_subscribers: dict[tuple[str, str], list[Subscriber]] = {}


def on_event(name: str) -> Callable[[Subscriber], Subscriber]:
    """Register a subscriber of the service it is defined in.

    It runs in a transaction of its own; the event counts as consumed when that is committed. One
    that raises is tried again after 30 s, ten times in all.
    """

    def register(subscriber: Subscriber) -> Subscriber:
        package = subscriber.__module__.partition(".")[0]
        _subscribers.setdefault((package, name), []).append(subscriber)
        return subscriber

    return register


def subscribers_of(package: str, name: str) -> Sequence[Subscriber]:
    """The subscribers that one service has for one kind of event."""
    return _subscribers.get((package, name), ())


def emit(session: AsyncSession, name: str, payload: dict[str, Any]) -> None:
    """Tell the other services, if and when the session's transaction is committed.

    ``payload`` holds JSON values. No ``await``: nothing happens before the flush.
    """
    row = OutboxRow(id=new_id(), name=name, payload=payload, at=datetime.now(UTC))
    session.add(row)
    waiting: list[OutboxRow] | None = session.info.get(_WAITING)
    if waiting is None:
        waiting = session.info[_WAITING] = []
        publisher: Publisher | None = session.info.get(PUBLISHER)
        if publisher is not None:
            after_commit(session, partial(publisher.publish, waiting))
    waiting.append(row)


class Publisher:
    """Adds committed events to the stream, and afterwards notes that they are there.

    The notes are collected for 50 ms and written together, behind the request's back: an event
    whose note is lost is sent twice, which subscribers have to take anyway.
    """

    def __init__(self, service: str, redis: RedisLink, database: Database) -> None:
        self._service = service
        self._redis = redis
        self._database = database
        self._sent: list[uuid.UUID] = []
        self._marking: asyncio.Task[None] | None = None

    async def publish(self, rows: Sequence[OutboxRow]) -> None:
        """Send ``rows``; without Redis, leave them to the relay."""
        try:
            await send(self._redis, self._service, rows)
        except RedisUnavailable:
            return
        self._sent.extend(row.id for row in rows)
        if self._marking is None:
            self._marking = asyncio.create_task(self._mark())

    async def close(self) -> None:
        """Write what is still to be noted."""
        if self._marking is not None:
            await self._marking

    async def _mark(self) -> None:
        await asyncio.sleep(_MARK_DELAY)
        self._marking = None
        sent, self._sent = self._sent, []
        try:
            await self._database.pool.execute("UPDATE outbox SET sent_at = now() WHERE id = ANY($1)", sent)
        except (DatabaseUnavailable, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
            log.warning("events sent and not noted: %s", error)


async def send(redis: RedisLink, service: str, rows: Sequence[OutboxRow]) -> None:
    """Add ``rows`` to the stream, in order. Raises `RedisUnavailable`."""

    async def add(client: Any) -> None:
        async with client.pipeline(transaction=False) as pipe:
            for row in rows:
                fields = {
                    "name": row.name,
                    "id": str(row.id),
                    "payload": orjson.dumps(row.payload),
                    "service": service,
                    "at": row.at.isoformat(),
                }
                pipe.xadd(STREAM, fields, maxlen=_MAX_LENGTH, approximate=True)
            await pipe.execute()

    await redis.call(add)


def read_event(fields: dict[bytes, bytes]) -> Event:
    """The event in one entry of the stream. Raises KeyError or ValueError for a malformed one."""
    return Event(
        id=uuid.UUID(fields[b"id"].decode()),
        name=fields[b"name"].decode(),
        payload=orjson.loads(fields[b"payload"]),
        service=fields[b"service"].decode(),
        at=datetime.fromisoformat(fields[b"at"].decode()),
    )
