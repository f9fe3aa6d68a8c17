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
_ON_ITS_WAY_FOR = timedelta(days=30)
"""How long where the provider has said before that the buyer has agreed: banks take days."""
_LAST_WORD = timedelta(minutes=5)
"""How young the last question in vain is where an order is given up: the provider may have come back since an older one."""


async def expire(session: AsyncSession, order_id: uuid.UUID) -> bool:
    """Cancel an order that was not paid in time, or have its provider asked about it; gives whether it was cancelled.

    What the buyer has paid untold, and what is on its way to the shop, would buy nothing otherwise. The job that asks
    cancels the order where nothing came and nothing will, as where the buyer leaves.
    """
    expires_at = await session.scalar(select(Order.expires_at).where(Order.id == order_id))
    if expires_at is None:
        return False
    undecided = select(Payment).where(
        Payment.order_id == order_id,
        Payment.gateway.not_in(BY_HAND),
        Payment.provider_id.is_not(None),
        Payment.state.in_([*OPEN, "failed"]),
    )
    # Payments before their order, as wherever both are locked.
    found = (await session.scalars(undecided.order_by(Payment.id).with_for_update())).all()
    waiting = [payment for payment in found if await _is_awaited(session, payment, expires_at)]
    if waiting:
        return False
    # Given up in silence: who has agreed to pay was told to wait, and nobody else knows whether they have.
    return await service.expire(session, order_id, mails_buyer=bool(found))


async def _is_awaited(session: AsyncSession, payment: Payment, expires_at: datetime) -> bool:
    """Whether a provider is to say first what became of a payment, which it is asked then."""
    if await session.scalar(select(has_open_job(ADVANCE, "paymentId", str(payment.id)))):
        return True
    now = datetime.now(UTC)
    late = now - expires_at
    rest = None if payment.asked_at is None else now - payment.asked_at
    is_expected = payment.state in OPEN and (payment.charge_id or payment.authorisation_id) is not None
    is_last = late > (_ON_ITS_WAY_FOR if is_expected else _SILENT_FOR)
    if is_last and _was_asked_in_vain(payment, expires_at) and rest is not None and rest < _LAST_WORD:
        return False
    # Less often the longer it takes, and once more at the end.
    if is_last or rest is None or rest >= late / 10:
        # Counts as asked: a provider that is away is not asked about all of them each minute.
        payment.asked_at = now
        await enqueue(session, ADVANCE, arguments(payment, is_for_buyer=False, ending="expired"))
    return True


def _was_asked_in_vain(payment: Payment, expires_at: datetime) -> bool:
    """Whether nobody said what became of a payment when its order's time was over: an answer leaves no fault, or an end."""
    return bool(payment.fault) and payment.asked_at is not None and payment.asked_at >= expires_at
