"""The table of the site's settings."""

from sqlalchemy import BigInteger, CheckConstraint, SmallInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


class Site(Base):
    """A copy of those settings that identities depend on. `version` is that of the announcement it was made from."""

    __tablename__ = "site"
    __table_args__ = (CheckConstraint("id = 1", name="single_row"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, default=1)
    name: Mapped[str] = mapped_column(String(200))
    allows_registration: Mapped[bool]
    version: Mapped[int] = mapped_column(BigInteger)
