"""The table of brands."""

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned


class Brand(UuidPrimaryKey, Timestamps, Versioned, Base):
    """Who makes a product."""

    __tablename__ = "brands"

    name: Mapped[str] = mapped_column(String(200), unique=True)
    description: Mapped[str] = mapped_column(Text, server_default="", default="")
    website: Mapped[str | None] = mapped_column(String(2048))
