"""Queries of payments and refunds."""

import uuid
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, String, cast, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.paying import OnTheWay
from ecom.payments.errors import PaymentNotFound, RefundNotFound
from ecom.payments.gateway import Facts, RefundFacts, Tie
from ecom.payments.models import GatewayKey, Payment, Refund
from kit.repository import Repository
from kit.tables import Job


class PaymentRepository(Repository[Payment]):
    """Payments."""

    model = Payment
    missing = PaymentNotFound

    async def of_provider(self, gateway: GatewayKey, provider_id: str) -> Payment | None:
        """The payment that a provider knows by an id, locked."""
        query = self.base().where(Payment.gateway == gateway, Payment.provider_id == provider_id).with_for_update()
        return await self.one_or_none(query.execution_options(populate_existing=True))

    async def of_part(self, gateway: GatewayKey, part_id: str) -> Payment | None:
        """The payment of which an authorisation or a charge at a provider is a part, locked."""
        is_its_own = or_(Payment.charge_id == part_id, Payment.authorisation_id == part_id)
        query = self.base().where(Payment.gateway == gateway, is_its_own).order_by(Payment.id).limit(1)
        return await self.one_or_none(query.with_for_update().execution_options(populate_existing=True))


class RefundRepository(Repository[Refund]):
    """Refunds."""

    model = Refund
    missing = RefundNotFound

    async def of_payment(self, payment_id: uuid.UUID) -> Sequence[Refund]:
        """The refunds of a payment, the first first."""
        query = self.base().where(Refund.payment_id == payment_id).order_by(Refund.id)
        return (await self.session.scalars(query.execution_options(populate_existing=True))).all()


async def pending_refunds_of(session: AsyncSession, order_id: uuid.UUID) -> OnTheWay:
    """What is on its way back for an order, that the order does not know of yet.

    Also what was made at the provider or sent by hand, failed there and is retried. What goes back by itself is money that the
    order never took.
    """
    query = select(Refund.amount, Refund.rows).join(Payment, Payment.id == Refund.payment_id)
    pending = query.where(Payment.order_id == order_id, Refund.state == "pending", Refund.kind != "automatic")
    amount, quantities = 0, Counter[uuid.UUID]()
    for one, rows in (await session.execute(pending)).all():
        amount += one
        quantities.update({uuid.UUID(row["rowId"]): row["quantity"] for row in rows})
    return OnTheWay(amount, quantities)


_OPEN_JOB = ("queued", "running")


def has_open_job(name: str, argument: str, identifier: Any) -> ColumnElement[bool]:
    """Whether a job of this name waits or works for a row. One whose workers were all killed leaves none."""
    named = Job.args[argument].as_string() == cast(identifier, String)
    return exists().where(Job.name == name, Job.state.in_(_OPEN_JOB), named)


async def open_jobs_of_buyer(session: AsyncSession, payment_id: uuid.UUID) -> Sequence[Job]:
    """The jobs that wait or work and tell a buyer's browser of a payment, the newest first."""
    is_its_own = Job.args["paymentId"].as_string() == str(payment_id)
    is_for_buyer = Job.args["isForBuyer"].as_boolean().is_not(False)
    return (
        await session.scalars(
            select(Job)
            .where(Job.state.in_(_OPEN_JOB), is_its_own, is_for_buyer)
            .order_by(Job.created_at.desc(), Job.id.desc())
        )
    ).all()


def facts_of(payment: Payment, site: str) -> Facts:
    """A payment as its gateway needs it."""
    return Facts(
        Tie(site, payment.order_id, payment.id),
        payment.order_reference,
        payment.amount,
        payment.currency,
        payment.provider_id,
        payment.authorisation_id,
        payment.charge_id,
        payment.faults,
    )


def refund_facts_of(refund: Refund) -> RefundFacts:
    """A refund as its gateway needs it."""
    return RefundFacts(refund.id, refund.amount, refund.currency, refund.provider_id, refund.faults)
