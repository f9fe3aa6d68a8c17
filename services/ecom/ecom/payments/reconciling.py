"""Finds payments and refunds that nobody goes on with, and has somebody do so.

Webhooks get lost, browsers are closed, workers are killed, providers are away for an hour: within a minute or, the longer
it takes, some minutes, the provider is asked anew.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, exists, extract, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.models import Order
from ecom.payments.advancing import ADVANCE, NEVER_PAID, arguments
from ecom.payments.gateways import BY_HAND
from ecom.payments.models import Payment, ProviderEvent, Refund
from ecom.payments.refunding import REFUND
from ecom.payments.repository import has_open_job
from ecom.payments.states import OPEN
from kit.jobs import enqueue

EVERY = 60
_PAUSE = timedelta(seconds=EVERY)
_ASKED_FOR = timedelta(days=30)
"""How long a provider is asked what has become of a payment. PayPal keeps what was authorised for 29 days."""
_OVER_ASKED_FOR = timedelta(days=1)
"""How long a payment whose order takes no money any more is asked about each minute: until its end is known, else so long."""
_FAILED_ASKED_FOR = timedelta(days=2)
"""How long after a declined card another may be tried on the same payment."""
_EVENTS_KEPT = timedelta(days=90)
_AT_ONCE = 200


async def reconcile(session: AsyncSession) -> dict[str, int]:
    """Have providers asked about payments that stay open, and refunds done that are not; gives how many."""
    return {
        "payments": await _poll(session),
        "refunds": await _retry_refunds(session),
        "cancelled": await _cancel_by_hand(session),
    }


async def _poll(session: AsyncSession) -> int:
    now = datetime.now(UTC)
    # The longer nothing has happened, the longer the pause: a tenth of the payment's age.
    last = func.coalesce(Payment.asked_at, Payment.created_at)
    age, pause = extract("epoch", now - Payment.created_at), extract("epoch", now - last)
    # Of an order that takes no money the buyer could still be charged: money that came has to be back in minutes.
    is_over = _takes_no_money(now - _OVER_ASKED_FOR)
    is_due = and_(last < now - _PAUSE, or_(pause * 10 > age, is_over))
    is_open = and_(Payment.state.in_(OPEN), Payment.created_at > now - _ASKED_FOR)
    may_go_on = and_(
        Payment.state == "failed", Payment.created_at > now - _FAILED_ASKED_FOR, Payment.provider_id.is_not(None)
    )
    # What came in another amount or currency is on its way back already.
    may_be_charged = and_(Payment.state == "failed", Payment.provider_id.is_not(None), Payment.fault != "differs")
    is_charged_still = and_(or_(Payment.state.in_(OPEN), may_be_charged), is_over)
    query = select(Payment).where(
        or_(is_open, may_go_on, is_charged_still),
        Payment.gateway.not_in(BY_HAND),
        is_due,
        ~has_open_job(ADVANCE, "paymentId", Payment.id),
    )
    found = (await session.scalars(query.order_by(last).limit(_AT_ONCE).with_for_update(skip_locked=True))).all()
    for payment in found:
        # Counts as asked: a provider that is away is not asked about all of them each minute.
        payment.asked_at = now
        await enqueue(session, ADVANCE, arguments(payment, is_for_buyer=False))
    await session.flush()
    return len(found)


def _takes_no_money(since: datetime) -> ColumnElement[bool]:
    """Whether a payment's order came to take no money any more, or changed after that: what `advancing.is_wanted` says of it."""
    is_over = or_(Order.paid_amount > 0, Order.state.in_(NEVER_PAID))
    return exists().where(Order.id == Payment.order_id, Order.updated_at > since, is_over)


async def _retry_refunds(session: AsyncSession) -> int:
    now = datetime.now(UTC)
    age, pause = extract("epoch", now - Refund.created_at), extract("epoch", now - Refund.updated_at)
    query = select(Refund).where(
        Refund.state == "pending",
        Refund.updated_at < now - _PAUSE,
        # A tenth of a day at most: an old one that somebody has asked for again does not rest for days.
        pause * 10 > func.least(age, 86_400),
        ~has_open_job(REFUND, "refundId", Refund.id),
    )
    # Those that have waited longest come first, and then wait behind all others.
    found = (
        await session.scalars(query.order_by(Refund.updated_at).limit(_AT_ONCE).with_for_update(skip_locked=True))
    ).all()
    for refund in found:
        refund.updated_at = now
        await enqueue(session, REFUND, {"refundId": str(refund.id)})
    await session.flush()
    return len(found)


async def _cancel_by_hand(session: AsyncSession) -> int:
    """End the payments by hand whose orders were cancelled, or paid by another payment: nobody is asked about them."""
    takes_none = exists().where(Order.id == Payment.order_id, or_(Order.state == "cancelled", Order.paid_amount > 0))
    over = update(Payment).where(Payment.gateway.in_(BY_HAND), Payment.state == "pending", takes_none)
    ended = over.values(state="cancelled", version=Payment.version + 1).returning(Payment.id)
    return len((await session.execute(ended.execution_options(synchronize_session=False))).all())


async def delete_old_events(session: AsyncSession) -> int:
    """Deletes old events of providers, which repeat none after a month."""
    old = delete(ProviderEvent).where(ProviderEvent.received_at < datetime.now(UTC) - _EVENTS_KEPT)
    return len((await session.execute(old.returning(ProviderEvent.id))).all())
