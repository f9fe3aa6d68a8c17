"""What shops and buyers do with payments."""

import secrets
import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders import paying
from ecom.payments import refunding
from ecom.payments.advancing import ADVANCE, arguments
from ecom.payments.applying import capture
from ecom.payments.errors import (
    GatewayNotOffered,
    PaymentIsProviders,
    PaymentNotFound,
    PaymentNotOpen,
    PaymentNotPaid,
    RefundNotFailed,
    RefundReplaced,
    RefundTooLarge,
)
from ecom.payments.gateway import Gateway
from ecom.payments.gateways import BY_HAND, offered, paypal, stripe
from ecom.payments.models import GatewayKey, Payment, Refund
from ecom.payments.refunding import REFUND
from ecom.payments.repository import PaymentRepository, RefundRepository, open_jobs_of_buyer, pending_refunds_of
from ecom.payments.schemas import ProviderName, RefundClosedIn, RefundIn
from ecom.payments.states import can_become
from kit import audit
from kit.auth import Principal
from kit.db import new_id, release_connection
from kit.errors import FieldError
from kit.idempotency import begin_once
from kit.jobs import enqueue
from kit.tables import Job

_AT_WORK = 2
"""From so many jobs of one payment on that buyers' browsers have begun and that are at work, the next waits a while."""
_PAUSE = 5.0
"""Seconds that it waits."""


class Payable(Protocol):
    """An order, as far as its payment has to know it."""

    @property
    def id(self) -> uuid.UUID:
        """Its id."""

    @property
    def reference(self) -> str:
        """What people call it."""

    @property
    def currency(self) -> str:
        """What it is in."""

    @property
    def total_incl_tax(self) -> int:
        """What is to be paid."""


async def add(session: AsyncSession, order: Payable, gateway_key: GatewayKey) -> tuple[Payment, Job | None]:
    """Begin to have an order paid, in the order's transaction; gives the payment, and the job that its provider hears of it by.

    Raises `GatewayNotOffered`.

    That job begins once all is committed; payments by hand have none. An order that costs nothing is paid at once.
    """
    if not await offered(session, order.currency, [gateway_key]):
        fault = FieldError("gateway", GatewayNotOffered.code, "This payment method is not available.")
        raise GatewayNotOffered("This payment method is not available. Choose another one.", errors=[fault])
    payment = Payment(
        id=new_id(),
        order_id=order.id,
        order_reference=order.reference,
        key=secrets.token_urlsafe(32),
        gateway=gateway_key,
        state="pending",
        currency=order.currency,
        amount=order.total_incl_tax,
        fault="",
    )
    session.add(payment)
    if not payment.amount:
        await capture(session, payment)
        return payment, None
    return payment, await beginning(session, payment)


async def bill(session: AsyncSession, principal: Principal, order_id: uuid.UUID) -> Payment:
    """Have an order that nobody paid online paid by invoice instead. Its buyer is mailed how.

    Raises `GatewayNotOffered`, `OrderNotFound`, `OrderStateRefused` and `NotInStock`.
    """
    if not await offered(session, among=["invoice"]):
        raise GatewayNotOffered("Payment by invoice is switched off. Switch it on under Payments first.")
    payment, _ = await add(session, await paying.bill(session, principal, order_id), "invoice")
    audit.record(session, principal, "payment.billed", subject=_subject(payment))
    await session.flush()
    return payment


async def beginning(session: AsyncSession, payment: Payment) -> Job | None:
    """The one job by which a payment's provider first hears of it: begun, or as it was; None for payments by hand."""
    if payment.gateway in BY_HAND:
        return None
    return await enqueue(session, ADVANCE, arguments(payment, is_for_buyer=True), key=str(payment.id))


async def withdraw(session: AsyncSession, payment_id: uuid.UUID, key: str) -> Job:
    """End a payment that its buyer has turned away from, and its order with it, as a job that asks the provider first.

    What the buyer has agreed to meanwhile is paid. Raises `PaymentNotFound`, and `PaymentNotOpen` for one by hand.
    """
    payment = await _of_buyer(session, payment_id, key)
    if payment.gateway in BY_HAND:
        raise PaymentNotOpen("This order cannot be cancelled online. Contact the shop.")
    return await _begin_for_buyer(session, payment, is_withdrawn=True)


