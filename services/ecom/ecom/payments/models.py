"""The tables of payments, refunds and what providers have told."""

import uuid
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from ecom.payments.states import PaymentState, RefundState
from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

GatewayKey = Literal["invoice", "collection", "card", "button"]
RefundKind = Literal["asked", "automatic", "elsewhere", "by_hand"]


class Payment(UuidPrimaryKey, Timestamps, Versioned, Base):
    """One try to pay one order: its amount and its currency, and nothing else ever.

    ``key`` is what a visitor's browser shows for it. ``provider_id`` is Stripe's payment intent or PayPal's order,
    ``authorisation_id`` and ``charge_id`` what came of it there. ``fault`` says what stands in the way, if anything does;
    ``faults`` counts how often the provider could not be asked.
    """

    __tablename__ = "payments"
    __table_args__ = (
        UniqueConstraint("gateway", "provider_id"),
        Index(None, "order_id"),
        Index(None, "state", "created_at"),
        # By which refunds and captures are found that a provider tells of.
        Index("ix_payments_charge_id", "charge_id", postgresql_where="charge_id IS NOT NULL"),
        Index("ix_payments_authorisation_id", "authorisation_id", postgresql_where="authorisation_id IS NOT NULL"),
        CheckConstraint("amount >= 0 AND refunded_amount >= 0", name="amounts_not_below_zero"),
        CheckConstraint("refunded_amount <= amount", name="refunded_not_above_amount"),
    )

    order_id: Mapped[uuid.UUID]
    order_reference: Mapped[str] = mapped_column(String(50))
    key: Mapped[str] = mapped_column(String(43))
    gateway: Mapped[GatewayKey] = mapped_column(String(20))
    state: Mapped[PaymentState] = mapped_column(String(20))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[int] = mapped_column(BigInteger)
    refunded_amount: Mapped[int] = mapped_column(BigInteger, server_default="0", default=0)
    provider_id: Mapped[str | None] = mapped_column(String(255))
    authorisation_id: Mapped[str | None] = mapped_column(String(255))
    charge_id: Mapped[str | None] = mapped_column(String(255))
    fault: Mapped[str] = mapped_column(String(50), server_default="", default="")
    fault_detail: Mapped[str] = mapped_column(String(500), server_default="", default="")
    faults: Mapped[int] = mapped_column(server_default="0", default=0)
    asked_at: Mapped[datetime | None]
    captured_at: Mapped[datetime | None]

    @property
    def is_agreed_to(self) -> bool:
        """Whether the buyer has agreed to it by PayPal. Stripe has a charge for each card that was tried, and tells it otherwise."""
        return self.gateway == "button" and (self.charge_id or self.authorisation_id) is not None


class Refund(UuidPrimaryKey, Timestamps, Versioned, Base):
    """Money that goes back, all of a payment or a part.

    ``kind`` is ``asked`` by a person, ``automatic`` where no order could take the money, or ``elsewhere``: somebody gave it
    back at the provider. ``by_hand`` is one that failed there, and that somebody has sent another way since.
    ``rows`` are those of the order that it is for.
    """

    __tablename__ = "refunds"
    __table_args__ = (
        Index(None, "payment_id"),
        Index(None, "state", "created_at"),
        CheckConstraint("amount > 0", name="amount_above_zero"),
    )

    payment_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("payments.id"))
    kind: Mapped[RefundKind] = mapped_column(String(20))
    state: Mapped[RefundState] = mapped_column(String(20))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[int] = mapped_column(BigInteger)
    rows: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    reason: Mapped[str] = mapped_column(String(500), server_default="", default="")
    provider_id: Mapped[str | None] = mapped_column(String(255))
    fault: Mapped[str] = mapped_column(String(50), server_default="", default="")
    fault_detail: Mapped[str] = mapped_column(String(500), server_default="", default="")
    faults: Mapped[int] = mapped_column(server_default="0", default=0)
    actor_id: Mapped[uuid.UUID | None]
    done_at: Mapped[datetime | None]


class ProviderEvent(UuidPrimaryKey, Base):
    """What a provider has told by a webhook, once each, as it was sent but for client secrets. ``outcome`` is what became of it."""

    __tablename__ = "provider_events"
    __table_args__ = (UniqueConstraint("provider", "event_id"), Index(None, "received_at"))

    provider: Mapped[str] = mapped_column(String(20))
    event_id: Mapped[str] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(100))
    payment_id: Mapped[uuid.UUID | None]
    outcome: Mapped[str] = mapped_column(String(20))
    raw: Mapped[str] = mapped_column(Text)
    received_at: Mapped[datetime]
