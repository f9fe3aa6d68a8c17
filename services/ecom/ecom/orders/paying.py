"""What payments tell orders. Each of these runs in the caller's transaction and may be told the same thing twice."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.errors import OrderStateRefused, RefundsChanged, RefundTooLarge
from ecom.orders.mails import request_confirmation, request_mail
from ecom.orders.models import Order, OrderEvent, OrderRefund, OrderRow
from ecom.orders.repository import OrderRepository
from ecom.orders.reservation import rows_of
from ecom.orders.service import Ending, change_state, end_unpaid, is_late
from ecom.orders.states import PAID_LATER, state_before_refund
from ecom.orders.status import announce
from ecom.orders.timeline import is_cancelled_by_shop, note
from ecom.stock.service import restock
from kit.auth import Caller
from kit.errors import FieldError


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """What is on its way back already: how much money, and how many of which rows."""

    amount: int = 0
    quantities: Mapping[uuid.UUID, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RefundedRow:
    """How many of a row are refunded, and whether they go back into the stock."""

    row_id: uuid.UUID
    quantity: int
    gives_back_stock: bool = False


async def paid(
    session: AsyncSession,
    order_id: uuid.UUID,
    payment_id: uuid.UUID,
    amount: int,
    currency: str,
    caller: Caller | None = None,
    gateway: str | None = None,
) -> bool:
    """Take the money of a payment for an order.

    False where the order cannot take it (any more): it is gone, cancelled, refunded, paid by another payment, or the
    amount or currency is not its own. That money has to go back. ``caller`` is who says that it came, where a person does.
    ``gateway`` is how it came, left out where that is how the order waits for it: a billed one may be paid by card after all.
    """
    order = await _lock(session, order_id)
    if order is None:
        return False
    if await has_taken(session, order.id, payment_id):
        return True
    is_its_own = currency == order.currency and amount == order.total_incl_tax
    if order.paid_amount or order.state in {"cancelled", "refunded"} or not is_its_own:
        return False
    order.paid_amount = amount
    order.paid_at = datetime.now(UTC)
    order.expires_at = None
    if order.state == "awaiting_payment":
        order.state = "paid"
    note(session, caller, order, "paid", paymentId=str(payment_id), amount=amount)
    await _confirm_paid(session, order, gateway or order.gateway)
    announce(session, order)
    await session.flush()
    return True


async def _confirm_paid(session: AsyncSession, order: Order, gateway: str) -> None:
    """Have the receipt mailed of an order that was paid by a gateway, unless its buyer has been told before how it is."""
    is_as_mailed = gateway == order.gateway
    order.gateway = gateway
    if order.confirmed_at is None or is_as_mailed:
        await request_confirmation(session, order)
    else:
        # What the buyer was mailed asks for the money another way: they would pay twice.
        await request_mail(session, order, "customer_order")


async def has_taken(session: AsyncSession, order_id: uuid.UUID, payment_id: uuid.UUID) -> bool:
    """Whether an order has taken the money of a payment: of any other no refund is the order's."""
    is_of_payment = OrderEvent.details["paymentId"].astext == str(payment_id)
    query = select(OrderEvent.id).where(OrderEvent.order_id == order_id, OrderEvent.kind == "paid", is_of_payment)
    return await session.scalar(query.limit(1)) is not None


async def payment_failed(session: AsyncSession, order_id: uuid.UUID, payment_id: uuid.UUID, reason: str = "") -> None:
    """Write down that a payment came to nothing. The order goes on waiting: the buyer may try again."""
    order = await _lock(session, order_id)
    if order is not None:
        note(session, None, order, "payment_failed", paymentId=str(payment_id), reason=reason[:500])
        await session.flush()


async def payment_will_not_come(session: AsyncSession, order_id: uuid.UUID) -> None:
    """Tell a buyer who has agreed to pay that the shop has cancelled the order; what ends by itself tells it then."""
    order = await _lock(session, order_id)
    if order is not None and order.state == "cancelled" and await is_cancelled_by_shop(session, order):
        await request_mail(session, order, "order_cancelled")


async def payment_abandoned(
    session: AsyncSession, order_id: uuid.UUID, why: Ending, *, mails_buyer: bool = False
) -> None:
    """Cancel an order that its buyer does not pay; nothing where it does not wait for money any more.

    Nor where the shop has billed it meanwhile: it waits for the money of the invoice, whatever becomes of the payment before.
    Nor where its time was over, and the shop has opened it anew since.
    ``mails_buyer`` has the buyer mailed: one who has agreed to pay believes that the order stands.
    """
    order = await _lock(session, order_id)
    if order is None or order.gateway in PAID_LATER or (why == "expired" and not is_late(order)):
        return
    if order.state == "awaiting_payment" and not order.paid_amount:
        await end_unpaid(session, order, why, mails_buyer=mails_buyer)


