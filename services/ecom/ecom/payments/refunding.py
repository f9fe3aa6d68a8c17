"""Gives money back: writes refunds down, has providers do them, and tells orders once it is done."""

import logging
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders import paying
from ecom.orders.paying import RefundedRow
from ecom.payments.errors import ProviderFaulted, ProviderRefused
from ecom.payments.gateway import SeenRefund
from ecom.payments.gateways import gateway_of
from ecom.payments.models import Payment, Refund, RefundKind
from ecom.payments.repository import PaymentRepository, RefundRepository, facts_of, refund_facts_of
from ecom.payments.sites import site_of
from ecom.payments.states import PAID, RefundState, after_refund
from kit.auth import Caller, Principal
from kit.db import new_id
from kit.errors import Unavailable
from kit.jobs import Run, enqueue

log = logging.getLogger(__name__)

REFUND = "payments.refund"
"""The task that has a provider give money back."""


async def refund_automatically(session: AsyncSession, payment: Payment, amount: int, currency: str, why: str) -> None:
    """Give back money that no order takes: all that came, in what it came in, once."""
    known = await RefundRepository(session).of_payment(payment.id)
    if not amount or any(each.kind == "automatic" for each in known):
        return
    refund = _new(payment, "automatic", amount, currency)
    refund.reason = why
    session.add(refund)
    await session.flush()
    await enqueue(session, REFUND, {"refundId": str(refund.id)})
    await paying.sent_back(session, payment.order_id, payment.id, amount, currency, why)


async def is_going_back(session: AsyncSession, payment: Payment) -> bool:
    """Whether money that no order could take is on its way back, or is back."""
    known = await RefundRepository(session).of_payment(payment.id)
    return any(each.kind == "automatic" and each.state in {"pending", "done"} for each in known)


async def write_down(
    session: AsyncSession,
    payment: Payment,
    amount: int,
    *,
    rows: Sequence[RefundedRow] = (),
    reason: str = "",
    caller: Principal | None = None,
    is_done: bool = False,
    identifier: uuid.UUID | None = None,
) -> Refund:
    """Write down a refund of a payment that is locked: one to have done, or one that a person has done by hand."""
    refund = _new(payment, "asked", amount, payment.currency)
    refund.id = identifier or refund.id
    refund.rows = [
        {"rowId": str(row.row_id), "quantity": row.quantity, "givesBackStock": row.gives_back_stock} for row in rows
    ]
    refund.reason = reason
    refund.actor_id = uuid.UUID(caller.user_id) if caller else None
    session.add(refund)
    await session.flush()
    if is_done:
        await _finish(session, payment, refund, caller)
    else:
        await enqueue(session, REFUND, {"refundId": str(refund.id)})
    return refund


async def note_elsewhere(session: AsyncSession, payment: Payment, refunded: int) -> None:
    """Write down what somebody has given back at the provider itself: how much was given back is all that is known."""
    known = await RefundRepository(session).of_payment(payment.id)
    # What was sent by hand is not the provider's.
    are_there = [each for each in known if each.state not in {"failed", "closed"} and each.kind != "by_hand"]
    more = refunded - sum(each.amount for each in are_there)
    if more <= 0:
        return
    refund = _new(payment, "elsewhere", more, payment.currency)
    session.add(refund)
    await session.flush()
    await _finish(session, payment, refund, None)


async def note_by_hand(session: AsyncSession, payment: Payment, refund: Refund, caller: Caller) -> None:
    """Write down that the money of a failed refund went back another way. Both are locked."""
    refund.kind = "by_hand"
    await _finish(session, payment, refund, caller)


async def has_failed(session: AsyncSession, payment: Payment, seen: SeenRefund) -> bool:
    """Take back a refund that failed at its provider, also after it was done there; False for one that is not known.

    Banks send money back for weeks: then it is the shop's again, and a person has to see to it. The payment is locked.
    """
    known = await RefundRepository(session).of_payment(payment.id)
    found = next((each.id for each in known if _is_it(each, seen)), None)
    if found is None:
        return False
    refund = await RefundRepository(session).get_for_update(found)
    if refund.state in {"failed", "closed"} or refund.kind == "by_hand":
        # Told once more. What a person has settled since is no matter of the provider's.
        return True
    was_done, refund.state = refund.state == "done", "failed"
    refund.provider_id, refund.done_at = seen.provider_id, None
    refund.fault, refund.fault_detail = seen.fault or "failed", ""
    if was_done and payment.state in PAID and refund.currency == payment.currency:
        payment.refunded_amount = max(0, payment.refunded_amount - refund.amount)
        payment.state = after_refund(payment.amount, payment.refunded_amount)
    await session.flush()
    if was_done:
        await paying.refund_failed(session, payment.order_id, refund.id, refund.fault)
    return True


