"""What was sold on each of the last days. Pure, but for one query."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import BigInteger, ColumnElement, Integer, Select, cast, func, literal, or_, select, union_all
from sqlalchemy.dialects.postgresql import ARRAY, TIMESTAMP
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.dashboard.schemas import Sales, SalesDay, SalesPeriod
from ecom.orders.models import Order, OrderRefund
from ecom.orders.states import PAID_LATER

SHOWN = 30
PERIODS = (1, 7, SHOWN)
"""Of how many days sales are summed up, each beside as many before."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days that sales are counted for, in one time zone: as many as are shown, and as many before."""

    days: Sequence[date]
    bounds: Sequence[datetime]
    """When each of them begins, and when the last ends."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The sales of days in the shop's currency, and the other currencies that there were orders in."""

    by_day: Mapping[date, Sales]
    other_currencies: Collection[str]


def calendar(now: datetime, timezone: str) -> Calendar:
    """The days up to now where the clocks go by ``timezone``. A day is as long as it is there: 23 to 25 hours."""
    zone = ZoneInfo(timezone)
    today = now.astimezone(zone).date()
    count = 2 * SHOWN
    days = [today - timedelta(days=count - 1 - each) for each in range(count)]
    midnights = [datetime.combine(day, time.min, zone) for day in (*days, today + timedelta(days=1))]
    return Calendar(days, [each.astimezone(UTC) for each in midnights])


async def count_sales(session: AsyncSession, shown: Calendar, currency: str) -> Counted:
    """Orders and takings by day, in one statement."""
    rows = await session.execute(_statement(shown.bounds))
    found: dict[date, Sales] = defaultdict(lambda: Sales(orders=0, takings=0))
    others = set()
    for each, bucket, orders, takings in rows:
        if each == currency:
            # Buckets are numbered from 1, by the bound that they begin at.
            found[shown.days[bucket - 1]] = Sales(orders=int(orders), takings=int(takings))
        elif orders:
            others.add(each)
    return Counted(found, others)


def days_of(shown: Calendar, counted: Counted) -> Sequence[SalesDay]:
    """The days that are shown, each with its sales."""
    none = Sales(orders=0, takings=0)
    by_day = ((day, counted.by_day.get(day, none)) for day in shown.days[-SHOWN:])
    return [SalesDay(date=day, orders=sales.orders, takings=sales.takings) for day, sales in by_day]


def periods_of(shown: Calendar, counted: Counted) -> Sequence[SalesPeriod]:
    """Today, 7 and 30 days, each beside as many before."""
    found = []
    for days in PERIODS:
        now, before = (_sum(counted, part) for part in (shown.days[-days:], shown.days[-2 * days : -days]))
        found.append(SalesPeriod(days=days, orders=now.orders, takings=now.takings, before=before))
    return found


def _sum(counted: Counted, days: Sequence[date]) -> Sales:
    sales = [counted.by_day[day] for day in days if day in counted.by_day]
    return Sales(orders=sum(each.orders for each in sales), takings=sum(each.takings for each in sales))


def _statement(bounds: Sequence[datetime]) -> Select[str, int, int, int]:
    first, last = bounds[0], bounds[-1]
    # Days are told apart by their bounds, for Postgres need not know the zones that Python does.
    limits = cast(list(bounds[:-1]), ARRAY(TIMESTAMP(timezone=True)))

    def bucket(moment: ColumnElement[Any]) -> ColumnElement[int]:
        return func.width_bucket(moment, limits, type_=Integer).label("bucket")

    def within(moment: ColumnElement[Any]) -> ColumnElement[bool]:
        return (moment >= first) & (moment < last)

    one, nothing = literal(1, BigInteger), literal(0, BigInteger)
    created, paid, refunded = Order.created_at.expression, Order.paid_at.expression, OrderRefund.at.expression
    # Somebody who has not paid online yet may never do so.
    is_one = (Order.state != "cancelled") & or_(Order.state != "awaiting_payment", Order.gateway.in_(PAID_LATER))
    placed = select(Order.currency, bucket(created), one.label("orders"), nothing.label("takings"))
    came = select(Order.currency, bucket(paid), nothing, Order.paid_amount)
    went = select(Order.currency, bucket(refunded), nothing, -OrderRefund.amount).select_from(OrderRefund)
    each = union_all(
        placed.where(within(created), is_one),
        came.where(within(paid)),
        went.join(Order, Order.id == OrderRefund.order_id).where(within(refunded)),
    ).subquery()
    query = select(each.c.currency, each.c.bucket, func.sum(each.c.orders), func.sum(each.c.takings))
    return query.group_by(each.c.currency, each.c.bucket)
