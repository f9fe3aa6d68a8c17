"""One subscriber's events: effects and cursor in one transaction, failures, giving up."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from logging import getLogger
from typing import Any

import asyncpg
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from kit.database import Database
from kit.errors import DatabaseUnavailable
from kit.event_log import OLDEST
from kit.events import Subscriber
from kit.failures import describe
from kit.tables import ConsumedEvent, EventCursor, FailedEvent

log = getLogger(__name__)

ATTEMPTS = 12
"""How often a subscriber is given an event that it fails at, over some 20 minutes."""

_LONGEST_PAUSE = 300.0
_AT_ONCE = 50
_LONGEST_ERROR = 2_000
_UNREACHABLE = (
    DatabaseUnavailable,
    asyncpg.PostgresConnectionError,
    # Not OperatorInterventionError, which they are kinds of: so is a statement that took too long, and another one may.
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.LockNotAvailableError,
    asyncpg.DeadlockDetectedError,
    # A full disk among them, which may stay so for longer than the attempts last.
    asyncpg.InsufficientResourcesError,
    # A standby, or a database that somebody has locked for a while.
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)


class Overtaken(Exception):
    """Another worker has moved the subscriber's place meanwhile; nothing of this attempt may count."""


class Waiting(Exception):
    """The subscriber waits at an event that it failed at."""


@dataclass(slots=True)
class Page:
    """Some of a service's events. ``events`` are as `kit.event_routes` has them; ``cursor`` is behind all of them."""

    publisher: str
    events: list[dict[str, Any]]
    cursor: str
    more: bool


@dataclass(slots=True)
class Subscription:
    """A subscriber and its place. ``wait`` are the seconds until it may be given anything again.

    ``is_idle``: its place was not moved for a while.
    """

    database: Database
    subscriber: Subscriber
    cursor: str
    attempts: int
    wait: float
    is_idle: bool

    async def apply(self, page: Page) -> bool:
        """Give the subscriber its events of a page, which begins at its place; whether it has come to the end of that.

        Raises what the database raises while it is away.
        """
        wanted = [event for event in page.events if event["name"] == self.subscriber.event]
        if not wanted and not page.more and not self.is_idle:
            # Nothing for it: its place is moved now and then only, since that is a write.
            return True
        try:
            for start in range(0, len(wanted), _AT_ONCE):
                events = wanted[start : start + _AT_ONCE]
                is_last = start + _AT_ONCE >= len(wanted)
                await self._apply(page.publisher, events, page.cursor if is_last else events[-1]["cursor"])
            if self.cursor != page.cursor:
                async with self.database.transaction() as session:
                    await self._move(session, page.cursor)
        except (Overtaken, Waiting):
            return False
        return True

    async def restart(self) -> None:
        """Put the place before the oldest event that there still is. Raises `Overtaken`."""
        async with self.database.transaction() as session:
            await self._move(session, OLDEST)

    async def _apply(self, publisher: str, events: Sequence[dict[str, Any]], cursor: str) -> None:
        """Run the subscriber for these events in one transaction, or where that fails for each in its own."""
        try:
            await self._apply_together(publisher, events, cursor)
            return
        except Overtaken:
            raise
        except Exception as error:
            if is_outage(error):
                raise
        for event in events:
            try:
                await self._apply_together(publisher, [event], event["cursor"])
            except Overtaken:
                raise
            except Exception as error:
                if is_outage(error):
                    raise
                await self._note_failure(publisher, event, error)

    async def _apply_together(self, publisher: str, events: Sequence[dict[str, Any]], cursor: str) -> None:
        before = self.cursor, self.attempts
        try:
            async with self.database.transaction() as session:
                await self._move(session, cursor)
                had = await _had_before(session, self.subscriber, events)
                for event in events:
                    if event["id"] not in had:
                        await self.subscriber.function(session, self.subscriber.parse(publisher, event))
        except BaseException:
            self.cursor, self.attempts = before
            raise

    async def _move(self, session: AsyncSession, cursor: str) -> None:
        """Move the place within the transaction of the effects. Raises `Overtaken`."""
        values = {"cursor": cursor, "attempts": 0, "retry_at": None, "moved_at": func.now()}
        moved = await session.execute(update(EventCursor).where(*self._here).values(values))
        if moved.rowcount != 1:  # type: ignore[attr-defined]  # an UPDATE always has it
            raise Overtaken
        self.cursor, self.attempts = cursor, 0

    @property
    def _here(self) -> tuple[Any, ...]:
        subscriber = self.subscriber
        return (
            EventCursor.publisher == subscriber.publisher,
            EventCursor.subscriber == subscriber.name,
            EventCursor.cursor == self.cursor,
        )

    async def _note_failure(self, publisher: str, event: dict[str, Any], error: Exception) -> None:
        """Let the subscriber wait, or pass the event over after the last attempt. Raises `Waiting`."""
        name, attempts = self.subscriber.name, self.attempts + 1
        details = {"subscriber": name, "eventId": event["id"], "attempt": attempts}
        if attempts < ATTEMPTS or self.subscriber.must_apply:
            log.warning("subscriber failed, the event will be tried again", exc_info=error, extra=details)
            wait = min(2.0 ** min(attempts - 1, ATTEMPTS), _LONGEST_PAUSE)
            retry_at = func.now() + func.make_interval(0, 0, 0, 0, 0, 0, wait)
            async with self.database.transaction() as session:
                row = update(EventCursor).where(*self._here)
                await session.execute(row.values(attempts=attempts, retry_at=retry_at))
            raise Waiting
        log.error("subscriber failed for good, the event is passed over", exc_info=error, extra=details)
        failed = {"event_id": event["id"], "subscriber": name, "publisher": publisher}
        async with self.database.transaction() as session:
            await self._move(session, event["cursor"])
            statement = insert(FailedEvent).values(**failed, event=event, error=describe(error)[:_LONGEST_ERROR])
            await session.execute(statement.on_conflict_do_nothing())