def _is_it(refund: Refund, seen: SeenRefund) -> bool:
    """Whether a refund is the one of the provider's. Of those that were made there the amount is all that is known."""
    if refund.provider_id is not None or refund.kind != "elsewhere":
        return refund.provider_id == seen.provider_id
    return refund.state == "done" and refund.amount == seen.amount


async def refund(run: Run, refund_id: uuid.UUID) -> RefundState | None:
    """Have a refund done; gives what became of it, None where it is gone.

    A provider is asked for the refunds that it has before it is asked for another, so a worker that is killed in the
    middle does no harm. Raises what of a provider passes: it is tried again. After the last attempt the row says it,
    and `ecom.payments.reconciling` goes on with it.
    """
    async with run.state.database.reading() as session:
        row = await session.get(Refund, refund_id)
        if row is None or row.state != "pending":
            return row.state if row else None
        payment = await PaymentRepository(session).get(row.payment_id)
        facts, wanted = facts_of(payment, site_of(session)), refund_facts_of(row)
    try:
        async with run.state.database.reading() as session:
            gateway = await gateway_of(session, payment.gateway)
        seen = await gateway.refund(facts, wanted)
    except ProviderRefused as error:
        seen = SeenRefund("", "failed", error.reason or error.code)
        return await _note(run.session, payment.id, refund_id, seen, error.detail or "")
    except Unavailable as error:
        log.warning("a refund waits for its provider: %s", error.code)
        async with run.state.database.transaction() as session:
            failed = await RefundRepository(session).get_for_update(refund_id)
            failed.fault, failed.fault_detail = error.code, (error.detail or "")[:500]
            # Not where nobody answered: it may be at work still, and under another key the money would go back twice.
            failed.faults += isinstance(error, ProviderFaulted)
        if run.is_last:
            return "pending"
        raise
    return await _note(run.session, payment.id, refund_id, seen, "")


async def _note(
    session: AsyncSession, payment_id: uuid.UUID, refund_id: uuid.UUID, seen: SeenRefund, detail: str
) -> RefundState:
    payment = await PaymentRepository(session).get_for_update(payment_id)
    refund = await RefundRepository(session).get_for_update(refund_id)
    if refund.state != "pending":
        return refund.state
    refund.provider_id = seen.provider_id or None
    refund.fault, refund.fault_detail = seen.fault, detail[:500]
    if seen.state == "done":
        await _finish(session, payment, refund, None)
    elif seen.state == "failed":
        refund.state, refund.fault = "failed", seen.fault or "failed"
    await session.flush()
    return refund.state


async def _finish(session: AsyncSession, payment: Payment, refund: Refund, caller: Caller | None) -> None:
    """The money is back: the payment says so, and the order is told, if it ever took the money."""
    refund.state, refund.done_at = "done", datetime.now(UTC)
    refund.fault, refund.fault_detail = "", ""
    if payment.state in PAID and refund.currency == payment.currency:
        payment.refunded_amount = min(payment.amount, payment.refunded_amount + refund.amount)
        payment.state = after_refund(payment.amount, payment.refunded_amount)
    await session.flush()
    if refund.kind == "automatic":
        await paying.has_gone_back(session, payment.order_id, refund.amount, refund.currency)
    # Of money that it has not taken an order knows nothing, also where a person sends it back at the provider.
    if refund.kind != "automatic" and await paying.has_taken(session, payment.order_id, payment.id):
        rows = rows_of(refund)
        await paying.refunded(session, payment.order_id, refund.id, refund.amount, rows, caller, refund.reason)


def rows_of(refund: Refund) -> list[RefundedRow]:
    """The rows of the order that a refund is for."""
    return [_row(each) for each in refund.rows]


def _row(stored: dict[str, Any]) -> RefundedRow:
    return RefundedRow(uuid.UUID(stored["rowId"]), stored["quantity"], stored["givesBackStock"])


def _new(payment: Payment, kind: RefundKind, amount: int, currency: str) -> Refund:
    return Refund(id=new_id(), payment_id=payment.id, kind=kind, state="pending", currency=currency, amount=amount)
