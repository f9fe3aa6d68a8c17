import uuid
from datetime import datetime

from sqlalchemy import BigInteger, Index, String, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


class Change(Base):
    """Which resource changed at which site version, and by whom: what a later save is checked against.

    Resources of the tree are named by content.model.resources (`node:ID/place`, `plugin:ID`); the rest are `page:ID`,
    `layout:ID`, `branch:ID`, `template:ID`, `menu` and `site`.
    """

    __tablename__ = "changes"
    __table_args__ = (Index("ix_changes_thing_version", "thing", "version"),)

    version: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    # The column has the name that the release before this one writes.
    resource: Mapped[str] = mapped_column("thing", String(200), primary_key=True)
    # The page that was being edited. No foreign key: the log outlives the page.
    page_id: Mapped[uuid.UUID | None]
    user_id: Mapped[uuid.UUID | None]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
