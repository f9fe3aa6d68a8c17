"""The tables of people, of scopes, of users, of the scopes they hold, and of the links in their mails."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint, false, func
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


class OneTimeToken(UuidPrimaryKey, Base):
    """What a link in a mail is good for, as long as nobody has used it."""

    __tablename__ = "one_time_tokens"
    # One at a time: the link in the newest mail is the one that works.
    __table_args__ = (UniqueConstraint("subject_id", "purpose"),)

    purpose: Mapped[str] = mapped_column(String(30))
    subject_id: Mapped[uuid.UUID]
    """The user or the registration it is for. No foreign key, being of either; what is gone is not found."""
    digest: Mapped[bytes] = mapped_column(unique=True)
    data: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    """What the purpose needs to know again when the token comes back."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(index=True)
