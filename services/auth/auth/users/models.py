"""The tables of users and of the scopes they hold."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, false
from sqlalchemy.orm import Mapped, mapped_column, query_expression

from auth.people.models import Person
from auth.scopes.models import Scope
from kit.db import Base, Timestamps, UuidPrimaryKey, relationship


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
