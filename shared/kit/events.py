"""What services tell one another: declaring events, emitting them, subscribing to them.

The owner declares an event by the model of its payload, and emits it in the transaction of the change::

    @event("auth.scopes_changed")
    class ScopesChanged(Payload):
        \"\"\"The site's own scopes are others, or have other names.\"\"\"

        names: dict[uuid.UUID, str]

    emit(session, ScopesChanged(names=…))

That writes a row in the owner's outbox, which is the log of its events (`kit.event_log`). Another service subscribes
with a model of its own, of those fields that it needs::

    @on_event("auth.scopes_changed", ScopesChanged)
    async def keep_names(session: AsyncSession, event: Event[ScopesChanged]) -> None: ...

Its worker asks the owner for what came since, and runs the subscriber in one transaction with the note of how far it
has come (`kit.delivery`), so that each event takes effect once. Redis only wakes: nothing is lost with it.
"""

import re
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Generic, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from kit.database import after_commit
from kit.db import new_id
from kit.tables import OutboxRow
from kit.wakes import WAKES, Wakes

_NAME = re.compile(r"[a-z]+\.[a-z]+(_[a-z]+)*_[a-z]+")
_ENTRIES = "kit.outbox_entries"
_MAX_TAGS = 200


class Payload(BaseModel):
    """What an event carries. Members that a subscriber's model does not know are ignored: releases run side by side."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="ignore",
        allow_inf_nan=False,
        frozen=True,
    )


P = TypeVar("P", bound=BaseModel)
Restate = Callable[[AsyncSession], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Declaration:
    """An event as its owner declares it. ``formerly`` are names that older rows of the outbox have."""

    name: str
    payload: type[Payload]
    formerly: tuple[str, ...]

    @property
    def service(self) -> str:
        """The owner."""
        return self.name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Event(Generic[P]):
    """One event as a subscriber gets it. ``service`` is who emitted it, ``at`` when."""

    id: uuid.UUID
    name: str
    payload: P
    service: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A function that takes up events of some name. ``name`` is what its place in the log is kept under."""

    name: str
    event: str
    payload: type[BaseModel]
    function: Callable[[AsyncSession, Event[Any]], Awaitable[None]]
    must_apply: bool = False
    """Whether no event of it is ever passed over."""

    @property
    def publisher(self) -> str:
        """The service that it follows."""
        return self.event.partition(".")[0]

    def parse(self, service: str, raw: Mapping[str, Any]) -> Event[Any]:
        """The event in one member of an answer of `kit.event_routes`. Raises pydantic's ValidationError."""
        return Event(
            id=uuid.UUID(raw["id"]),
            name=raw["name"],
            payload=self.payload.model_validate(raw["payload"]),
            service=service,
            at=datetime.fromisoformat(raw["at"]),
        )


_declared: dict[str, Declaration] = {}
_by_payload: dict[type[Payload], Declaration] = {}
_subscribers: list[Subscriber] = []
_restating: dict[str, Restate] = {}

D = TypeVar("D", bound=type[Payload])


def event(name: str, *, formerly: Sequence[str] = ()) -> Callable[[D], D]:
    """Declare an event of this name, ``<service>.<noun>_<past participle>``, by the model of its payload."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name} is not <service>.<noun>_<past participle>")

    def declare(payload: D) -> D:
        if name in _declared:
            raise ValueError(f"two events are called {name}")
        _declared[name] = _by_payload[payload] = Declaration(name, payload, tuple(formerly))
        return payload

    return declare


def restates(payload: type[Payload]) -> Callable[[Restate], Restate]:
    """Register how the event is emitted anew with what is so at present.

    For events that hold all there is to know and not only what changed: a subscriber that missed some of them, because
    the log does not go back that far, has the owner tell the whole once more.
    """

    def register(function: Restate) -> Restate:
        _restating[_by_payload[payload].name] = function
        return function

    return register


def on_event(
    name: str, payload: type[P], *, must_apply: bool = False
) -> Callable[
    [Callable[[AsyncSession, Event[P]], Awaitable[None]]], Callable[[AsyncSession, Event[P]], Awaitable[None]]
]:
    """Register a subscriber of the service that it is defined in.

    It runs in a transaction that also notes how far it has come. While it raises, its later events wait and those of
    other subscribers do not; after twelve attempts in some 20 minutes the event is put into ``failed_events`` and passed over.
    With ``must_apply`` it is not: for what does harm when it comes after later events, or when others count on it.
    """

    def register(
        function: Callable[[AsyncSession, Event[P]], Awaitable[None]],
    ) -> Callable[[AsyncSession, Event[P]], Awaitable[None]]:
        own_name = f"{function.__module__}.{function.__qualname__}"
        _subscribers.append(Subscriber(own_name, name, payload, function, must_apply))
        return function

    return register


def declared_by(service: str) -> list[Declaration]:
    """The events that a service owns, sorted by name, as far as its modules are imported."""
    return sorted((found for found in _declared.values() if found.service == service), key=lambda found: found.name)


def subscribers_of(package: str) -> list[Subscriber]:
    """The subscribers that a package defines."""
    return [found for found in _subscribers if found.name.startswith(f"{package}.")]


def restating(name: str) -> Restate | None:
    """The function that emits the present state of an event; None for an event that describes only a change."""
    return _restating.get(name)


def wake_topic(service: str) -> str:
    """What those wait for who follow the events of a service."""
    return f"events {service}"


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as a row of the outbox."""

    id: uuid.UUID
    name: str
    payload: dict[str, Any]
    at: datetime

    @property
    def tags(self) -> Sequence[str]:
        """The tags of the renders that are stale; none where the payload names none."""
        tags: Sequence[str] = self.payload.get("tags", ())
        return tags


def emit(session: AsyncSession, payload: Payload) -> None:
    """Tell the other services, if and when the session's transaction is committed.

    A payload with ``tags`` names the renders that are stale. No ``await``: nothing happens before the flush.
    Raises KeyError for a payload that no event is declared by.
    """
    entry = entry_of(payload)
    session.add(OutboxRow(id=entry.id, name=entry.name, payload=entry.payload, at=entry.at))
    wake_after_commit(session, entry)


def entry_of(payload: Payload) -> Entry:
    """Return the row of an event, for a statement that writes it together with the change.

    The caller that writes the row calls `wake_after_commit`, or `wake_subscribers` where the statement commits itself.
    Raises KeyError for a payload that no event is declared by.
    """
    declaration = _by_payload[type(payload)]
    return Entry(new_id(), declaration.name, payload.model_dump(mode="json"), datetime.now(UTC))


def wake_after_commit(session: AsyncSession, entry: Entry) -> None:
    """Wake the subscribers once the session's transaction, which writes the entry, is committed."""
    entries: list[Entry] | None = session.info.get(_ENTRIES)
    if entries is None:
        entries = session.info[_ENTRIES] = []
        wakes: Wakes | None = session.info.get(WAKES)
        if wakes is not None:
            after_commit(session, partial(wake_subscribers, wakes, entries))
    entries.append(entry)


async def wake_subscribers(wakes: Wakes, entries: Sequence[Entry]) -> None:
    """Wake the subscribers. The web host drops what has these tags at once, and by the ids leaves the events out later."""
    stale = [{"id": str(entry.id), "tags": entry.tags} for entry in entries if entry.tags]
    is_short = 0 < sum(len(entry.tags) for entry in entries) <= _MAX_TAGS
    await wakes.wake(wake_topic(wakes.service), orjson.dumps(stale).decode() if is_short else "")
