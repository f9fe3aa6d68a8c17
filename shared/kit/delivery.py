"""The worker's part in events: asking other services for their events, and giving these to the service's subscribers.

Each subscriber has a cursor of its own in the log of a service, since one that fails keeps only itself waiting.
Those with the same cursor, as nearly always all have, are served by one request to the owner.
"""

import asyncio
import contextlib
import logging
import time
import uuid
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, text
from sqlalchemy.dialects.postgresql import insert

from kit.audit import KEPT, AuditEntry
from kit.cancelling import cancel
from kit.database import Database
from kit.errors import DatabaseUnavailable, DomainError
from kit.event_log import OLDEST, CursorInvalid, EventsGone
from kit.events import Subscriber, subscribers_of, wake_topic
from kit.http import InternalClient
from kit.jobs import Run, task
from kit.state import KitState
from kit.subscriptions import Overtaken, Page, Subscription, retry_failed
from kit.tables import ConsumedEvent, EventCursor, FailedEvent, Job
from kit.wakes import woken

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""How late an event can be while wakes are not heard, or after it was refused."""

QUIET_SECONDS = 5.0
"""How late an event can be whose wake was never sent, since who should have sent it was killed in between."""

RETRY = "events.retry"
"""The task that gives failed events to their subscribers once more."""

_PAGE = 200
_RETRY_SECONDS = 600
_IDLE_SECONDS = 60.0


class EventDelivery:
    """Applies events of other services to the subscribers of one package."""

    def __init__(self, state: KitState, package: str) -> None:
        self._state = state
        self._database = state.database
        # Of a service that the site does without nothing is ever heard, and nobody has to be told that it is late.
        self._subscribers = [each for each in subscribers_of(package) if _is_here(state, each)]
        # The publishers of whose events one waits to be given once more.
        self._waiting: set[str] = set()
        # A wake for all publishers at once would take a connection for each.
        self._reading = asyncio.Lock()
        began = time.monotonic()
        state.caught_up.update({(each.publisher, each.name): began for each in self._subscribers})

    async def run(self) -> None:
        """Deliver events until cancelled. Raises what the database raises while it is away."""
        await retry_failed(self._database, self._subscribers)
        delivering = [asyncio.create_task(self._deliver_when_woken(each)) for each in self.publishers]
        if not delivering:
            await asyncio.Event().wait()
        try:
            ended, _ = await asyncio.wait(delivering, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                task.result()
        finally:
            await cancel(*delivering)

    @property
    def publishers(self) -> list[str]:
        """The services whose events are subscribed to."""
        return sorted({each.publisher for each in self._subscribers})

    async def _deliver_when_woken(self, publisher: str) -> None:
        with self._state.wakes.waiting_for(wake_topic(publisher)) as signal:
            is_away = False
            while True:
                more = False
                try:
                    more = await self.deliver(publisher)
                    is_away = False
                except DatabaseUnavailable:
                    raise
                except DomainError as error:
                    if not is_away:
                        log.warning("events of %s wait: %s", publisher, error)
                    is_away = True
                if not more:
                    is_quiet = self._state.wakes.is_hearing and not is_away and publisher not in self._waiting
                    await woken(signal, QUIET_SECONDS if is_quiet else POLL_SECONDS)

    async def deliver(self, publisher: str) -> bool:
        """Ask once for each cursor and apply what came; gives whether there is more to be had at once."""
        groups: dict[str, list[Subscription]] = defaultdict(list)
        self._waiting.discard(publisher)
        for subscription in await self._subscriptions(publisher):
            if subscription.wait <= 0:
                groups[subscription.cursor].append(subscription)
            else:
                self._waiting.add(publisher)
        more = False
        for cursor, group in groups.items():
            page = await self._ask(publisher, cursor, group)
            if page is None:
                more = True
                continue
            for subscription in group:
                went_well = await subscription.apply(page)
                if not went_well:
                    self._waiting.add(publisher)
                elif not page.more:
                    self._state.caught_up[publisher, subscription.subscriber.name] = time.monotonic()
                more = more or (went_well and page.more)
        return more

    async def _subscriptions(self, publisher: str) -> list[Subscription]:
        own = {each.name: each for each in self._subscribers if each.publisher == publisher}
        found = await self._read_places(publisher, own)
        missing = own.keys() - {each.subscriber.name for each in found}
        if missing:
            rows = [{"publisher": publisher, "subscriber": name, "cursor": OLDEST} for name in missing]
            async with self._database.transaction() as session:
                await session.execute(insert(EventCursor).on_conflict_do_nothing(), rows)
            found = await self._read_places(publisher, own)
        return found

    async def _read_places(self, publisher: str, own: dict[str, Subscriber]) -> list[Subscription]:
        async with self._reading:
            rows = await self._database.pool.fetch(
                "SELECT subscriber, cursor, attempts, moved_at < now() - make_interval(secs => $3) AS is_idle,"
                " coalesce(extract(epoch FROM retry_at - now()), 0)::float8 AS wait"
                " FROM event_cursors WHERE publisher = $1 AND subscriber = ANY($2::text[])",
                publisher, [*own], _IDLE_SECONDS,
            )  # fmt: skip
        return [
            Subscription(
                self._database, own[row["subscriber"]], row["cursor"], row["attempts"], row["wait"], row["is_idle"]
            )
            for row in rows
        ]

    async def _ask(self, publisher: Any, cursor: str, group: Sequence[Subscription]) -> Page | None:
        """What came after the cursor. None where that has been deleted: then the group has been put to the beginning."""
        names = sorted({each.subscriber.event for each in group})
        subscribers = [each.subscriber.name for each in group]
        client = InternalClient(self._state, publisher)
        try:
            answer = await client.get(
                "/private/events", params={"after": cursor, "limit": _PAGE, "name": names, "subscriber": subscribers}
            )
        except DomainError as error:
            if error.code not in {EventsGone.code, CursorInvalid.code}:
                raise
            log.warning("events of %s were missed, beginning anew: %s", publisher, error)
            await client.post("/private/events/restatements", json={"names": names})
            for each in group:
                with contextlib.suppress(Overtaken):
                    await each.restart()
            return None
        return Page(publisher, answer["events"], answer["cursor"], answer["more"])


def _is_here(state: KitState, subscriber: Subscriber) -> bool:
    publisher: Any = subscriber.publisher
    return state.settings.url_of(publisher) is not None


@task(RETRY, timeout=_RETRY_SECONDS)
async def retry_events(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Retry the failed events ``args["eventIds"]``, or all, for ``args["subscriber"]``, or all who failed at them.

    Gives how many went well.
    """
    event_ids = [uuid.UUID(event_id) for event_id in args["eventIds"]]
    # Jobs of the release before this one name none.
    only = args.get("subscriber")
    subscribers = [each for each in subscribers_of(run.state.settings.service) if only in (None, each.name)]
    return {"applied": await retry_failed(run.state.database, subscribers, event_ids)}


async def tidy(database: Database) -> None:
    """Delete what nobody will ask for: finished jobs and marks of consumed events after a month, failed ones after three.

    Of the audit log, what is older than `kit.audit.KEPT`.
    """
    async with database.transaction() as session:
        month, quarter = func.now() - text("interval '30 days'"), func.now() - text("interval '90 days'")
        await session.execute(delete(ConsumedEvent).where(ConsumedEvent.at < month))
        await session.execute(delete(FailedEvent).where(FailedEvent.failed_at < quarter))
        await session.execute(delete(Job).where(Job.finished_at < month))
        await session.execute(delete(AuditEntry).where(AuditEntry.at < func.now() - KEPT))
