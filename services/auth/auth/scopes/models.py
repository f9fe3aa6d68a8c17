"""The table of scopes."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey


class Scope(UuidPrimaryKey, Timestamps, Base):
    """Something that a user may be allowed, by a name that tokens carry and routes ask for."""

    __tablename__ = "scopes"

    name: Mapped[str] = mapped_column(String(100), unique=True)
    description: Mapped[str] = mapped_column(String(500))
    requires_second_factor: Mapped[bool] = mapped_column(server_default="false", default=False)
    """Whether a user who holds it has to log in with a second factor."""
    version: Mapped[int] = mapped_column(server_default="1", default=1)

    __mapper_args__ = {"version_id_col": version}
