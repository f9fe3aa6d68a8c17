"""The table of price kinds."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey


class PriceKind(UuidPrimaryKey, Base):
    """What a price is for. The rows are the migration's; nobody changes them."""

    __tablename__ = "price_kinds"

    key: Mapped[str] = mapped_column(String(20), unique=True)
    name: Mapped[str] = mapped_column(String(100))
    position: Mapped[int]
