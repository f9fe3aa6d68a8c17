"""Takes what providers tell: each event once, with its effects in one transaction, whenever and however often it comes."""

import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import entries
from ecom.config_entries.payment_entries import PAYPAL_WEBHOOK_ID, STRIPE_WEBHOOK_SECRET
from ecom.payments.advancing import ADVANCE, arguments
from ecom.payments.applying import apply
from ecom.payments.errors import ProviderNotConfigured, ProviderUnavailable, WebhookRefused
from ecom.payments.gateway import Seen
from ecom.payments.gateways import paypal
from ecom.payments.models import Payment, ProviderEvent
from ecom.payments.notices import (
    Notice,
    check_stripe_signature,
    paypal_event,
    paypal_transmission,
    read_paypal,
    read_stripe,
)
from ecom.payments.refunding import has_failed
from ecom.payments.repository import PaymentRepository
from ecom.payments.sites import site_of
from kit.db import new_id, release_connection
from kit.jobs import enqueue
from kit.state import state_of

MAX_BODY = 256 * 1024
"""Bytes that a webhook may have; both providers' have some thousands."""
_AT_ONCE = 4
"""Webhooks that one process has PayPal verify at once: anybody can send some."""
_VERIFYING = "payments.webhooks"
_SECRET = re.compile(r'("client_secret"\s*:\s*)"[^"]*"')


async def take_stripe(session: AsyncSession, raw: bytes, signature: str) -> None:
    """Take a webhook of Stripe's. Raises `WebhookRefused`, `WebhookNotRead`, `ProviderNotConfigured`."""
    secret = await entries.get(session, STRIPE_WEBHOOK_SECRET)
    if not secret:
        raise ProviderNotConfigured("The shop has no secret for webhooks from Stripe.")
    check_stripe_signature(raw, signature, secret)
    await receive(session, read_stripe(raw), raw)


async def take_paypal(session: AsyncSession, raw: bytes, headers: Mapping[str, str]) -> None:
    """Take a webhook of PayPal's, once PayPal says that it has sent it.

    Raises `WebhookRefused`, `WebhookNotRead`, `ProviderNotConfigured`, and `ProviderUnavailable` where PayPal does not say so:
    it sends the webhook again.
    """
    transmission, said = paypal_transmission(headers), paypal_event(raw)
    webhook_id = await entries.get(session, PAYPAL_WEBHOOK_ID)
    if not webhook_id:
        raise ProviderNotConfigured("The shop has no webhook ID from PayPal.")
    account = await paypal(session)
    await release_connection(session)
    watching = state_of(session).watching
    if watching[_VERIFYING] >= _AT_ONCE:
        raise ProviderUnavailable("Too many webhooks at once.", headers={"Retry-After": "5"})
    watching[_VERIFYING] += 1
    try:
        is_sent = await account.verify({**transmission, "webhook_id": webhook_id}, raw)
    finally:
        watching[_VERIFYING] -= 1
    if not is_sent:
        raise WebhookRefused("This webhook is not from PayPal.")
    await receive(session, read_paypal(said), raw)


async def receive(session: AsyncSession, notice: Notice, raw: bytes) -> None:
    """Apply an event that is known to be the provider's, unless it came before."""
    row = insert(ProviderEvent).values(
        id=new_id(),
        provider=notice.provider,
        event_id=notice.event_id,
        type=notice.type,
        outcome="unknown",
        raw=without_secrets(raw),
        received_at=datetime.now(UTC),
    )
    # Waits for a transaction that has the same event and has not ended.
    added = await session.scalar(row.on_conflict_do_nothing().returning(ProviderEvent.id))
    if added is None:
        return
    event = await session.get_one(ProviderEvent, added)
    payment = await _payment_of(session, notice)
    if payment is None:
        # An account may have other uses than this site.
        return
    event.payment_id = payment.id
    if notice.failed_refund is not None and await has_failed(session, payment, notice.failed_refund):
        # Nothing is asked: the provider may count it as given back for a moment yet, and that would be one more refund.
        event.outcome = "applied"
        await session.flush()
        return
    if notice.seen is None:
        event.outcome = "asked"
    else:
        event.outcome = await apply(session, payment, notice.seen)
    if notice.seen is None or event.outcome == "differs":
        await enqueue(session, ADVANCE, arguments(payment, is_for_buyer=False))
    await session.flush()


def without_secrets(raw: bytes) -> str:
    """Return an event as the provider sent it, without the secrets that open a payment to their holder."""
    return _SECRET.sub(r'\1""', raw.decode(errors="replace"))


async def _payment_of(session: AsyncSession, notice: Notice) -> Payment | None:
    repository = PaymentRepository(session)
    known = None
    if notice.provider_id is not None:
        known = await repository.of_provider(notice.gateway, notice.provider_id)
    elif notice.part_id is not None:
        known = await repository.of_part(notice.gateway, notice.part_id)
    if known is not None or notice.seen is None:
        return known
    return await _adopted(session, notice, notice.seen)


async def _adopted(session: AsyncSession, notice: Notice, seen: Seen) -> Payment | None:
    """The payment for money that came for this site, and that it knows nothing of: it was restored from a backup meanwhile.

    Its order takes the money, or else it goes back. None for what is another site's, or is no money.
    """
    tie = seen.tie
    if tie is None or tie.site != site_of(session) or seen.state != "captured":
        return None
    known = await session.get(Payment, tie.payment_id, with_for_update=True, populate_existing=True)
    if known is not None and known.provider_id is None and known.gateway == notice.gateway:
        return known
    payment = Payment(
        id=new_id() if known is not None else tie.payment_id,
        order_id=tie.order_id,
        order_reference=known.order_reference if known is not None else "",
        key=secrets.token_urlsafe(32),
        gateway=notice.gateway,
        state="pending",
        currency=seen.currency,
        amount=seen.amount,
        provider_id=seen.provider_id,
        fault="",
    )
    session.add(payment)
    await session.flush()
    return payment
