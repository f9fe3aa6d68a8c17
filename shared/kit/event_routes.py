"""``/private/events`` of every service: where the others read the log of its events."""

import time
import uuid
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from kit import event_log
from kit.auth import Internal
from kit.config import ServiceSettings
from kit.db import Session
from kit.events import Declaration, declared_by, restating
from kit.schemas import Moment, Out, Schema
from kit.state import KitState, state_of

LATEST = "latest"
"""``after`` of somebody who only wants to know what comes from now on."""

_MAX_LIMIT = 500
_NOTED_EVERY = 60.0
_Name = Annotated[str, Field(max_length=200)]


class EventOut(Out):
    """An event. ``cursor`` is the place behind it."""

    cursor: str
    id: uuid.UUID
    name: str
    payload: dict[str, Any]
    at: Moment


class EventsOut(Out):
    """Events after a place in the log. ``wakes``: whether Redis could just now be reached to announce more."""

    events: list[EventOut]
    cursor: str
    more: bool
    wakes: bool


class Restatement(Schema):
    """The events to emit again."""

    names: Annotated[list[_Name], Field(max_length=100)]


def event_router(settings: type[ServiceSettings]) -> APIRouter:
    """The routes of one service."""
    router = APIRouter(prefix="/private/events", tags=["internal"])
    noted_at: dict[str, float] = {}
    readers = Internal(*settings.event_readers)

    @router.get("", operation_id="events_list", include_in_schema=False)
    async def read(
        request: Request,
        caller: Annotated[str, readers],
        after: Annotated[str, Query(max_length=20_000)] = event_log.OLDEST,
        name: Annotated[Sequence[_Name], Query(max_length=100)] = (),
        subscriber: Annotated[Sequence[_Name], Query(max_length=100)] = (),
        limit: Annotated[int, Query(ge=1, le=_MAX_LIMIT)] = 200,
    ) -> EventsOut:
        """Give the events of these names after a cursor. The caller's subscribers are named for whom they are kept."""
        state = state_of(request)
        wakes = await state.wakes.can_wake()
        if after == LATEST:
            return EventsOut(events=[], cursor=await event_log.latest(state.database), more=False, wakes=wakes)
        present = _names(settings.service, name)
        batch = await event_log.read(state.database, after, [*present], limit)
        await _note(state, caller, subscriber, after)
        events = [
            EventOut(cursor=entry.cursor, **{**entry.row, "name": present[entry.row["name"]]})
            for entry in batch.entries
        ]
        return EventsOut(events=events, cursor=batch.cursor, more=batch.more, wakes=wakes)

    async def _note(state: KitState, caller: str, subscribers: Sequence[str], cursor: str) -> None:
        now = time.monotonic()
        due = [each for each in subscribers if now - noted_at.get(f"{caller} {each}", -_NOTED_EVERY) >= _NOTED_EVERY]
        if due:
            await event_log.note_reader(state.database, caller, due, cursor)
            noted_at.update({f"{caller} {each}": now for each in due})

    @router.post("/restatements", operation_id="events_restate", include_in_schema=False, status_code=204)
    async def restate(data: Restatement, session: Session, caller: Annotated[str, readers]) -> None:
        """Emit these events anew with what is so at present, for a subscriber that missed some."""
        await _restate(session, data.names)

    return router


def _names(service: str, wanted: Sequence[str]) -> dict[str, str]:
    """The present names of the wanted events, by all names that rows may have.

    Also of those that nothing here declares: another release, which runs beside this one, may emit them, and the cursor
    that the caller is given lies behind them.
    """
    declared: list[Declaration] = [each for each in declared_by(service) if each.name in wanted]
    former = {name: each.name for each in declared for name in each.formerly}
    return {name: name for name in wanted} | former


async def _restate(session: AsyncSession, names: Sequence[str]) -> None:
    for name in names:
        function = restating(name)
        if function is not None:
            await function(session)
