"""The tables of schemas and of profile data."""

import uuid
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, relationship


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


class ProfileData(UuidPrimaryKey, Timestamps, Base):
    """What the site knows of a person by one schema."""

    __tablename__ = "profile_data"
    __table_args__ = (UniqueConstraint("person_id", "schema_id"),)

    person_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    schema_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("schemas.id", ondelete="CASCADE"), index=True)
    data: Mapped[dict[str, Any]]
    is_valid: Mapped[bool] = mapped_column(server_default="true", default=True)
    """False for data that a later change of the schema has made invalid."""
    version: Mapped[int] = mapped_column(server_default="1")

    schema: Mapped[ProfileSchema] = relationship()

    __mapper_args__ = {"version_id_col": version}
