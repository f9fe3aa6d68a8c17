"""Brings a payment as far as it can go: has the provider expect it, asks what became of it, and takes what was agreed to."""

import logging
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders import paying
from ecom.orders.models import Order
from ecom.orders.service import Ending, is_late
from ecom.payments.applying import apply
from ecom.payments.browsers import for_browser
from ecom.payments.errors import ProviderFaulted, ProviderRefused
from ecom.payments.gateway import Facts, Gateway, Seen
from ecom.payments.gateways import BY_HAND, gateway_of
from ecom.payments.models import GatewayKey, Payment
from ecom.payments.repository import PaymentRepository, facts_of
from ecom.payments.sites import site_of
from ecom.payments.states import OPEN
from kit.errors import Unavailable
from kit.jobs import Run

log = logging.getLogger(__name__)

ADVANCE = "payments.advance"
"""The task that does this."""
NEVER_PAID = frozenset({"cancelled", "refunded"})
"""The states of an order that takes no money."""


def arguments(payment: Payment, *, is_for_buyer: bool, ending: Ending | None = None) -> dict[str, Any]:
    """Those of the task. Only to the buyer's browser is told what pays: the site keeps what comes of its jobs."""
    job_args = {"paymentId": str(payment.id), "isForBuyer": is_for_buyer}
    if ending is None:
        return job_args
    return {**job_args, "isExpired" if ending == "expired" else "isWithdrawn": True}


def ending_of(job_args: Mapping[str, Any]) -> Ending | None:
    """Why a job with these arguments ends what nobody has agreed to; None where it does not."""
    if job_args.get("isExpired", False):
        return "expired"
    return "withdrawn" if job_args.get("isWithdrawn", False) else None


async def advance(run: Run, payment_id: uuid.UUID, ending: Ending | None = None) -> dict[str, Any] | None:
    """Bring a payment further; gives what the buyer's browser needs of it, None where it is gone.

    One that is withdrawn ends instead, and its order with it, unless the buyer has agreed to it before: then it is paid.
    So does one whose order's time to be paid is over, and is over still.

    Whatever happens between two steps, the next time begins by asking, and each step done twice is as if done once. Raises
    what of a provider passes: it is tried again. After the last attempt the row says it, and `ecom.payments.reconciling`
    goes on with it: there would be a failed job for each payment otherwise.
    """
    async with run.state.database.reading() as session:
        payment = await session.get(Payment, payment_id)
        if payment is None or payment.gateway in BY_HAND:
            return None if payment is None else await for_browser(session, payment)
        facts, key = facts_of(payment, site_of(session)), payment.gateway
        wants_money = await is_wanted(session, payment)
        if ending == "expired" and not await _is_late(session, payment):
            ending = None
    if facts.provider_id is None and (ending or not wants_money):
        ended = await _end_unheard(run, payment_id, ending)
        if ended is not None:
            return ended
        async with run.state.database.reading() as session:
            facts = facts_of(await session.get_one(Payment, payment_id), site_of(session))
    try:
        seen = await _seen(run, key, facts, wants_money=wants_money, is_ending=ending is not None)
    except ProviderRefused as error:
        fault = error.reason or error.code
        seen = Seen(facts.provider_id or "", "failed", facts.amount, facts.currency, None, fault=fault[:50])
        seen = replace(seen, fault_detail=(error.detail or "")[:500])
        if await _is_begun(run, payment_id):
            # What it is there is known: a step was refused, and the next look says where it stands.
            return await _note_fault(run, payment_id, error.reason or error.code, error.detail)
    except Unavailable as error:
        log.warning("a payment waits for its provider: %s", error.code)
        said = isinstance(error, ProviderFaulted)
        answer = await _note_fault(run, payment_id, error.code, error.detail, is_said=said)
        if run.is_last:
            return answer
        raise
    payment = await PaymentRepository(run.session).get_for_update(payment_id)
    await apply(run.session, payment, seen)
    # Also what was declined after it was agreed to: nobody can pay that any more.
    if ending and payment.state in {"cancelled", "failed"}:
        # Also of one who has turned back: while the provider was away they were told to wait.
        await paying.payment_abandoned(run.session, payment.order_id, ending, mails_buyer=payment.is_agreed_to)
    return await for_browser(run.session, payment, seen)


async def _is_begun(run: Run, payment_id: uuid.UUID) -> bool:
    """Whether the provider has the payment by now: another job may have begun it meanwhile."""
    async with run.state.database.reading() as session:
        return (await session.get_one(Payment, payment_id)).provider_id is not None