async def check(session: AsyncSession, payment_id: uuid.UUID, key: str) -> Job:
    """Ask the provider about a buyer's payment and go on with it, as a job. Raises `PaymentNotFound`.

    Anybody may call this as often as they like: a job that waits is given back, and else one is begun behind those that
    are at work, which may have asked before the buyer had paid. Behind several it waits: nobody takes up all workers.
    """
    return await _begin_for_buyer(session, await _of_buyer(session, payment_id, key), is_withdrawn=False)


async def _of_buyer(session: AsyncSession, payment_id: uuid.UUID, key: str) -> Payment:
    """A payment whose key is shown, locked."""
    repository = PaymentRepository(session)
    payment = await repository.get(payment_id)
    if not secrets.compare_digest(payment.key.encode(), key.encode()):
        raise PaymentNotFound
    return await repository.get_for_update(payment_id)


async def _begin_for_buyer(session: AsyncSession, payment: Payment, *, is_withdrawn: bool) -> Job:
    known = await open_jobs_of_buyer(session, payment.id)
    queued = [job for job in known if job.state == "queued"]
    # A job that ends the payment also reports its state, so it serves a buyer who only asks.
    for job in queued:
        if job.args.get("isWithdrawn", False) or not is_withdrawn:
            return job
    delay = _PAUSE if len(known) >= _AT_WORK else 0.0
    job_args = arguments(payment, is_for_buyer=True, ending="withdrawn" if is_withdrawn else None)
    return await enqueue(session, ADVANCE, job_args, delay=delay)


async def ask(session: AsyncSession, principal: Principal, payment_id: uuid.UUID) -> Job:
    """Ask the provider about a payment, for the shop. Raises `PaymentNotFound`."""
    payment = await PaymentRepository(session).get(payment_id)
    return await enqueue(session, ADVANCE, arguments(payment, is_for_buyer=False), created_by=principal.user_id)


async def receive(session: AsyncSession, principal: Principal, payment_id: uuid.UUID) -> Payment:
    """Write down that the money of an invoice or a collection has come.

    Raises `PaymentNotFound`, `PaymentIsProviders`, and `PaymentNotOpen` where it has come before or the order cannot take it.
    """
    payment = await PaymentRepository(session).get_for_update(payment_id)
    if payment.gateway not in BY_HAND:
        raise PaymentIsProviders("The payment provider confirms this payment.")
    if not can_become(payment.state, "captured"):
        raise PaymentNotOpen("This payment is already recorded.")
    if not await capture(session, payment, principal):
        raise PaymentNotOpen("This order is already paid or cancelled.")
    audit.record(session, principal, "payment.received", subject=_subject(payment))
    return payment


async def refund(
    session: AsyncSession, principal: Principal, data: RefundIn, payment_id: uuid.UUID, idempotency_key: str
) -> Refund:
    """Have money go back, all that is left of a payment or a part; by hand where it came by hand.

    Raises `PaymentNotFound`, `PaymentNotPaid`, `RefundTooLarge`, `paying.RefundTooLarge`, `RefundsChanged`,
    `IdempotencyKeyReused`.
    """
    refund_id = new_id()
    # After an answer that was lost, the same refund is among those that were seen.
    request = orjson.dumps([str(payment_id), data.model_dump(mode="json", exclude={"seen_amount"})])
    scope = f"refunds:{principal.user_id}"
    replay = await begin_once(session, scope=scope, key=idempotency_key, request=request, answer={"id": str(refund_id)})
    if replay is not None:
        return await RefundRepository(session).get(uuid.UUID(replay.answer["id"]))
    payment = await PaymentRepository(session).get_for_update(payment_id)
    if payment.state not in {"captured", "part_refunded"}:
        raise PaymentNotPaid("This payment has nothing left to refund.")
    await _check_left(session, payment, data.amount)
    rows = [paying.RefundedRow(row.row_id, row.quantity, row.gives_back_stock) for row in data.rows]
    pending = await pending_refunds_of(session, payment.order_id)
    await paying.check_refund(session, payment.order_id, data.amount, rows, pending, data.seen_amount)
    written = await refunding.write_down(
        session,
        payment,
        data.amount,
        rows=rows,
        reason=data.reason,
        caller=principal,
        is_done=payment.gateway in BY_HAND,
        identifier=refund_id,
    )
    details = {"amount": data.amount, "currency": payment.currency}
    audit.record(session, principal, "payment.refunded", subject=_subject(payment), details=details)
    return written


