"""``<prefix>/notifications``: what happened of late that one person should know of, and what of it they have seen.

Nothing is stored for it but what was read: notifications are made of what a service keeps anyway, when they are asked
for. A job that the person started and that ended is one in every service; a service adds `Source` functions of its own.
"""

import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select, text, union_all
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, aliased, mapped_column

from kit.auth import Principal, requires
from kit.cancellable import was_cancelled
from kit.db import Session
from kit.schemas import Moment, Out, Schema
from kit.tables import LISTED_JOBS, Job

SHOWN_FOR = timedelta(days=30)
MOST = 50
"""As many as one answer has, the latest."""
_ALL = uuid.UUID(int=0)


class StoredRead:
    """The columns of a service's table ``notification_reads``: when a person read a notification, or all (the nil id)."""

    user_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    notification_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    read_at: Mapped[datetime] = mapped_column(server_default=func.now())


@dataclass(frozen=True)
class News:
    """Something that happened. One of the same id that happens again later is news again."""

    id: uuid.UUID
    at: datetime
    kind: str
    """What the screen has words and a link for."""
    data: Mapping[str, Any] = field(default_factory=dict)


Source = Callable[[AsyncSession, Principal, datetime], Awaitable[Sequence[News]]]
"""Gives the latest news for somebody since a moment, in any order; it may give more than `MOST`."""


class NotificationOut(Out):
    """A recent event. ``data`` depends on the ``kind``."""

    id: uuid.UUID
    at: Moment
    kind: str
    data: dict[str, Any]
    is_read: bool


class NotificationsOut(Out):
    """The latest notifications of 30 days, the latest first, and how many of them are unread."""

    results: list[NotificationOut]
    unread: int


class ReadRequest(Schema):
    """What has been read: these, or all where none are named. What happened after ``until`` has not."""

    ids: Annotated[list[uuid.UUID], Field(max_length=MOST)] = []
    until: Moment = Field(description="When the latest of what was shown happened.")


def notifications_router(
    prefix: str,
    reads: type[Any],
    *scopes: str,
    notify_when_done: Collection[str],
    notify_all_of: Collection[str] = (),
    sources: Sequence[Source] = (),
) -> APIRouter:
    """The notifications of one service, for those who hold one of ``scopes``.

    ``reads`` is its table, a `StoredRead`. Jobs of the names ``notify_when_done`` are news when they are done, all others
    only when they failed: to who started them, and those of the names ``notify_all_of`` to everybody who may ask here.
    """
    router = APIRouter(prefix=f"{prefix}/notifications", tags=["notifications"])
    caller = requires(*scopes)
    all_sources = [job_source(notify_when_done, notify_all_of), *sources]

    @router.get("", operation_id="notifications_list")
    async def list(session: Session, principal: Annotated[Principal, caller]) -> NotificationsOut:
        """List recent notifications for the caller."""
        since = datetime.now(UTC) - SHOWN_FOR
        news = [each for source in all_sources for each in await source(session, principal, since)]
        latest = sorted(news, key=lambda each: (each.at, each.id), reverse=True)[:MOST]
        read_at = await _read_at(session, reads, principal)
        results = [_out(each, read_at) for each in latest]
        return NotificationsOut(results=results, unread=sum(not each.is_read for each in results))

    @router.put("/read", operation_id="notifications_read", status_code=204)
    async def read(data: ReadRequest, session: Session, principal: Annotated[Principal, caller]) -> None:
        """Note what the caller has read."""
        user_id = uuid.UUID(principal.user_id)
        # Nobody has read what is yet to happen.
        until = min(data.until, datetime.now(UTC))
        rows = [
            {"user_id": user_id, "notification_id": each, "read_at": until} for each in sorted({*data.ids} or {_ALL})
        ]
        added = insert(reads).values(rows)
        later = {"read_at": func.greatest(reads.read_at, added.excluded.read_at)}
        await session.execute(added.on_conflict_do_update(index_elements=["user_id", "notification_id"], set_=later))
        old = reads.read_at < datetime.now(UTC) - SHOWN_FOR
        await session.execute(delete(reads).where(reads.user_id == user_id, old))

    return router


async def _read_at(session: AsyncSession, reads: type[Any], principal: Principal) -> dict[uuid.UUID, datetime]:
    query = select(reads.notification_id, reads.read_at).where(reads.user_id == uuid.UUID(principal.user_id))
    return {row.notification_id: row.read_at for row in await session.execute(query)}


def _out(news: News, read_at: Mapping[uuid.UUID, datetime]) -> NotificationOut:
    read = [read_at[id] for id in (_ALL, news.id) if id in read_at]
    is_read = any(moment >= news.at for moment in read)
    return NotificationOut(id=news.id, at=news.at, kind=news.kind, data=dict(news.data), is_read=is_read)


def job_source(notify_when_done: Collection[str], notify_all_of: Collection[str]) -> Source:
    names, names_of_all = sorted(notify_when_done), sorted(notify_all_of)

    async def jobs(session: AsyncSession, principal: Principal, since: datetime) -> Sequence[News]:
        """Jobs of the caller that ended, those that failed for everybody, and for admins what the site failed at."""
        is_failed = Job.state == "failed"
        ended = or_(is_failed, and_(Job.state == "done", Job.name.in_(names)))
        latest = Job.finished_at.desc()
        # As in the index, which has the jobs of one person, or of nobody, by their time.
        by_person = (Job.created_by.desc(), latest)
        wanted = [_ended_jobs(since, Job.created_by == principal.user_id, ended).order_by(*by_person)]
        if names_of_all:
            wanted.append(_ended_jobs(since, Job.name.in_(names_of_all), is_failed).order_by(latest))
        if principal.has("admin"):
            # All of them failed. To say so once more would have Postgres look for a few among many, in the table.
            wanted.append(_ended_jobs(since, Job.created_by.is_(None)).order_by(*by_person))
        # Each by an index of its own: of one condition for all of them no index finds the jobs, and the table is read.
        latest_of_each = union_all(*(each.limit(MOST).subquery().select() for each in wanted)).subquery()
        found = {job.id: job for job in await session.scalars(select(aliased(Job, latest_of_each)))}.values()
        return [_of_job(job, job.finished_at, principal) for job in found if job.finished_at and not was_cancelled(job)]

    return jobs


def _ended_jobs(since: datetime, *conditions: ColumnElement[bool]) -> Select[Job]:
    """Jobs that ended since, of those that anybody is told of."""
    # What the index has is named as it is there, since Postgres cannot tell by parameters.
    return select(Job).where(text(LISTED_JOBS), *conditions, Job.finished_at > since)


def _of_job(job: Job, at: datetime, principal: Principal) -> News:
    is_failed = job.state == "failed"
    data: dict[str, Any] = {"job": job.name, "isOwn": job.created_by == principal.user_id}
    if is_failed:
        data["detail"] = (job.error or {}).get("detail")
    return News(job.id, at, "job.failed" if is_failed else "job.done", data)
