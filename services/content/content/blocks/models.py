from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from content.documents.models import TreeDocument
from content.model.types import Block
from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey


class Branch(UuidPrimaryKey, Timestamps, TreeDocument, Base):
    """A named branch block: the columns of a row, edited once and shown by any row-branch."""

    __tablename__ = "branch_blocks"

    name: Mapped[str] = mapped_column(String(200))
    block: Mapped[Block] = mapped_column(StrictJSONB)