async def is_wanted(session: AsyncSession, payment: Payment) -> bool:
    """Whether the order of a payment still waits for its money, and this payment is not given up."""
    order = await session.scalar(select(Order).where(Order.id == payment.order_id))
    is_waiting = order is not None and not order.paid_amount and order.state not in NEVER_PAID
    return is_waiting and payment.state != "cancelled"


async def _is_late(session: AsyncSession, payment: Payment) -> bool:
    """Whether an order is late still: since its job was enqueued, the shop may have opened it anew or gone on with it."""
    order = await session.scalar(select(Order).where(Order.id == payment.order_id))
    return order is not None and is_late(order)


async def _seen(run: Run, key: GatewayKey, facts: Facts, *, wants_money: bool, is_ending: bool) -> Seen:
    async with run.state.database.reading() as session:
        gateway = await gateway_of(session, key)
    if facts.provider_id is None:
        seen = await gateway.begin(facts)
        known_id = await _remember(run, facts.tie.payment_id, seen)
        if known_id == seen.provider_id and await _is_wanted_now(run, facts.tie.payment_id):
            return seen
        if known_id == seen.provider_id:
            # It was given up while the provider was told of it.
            return await gateway.cancel(replace(facts, provider_id=known_id))
        # Two have begun it at once, under different keys: nobody is to pay the one that is not the payment's.
        await _cancel_other(gateway, replace(facts, provider_id=seen.provider_id))
        facts = replace(facts, provider_id=known_id)
    seen = await gateway.look(facts)
    return await _stepped(gateway, facts, seen, wants_money=wants_money, is_ending=is_ending)


async def _is_wanted_now(run: Run, payment_id: uuid.UUID) -> bool:
    async with run.state.database.reading() as session:
        return await is_wanted(session, await session.get_one(Payment, payment_id))


async def _cancel_other(gateway: Gateway, facts: Facts) -> None:
    """Cancel what was begun beside the payment. That this is refused says nothing of the payment itself."""
    try:
        await gateway.cancel(facts)
    except ProviderRefused as error:
        log.warning("a second try at payment %s is not cancelled: %s", facts.tie.payment_id, error.code)


async def _stepped(gateway: Gateway, facts: Facts, seen: Seen, *, wants_money: bool, is_ending: bool) -> Seen:
    """What the provider says once the site has done its part."""
    if seen.state not in OPEN and seen.state != "failed":
        return seen
    if not wants_money:
        return await gateway.cancel(facts)
    if seen.is_approved or seen.state == "authorised":
        return await gateway.capture(facts)
    return await gateway.cancel(facts) if is_ending else seen


async def _remember(run: Run, payment_id: uuid.UUID, seen: Seen) -> str:
    """What the provider calls a payment, which is what it was first called.

    In a transaction of its own: it is true whatever becomes of the job.
    """
    async with run.state.database.transaction() as session:
        payment = await PaymentRepository(session).get_for_update(payment_id)
        payment.provider_id = payment.provider_id or seen.provider_id
        return payment.provider_id


async def _note_fault(
    run: Run, payment_id: uuid.UUID, fault: str, detail: str | None, *, is_said: bool = True
) -> dict[str, Any]:
    """In a transaction of its own, since the job's may be rolled back.

    ``is_said``: whether the provider said so, and would again to the same idempotency key. What nobody answered may be
    done yet, and under another key it would be done twice.
    """
    async with run.state.database.transaction() as session:
        payment = await PaymentRepository(session).get_for_update(payment_id)
        payment.faults += is_said
        if payment.state != "failed":
            # Why it failed is what the buyer and the shop have to know.
            payment.fault, payment.fault_detail = fault[:50], (detail or "")[:500]
        return {**await for_browser(session, payment), "isUnheard": True}


async def _end_unheard(run: Run, payment_id: uuid.UUID, ending: Ending | None) -> dict[str, Any] | None:
    """End a payment that its provider has not heard of; None where another job has had it begun meanwhile."""
    async with run.state.database.transaction() as session:
        payment = await PaymentRepository(session).get_for_update(payment_id)
        if payment.provider_id is not None:
            return None
        if payment.state in OPEN or (ending and payment.state == "failed"):
            payment.state = "cancelled"
            await session.flush()
        if ending and payment.state == "cancelled":
            await paying.payment_abandoned(session, payment.order_id, ending)
        return await for_browser(session, payment)
