"""A shop that is paid by servers that speak Stripe's and PayPal's wire formats."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from ecom.app import app
from ecom.config_entries.entries import entries
from ecom.orders.models import Order, OrderEvent, OrderRow
from ecom.payments import service
from ecom.payments.models import GatewayKey, Payment, ProviderEvent, Refund
from kit.jobs import enqueue
from kit.tables import Job, OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from tests.fakes import paypal, stripe
from tests.fakes.paypal import PayPal
from tests.fakes.stripe import Stripe
from tests.kit.working import run_jobs, with_worker

KEYS = {
    "stripePublishableKey": stripe.PUBLISHABLE_KEY,
    "stripeSecretKey": stripe.SECRET_KEY,
    "stripeWebhookSecret": stripe.WEBHOOK_SECRET,
    "paypalClientId": paypal.CLIENT_ID,
    "paypalClientSecret": paypal.CLIENT_SECRET,
    "paypalWebhookId": paypal.WEBHOOK_ID,
}
ADVANCE, REFUND, RECONCILE = "payments.advance", "payments.refund", "payments.reconcile"


@dataclass
class Shop:
    """The service with its providers, and orders that are placed as the checkout does."""

    client: ServiceClient
    tokens: Tokens
    stripe: Stripe
    paypal: PayPal

    async def configure(self, **values: Any) -> None:
        """Set config entries by their keys."""
        async with self.client.kit.database.transaction() as session:
            await entries.put(session, values)

    async def order(self, total: int = 4_999, **changed: Any) -> Order:
        """An order that waits for its money."""
        order = Order(**_order(total, **changed))
        async with self.client.kit.database.transaction() as session:
            session.add(order)
        return order

    async def row_of(self, payment: Payment) -> OrderRow:
        """A row that the payment's order has from now on."""
        words = {"group_name": "Basket", "product_name": "", "sku": "b", "tax_percent": "0", "needs_delivery": True}
        amounts = dict.fromkeys(("unit_price", "unit_price_incl_tax", "total_excl_tax", "total_incl_tax"), 1_000)
        row = OrderRow(order_id=payment.order_id, position=0, quantity=1, tax=0, **words, **amounts)
        async with self.client.kit.database.transaction() as session:
            session.add(row)
        return row

    async def pay(self, gateway: GatewayKey, total: int = 4_999, order: Order | None = None, **changed: Any) -> Payment:
        """An order with its payment, of which a provider has not heard yet."""
        order = order or await self.order(total, gateway=gateway, **changed)
        async with self.client.kit.database.transaction() as session:
            payment, _ = await service.add(session, order, gateway)
            return payment

    async def begun(self, gateway: GatewayKey, total: int = 4_999, **changed: Any) -> Payment:
        """An order with its payment, as the provider expects it."""
        payment = await self.pay(gateway, total, **changed)
        await self.work(ADVANCE)
        return await self.read(payment)

    async def paid(self, gateway: GatewayKey, total: int = 4_999) -> Payment:
        """An order that is paid."""
        payment = await self.begun(gateway, total)
        assert payment.provider_id is not None
        if gateway == "card":
            self.stripe.pay(payment.provider_id)
        else:
            self.paypal.approve(payment.provider_id)
        await self.back(payment)
        return await self.read(payment)

    async def back(self, payment: Payment, key: str | None = None) -> httpx.Response:
        """What the buyer's browser is told when it is back."""
        said = {"key": key or payment.key}
        return await with_worker(self.client, self.client.post(f"/ecom/payments/{payment.id}/return", json=said))

    async def tell(self, sent: tuple[bytes, dict[str, str]]) -> httpx.Response:
        """What a provider is told when it calls the webhook."""
        raw, headers = sent
        name = "stripe" if "Stripe-Signature" in headers else "paypal"
        return await self.client.post(f"/ecom/webhooks/{name}", content=raw, headers=headers)

    async def refund(self, payment: Payment, amount: int, key: str = "", **said: Any) -> httpx.Response:
        """Ask for a refund."""
        headers = {**self.writer, "Idempotency-Key": key or secrets.token_hex(8)}
        return await self.client.post(
            f"/ecom/payments/{payment.id}/refunds", json={"amount": amount, **said}, headers=headers
        )

    async def work(self, name: str | None = None) -> list[Job]:
        """Do the jobs that wait, once."""
        return await run_jobs(self.client, name)

    async def later(self, minutes: float = 2) -> None:
        """Have some minutes go by, and have done what is done by the minute, with all that comes of it."""
        async with self.client.kit.database.transaction() as session:
            for table in (Payment, Refund):
                earlier = {
                    name: getattr(table, name) - timedelta(minutes=minutes)
                    for name in ("created_at", "updated_at", "asked_at")
                    if hasattr(table, name)
                }
                await session.execute(update(table).values(earlier).execution_options(synchronize_session=False))
            await enqueue(session, RECONCILE, {})
        await self.work(RECONCILE)
        await self.work()

    async def read(self, payment: Payment) -> Payment:
        """The payment as it is now."""
        async with self.client.kit.database.reading() as session:
            return await session.get_one(Payment, payment.id)

    async def order_of(self, payment: Payment) -> Order:
        """The payment's order as it is now."""
        async with self.client.kit.database.reading() as session:
            return await session.get_one(Order, payment.order_id)

    async def refunds(self) -> Sequence[Refund]:
        """All refunds, the first first."""
        async with self.client.kit.database.reading() as session:
            return (await session.scalars(select(Refund).order_by(Refund.id))).all()

    async def events(self) -> Sequence[ProviderEvent]:
        """What providers have told, the first first."""
        async with self.client.kit.database.reading() as session:
            return (await session.scalars(select(ProviderEvent).order_by(ProviderEvent.id))).all()

    async def kinds(self, payment: Payment) -> list[str]:
        """What has happened to the payment's order."""
        async with self.client.kit.database.reading() as session:
            query = select(OrderEvent.kind).where(OrderEvent.order_id == payment.order_id).order_by(OrderEvent.id)
            return [*await session.scalars(query)]

    async def reasons(self, payment: Payment) -> list[str | None]:
        """Why money of the payment's order went back, as its timeline has it."""
        async with self.client.kit.database.reading() as session:
            query = select(OrderEvent.details["reason"].astext).order_by(OrderEvent.id)
            return [
                *await session.scalars(
                    query.where(OrderEvent.order_id == payment.order_id, OrderEvent.kind == "refunded")
                )
            ]

    async def mails(self) -> list[dict[str, Any]]:
        """What was asked to be mailed, the first first."""
        async with self.client.kit.database.reading() as session:
            query = select(OutboxRow.payload).where(OutboxRow.name == "ecom.mail_requested").order_by(OutboxRow.id)
            return [*await session.scalars(query)]

    async def cancel_order(self, payment: Payment) -> None:
        """Cancel the payment's order, as the shop or its time does."""
        async with self.client.kit.database.transaction() as session:
            await session.execute(update(Order).where(Order.id == payment.order_id).values(state="cancelled"))

    @cached_property
    def writer(self) -> dict[str, str]:
        """Headers of somebody who runs the shop."""
        return self.tokens.bearer("ecom:write")


def _order(total: int, **changed: Any) -> dict[str, Any]:
    address = {"name": "Zoë", "address1": "1 High Street", "town": "Leeds", "postcode": "LS1 1AA", "countryCode": "GB"}
    return {
        "reference": secrets.token_hex(5).upper(),
        "token": secrets.token_urlsafe(32),
        "state": "awaiting_payment",
        "gateway": "card",
        "currency": "GBP",
        "contact_name": "Zoë",
        "email": "zoe@example.org",
        "billing": address,
        "delivery": address,
        "prices_include_tax": True,
        "needs_delivery": False,
        "is_collected": False,
        "delivery_excl_tax": 0,
        "delivery_tax": 0,
        "delivery_incl_tax": 0,
        "total_excl_tax": total,
        "tax": 0,
        "total_incl_tax": total,
        **changed,
    }


@pytest.fixture
async def shop(start: Start, tokens: Tokens) -> Shop:
    """A shop that offers every way to pay."""
    there, elsewhere = Stripe(), PayPal()
    mounts: dict[str, Any] = {"http://stripe.test": there.app, "http://paypal.test": elsewhere.app}
    client = await start(app, mounts=mounts, stripe_url="http://stripe.test", paypal_url="http://paypal.test")
    shop = Shop(client, tokens, there, elsewhere)
    await shop.configure(**KEYS)
    return shop