async def bill(session: AsyncSession, caller: Caller, order_id: uuid.UUID) -> Order:
    """Have an order that nobody paid online wait for the money of an invoice, and mail its buyer how that is paid.

    A cancelled one is open again, with its stock. Raises `OrderNotFound`, `OrderStateRefused` and `NotInStock`.
    """
    order = await OrderRepository(session).get_for_update(order_id)
    is_unpaid = order.state in {"awaiting_payment", "cancelled"} and not order.paid_amount
    if order.gateway in PAID_LATER or not is_unpaid:
        raise OrderStateRefused("Only an order that was not paid online can be paid by invoice instead.")
    order.gateway = "invoice"
    note(session, caller, order, "billed")
    if order.state == "cancelled":
        await change_state(session, caller, order, "awaiting_payment")
    else:
        order.expires_at = None
        announce(session, order)
    # The shop knows of it: it has just asked for it.
    order.confirmed_at = datetime.now(UTC)
    await request_mail(session, order, "customer_order")
    await session.flush()
    return order


async def sent_back(
    session: AsyncSession, order_id: uuid.UUID, payment_id: uuid.UUID, amount: int, currency: str, why: str
) -> None:
    """Write down that the site gives money back by itself which an order has not taken, and tell the shop."""
    order = await _lock(session, order_id)
    if order is not None:
        money = {"amount": amount, "currency": currency}
        note(session, None, order, "payment_sent_back", paymentId=str(payment_id), reason=why, **money)
        await request_mail(session, order, "payment_sent_back", sentBackAmount=amount, sentBackCurrency=currency)
        await session.flush()


async def has_gone_back(session: AsyncSession, order_id: uuid.UUID, amount: int, currency: str) -> None:
    """Tell the buyer that money is back which their order has not taken."""
    order = await _lock(session, order_id)
    # Templates write amounts in the order's currency.
    if order is not None and currency == order.currency:
        await request_mail(session, order, "order_refunded", refundedAmount=amount)


async def check_refund(
    session: AsyncSession,
    order_id: uuid.UUID,
    amount: int,
    rows: Sequence[RefundedRow],
    pending: OnTheWay,
    seen_amount: int | None = None,
) -> None:
    """Check that so much may go back beside what is ``pending``, before a provider is asked.

    ``seen_amount`` is what had gone back or was pending when somebody decided this: of two who give the same amount back,
    the second is told of the first. The order is locked until the end of the transaction. Raises `OrderNotFound`,
    `RefundsChanged` and `RefundTooLarge`.
    """
    order = await OrderRepository(session).get_for_update(order_id)
    if seen_amount is not None and seen_amount != order.refunded_amount + pending.amount:
        raise RefundsChanged("Another refund of this order was made meanwhile. Check what is still to be refunded.")
    left = order.paid_amount - order.refunded_amount - pending.amount
    if not 0 < amount <= left:
        fault = FieldError("amount", RefundTooLarge.code, f"At most {max(left, 0)} can be refunded.")
        raise RefundTooLarge("The refund cannot exceed the amount paid.", errors=[fault])
    bought = {row.id: row for row in await rows_of(session, order_id)}
    faults = []
    for index, asked in enumerate(rows):
        row = bought.get(asked.row_id)
        most = 0 if row is None else row.quantity - row.refunded_quantity - pending.quantities.get(row.id, 0)
        if not 0 < asked.quantity <= most:
            detail = f"At most {most} of this item can be refunded."
            faults.append(FieldError(f"rows.{index}.quantity", RefundTooLarge.code, detail))
    if len({asked.row_id for asked in rows}) < len(rows):
        faults.append(FieldError("rows", "duplicate", "List each row only once."))
    if faults:
        raise RefundTooLarge("The quantity cannot exceed the quantity bought.", errors=faults)


