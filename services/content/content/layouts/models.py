from typing import TYPE_CHECKING

from sqlalchemy import Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from content.documents.light_only import LIGHT_ONLY
from content.documents.models import TreeDocument
from content.model.types import Block
from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey


class Layout(UuidPrimaryKey, Timestamps, TreeDocument, Base):
    """A tree shared by its pages. Its unique columns are empty here: each page has their blocks."""

    __tablename__ = "layouts"
    __table_args__ = (Index("ix_layouts_light_only", "id", postgresql_where=text(LIGHT_ONLY)),)

    name: Mapped[str] = mapped_column(String(200))
    block: Mapped[Block] = mapped_column(StrictJSONB)

    if TYPE_CHECKING:
        # Set beside the tables that they are counted in: content.pages.models, content.site.models.
        page_count: Mapped[int]
        is_default: Mapped[bool]
