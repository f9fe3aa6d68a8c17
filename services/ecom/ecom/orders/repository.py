"""Queries of orders."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, func, select

from ecom.orders.errors import OrderNotFound
from ecom.orders.models import Order, OrderEvent, OrderRow
from kit.repository import Repository
from kit.search import matches


@dataclass(frozen=True, slots=True)
class Filters:
    """Which orders are asked for. ``is_unpaid``: those alone that money is still to come for."""

    states: Sequence[str] = ()
    gateways: Sequence[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    is_unpaid: bool = False
    q: str | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """How many orders there are in a currency, and what they come to."""

    currency: str
    orders: int
    total: int
    paid: int
    refunded: int


class OrderRepository(Repository[Order]):
    """Orders, for the shop's people."""

    model = Order
    missing = OrderNotFound

    def filtered(self, filters: Filters) -> Select[Order]:
        """The query of those that fit."""
        query = self.base()
        if filters.states:
            query = query.where(Order.state.in_(filters.states))
        if filters.gateways:
            query = query.where(Order.gateway.in_(filters.gateways))
        if filters.since is not None:
            query = query.where(Order.created_at >= filters.since)
        if filters.until is not None:
            query = query.where(Order.created_at < filters.until)
        if filters.is_unpaid:
            # What costs nothing is paid for without any money.
            to_come = Order.paid_at.is_(None), Order.total_incl_tax > 0
            query = query.where(*to_come, Order.state.not_in(("cancelled", "refunded")))
        searched = (
            Order.reference,
            Order.contact_name,
            Order.email,
            Order.phone,
            Order.billing["name"].astext,
            Order.delivery["name"].astext,
            Order.delivery["postcode"].astext,
        )
        return query.where(*matches(filters.q, *searched))

    async def sums(self, query: Select[Order]) -> list[Sum]:
        """What the orders of a query come to, by currency."""
        found = query.order_by(None).subquery()
        columns = found.c
        statement = select(
            columns.currency,
            func.count(),
            func.sum(columns.total_incl_tax),
            func.sum(columns.paid_amount),
            func.sum(columns.refunded_amount),
        ).group_by(columns.currency)
        rows = await self.session.execute(statement.order_by(columns.currency))
        return [Sum(currency, count, int(total), int(paid), int(back)) for currency, count, total, paid, back in rows]

    async def by_token(self, token: str) -> Order:
        """The order that a link opens. Raises `OrderNotFound`."""
        row = await self.one_or_none(self.base().where(Order.token == token))
        if row is None:
            raise OrderNotFound("No order has this link.")
        return row

    async def of_user(self, user_id: uuid.UUID, order_id: uuid.UUID) -> Order:
        """An order of a member. Raises `OrderNotFound`."""
        row = await self.one_or_none(self.base().where(Order.id == order_id, Order.user_id == user_id))
        if row is None:
            raise OrderNotFound("There is no such order.")
        return row

    async def counts(self, order_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
        """How many things each of these orders has."""
        query = select(OrderRow.order_id, func.sum(OrderRow.quantity)).where(OrderRow.order_id.in_(order_ids))
        rows = await self.session.execute(query.group_by(OrderRow.order_id))
        return {order_id: int(count) for order_id, count in rows}

    async def events(self, order_id: uuid.UUID) -> Sequence[OrderEvent]:
        """What happened to an order, the first first."""
        query = select(OrderEvent).where(OrderEvent.order_id == order_id).order_by(OrderEvent.at, OrderEvent.id)
        return (await self.session.scalars(query)).all()
