"""The tables of products, the variants that are bought, and of their prices."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

CROPPED_IMAGE = "image ? 'crop'"
"""Whether the image is cropped: what the index of crops is of."""


class Product(UuidPrimaryKey, Timestamps, Versioned, Base):
    """What is put into a basket: one choice of a group's options.

    ``option_values`` has the value of each option by its name; an option that is left out is the buyer's choice at the
    same price and from the same stock. ``stock`` counts what can still be sold: what orders have reserved is taken off
    already. It changes by `ecom.stock` alone, with a movement for each change, and without a new version; so does
    ``low_since``, when it fell to what counts as low.
    """

    __tablename__ = "products"
    __table_args__ = (
        # Deferrable: two products of a group may swap what is unique, in one save.
        UniqueConstraint("sku", deferrable=True),
        UniqueConstraint("group_id", "option_values", deferrable=True),
        Index(None, "low_since", postgresql_where=text("low_since IS NOT NULL")),
        Index(
            "ix_products_crops",
            "image",
            postgresql_using="gin",
            postgresql_ops={"image": "jsonb_path_ops"},
            postgresql_where=text(CROPPED_IMAGE),
        ),
        CheckConstraint("stock >= 0 OR allows_backorders OR NOT tracks_stock", name="stock_not_below_zero"),
    )

    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("product_groups.id"))
    position: Mapped[int] = mapped_column(server_default="0", default=0)
    sku: Mapped[str] = mapped_column(String(100))
    gtin: Mapped[str | None] = mapped_column(String(14))
    option_values: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    image: Mapped[dict[str, Any] | None]
    is_published: Mapped[bool] = mapped_column(server_default="true", default=True)
    needs_delivery: Mapped[bool] = mapped_column(server_default="true", default=True)
    weight_grams: Mapped[int | None]
    length_mm: Mapped[int | None]
    width_mm: Mapped[int | None]
    height_mm: Mapped[int | None]
    tracks_stock: Mapped[bool] = mapped_column(server_default="false", default=False)
    stock: Mapped[int] = mapped_column(server_default="0", default=0)
    allows_backorders: Mapped[bool] = mapped_column(server_default="false", default=False)
    low_stock_at: Mapped[int | None]
    low_since: Mapped[datetime | None]
    most_per_order: Mapped[int | None]


class Price(UuidPrimaryKey, Base):
    """What a product costs, for whom, from when until when and from how many on.

    Prices belong to their product and are written with it; of those that apply the lowest counts. At ``turns_at`` it
    begins or ceases to apply the next time, which pages that show it are told then.
    """

    __tablename__ = "prices"
    __table_args__ = (
        Index(None, "product_id"),
        Index(None, "turns_at"),
        CheckConstraint("amount >= 0", name="amount_not_below_zero"),
    )

    product_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(20))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[int] = mapped_column(BigInteger)
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    least_quantity: Mapped[int] = mapped_column(server_default="1", default=1)
    scope: Mapped[str | None] = mapped_column(String(100))
    turns_at: Mapped[datetime | None]
