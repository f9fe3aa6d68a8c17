"""``<prefix>/audit-log`` of every service: who did what to its records."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Query, Request
from pydantic import StringConstraints
from sqlalchemy import Select, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from kit.audit import MAX_SUBJECT_TYPE, AuditEntry
from kit.auth import Principal, requires
from kit.config import ServiceSettings
from kit.db import Session, release_connection
from kit.errors import FieldError, ValidationFailed
from kit.pagination import Page, PageParams, Slice, Window
from kit.repository import Repository
from kit.schemas import Moment, Out
from kit.search import SearchText, matches
from kit.state import KitState, state_of
from kit.user_names import user_names

_MOST_ACTIONS = 50
_YEARS = range(1970, 9999)

Place = tuple[datetime, uuid.UUID]
"""Where an entry stands in the log."""

_Sort = Literal["at", "-at"]
_Action = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,20}(\.[a-z_]{1,30})?$", max_length=40)]


class AuditEntryOut(Out):
    """That somebody did something to a record. Its name is the one of that time; a deleted person has no name."""

    id: uuid.UUID
    at: Moment
    action: str
    actor_id: uuid.UUID | None
    actor_name: str | None
    address: str | None
    subject_type: str
    subject_id: uuid.UUID
    subject_name: str
    details: dict[str, Any]


class AuditFilters:
    """What the log is narrowed down by."""

    def __init__(
        self,
        q: SearchText = None,
        action: Annotated[Sequence[_Action], Query(max_length=_MOST_ACTIONS)] = (),
        user_id: Annotated[
            uuid.UUID | None, Query(alias="user-id", description="Who did it, or to whom it was done.")
        ] = None,
        subject_type: Annotated[
            str | None, Query(alias="subject-type", max_length=MAX_SUBJECT_TYPE, pattern="^[a-z_]+$")
        ] = None,
        subject_id: Annotated[uuid.UUID | None, Query(alias="subject-id")] = None,
        since: Annotated[date | None, Query(description="The first day, in the caller's time zone.")] = None,
        until: Annotated[date | None, Query(description="The last day, in the caller's time zone.")] = None,
    ) -> None:
        for name, day in (("since", since), ("until", until)):
            if day is not None and day.year not in _YEARS:
                raise ValidationFailed(errors=[FieldError(name, "out_of_range", "Enter a date after 1970.")])
        self.q = q
        self.actions = action
        self.user_id = user_id
        self.subject_type = subject_type
        self.subject_id = subject_id
        self.since = since
        self.until = until


class AuditCursor:
    """The entry that the answer goes on after: the last one that the caller has seen, of whichever service."""

    def __init__(
        self,
        after_at: Annotated[
            Moment | None, Query(alias="after-at", description="When the last entry was that has been read.")
        ] = None,
        after_id: Annotated[uuid.UUID | None, Query(alias="after-id", description="Its id; both or neither.")] = None,
    ) -> None:
        if (after_at is None) != (after_id is None):
            raise ValidationFailed(errors=[FieldError("after-id", "missing", "Give after-at and after-id together.")])
        self.place: Place | None = None if after_at is None or after_id is None else (after_at, after_id)


class AuditRepository(Repository[AuditEntry]):
    """Entries of the audit log."""

    model = AuditEntry

    def search(self, filters: AuditFilters, timezone: str) -> Select[AuditEntry]:
        """The entries that match all of ``filters``; days are those of ``timezone``."""
        query = self.base().where(*matches(filters.q, AuditEntry.subject_name))
        if filters.actions:
            query = query.where(AuditEntry.action.in_(filters.actions))
        if filters.user_id is not None:
            query = query.where(or_(AuditEntry.actor_id == filters.user_id, AuditEntry.subject_id == filters.user_id))
        if filters.subject_type is not None:
            query = query.where(AuditEntry.subject_type == filters.subject_type)
        if filters.subject_id is not None:
            query = query.where(AuditEntry.subject_id == filters.subject_id)
        if filters.since is not None:
            query = query.where(AuditEntry.at >= _midnight(filters.since, timezone))
        if filters.until is not None:
            query = query.where(AuditEntry.at < _midnight(filters.until + timedelta(days=1), timezone))
        return query

    async def part(
        self, window: Window, query: Select[AuditEntry], *, is_descending: bool, after: Place | None
    ) -> Slice[AuditEntry]:
        """One part of ``query``, by time and id; the total is that of all parts.

        ``window.start`` counts from the entry behind ``after``: however far back, as quick as the first.
        """
        total = await self.session.scalar(select(func.count()).select_from(query.subquery()))
        key = tuple_(AuditEntry.at, AuditEntry.id)
        if after is not None:
            query = query.where(key < after if is_descending else key > after)
        by_time = [column.desc() if is_descending else column.asc() for column in (AuditEntry.at, AuditEntry.id)]
        rows = await self.session.scalars(query.order_by(*by_time).offset(window.start).limit(window.limit))
        return Slice(rows.all(), total or 0, window.start, window.limit)


def audit_log_router(settings: type[ServiceSettings]) -> APIRouter:
    """The log of one service, under its public prefix."""
    router = APIRouter(prefix=f"{settings.prefix}/audit-log", tags=["audit"])

    @router.get("", operation_id="audit_log_list")
    async def list(
        request: Request,
        principal: Annotated[Principal, requires("admin")],
        session: Session,
        page: PageParams,
        filters: Annotated[AuditFilters, Depends()],
        cursor: Annotated[AuditCursor, Depends()],
        sort: _Sort = "-at",
    ) -> Page[AuditEntryOut]:
        """List what was done to this service's records and by whom, the latest first.

        Several services' logs are read as one by asking each for what comes after the last entry of them all
        (`after-at`, `after-id`).
        """
        entries = AuditRepository(session)
        query = entries.search(filters, principal.timezone)
        found = await entries.part(page, query, is_descending=sort == "-at", after=cursor.place)
        results = await _named(session, state_of(request), found.results)
        return Page(results=results, total=found.total, start=found.start, limit=found.limit)

    return router


async def _named(session: AsyncSession, state: KitState, entries: Sequence[AuditEntry]) -> list[AuditEntryOut]:
    """The entries on the wire. auth keeps names in its own, the others ask it who somebody is now."""
    found = [AuditEntryOut.model_validate(entry) for entry in entries]
    nameless = {str(each.actor_id) for each in found if each.actor_id and not each.actor_name}
    if not nameless or state.settings.service == "auth":
        return found
    await release_connection(session)
    names = await user_names(state, nameless)
    return [each.model_copy(update={"actor_name": each.actor_name or names.get(str(each.actor_id))}) for each in found]


def _midnight(day: date, timezone: str) -> datetime:
    return datetime.combine(day, time.min, ZoneInfo(timezone))
