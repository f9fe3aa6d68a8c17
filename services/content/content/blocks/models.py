from typing import Any

from kit.db import Base, Timestamps, UuidPrimaryKey
from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from content.documents.models import TreeDocument


class Branch(UuidPrimaryKey, Timestamps, TreeDocument, Base):
    """A named branch block: the columns of a row, edited once and shown by any row-branch."""

    __tablename__ = "branch_blocks"

    name: Mapped[str] = mapped_column(String(200))
    block: Mapped[dict[str, Any]]
