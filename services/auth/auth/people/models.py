"""The table of people."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey


class Person(UuidPrimaryKey, Timestamps, Base):
    """Somebody the site knows. Most people have no user and so cannot log in."""

    __tablename__ = "people"

    first_name: Mapped[str] = mapped_column(String(200))
    last_name: Mapped[str] = mapped_column(String(200))
    email_address: Mapped[str] = mapped_column(String(254))
    """As typed, for mails and screens."""
    email_key: Mapped[str] = mapped_column(String(300), unique=True)
    """The address in its one spelling (`account_key`): what login looks up, and what is unique."""
    timezone: Mapped[str] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(server_default="1")

    # Counted by the mapper: of two changes at once the later one fails instead of undoing the other.
    __mapper_args__ = {"version_id_col": version}

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}"
