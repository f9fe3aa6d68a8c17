"""What the shop does with orders: their states, addresses and notes."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import entries
from ecom.config_entries.order_entries import UNPAID_MINUTES
from ecom.orders.addresses import LINES
from ecom.orders.errors import OrderAlreadySent, OrderStateRefused
from ecom.orders.mails import announce_readdressed, present_mail, receipt_url, request_mail
from ecom.orders.models import Order
from ecom.orders.references import new_token
from ecom.orders.repository import OrderRepository
from ecom.orders.reservation import release, reserve
from ecom.orders.schemas import OrderIn
from ecom.orders.states import OPEN, PAID_LATER, State, why_not
from ecom.orders.status import announce, status_of
from ecom.orders.timeline import is_readdressed_since_cancelled, note
from kit import audit
from kit.auth import Caller, Principal
from kit.errors import FieldError
from kit.preconditions import check_replaced

Ending = Literal["expired", "withdrawn"]
"""Why an order that waits for its money ends: its time is over, or its buyer has left."""

_TEXTS = {
    "contact_name": "contactName",
    "email": "email",
    "phone": "phone",
    "notes": "notes",
    "tracking": "tracking",
}
"""What may be changed whatever the state, with the wire's names."""


async def update(
    session: AsyncSession, principal: Principal, data: OrderIn, order_id: uuid.UUID, if_match: str | None
) -> Order:
    """Change an order: its state, contact, addresses, notes or tracking number.

    With another email address the links that were mailed lead nowhere any more: what tells of the order's state is mailed once
    more, unless it is cancelled.
    Raises `OrderNotFound`, `OrderStateRefused`, `OrderAlreadySent`, `NotInStock` (for a cancelled one that is to go on)
    and `PreconditionFailed`.
    """
    order = await OrderRepository(session).get_for_update(order_id)
    check_replaced(data, order_id, order.version, if_match)
    before, address, link = order.state, order.email, receipt_url(session, order)
    changed = _change_texts(order, data)
    if data.state is not None and data.state != order.state:
        await change_state(session, principal, order, data.state, notify=data.notify)
    if changed:
        note(session, principal, order, "changed", fields=changed)
    if receipt_url(session, order) != link:
        has_become_sent = order.state == "sent" != before
        await _resend(session, order, address, link, has_become_sent=has_become_sent, notify=data.notify)
    elif before == "cancelled" != order.state and await _has_untold_link(session, order):
        await request_mail(session, order, "customer_order")
    if changed or order.state != before:
        details: dict[str, Any] = {"fields": changed}
        if order.state != before:
            details |= {"from": before, "to": order.state}
        audit.record(session, principal, "order.updated", subject=("order", order.id, order.reference), details=details)
    await session.flush()
    return order


async def change_state(
    session: AsyncSession, caller: Caller | None, order: Order, state: State, *, notify: bool = True
) -> None:
    """Bring an order into another state, with what follows from it. The caller has the order's lock.

    Raises `OrderStateRefused` and `NotInStock`.
    """
    reason = why_not(status_of(order), state)
    if reason is not None:
        raise OrderStateRefused(reason, errors=[FieldError("state", OrderStateRefused.code, reason)])
    before, order.state = order.state, state
    if state == "cancelled":
        await release(session, caller, order)
    elif before == "cancelled":
        await reserve(session, caller, order)
    # An order expires only while it waits for an online payment; an order that the shop moved on by hand does not.
    order.expires_at = await expiry(session, order.gateway) if state == "awaiting_payment" else None
    if state == "sent":
        order.sent_at = datetime.now(UTC)
        if notify:
            await request_mail(session, order, "order_sent")
    elif state != "completed":
        order.sent_at = None
    note(session, caller, order, "state_changed", **{"from": before, "to": state})
    announce(session, order)


