"""The table of tax rates."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

IS_LIST = text("postcode ~ '[*;.]'")
"""Of a tax rate: its postcodes are more than a single one."""


class TaxRate(UuidPrimaryKey, Timestamps, Versioned, Base):
    """What is added to prices in one place, for goods of one class.

    What is empty or none holds everywhere: ``country`` is a code, ``county`` and ``town`` are names parted by semicolons (a county
    may be known by a code too: ``AL; Alabama``), ``postcode`` is patterns as `ecom.postcodes` stores them. The rate is in
    millionths: 200000 is 20 %. `ecom.tax_rates.applying` says which of several counts.
    """

    __tablename__ = "tax_rates"
    __table_args__ = (
        # A list of patterns may be longer than what a B-tree takes.
        Index("ix_tax_rates_postcode", "postcode", postgresql_using="hash"),
        Index("ix_tax_rates_patterns", "country", postgresql_where=IS_LIST),
        CheckConstraint("rate_millionths >= 0", name="rate_not_below_zero"),
    )

    name: Mapped[str] = mapped_column(String(200))
    country: Mapped[str | None] = mapped_column(String(2))
    county: Mapped[str] = mapped_column(String(1000), server_default="", default="")
    town: Mapped[str] = mapped_column(String(1000), server_default="", default="")
    postcode: Mapped[str] = mapped_column(Text, server_default="", default="")
    tax_class: Mapped[str] = mapped_column(String(50), server_default="standard", default="standard")
    rate_millionths: Mapped[int]
    priority: Mapped[int] = mapped_column(server_default="1", default=1)
    is_compound: Mapped[bool] = mapped_column(server_default="false", default=False)
    applies_to_delivery: Mapped[bool] = mapped_column(server_default="true", default=True)
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
