"""Tax rates from a file: read, planned and written.

A rate is the same as one that is there when it is for the same place, class, priority and time; of several such it is the
one of the same name. Nothing is deleted.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pydantic import ValidationError
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import SETTINGS, emit_tags
from ecom.imports import values
from ecom.imports.cells import Line
from ecom.imports.outcomes import PlannedRow, change, faults_in
from ecom.tax_rates.applying import MILLION
from ecom.tax_rates.models import TaxRate
from ecom.tax_rates.schemas import TaxRateIn
from ecom.tax_rates.service import lock_rates
from kit.audit import record
from kit.auth import Principal
from kit.db import new_id
from kit.repository import assign

_KEY = ("country", "county", "town", "postcode", "tax_class", "priority", "starts_at", "ends_at")
_REST = ("name", "rate_millionths", "is_compound", "applies_to_delivery")
Values = dict[str, Any]


@dataclass(slots=True)
class PlannedRate:
    """A rate as it is to be; ``row`` is what the shop has of it."""

    values: Values
    row: TaxRate | None
    changes: list[Values]


async def stored_rates(session: AsyncSession, *, is_locking: bool = False) -> Sequence[TaxRate]:
    """All rates of the shop, in the order in which they were made. ``is_locking``: nobody adds or changes one meanwhile."""
    if is_locking:
        await lock_rates(session)
    query = select(TaxRate).order_by(TaxRate.id)
    return (await session.scalars(query.with_for_update() if is_locking else query)).all()


def plan_rates(lines: Sequence[Line], stored: Sequence[TaxRate]) -> tuple[list[PlannedRate], list[PlannedRow]]:
    """What the rows would do."""
    present: dict[tuple[Any, ...], list[TaxRate]] = defaultdict(list)
    for each in stored:
        present[tuple(getattr(each, name) for name in _KEY)].append(each)
    planned: list[PlannedRate] = []
    rows: list[PlannedRow] = []
    seen: dict[tuple[Any, ...], int] = {}
    for line in lines:
        found = _values(line)
        row = PlannedRow(line.number, "error", _title(line, found), [], line.notes, line.faults)
        rows.append(row)
        if found is None:
            continue
        key = (*(found[name] for name in _KEY), found["name"])
        if first := seen.get(key):
            line.faults.append(f"Row {first} is the same rate.")
            continue
        seen[key] = line.number
        rate = _planned(found, present[key[:-1]])
        planned.append(rate)
        row.changes = rate.changes
        row.outcome = "create" if rate.row is None else "change" if rate.changes else "same"
    return planned, rows


def _title(line: Line, found: Values | None) -> str:
    """What the row is called: its percent as people write it, not with the four decimals of WooCommerce's file."""
    percent = line.text("ratePercent")
    if found is not None:
        percent = f"{Decimal(found['rate_millionths']).scaleb(-4).normalize():f} %"
    return " ".join(part for part in (line.text("name"), line.text("country"), percent) if part)


def _planned(found: Values, alike: list[TaxRate]) -> PlannedRate:
    row = next((each for each in alike if each.name == found["name"]), None)
    if row is None and len(alike) == 1:
        row = alike[0]
    if row is not None:
        alike.remove(row)
    names = _REST if row else (*_REST, *_KEY)
    changes = [
        change(name, getattr(row, name) if row else None, found[name])
        for name in names
        if row is None or getattr(row, name) != found[name]
    ]
    return PlannedRate(found, row, changes)


def _values(line: Line) -> Values | None:
    """The columns of a rate; None where the row is wrong, which its faults say."""
    share = line.read("ratePercent", lambda cell: values.number(cell.rstrip("% "), Fraction(MILLION, 100)))
    if share is None and not line.faults:
        line.faults.append("It has no rate.")
    found: Values = {"rate_millionths": share}
    for name in ("country", "county", "town", "postcode"):
        if line.has(name):
            found[name] = line.text(name)
    found["name"] = line.text("name") or " ".join(["Tax", line.text("country")]).strip()
    if line.has("taxClass"):
        found["tax_class"] = values.slug(line.text("taxClass")) or "standard"
    if line.text("priority"):
        found["priority"] = line.read("priority", values.whole, 1)
    for column, name in (("isCompound", "is_compound"), ("appliesToDelivery", "applies_to_delivery")):
        if line.text(column):
            found[name] = line.read(column, values.answer, False)
    zone = line.reader.zone
    found["starts_at"] = line.read("startsAt", lambda cell: values.moment(cell, zone))
    found["ends_at"] = line.read("endsAt", lambda cell: values.moment(cell, zone, is_end=True))
    if line.faults:
        return None
    try:
        return TaxRateIn.model_validate(found, by_name=True, by_alias=False).values()
    except ValidationError as error:
        line.faults += faults_in(error)
        return None


async def write_rates(session: AsyncSession, principal: Principal, planned: Sequence[PlannedRate]) -> None:
    """Write what was planned, in the transaction of the caller, who has locked the rates."""
    new = []
    for rate in planned:
        if rate.row is not None and not rate.changes:
            continue
        identifier = rate.row.id if rate.row else new_id()
        if rate.row is None:
            new.append({"id": identifier, **rate.values})
        else:
            assign(rate.row, {name: rate.values[name] for name in _REST})
        verb = "updated" if rate.row else "created"
        record(session, principal, f"tax_rate.{verb}", subject=("tax_rate", identifier, rate.values["name"]))
    await session.flush()
    if new:
        await session.execute(insert(TaxRate), new)
    emit_tags(session, SETTINGS)
    await session.flush()
