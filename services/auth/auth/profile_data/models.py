"""The table of profile data."""

import uuid
from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from auth.schemas.models import ProfileSchema
from kit.db import Base, Timestamps, UuidPrimaryKey, relationship


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
