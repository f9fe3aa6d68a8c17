"""The table of schemas."""

from typing import Any

from sqlalchemy import JSON, CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey


class ProfileSchema(UuidPrimaryKey, Timestamps, Base):
    """What a site wants to know of its people: a JSON Schema by which profile data is judged."""

    __tablename__ = "schemas"
    __table_args__ = (CheckConstraint("member_access in ('none', 'read', 'write')", name="member_access"),)

    name: Mapped[str] = mapped_column(String(200), unique=True)
    description: Mapped[str] = mapped_column(String(2000))
    # Not JSONB, which sorts the names of members: forms show the fields in the order of the document.
    document: Mapped[dict[str, Any]] = mapped_column("schema", JSON)
    member_access: Mapped[str] = mapped_column(String(10))
    """What people may do with their own data of this schema: nothing, ``read`` or ``write``."""
    version: Mapped[int] = mapped_column(server_default="1")

    __mapper_args__ = {"version_id_col": version}
