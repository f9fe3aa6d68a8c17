import uuid

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, SmallInteger, String, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from content.pages.models import Page
from kit.db import Base


class SearchDocument(Base):
    """What of a page is found by those whom the same whitelists let through; most pages have one such document."""

    __tablename__ = "search_documents"
    __table_args__ = (
        Index("ix_search_documents_vector", "vector", postgresql_using="gin"),
        # By which members' searches find the audiences that there are.
        Index("ix_search_documents_restricted", "page_id", postgresql_where=text("audience <> '[]'")),
        Index("ix_search_documents_files", "files", postgresql_using="gin", postgresql_where=text("files <> '{}'")),
    )

    page_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Page.id, ondelete="CASCADE"), primary_key=True)
    # 0 is the document with the page's title.
    number: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    # Whether the page has no other document.
    is_whole: Mapped[bool] = mapped_column()
    # JSON: the whitelists that all have to let somebody through, each a sorted list of scopes.
    audience: Mapped[str] = mapped_column(String)
    # What stands on the page itself, and what it has from its layout: extracts are taken from them.
    body: Mapped[str] = mapped_column(String)
    shared: Mapped[str] = mapped_column(String)
    vector: Mapped[str] = mapped_column(TSVECTOR)
    # Of document 0: the library's files that the page shows, by id, and by path where it has their addresses.
    files: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")


class SearchState(Base):
    """Up to which change of the site pages have been noted as stale, and what documents are made by."""

    __tablename__ = "search_state"
    __table_args__ = (CheckConstraint("id = 1", name="single_row"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, default=1)
    version: Mapped[int] = mapped_column(BigInteger)
    language: Mapped[str] = mapped_column(String(20))
    extraction: Mapped[int] = mapped_column(SmallInteger)
    # Counted up when cms tells of files: documents are of those that were known when it was read.
    files_version: Mapped[int] = mapped_column(BigInteger, server_default="0")


class StalePage(Base):
    """A page whose documents are older than what it shows. No foreign key: noting many must not wait for each."""

    __tablename__ = "search_stale_pages"
    __table_args__ = (Index("ix_search_stale_pages_order", "is_urgent", "version"),)

    page_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    # The site version that it was noted at.
    version: Mapped[int] = mapped_column(BigInteger)
    # Changed by itself, and not with all pages of a layout or of a branch block.
    is_urgent: Mapped[bool] = mapped_column()
    # Whether anything on it is kept to some now: its older documents may say what visitors may no longer see.
    is_restricted: Mapped[bool] = mapped_column()
