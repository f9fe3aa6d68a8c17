"""Applies what a provider says of a payment, be it asked or by its webhook: once, in one transaction with its effects."""

import logging
from datetime import UTC, datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders import paying
from ecom.payments.gateway import Seen
from ecom.payments.models import Payment
from ecom.payments.refunding import is_going_back, note_elsewhere, refund_automatically
from ecom.payments.states import OPEN, PAID, can_become
from kit.auth import Caller

log = logging.getLogger(__name__)

Outcome = Literal["applied", "nothing_new", "differs"]


async def apply(session: AsyncSession, payment: Payment, seen: Seen) -> Outcome:
    """Take over what a provider says of a payment, which is locked.

    What is no step forward changes nothing. Money that is not this payment's, by its amount, its currency or what it was
    for, is given back; so is money that the order cannot take any more.
    """
    payment.asked_at = datetime.now(UTC)
    # Of what was refused before it was there the provider has no name.
    payment.provider_id = payment.provider_id or seen.provider_id or None
    payment.authorisation_id = seen.authorisation_id or payment.authorisation_id
    payment.charge_id = seen.charge_id or payment.charge_id
    if not _is_its_own(payment, seen):
        return await _refuse(session, payment, seen)
    if payment.state != "failed":
        # Only why it failed lasts: what stood in the way of asking is over.
        payment.fault, payment.fault_detail = "", ""
    if payment.state in PAID:
        before = payment.refunded_amount
        await note_elsewhere(session, payment, seen.refunded)
        return "applied" if payment.refunded_amount != before else "nothing_new"
    is_same = seen.state == payment.state and (seen.state != "failed" or seen.fault == payment.fault)
    if is_same or (seen.state != payment.state and not can_become(payment.state, seen.state)):
        await session.flush()
        return "nothing_new"
    if seen.state == "captured" and await is_going_back(session, payment):
        # It was not this payment's when it came. An order that took it now would be paid by money that goes back.
        await session.flush()
        return "nothing_new"
    was_open = payment.state in OPEN
    payment.state = seen.state
    payment.fault, payment.fault_detail = seen.fault, seen.fault_detail
    await _follow_up(session, payment, seen)
    if was_open and seen.state in {"failed", "cancelled"} and payment.is_agreed_to:
        await paying.payment_will_not_come(session, payment.order_id)
    await session.flush()
    return "applied"


async def capture(session: AsyncSession, payment: Payment, caller: Caller | None = None) -> bool:
    """Marks a payment as captured and its order as paid; returns whether the order accepts it."""
    payment.state, payment.captured_at = "captured", datetime.now(UTC)
    payment.fault, payment.fault_detail = "", ""
    await session.flush()
    return await paying.paid(
        session, payment.order_id, payment.id, payment.amount, payment.currency, caller, payment.gateway
    )


async def _follow_up(session: AsyncSession, payment: Payment, seen: Seen) -> None:
    if seen.state == "captured":
        if await capture(session, payment):
            await note_elsewhere(session, payment, seen.refunded)
        else:
            log.warning("payment %s came for an order that cannot take it: it goes back", payment.id)
            await refund_automatically(session, payment, seen.amount, seen.currency, "order_cannot_take_it")
    elif seen.state == "failed":
        reason = seen.fault_detail or seen.fault
        await paying.payment_failed(session, payment.order_id, payment.id, reason)


def _is_its_own(payment: Payment, seen: Seen) -> bool:
    is_for_it = seen.tie is None or (seen.tie.payment_id, seen.tie.order_id) == (payment.id, payment.order_id)
    is_it = (payment.provider_id or "") == seen.provider_id
    return is_for_it and is_it and (seen.amount, seen.currency) == (payment.amount, payment.currency)


async def _refuse(session: AsyncSession, payment: Payment, seen: Seen) -> Outcome:
    """Take nothing of it but the money, and that only to give it back."""
    log.warning("what the provider has for payment %s is not this payment's", payment.id)
    if payment.state not in PAID:
        payment.fault = "differs"
        payment.fault_detail = f"{seen.amount} {seen.currency} at the provider"[:500]
        if seen.state == "captured":
            payment.state = "failed"
            await refund_automatically(session, payment, seen.amount, seen.currency, "differs")
    await session.flush()
    return "differs"