async def retry_failed(
    database: Database, subscribers: Sequence[Subscriber], event_ids: Sequence[uuid.UUID] = ()
) -> int:
    """Give each event that was passed over, or those with these ids, to its subscriber once more.

    Gives how many went well. Those that fail again stay, with their new error.
    """
    own = {each.name: each for each in subscribers}
    async with database.transaction() as session:
        waiting = select(FailedEvent.event_id, FailedEvent.subscriber).where(FailedEvent.subscriber.in_(own))
        if event_ids:
            waiting = waiting.where(FailedEvent.event_id.in_(event_ids))
        rows = (await session.execute(waiting.order_by(FailedEvent.failed_at))).all()
    return sum([await _retry(database, own[name], event_id) for event_id, name in rows])


async def _retry(database: Database, subscriber: Subscriber, event_id: Any) -> bool:
    mine = (FailedEvent.event_id == event_id, FailedEvent.subscriber == subscriber.name)
    try:
        async with database.transaction() as session:
            query = select(FailedEvent).where(*mine).with_for_update(skip_locked=True)
            row = (await session.scalars(query)).one_or_none()
            if row is None:
                return False
            publisher, event = row.publisher, row.event
            await session.execute(delete(FailedEvent).where(*mine))
            await subscriber.function(session, subscriber.parse(publisher, event))
    except Exception as error:
        if is_outage(error):
            raise
        log.warning("subscriber failed again", exc_info=error, extra={"subscriber": subscriber.name})
        async with database.transaction() as session:
            # Not when: from the first time on it is kept for so long and no longer.
            await session.execute(update(FailedEvent).where(*mine).values(error=describe(error)[:_LONGEST_ERROR]))
        return False
    return True


def is_outage(error: Exception) -> bool:
    """Whether it is the database's fault, or a lock's, and not the event's: such failures are no attempts."""
    if isinstance(error, SQLAlchemyError):
        cause = getattr(getattr(error, "orig", None), "__cause__", None)
        return bool(getattr(error, "connection_invalidated", False)) or isinstance(cause, _UNREACHABLE)
    return isinstance(error, _UNREACHABLE)


async def _had_before(session: AsyncSession, subscriber: Subscriber, events: Sequence[dict[str, Any]]) -> set[str]:
    """Ids of those events that the release before this one gave the subscriber."""
    ids = [event["id"] for event in events]
    query = select(ConsumedEvent.event_id).where(
        ConsumedEvent.event_id.in_(ids), ConsumedEvent.subscriber == subscriber.name
    )
    return {str(found) for found in await session.scalars(query)}
