"""Refunds that failed, as news for everybody who works on the shop."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.payments.models import Payment, Refund
from kit.auth import Principal
from kit.notifications import MOST, News


async def failed_refunds(session: AsyncSession, principal: Principal, since: datetime) -> Sequence[News]:
    """One for each refund that has failed and that nobody has had tried again."""
    query = (
        select(Refund, Payment.order_id, Payment.order_reference)
        .join(Payment, Payment.id == Refund.payment_id)
        .where(Refund.state == "failed", Refund.updated_at > since)
        .order_by(Refund.updated_at.desc())
        .limit(MOST)
    )
    return [
        _of_refund(refund, str(order_id), reference) for refund, order_id, reference in await session.execute(query)
    ]


def _of_refund(refund: Refund, order_id: str, reference: str) -> News:
    data = {"orderId": order_id, "order": reference, "amount": refund.amount, "currency": refund.currency}
    return News(refund.id, refund.updated_at, "refunds.failed", data)
