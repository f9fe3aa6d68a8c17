"""A list's ``start`` and ``end``: days or moments bound it in time, when both are given; a number pages it.

``since`` and ``until`` bound it, too, each by itself, and leave the paging to ``start``.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Depends, Query

from kit.errors import FieldError, ValidationFailed
from kit.pagination import MAX_START, Window

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ZONE_LOST_ITS_PLUS = re.compile(r" (?=\d\d:\d\d$)")
# At the ends of the calendar there is no day before or after.
_YEARS = range(1970, 9999)

Bound = date | datetime


@dataclass(frozen=True, slots=True)
class Period:
    """From ``first`` to ``last``, both included; open where one is None. Days are those of the caller's time zone."""

    first: Bound | None
    last: Bound | None

    def moments(self, timezone: str) -> tuple[datetime | None, datetime | None]:
        """The first moment that is in the period, and the first that is not any more."""
        zone = ZoneInfo(timezone)
        first = None if self.first is None else _moment(self.first, zone)
        return first, None if self.last is None else _after(self.last, zone)


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of the list is asked for."""

    window: Window
    period: Period | None


async def _part(
    start: Annotated[
        str, Query(max_length=40, description="How many to leave out; or, with end, the first day or moment.")
    ] = "0",
    end: Annotated[
        str | None, Query(max_length=40, description="The last day or moment; counts only with such a start.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    since: Annotated[
        str | None, Query(max_length=40, description="The first day or moment, beside a start that pages.")
    ] = None,
    until: Annotated[
        str | None, Query(max_length=40, description="The last day or moment, beside a start that pages.")
    ] = None,
) -> Part:
    """Raises ValidationFailed for what is neither a number nor a day nor a moment."""
    bounds = {"since": _bound(since or ""), "until": _bound(until or "")}
    for name, given in (("since", since), ("until", until)):
        if given and bounds[name] is None:
            raise _refusal(name)
    first, last = _bound(start), _bound(end or "")
    if end and last is None and not _is_number(end):
        raise _refusal("end")
    if first is not None:
        return Part(Window(0, limit), Period(first, last) if last is not None else None)
    if not _is_number(start) or int(start) > MAX_START:
        raise _refusal("start")
    paged = Period(bounds["since"], bounds["until"]) if since or until else None
    return Part(Window(int(start), limit), paged)


PartParams = Annotated[Part, Depends(_part)]
"""The query's ``start``, ``end``, ``since``, ``until`` and ``limit`` (1 to 100, 10 if not given)."""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _bound(text: str) -> Bound | None:
    """A day such as 2026-01-31, or a moment with its offset; None for anything else."""
    try:
        if _DAY.fullmatch(text):
            bound: Bound = date.fromisoformat(text)
        else:
            # In a query a + that was not encoded is a space.
            bound = datetime.fromisoformat(_ZONE_LOST_ITS_PLUS.sub("+", text))
    except ValueError:
        return None
    has_zone = not isinstance(bound, datetime) or bound.tzinfo is not None
    return bound if has_zone and bound.year in _YEARS else None


def _moment(bound: Bound, zone: ZoneInfo) -> datetime:
    return bound if isinstance(bound, datetime) else datetime.combine(bound, time.min, zone)


def _after(bound: Bound, zone: ZoneInfo) -> datetime:
    if isinstance(bound, datetime):
        return bound + timedelta(microseconds=1)
    return _moment(bound + timedelta(days=1), zone)


def _refusal(field: str) -> ValidationFailed:
    fault = FieldError(field, "number_or_date", "A number, a day such as 2026-01-31, or a moment with its offset.")
    return ValidationFailed("This range of the list is not valid.", errors=[fault])
