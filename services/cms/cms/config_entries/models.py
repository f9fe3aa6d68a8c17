"""The site's settings, one row each."""

from typing import Any

from sqlalchemy import String
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey


class ConfigEntry(UuidPrimaryKey, Timestamps, Base):
    """One setting. ``value`` is any JSON; ``version`` counts its changes, from 1."""

    __tablename__ = "config_entries"

    key: Mapped[str] = mapped_column(String(100), unique=True)
    value: Mapped[Any] = mapped_column(JSONB, nullable=False)
    version: Mapped[int] = mapped_column(default=1, server_default="1")

    __mapper_args__ = {"version_id_col": version}
