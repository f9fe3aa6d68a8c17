from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from content.documents.models import TreeDocument
from content.model.types import Block
from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey


class Layout(UuidPrimaryKey, Timestamps, TreeDocument, Base):
    """A tree shared by its pages. Its unique columns are empty here: each page has their blocks."""

    __tablename__ = "layouts"

    name: Mapped[str] = mapped_column(String(200))
    block: Mapped[Block] = mapped_column(StrictJSONB)