async def refunded(
    session: AsyncSession,
    order_id: uuid.UUID,
    refund_id: uuid.UUID,
    amount: int,
    rows: Sequence[RefundedRow] = (),
    caller: Caller | None = None,
    reason: str = "",
) -> None:
    """Write down that money went back, once for each ``refund_id``, and put back what comes back into the stock.

    ``reason`` is what the person who decided it wrote, for the shop's people alone.

    What a provider has sent back is a fact: where it is more than was paid, the order counts as refunded whole.
    """
    order = await _lock(session, order_id)
    if order is None or await session.get(OrderRefund, refund_id) is not None:
        return
    stored = [
        {"rowId": str(row.row_id), "quantity": row.quantity, "givesBackStock": row.gives_back_stock} for row in rows
    ]
    session.add(OrderRefund(id=refund_id, order_id=order.id, amount=amount, rows=stored))
    order.refunded_amount = min(order.paid_amount, order.refunded_amount + amount)
    await _restock_rows(session, caller, order, rows, refund_id)
    if order.paid_amount and order.refunded_amount == order.paid_amount:
        order.state = "refunded"
    why = {"reason": reason} if reason else {}
    note(session, caller, order, "refunded", refundId=str(refund_id), amount=amount, rows=stored, **why)
    await request_mail(session, order, "order_refunded", refundedAmount=amount)
    announce(session, order)
    await session.flush()


async def refund_failed(session: AsyncSession, order_id: uuid.UUID, refund_id: uuid.UUID, reason: str) -> None:
    """Write down that money which counted as refunded came back to the shop. What was put into the stock stays there."""
    order = await _lock(session, order_id)
    failed = await session.get(OrderRefund, refund_id)
    if order is None or failed is None:
        return
    amount, quantities = failed.amount, {uuid.UUID(row["rowId"]): row["quantity"] for row in failed.rows}
    await session.delete(failed)
    await session.flush()
    others = select(func.coalesce(func.sum(OrderRefund.amount), 0)).where(OrderRefund.order_id == order.id)
    order.refunded_amount = min(order.paid_amount, int(await session.scalar(others) or 0))
    for row in await rows_of(session, order.id):
        row.refunded_quantity = max(0, row.refunded_quantity - quantities.get(row.id, 0))
    if order.state == "refunded" and order.refunded_amount < order.paid_amount:
        order.state = state_before_refund(await _steps(session, order.id))
    note(session, None, order, "refund_failed", refundId=str(refund_id), amount=amount, reason=reason[:500])
    announce(session, order)
    await session.flush()


async def _steps(session: AsyncSession, order_id: uuid.UUID) -> list[tuple[str, str]]:
    """The kinds of what happened to an order, the first first, each with the state that it led to where it says so."""
    query = select(OrderEvent.kind, OrderEvent.details["to"].astext).where(OrderEvent.order_id == order_id)
    return [(kind, to or "") for kind, to in (await session.execute(query.order_by(OrderEvent.id))).all()]


async def _restock_rows(
    session: AsyncSession, caller: Caller | None, order: Order, rows: Sequence[RefundedRow], refund_id: uuid.UUID
) -> None:
    bought: dict[uuid.UUID, OrderRow] = {row.id: row for row in await rows_of(session, order.id)}
    named = [(bought[asked.row_id], asked) for asked in rows if asked.row_id in bought]
    there = await _back_already(session, order, bought.values(), refund_id)
    returned = {
        row.id: count
        for row, asked in named
        if asked.gives_back_stock and order.has_stock and row.product_id is not None
        # What came back with a refund that failed is there already.
        if (count := min(asked.quantity - there[row.id], row.quantity - row.returned_quantity)) > 0
    }
    by_product: Counter[uuid.UUID] = Counter()
    for row, _ in named:
        if row.product_id is not None and row.id in returned:
            by_product[row.product_id] += returned[row.id]
    if by_product:
        # Products before rows: a transaction that deletes a product locks it, and then writes the rows that name it.
        await restock(session, caller, by_product, order.id, "returned")
    for row, asked in named:
        row.refunded_quantity = min(row.quantity, row.refunded_quantity + asked.quantity)
        row.returned_quantity += returned.get(row.id, 0)


async def _back_already(
    session: AsyncSession, order: Order, rows: Iterable[OrderRow], refund_id: uuid.UUID
) -> dict[uuid.UUID, int]:
    """How many of each row are in the stock again by refunds that have failed since: what the others that count leave."""
    there = {row.id: row.returned_quantity for row in rows}
    others = select(OrderRefund.rows).where(OrderRefund.order_id == order.id, OrderRefund.id != refund_id)
    for stored in await session.scalars(others):
        for row in stored:
            if row["givesBackStock"]:
                row_id = uuid.UUID(row["rowId"])
                there[row_id] = max(0, there.get(row_id, 0) - row["quantity"])
    return there


async def _lock(session: AsyncSession, order_id: uuid.UUID) -> Order | None:
    query = select(Order).where(Order.id == order_id).with_for_update()
    return (await session.scalars(query.execution_options(populate_existing=True))).one_or_none()
