"""The table of categories."""

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned
from kit.trees import TreeNode


class Category(UuidPrimaryKey, Timestamps, Versioned, TreeNode, Base):
    """What products are sorted into."""

    __tablename__ = "categories"

    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text, server_default="", default="")
