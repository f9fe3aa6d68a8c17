"""``<prefix>/internal/failed-events`` of every service: the events that its subscribers failed at for good."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy import Select, func, select

from kit import audit
from kit.auth import Principal, requires
from kit.config import ServiceSettings
from kit.db import Session
from kit.delivery import RETRY
from kit.jobs import enqueue
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.repository import Repository
from kit.schemas import Moment, Out, Schema
from kit.search import SearchText, matches
from kit.tables import FailedEvent

_sort = sortable(failedAt=FailedEvent.failed_at, subscriber=FailedEvent.subscriber, default="-failedAt")
_Admin = Annotated[Principal, requires("admin")]


class FailedEventOut(Out):
    """An event that a subscriber failed at twelve times. Its payload is left out: it may be personal."""

    event_id: uuid.UUID
    name: str
    publisher: str
    subscriber: str
    error: str
    failed_at: Moment


class RetryRequest(Schema):
    """The events to retry; all failed events if none are named."""

    event_ids: Annotated[list[uuid.UUID], Field(max_length=100)] = []
    subscriber: Annotated[
        str | None, Field(max_length=200, description="Only to this one of those that failed at them.")
    ] = None


class RetryAccepted(Out):
    """How many failed events a worker will retry. Those that fail again stay in the list."""

    count: int


class FailedEventRepository(Repository[FailedEvent]):
    """Failed events."""

    model = FailedEvent

    def listed(self, q: str | None) -> Select[FailedEvent]:
        """Those that the words are found in."""
        searched = FailedEvent.event["name"].astext, FailedEvent.publisher, FailedEvent.subscriber, FailedEvent.error
        return self.base().where(*matches(q, *searched))

    async def count(self, event_ids: Sequence[uuid.UUID], subscriber: str | None) -> int:
        """How many failures there are of these events, or of any, and of this subscriber, or of all."""
        query = select(func.count()).select_from(FailedEvent)
        if event_ids:
            query = query.where(FailedEvent.event_id.in_(event_ids))
        if subscriber is not None:
            query = query.where(FailedEvent.subscriber == subscriber)
        return await self.session.scalar(query) or 0


def failed_events_router(settings: type[ServiceSettings]) -> APIRouter:
    """The routes of one service, under its public prefix."""
    router = APIRouter(prefix=f"{settings.prefix}/internal/failed-events", tags=["internal"])

    @router.get("", operation_id="failed_events_list")
    async def list(
        session: Session, page: PageParams, order: Annotated[Order, _sort], principal: _Admin, q: SearchText = None
    ) -> Page[FailedEventOut]:
        """List the events that subscribers of this service failed at for good, the latest first.

        `q` looks into the event's name, who published it, the subscriber and the error.
        """
        repository = FailedEventRepository(session)
        found: Slice[FailedEvent] = await repository.page(page, order, repository.listed(q))
        results = [_out(row) for row in found.results]
        return Page(results=results, total=found.total, start=found.start, limit=found.limit)

    @router.post("/retries", operation_id="failed_events_retry", status_code=202)
    async def retry(data: RetryRequest, session: Session, principal: _Admin) -> RetryAccepted:
        """Retry failed events in a worker, for instance after a fault was fixed."""
        count = await FailedEventRepository(session).count(data.event_ids, data.subscriber)
        if count:
            args = {"eventIds": [str(event_id) for event_id in data.event_ids], "subscriber": data.subscriber}
            job = await enqueue(session, RETRY, args, created_by=principal.user_id)
            subject = ("job", job.id, RETRY)
            audit.record(session, principal, "failed_event.retried", subject=subject, details={"count": count})
        return RetryAccepted(count=count)

    return router


def _out(row: FailedEvent) -> FailedEventOut:
    return FailedEventOut(
        event_id=row.event_id,
        name=row.event["name"],
        publisher=row.publisher,
        subscriber=row.subscriber,
        error=row.error,
        failed_at=row.failed_at,
    )
