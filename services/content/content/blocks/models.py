from typing import TYPE_CHECKING

from sqlalchemy import Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from content.documents.light_only import LIGHT_ONLY
from content.documents.models import TreeDocument
from content.model.types import Block
from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey


class Branch(UuidPrimaryKey, Timestamps, TreeDocument, Base):
    """A named branch block: the columns of a row, edited once and shown by any row-branch."""

    __tablename__ = "branch_blocks"
    __table_args__ = (Index("ix_branch_blocks_light_only", "id", postgresql_where=text(LIGHT_ONLY)),)

    name: Mapped[str] = mapped_column(String(200))
    block: Mapped[Block] = mapped_column(StrictJSONB)

    if TYPE_CHECKING:
        # Set beside the tables that it is counted in: content.pages.models.
        page_count: Mapped[int]
