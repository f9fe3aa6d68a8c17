"""The tables of people, of scopes, of users and of the scopes they hold."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, false
from sqlalchemy.orm import Mapped, mapped_column, query_expression

from kit.db import Base, Timestamps, UuidPrimaryKey, relationship


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


class Scope(UuidPrimaryKey, Timestamps, Base):
    """Something that a user may be allowed, by a name that tokens carry and routes ask for."""

    __tablename__ = "scopes"

    name: Mapped[str] = mapped_column(String(100), unique=True)
    description: Mapped[str] = mapped_column(String(500))
    requires_second_factor: Mapped[bool] = mapped_column(server_default="false", default=False)
    """Whether a user who holds it has to log in with a second factor."""
    version: Mapped[int] = mapped_column(server_default="1", default=1)

    __mapper_args__ = {"version_id_col": version}


class UserScope(Base):
    """That a user holds a scope."""

    __tablename__ = "user_scopes"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    scope_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("scopes.id", ondelete="CASCADE"), primary_key=True, index=True
    )


class User(UuidPrimaryKey, Timestamps, Base):
    """The account by which a person logs in."""

    __tablename__ = "users"
    __table_args__ = (CheckConstraint("state in ('active', 'disabled')", name="state"),)

    person_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), unique=True)
    state: Mapped[str] = mapped_column(String(20), server_default="active", default="active")
    password_hash: Mapped[str | None]
    """argon2id in PHC form; none for a user who has not chosen a password."""

    has_second_factor: Mapped[bool] = mapped_column(server_default="false", default=False)
    """Whether an authenticator app or a passkey has been set up."""
    last_login_at: Mapped[datetime | None]
    # Counted where state or scopes change, not by the mapper: two logins at once both write to this row.
    version: Mapped[int] = mapped_column(server_default="1", default=1)

    is_invited: Mapped[bool] = query_expression(default_expr=false())
    """Whether an invitation is open: mailed, neither accepted nor expired. `UserRepository` knows."""

    person: Mapped[Person] = relationship()
    scopes: Mapped[list[Scope]] = relationship(secondary=UserScope.__table__, order_by=Scope.name)

    @property
    def has_password(self) -> bool:
        """Whether they have chosen a password."""
        return self.password_hash is not None

    @property
    def is_used(self) -> bool:
        """Whether its owner has come in by it, or could: else they know nothing of it that they would have to be told."""
        return self.has_password or self.has_second_factor or self.last_login_at is not None

    @property
    def scope_names(self) -> list[str]:
        """The names of the scopes held, sorted. The scopes have to be loaded."""
        return [scope.name for scope in self.scopes]
