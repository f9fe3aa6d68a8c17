"""The tables of product groups: what a visitor sees as one product, with a choice of variants."""

import uuid
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

CROPPED_IMAGES = "images @? '$[*].crop'"
"""Whether one of the images is cropped: what the index of crops is of."""


class ProductGroup(UuidPrimaryKey, Timestamps, Versioned, Base):
    """What is sold, with the options that its products differ by.

    ``options`` are ``{"name", "values"}``, in the order in which they are chosen. ``images`` are ``{"address", "alt"}``
    as a page's images are. ``code`` is the shopkeeper's own, by which an import finds the group again. Without a
    ``tax_class`` it is not taxed. What is published and not listed can be bought and stands in no list.
    """

    __tablename__ = "product_groups"
    __table_args__ = (
        Index(None, "brand_id"),
        Index(None, "name"),
        Index(
            "ix_product_groups_crops",
            "images",
            postgresql_using="gin",
            postgresql_ops={"images": "jsonb_path_ops"},
            postgresql_where=text(CROPPED_IMAGES),
        ),
    )

    name: Mapped[str] = mapped_column(String(200))
    code: Mapped[str | None] = mapped_column(String(100), unique=True)
    summary: Mapped[str] = mapped_column(Text, server_default="", default="")
    description: Mapped[str] = mapped_column(Text, server_default="", default="")
    brand_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("brands.id"))
    tax_class: Mapped[str | None] = mapped_column(
        # None is a value here, and not that the default is wanted.
        String(50).evaluates_none(),
        server_default="standard",
        default="standard",
    )
    is_published: Mapped[bool] = mapped_column(server_default="false", default=False)
    is_listed: Mapped[bool] = mapped_column(server_default="true", default=True)
    is_featured: Mapped[bool] = mapped_column(server_default="false", default=False)
    options: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    images: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    seo_title: Mapped[str] = mapped_column(String(200), server_default="", default="")
    seo_description: Mapped[str] = mapped_column(String(500), server_default="", default="")


class ProductGroupCategory(Base):
    """That a group stands in a category."""

    __tablename__ = "product_group_categories"
    __table_args__ = (Index(None, "category_id"),)

    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("product_groups.id", ondelete="CASCADE"), primary_key=True)
    category_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("categories.id"), primary_key=True)
