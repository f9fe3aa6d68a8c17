"""What a buyer's browser is told of a payment: enough to go on with it, and nothing more."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.models import Order
from ecom.orders.states import PAID_LATER
from ecom.payments.gateway import Seen
from ecom.payments.gateways import BY_HAND, offered
from ecom.payments.models import Payment, Refund
from ecom.payments.states import OPEN, PAID


async def for_browser(session: AsyncSession, payment: Payment, seen: Seen | None = None) -> dict[str, Any]:
    """A payment as its buyer's browser gets it, in JSON values: `PaymentForBrowser`.

    ``clientSecret`` is not stored: it is there where Stripe has just been asked.
    """
    shown: dict[str, Any] = {
        "id": str(payment.id),
        "key": payment.key,
        "gateway": payment.gateway,
        "state": payment.state,
        "amount": payment.amount,
        "currency": payment.currency,
        "fault": payment.fault if payment.state == "failed" else "",
        "instructions": "",
        "isSentBack": payment.state in PAID and await _is_sent_back(session, payment),
        "isBilled": payment.gateway not in BY_HAND and await _is_billed(session, payment),
        "isOnItsWay": _is_on_its_way(payment, seen),
        "isDeclined": _is_declined(payment),
    }
    chosen = next(iter(await offered(session, payment.currency, [payment.gateway])), None)
    if chosen is None:
        return shown
    shown["instructions"] = chosen.instructions
    is_open = payment.state in OPEN or payment.state == "failed"
    if payment.provider_id is None or not is_open or shown["isOnItsWay"]:
        return shown
    if payment.gateway == "button":
        if payment.is_agreed_to:
            return shown
        return {**shown, **chosen.public, "providerOrderId": payment.provider_id}
    if seen is not None and seen.client_secret:
        return {**shown, **chosen.public, "clientSecret": seen.client_secret}
    return shown


def _is_on_its_way(payment: Payment, seen: Seen | None) -> bool:
    """Whether the buyer has paid what has not come yet: by the provider's word now, or else by what is known of it."""
    if seen is not None:
        return seen.is_on_its_way
    return payment.state in OPEN and payment.is_agreed_to


def _is_declined(payment: Payment) -> bool:
    """Whether PayPal declined what the buyer had agreed to: it lets nobody approve that again."""
    return payment.state == "failed" and payment.is_agreed_to


async def _is_sent_back(session: AsyncSession, payment: Payment) -> bool:
    refunded = select(Refund.id).where(Refund.payment_id == payment.id, Refund.kind == "automatic")
    return await session.scalar(refunded.limit(1)) is not None


async def _is_billed(session: AsyncSession, payment: Payment) -> bool:
    billed = select(Order.id).where(Order.id == payment.order_id, Order.gateway.in_(PAID_LATER))
    return await session.scalar(billed.where(Order.state != "cancelled")) is not None
