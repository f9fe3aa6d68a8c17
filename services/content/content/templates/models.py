import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey


class Template(UuidPrimaryKey, Timestamps, Base):
    """The look of pages: the sources that people write, and the CSS compiled from them."""

    __tablename__ = "templates"

    name: Mapped[str] = mapped_column(String(200))
    shared_scss: Mapped[str] = mapped_column(Text, default="")
    inline_scss: Mapped[str] = mapped_column(Text, default="")
    external_scss: Mapped[str] = mapped_column(Text, default="")
    inline_css: Mapped[str] = mapped_column(Text, default="")
    external_css: Mapped[str] = mapped_column(Text, default="")
    js: Mapped[str] = mapped_column(Text, default="")
    fonts: Mapped[list[Any]] = mapped_column(default=list)
    # The site version at which it last changed.
    version: Mapped[int] = mapped_column(BigInteger)
    stored_minified: Mapped[Any] = mapped_column("minified", StrictJSONB(none_as_null=True), nullable=True)
    minified_version: Mapped[int | None] = mapped_column(BigInteger)
    """The version of the template that `stored_minified` was made from."""

    @property
    def minified(self) -> Any:
        """`schemas.Minified` of the sources as they are; None until it has been made."""
        return self.stored_minified if self.minified_version == self.version else None


class TemplateRevision(UuidPrimaryKey, Base):
    """A template as one save left it."""

    __tablename__ = "template_revisions"
    __table_args__ = (UniqueConstraint("template_id", "version"),)

    template_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Template.id, ondelete="CASCADE"))
    # The template's version after that save.
    version: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(200))
    shared_scss: Mapped[str] = mapped_column(Text)
    inline_scss: Mapped[str] = mapped_column(Text)
    external_scss: Mapped[str] = mapped_column(Text)
    inline_css: Mapped[str] = mapped_column(Text)
    external_css: Mapped[str] = mapped_column(Text)
    js: Mapped[str] = mapped_column(Text)
    fonts: Mapped[list[Any]]
    # Who saved it; None where that is not known.
    user_id: Mapped[uuid.UUID | None]
    saved_at: Mapped[datetime]
