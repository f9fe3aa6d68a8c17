"""Stock that orders reserve: released when an order ends, reserved again when it is reopened."""

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.models import Order, OrderRow
from ecom.stock.service import deduct, restock
from kit.auth import Caller


async def release(session: AsyncSession, caller: Caller | None, order: Order) -> None:
    """Releases the stock that an order still reserves, once. The caller has the order's lock."""
    if not order.has_stock:
        return
    order.has_stock = False
    quantities = _reserved(await rows_of(session, order.id))
    if quantities:
        await restock(session, caller, quantities, order.id)


async def reserve(session: AsyncSession, caller: Caller | None, order: Order) -> None:
    """Reserves the stock of an order that is reopened. Raises `NotInStock`."""
    if order.has_stock:
        return
    quantities = _reserved(await rows_of(session, order.id))
    if quantities:
        await deduct(session, caller, quantities, order.id)
    order.has_stock = True


async def rows_of(session: AsyncSession, order_id: UUID) -> list[OrderRow]:
    """The rows of an order, in their order."""
    query = select(OrderRow).where(OrderRow.order_id == order_id).order_by(OrderRow.position)
    return [*(await session.scalars(query)).all()]


def _reserved(rows: Iterable[OrderRow]) -> Counter[UUID]:
    """How many of each product; what was returned already is back."""
    quantities: Counter[UUID] = Counter()
    for row in rows:
        if row.product_id is not None and row.quantity > row.returned_quantity:
            quantities[row.product_id] += row.quantity - row.returned_quantity
    return quantities
