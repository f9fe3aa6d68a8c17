"""The table of categories."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned


class Category(UuidPrimaryKey, Timestamps, Versioned, Base):
    """What tags are sorted into."""

    __tablename__ = "categories"

    name: Mapped[str] = mapped_column(String(200), unique=True)
