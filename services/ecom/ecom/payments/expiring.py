"""Ends orders that are not paid in time, once it is known that nothing came for them: the provider is asked first."""

import uuid
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders import service
from ecom.orders.models import Order
from ecom.payments.advancing import ADVANCE, arguments
from ecom.payments.gateways import BY_HAND
from ecom.payments.models import Payment
from ecom.payments.repository import has_open_job
from ecom.payments.states import OPEN
from kit.jobs import enqueue

_SILENT_FOR = timedelta(hours=6)
"""How long after its time an order is kept whose provider cannot be asked: others want what it holds of the stock."""


async def expire(session: AsyncSession, order_id: uuid.UUID) -> bool:
    """Cancel an order that was not paid in time, or have its provider asked about it; gives whether it was cancelled.

    What the buyer has paid untold, and what is on its way to the shop, would buy nothing otherwise. The job that asks
    cancels the order where nothing came and nothing will, as where the buyer leaves.
    """
    order = await session.get(Order, order_id)
    if order is None or order.expires_at is None:
        return False
    late = datetime.now(UTC) - order.expires_at
    open_ones = select(Payment).where(
        Payment.order_id == order_id,
        Payment.gateway.not_in(BY_HAND),
        Payment.provider_id.is_not(None),
        Payment.state.in_([*OPEN, "failed"]),
    )
    waiting = [each for each in await session.scalars(open_ones) if not _is_silent(each, late)]
    for payment in waiting:
        await _ask(session, payment, late)
    return False if waiting else await service.expire(session, order_id)


def _is_silent(payment: Payment, late: timedelta) -> bool:
    """Whether nobody says what became of a payment. What was answered leaves no fault but why it failed."""
    return late > _SILENT_FOR and bool(payment.fault)


async def _ask(session: AsyncSession, payment: Payment, late: timedelta) -> None:
    """Have the provider asked, the more seldom the longer the money is on its way."""
    is_resting = payment.asked_at is not None and datetime.now(UTC) - payment.asked_at < late / 10
    if is_resting or await session.scalar(select(has_open_job(ADVANCE, "paymentId", str(payment.id)))):
        return
    await enqueue(session, ADVANCE, arguments(payment, is_for_buyer=False, is_expired=True))