async def retry_refund(session: AsyncSession, principal: Principal, refund_id: uuid.UUID) -> Refund:
    """Retry a failed refund. Raises `RefundNotFound`, `RefundNotFailed`, `RefundReplaced`, `RefundTooLarge`."""
    refund = await RefundRepository(session).get(refund_id)
    payment = await PaymentRepository(session).get_for_update(refund.payment_id)
    refund = await RefundRepository(session).get_for_update(refund_id)
    if refund.state != "failed":
        raise RefundNotFailed("This refund has not failed.")
    if refund.kind == "automatic":
        if await paying.has_taken(session, payment.order_id, payment.id):
            raise RefundReplaced(
                "The order was paid with this money after all. Close this refund, and refund the order."
            )
    else:
        if await _is_replaced(session, refund):
            raise RefundReplaced("Another refund was made since this one failed. Close this one.")
        await _check_left(session, payment, refund.amount)
        pending = await pending_refunds_of(session, payment.order_id)
        await paying.check_refund(session, payment.order_id, refund.amount, refunding.rows_of(refund), pending)
    # Under another idempotency key: providers repeat what they have answered under one.
    refund.state, refund.provider_id, refund.faults = "pending", None, refund.faults + 1
    refund.fault, refund.fault_detail = "", ""
    await session.flush()
    await enqueue(session, REFUND, {"refundId": str(refund.id)}, created_by=principal.user_id)
    audit.record(session, principal, "payment.refund_retried", subject=_subject(payment))
    return refund


async def close_refund(
    session: AsyncSession, principal: Principal, data: RefundClosedIn, refund_id: uuid.UUID
) -> Refund:
    """Close a failed refund that was settled otherwise; one sent by hand counts as refunded.

    Raises `RefundNotFound`, `RefundNotFailed`, `RefundTooLarge`, `paying.RefundTooLarge`.
    """
    refund = await RefundRepository(session).get(refund_id)
    payment = await PaymentRepository(session).get_for_update(refund.payment_id)
    refund = await RefundRepository(session).get_for_update(refund_id)
    if refund.state != "failed":
        raise RefundNotFailed("This refund has not failed.")
    if data.is_sent_by_hand and refund.kind != "automatic":
        await _check_left(session, payment, refund.amount)
        pending = await pending_refunds_of(session, payment.order_id)
        await paying.check_refund(session, payment.order_id, refund.amount, refunding.rows_of(refund), pending)
        await refunding.note_by_hand(session, payment, refund, principal)
    else:
        # Of what its order never took there is nothing to count there.
        refund.state = "closed"
    await session.flush()
    details = {"amount": refund.amount, "currency": refund.currency, "isSentByHand": data.is_sent_by_hand}
    audit.record(session, principal, "payment.refund_closed", subject=_subject(payment), details=details)
    return refund


async def _is_replaced(session: AsyncSession, refund: Refund) -> bool:
    """Whether somebody has had money go back after a refund had failed, here or at the provider: most likely in its place."""
    others = await RefundRepository(session).of_payment(refund.payment_id)
    return any(each.state in {"pending", "done"} and _counts_since(each) > refund.updated_at for each in others)


def _counts_since(refund: Refund) -> datetime:
    """When a refund was made; of one that had failed, when it was tried again or sent by hand."""
    had_failed = refund.faults > 0 or refund.kind == "by_hand"
    return max(refund.created_at, refund.done_at or refund.updated_at) if had_failed else refund.created_at


async def test_provider(session: AsyncSession, provider: ProviderName) -> None:
    """Ask a provider something, to see whether the keys are right.

    Raises `ProviderNotConfigured`, `ProviderKeyRefused`, `ProviderUnavailable`.
    """
    account: Gateway = await stripe(session) if provider == "stripe" else await paypal(session)
    await release_connection(session)
    await account.test()


async def _check_left(session: AsyncSession, payment: Payment, amount: int) -> None:
    on_the_way = sum(_amounts(await RefundRepository(session).of_payment(payment.id)))
    left = payment.amount - payment.refunded_amount - on_the_way
    if amount > left:
        fault = FieldError("amount", RefundTooLarge.code, f"At most {left}.")
        raise RefundTooLarge("The refund cannot exceed the rest of the payment.", errors=[fault])


def _amounts(refunds: Sequence[Refund]) -> Sequence[int]:
    return [each.amount for each in refunds if each.state == "pending"]


def _subject(payment: Payment) -> tuple[str, uuid.UUID, str]:
    return "payment", payment.id, payment.order_reference
