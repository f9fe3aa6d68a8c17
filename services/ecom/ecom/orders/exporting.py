"""Orders as CSV for bookkeeping: a line for each, with net and tax by rate. All that fit, read in parts while they are sent."""

import csv
import io
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from sqlalchemy import select, tuple_, union
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.money import decimal_text
from ecom.orders.models import Order, OrderRow
from ecom.orders.repository import Filters, OrderRepository
from ecom.orders.states import payment_state
from ecom.orders.status import status_of
from ecom.orders.taxes import taxes_of
from kit.database import Database

AT_ONCE = 500
_MARK = "\ufeff"
"""Spreadsheets tell UTF-8 by it."""
# As web/app/admin/csv.ts: a spreadsheet takes what begins so as a formula, also behind blanks.
_FORMULA = re.compile(r"\s*[=+\-@\t\r|%]")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FIRST = (
    "Order",
    "Placed",
    "State",
    "Payment state",
    "Payment",
    "Customer",
    "Email address",
    "Billing name",
    "Billing country",
    "Delivery country",
    "Currency",
    "Net",
)
_LAST = ("VAT", "Total", "Paid", "Paid at", "Refunded")


async def rates(session: AsyncSession, filters: Filters) -> list[str]:
    """The percentages that anything was taxed by in these orders, the highest first."""
    found = OrderRepository(session).filtered(filters).order_by(None).subquery()
    rows = select(OrderRow.tax_percent).where(OrderRow.order_id.in_(select(found.c.id)))
    delivery = select(found.c.delivery_tax_percent).where(found.c.delivery_excl_tax > 0)
    return sorted(await session.scalars(union(rows, delivery)), key=Fraction, reverse=True)


async def lines(database: Database, filters: Filters, rates: Sequence[str]) -> AsyncIterator[str]:
    """The file in parts. No connection is held while a part is sent."""
    by_rate = [name for rate in rates for name in (f"Net at {rate} %", f"VAT at {rate} %")]
    yield _MARK + _text([[*_FIRST, *by_rate, *_LAST]])
    last: Order | None = None
    while True:
        async with database.reading() as session:
            orders = await _part(session, filters, last)
            rows = await _rows(session, orders)
        if not orders:
            return
        last = orders[-1]
        yield _text(_line(order, rows.get(order.id, []), rates) for order in orders)


async def _part(session: AsyncSession, filters: Filters, last: Order | None) -> Sequence[Order]:
    query = OrderRepository(session).filtered(filters)
    place = tuple_(Order.created_at, Order.id)
    if last is not None:
        query = query.where(place > (last.created_at, last.id))
    return (await session.scalars(query.order_by(None).order_by(Order.created_at, Order.id).limit(AT_ONCE))).all()


async def _rows(session: AsyncSession, orders: Sequence[Order]) -> dict[object, list[OrderRow]]:
    query = select(OrderRow).where(OrderRow.order_id.in_([order.id for order in orders])).order_by(OrderRow.order_id)
    return {key: [*group] for key, group in groupby(await session.scalars(query), key=lambda row: row.order_id)}


def _line(order: Order, rows: Sequence[OrderRow], rates: Sequence[str]) -> list[str]:
    def money(amount: int) -> str:
        return decimal_text(amount, order.currency)

    taxes = {line.percent: line for line in taxes_of(order, rows)}
    by_rate = [
        money(amount) for rate in rates for amount in ((taxes[rate].excl, taxes[rate].tax) if rate in taxes else (0, 0))
    ]
    return [
        order.reference,
        order.created_at.isoformat(timespec="seconds"),
        order.state,
        payment_state(status_of(order)),
        order.gateway,
        order.contact_name,
        order.email,
        order.billing.get("name", ""),
        order.billing.get("countryCode", ""),
        order.delivery.get("countryCode", "") if order.needs_delivery else "",
        order.currency,
        money(order.total_excl_tax),
        *by_rate,
        money(order.tax),
        money(order.total_incl_tax),
        money(order.paid_amount),
        order.paid_at.isoformat(timespec="seconds") if order.paid_at else "",
        money(order.refunded_amount),
    ]


def _text(lines: Iterable[Sequence[str]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows([_safe(cell) for cell in line] for line in lines)
    return written.getvalue()


def _safe(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell
