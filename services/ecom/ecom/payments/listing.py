"""Lists of payments and refunds, and how far the shop can be paid."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.payments.gateways import readiness
from ecom.payments.models import GatewayKey, Payment, Refund
from ecom.payments.repository import RefundRepository
from ecom.payments.schemas import GatewayStatusOut, ListedRefundOut, PaymentsStatusOut, RefundOut
from ecom.payments.states import PaymentState, RefundState
from kit.pagination import Order, Page, Window
from kit.state import state_of

_LATELY = timedelta(days=30)


def payments(
    *, states: Sequence[PaymentState], gateways: Sequence[GatewayKey], order_id: uuid.UUID | None
) -> Select[Payment]:
    """Payments of these states and gateways, of any where there are none, and of an order."""
    query = select(Payment)
    if states:
        query = query.where(Payment.state.in_(states))
    if gateways:
        query = query.where(Payment.gateway.in_(gateways))
    return query if order_id is None else query.where(Payment.order_id == order_id)


async def refunds(
    session: AsyncSession, window: Window, order: Order, states: Sequence[RefundState]
) -> Page[ListedRefundOut]:
    """One part of all refunds, each with what it is of."""
    query = select(Refund)
    found = await RefundRepository(session).page(
        window, order, query.where(Refund.state.in_(states)) if states else query
    )
    ids = {each.payment_id for each in found.results}
    rows = (await session.scalars(select(Payment).where(Payment.id.in_(ids)))).all()
    by_id = {row.id: row for row in rows}
    results = [_listed(each, by_id[each.payment_id]) for each in found.results]
    return Page(results=results, total=found.total, start=found.start, limit=found.limit)


async def status(session: AsyncSession) -> PaymentsStatusOut:
    """How far each way to pay is set up, and what waits for somebody."""
    since = datetime.now(UTC) - _LATELY
    failed = select(func.count()).where(Payment.state == "failed", Payment.created_at > since)
    states = await session.execute(select(Refund.state, func.count().label("count")).group_by(Refund.state))
    counts = {row.state: row.count for row in states.all()}
    base = f"{state_of(session).settings.public_url}/ecom/webhooks"
    return PaymentsStatusOut(
        gateways=[
            GatewayStatusOut(key=each.key, is_on=each.is_on, is_offered=each.is_offered, missing=each.missing)
            for each in await readiness(session)
        ],
        stripe_webhook_url=f"{base}/stripe",
        paypal_webhook_url=f"{base}/paypal",
        failed_payments=await session.scalar(failed) or 0,
        failed_refunds=counts.get("failed", 0),
        waiting_refunds=counts.get("pending", 0),
    )


def _listed(refund: Refund, payment: Payment) -> ListedRefundOut:
    return ListedRefundOut(
        **RefundOut.model_validate(refund).model_dump(),
        order_id=payment.order_id,
        order_reference=payment.order_reference,
        gateway=payment.gateway,
    )
