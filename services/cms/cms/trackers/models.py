"""The table of trackers."""

from typing import Any, Literal

from sqlalchemy import CheckConstraint, SmallInteger, String, Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

Category = Literal["necessary", "functional", "statistics", "marketing"]
OPTIONAL: tuple[Category, ...] = ("functional", "statistics", "marketing")
"""What has to be agreed to, in the order in which it is asked for."""
Place = Literal["head", "body"]


class Tracker(UuidPrimaryKey, Timestamps, Versioned, Base):
    """A snippet of somebody else's that pages carry, and what it is for: that decides who has to be asked first."""

    __tablename__ = "trackers"

    name: Mapped[str] = mapped_column(String(200), unique=True)
    category: Mapped[Category] = mapped_column(String(20))
    place: Mapped[Place] = mapped_column(String(10))
    snippet: Mapped[str] = mapped_column(Text)
    hosts: Mapped[list[str]] = mapped_column(ARRAY(String(260)), server_default="{}", default=list)
    """Where the snippet's scripts may load from and send to, beside the hosts that it names itself."""
    is_on_all_pages: Mapped[bool] = mapped_column(server_default="true", default=True)
    """Whether all pages load it, or those alone that name it: content keeps which."""
    is_enabled: Mapped[bool] = mapped_column(server_default="true", default=True)


class AnnouncedTrackers(Base):
    """What was announced last of what pages load of others; no row where nothing was."""

    __tablename__ = "announced_trackers"
    __table_args__ = (CheckConstraint("id = 1", name="single_row"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, default=1)
    said: Mapped[dict[str, Any]]