async def _resend(
    session: AsyncSession, order: Order, address: str, link: str, *, has_become_sent: bool, notify: bool
) -> None:
    """Have the buyer's new address told how the order is, with the new link, once."""
    kind, more = present_mail(order) or (None, {})
    if has_become_sent and not notify:
        # It is not to be said that it was sent. The link is theirs all the same.
        kind = "customer_order"
    announce_readdressed(session, order, address, link, kind)
    if kind is not None and not (has_become_sent and notify):
        await request_mail(session, order, kind, **more)


async def _has_untold_link(session: AsyncSession, order: Order) -> bool:
    """Whether the link of an order that is open again was renewed while it was cancelled, and so mailed to nobody."""
    return order.confirmed_at is not None and await is_readdressed_since_cancelled(session, order)


async def expiry(session: AsyncSession, gateway: str) -> datetime | None:
    """When an order that is placed now gives its stock back unless it is paid; None for those that are paid later."""
    minutes = await entries.get(session, UNPAID_MINUTES)
    if gateway in PAID_LATER or not minutes:
        return None
    return datetime.now(UTC) + timedelta(minutes=minutes)


async def due(session: AsyncSession, most: int, after: uuid.UUID | None = None) -> list[uuid.UUID]:
    """Up to ``most`` of the orders whose time to be paid is over, by their ids, those ``after`` one."""
    late = select(Order.id).where(Order.expires_at <= datetime.now(UTC), Order.state == "awaiting_payment")
    if after is not None:
        late = late.where(Order.id > after)
    return [*(await session.scalars(late.order_by(Order.id).limit(most))).all()]


async def expire(session: AsyncSession, order_id: uuid.UUID, *, mails_buyer: bool = False) -> bool:
    """Cancel an order that was not paid in time, and give its stock back; False where it was paid or changed meanwhile.

    `ecom.payments.tasks` has this done once providers were asked. ``mails_buyer`` as for `end_unpaid`.
    """
    query = select(Order).where(Order.id == order_id).with_for_update(skip_locked=True)
    order = (await session.scalars(query.execution_options(populate_existing=True))).one_or_none()
    if order is None or not is_late(order):
        return False
    await end_unpaid(session, order, "expired", mails_buyer=mails_buyer)
    return True


def is_late(order: Order) -> bool:
    """Whether an order waits for its money still though its time to be paid is over."""
    is_over = order.expires_at is not None and order.expires_at <= datetime.now(UTC)
    return is_over and order.state == "awaiting_payment"


async def end_unpaid(session: AsyncSession, order: Order, why: Ending, *, mails_buyer: bool = False) -> None:
    """Cancel an order that waits for its money, and give its stock back. The caller has the order's lock.

    ``mails_buyer`` has the buyer mailed that the order was cancelled.
    """
    order.state, order.expires_at = "cancelled", None
    await release(session, None, order)
    note(session, None, order, why)
    if mails_buyer:
        await request_mail(session, order, "order_cancelled")
    announce(session, order)
    await session.flush()


def _change_texts(order: Order, data: OrderIn) -> list[str]:
    """Set contact, addresses, notes and tracking number as far as they were given; the wire's names of those that differ."""
    changed = []
    for prefix in ("billing", "delivery"):
        address = dict(getattr(order, prefix))
        for line in LINES:
            value = getattr(data, _attribute(prefix, line), None)
            if value is not None and value != address.get(line, ""):
                address[line] = value
                changed.append(f"{prefix}{line[0].upper()}{line[1:]}")
        setattr(order, prefix, address)
    if changed and order.state not in OPEN:
        raise OrderAlreadySent("The addresses cannot be changed: the order has been sent or cancelled.")
    for name, wire_name in _TEXTS.items():
        value = getattr(data, name)
        if value is not None and value != getattr(order, name):
            setattr(order, name, value)
            changed.append(wire_name)
    if "email" in changed and order.confirmed_at is not None:
        # The recipient of a misdirected email has the link that shows the buyer's name and addresses. Before the
        # confirmation only the buyer's tab has the link, at the payment.
        order.token = new_token()
    return changed


def _attribute(prefix: str, line: str) -> str:
    return f"{prefix}_{'country_code' if line == 'countryCode' else line}"
