"""The tables of orders: what was ordered at which price, what was refunded, and what happened to each order."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned
from kit.hourly_limits import HourlyCount


class Order(UuidPrimaryKey, Timestamps, Versioned, Base):
    """What somebody has bought, priced once and for all when it was placed.

    ``billing`` and ``delivery`` are addresses as `ecom.orders.addresses` has them. ``token`` opens the order to who has
    the link from its mails; it is stored as it is, since the row beside it is all that it opens. ``paid_amount`` and
    ``refunded_amount`` say what money has moved, whatever the state: an invoice may be paid after the parcel was sent.
    ``has_stock`` tells whether the products are off the stock for it; ``expires_at`` is when an unpaid order gives them back.
    """

    __tablename__ = "orders"
    __table_args__ = (
        Index(None, "created_at"),
        Index(None, "user_id"),
        Index("ix_orders_expires_at", "expires_at", postgresql_where="expires_at IS NOT NULL"),
        Index(None, "state"),
        Index(None, "paid_at"),
        Index("ix_orders_unpaid_gateway", "gateway", postgresql_where="paid_at IS NULL"),
        CheckConstraint("refunded_amount <= paid_amount", name="refunded_at_most_what_was_paid"),
    )

    reference: Mapped[str] = mapped_column(String(20), unique=True)
    token: Mapped[str] = mapped_column(String(64), unique=True)
    state: Mapped[str] = mapped_column(String(20))
    gateway: Mapped[str] = mapped_column(String(20))
    currency: Mapped[str] = mapped_column(String(3))
    user_id: Mapped[uuid.UUID | None]
    contact_name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(254))
    phone: Mapped[str] = mapped_column(String(50), server_default="", default="")
    billing: Mapped[dict[str, Any]]
    delivery: Mapped[dict[str, Any]]
    customer_note: Mapped[str] = mapped_column(Text, server_default="", default="")
    notes: Mapped[str] = mapped_column(Text, server_default="", default="")
    tracking: Mapped[str] = mapped_column(String(300), server_default="", default="")
    prices_include_tax: Mapped[bool]
    needs_delivery: Mapped[bool]
    is_collected: Mapped[bool]
    delivery_excl_tax: Mapped[int] = mapped_column(BigInteger)
    delivery_tax: Mapped[int] = mapped_column(BigInteger)
    delivery_incl_tax: Mapped[int] = mapped_column(BigInteger)
    delivery_tax_percent: Mapped[str] = mapped_column(String(20), server_default="0", default="0")
    total_excl_tax: Mapped[int] = mapped_column(BigInteger)
    tax: Mapped[int] = mapped_column(BigInteger)
    total_incl_tax: Mapped[int] = mapped_column(BigInteger)
    paid_amount: Mapped[int] = mapped_column(BigInteger, server_default="0", default=0)
    refunded_amount: Mapped[int] = mapped_column(BigInteger, server_default="0", default=0)
    has_stock: Mapped[bool] = mapped_column(server_default="true", default=True)
    expires_at: Mapped[datetime | None]
    confirmed_at: Mapped[datetime | None]
    paid_at: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]


class OrderRow(UuidPrimaryKey, Base):
    """One line of an order, with the words and amounts of that day. ``product_id`` is none once the product is deleted."""

    __tablename__ = "order_rows"
    __table_args__ = (Index(None, "order_id", "position"), Index(None, "product_id"))

    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    position: Mapped[int]
    product_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("products.id", ondelete="SET NULL"))
    group_name: Mapped[str] = mapped_column(String(200))
    product_name: Mapped[str] = mapped_column(Text)
    sku: Mapped[str] = mapped_column(String(100))
    options: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    quantity: Mapped[int]
    unit_price: Mapped[int] = mapped_column(BigInteger)
    unit_price_incl_tax: Mapped[int] = mapped_column(BigInteger)
    total_excl_tax: Mapped[int] = mapped_column(BigInteger)
    tax: Mapped[int] = mapped_column(BigInteger)
    total_incl_tax: Mapped[int] = mapped_column(BigInteger)
    tax_percent: Mapped[str] = mapped_column(String(20))
    needs_delivery: Mapped[bool]
    refunded_quantity: Mapped[int] = mapped_column(server_default="0", default=0)
    returned_quantity: Mapped[int] = mapped_column(server_default="0", default=0)


class OrderRefund(Base):
    """Money that went back for an order. ``id`` is that of the payment's refund: the same one counts once.

    ``rows`` are ``{"rowId", "quantity", "givesBackStock"}``.
    """

    __tablename__ = "order_refunds"
    __table_args__ = (Index(None, "order_id"), Index(None, "at"))

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    amount: Mapped[int] = mapped_column(BigInteger)
    rows: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    at: Mapped[datetime] = mapped_column(server_default=func.now())


class OrderEvent(UuidPrimaryKey, Base):
    """Something that happened to an order. ``kind`` is one of `ecom.orders.timeline.Kind`; nobody did what has no actor."""

    __tablename__ = "order_events"
    __table_args__ = (Index(None, "order_id", "id"),)

    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(30))
    details: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    actor_id: Mapped[uuid.UUID | None]
    at: Mapped[datetime] = mapped_column(server_default=func.now())


class CheckoutCount(HourlyCount, Base):
    """How many orders were tried in an hour from a network."""

    __tablename__ = "checkout_counts"

    orders: Mapped[int] = mapped_column()
