"""The stock that orders hold: given back when an order ends, taken once more when it goes on after all."""

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.models import Order, OrderRow
from ecom.stock.service import give_back, take
from kit.auth import Caller


async def release(session: AsyncSession, caller: Caller | None, order: Order) -> None:
    """Give back what an order still holds, once. The caller has the order's lock."""
    if not order.has_stock:
        return
    order.has_stock = False
    held = _held(await rows_of(session, order.id))
    if held:
        await give_back(session, caller, held, order.id)


async def hold(session: AsyncSession, caller: Caller | None, order: Order) -> None:
    """Take it once more for an order that goes on after all. Raises `NotInStock`."""
    if order.has_stock:
        return
    held = _held(await rows_of(session, order.id))
    if held:
        await take(session, caller, held, order.id)
    order.has_stock = True


async def rows_of(session: AsyncSession, order_id: UUID) -> list[OrderRow]:
    """The rows of an order, in their order."""
    query = select(OrderRow).where(OrderRow.order_id == order_id).order_by(OrderRow.position)
    return [*(await session.scalars(query)).all()]


def _held(rows: Iterable[OrderRow]) -> Counter[UUID]:
    """How many of each product; what was returned already is back."""
    held: Counter[UUID] = Counter()
    for row in rows:
        if row.product_id is not None and row.quantity > row.returned_quantity:
            held[row.product_id] += row.quantity - row.returned_quantity
    return held
