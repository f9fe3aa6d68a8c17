"""Models and sessions.

For example::

    class Entry(UuidPrimaryKey, Timestamps, Base):
        __tablename__ = "config_entries"
        key: Mapped[str] = mapped_column(String(100), unique=True)

    async def create(session: Session) -> ...:      # one transaction, committed before the answer leaves
        session.add(Entry(key="siteName"))
        await session.flush()
"""

import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any

import asyncpg
import uuid6
from fastapi import Depends, Request
from sqlalchemy import DateTime, MetaData, Uuid, func
from sqlalchemy import orm as sa_orm
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column, registry

from kit.database import Database, after_commit, has_written
from kit.same_json import same_json
from kit.state import state_of

__all__ = [
    "Base",
    "Database",
    "ReadingSession",
    "Session",
    "StrictJSONB",
    "Timestamps",
    "UuidPrimaryKey",
    "Versioned",
    "WrittenBefore",
    "after_commit",
    "get_session",
    "metadata_of",
    "new_id",
    "pool",
    "relationship",
    "release_connection",
]

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

_READING = frozenset({"GET", "HEAD"})


class StrictJSONB(JSONB):
    """A jsonb column. SQLAlchemy leaves an attribute out of an UPDATE when its old and new value compare equal."""

    cache_ok = True

    def compare_values(self, x: Any, y: Any) -> bool:
        """Whether a value that was set is the one that is stored."""
        return same_json(x, y)


_TYPES: dict[Any, Any] = {
    datetime: DateTime(timezone=True),
    dict[str, Any]: StrictJSONB,
    list[Any]: StrictJSONB,
    uuid.UUID: Uuid,
}


@cache
def _registry_of(package: str) -> registry:
    return registry(metadata=MetaData(naming_convention=NAMING_CONVENTION), type_annotation_map=_TYPES)


def metadata_of(package: str) -> MetaData:
    """The tables that the models of one top-level package declare (``"cms"``, ``"kit"``)."""
    return _registry_of(package).metadata


class Base(DeclarativeBase):
    """The base of every model.

    Each service's models keep to their own metadata, though all extend this one class: tests
    import several services at once, and two of them may well have a table of the same name.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        own = _registry_of(cls.__module__.partition(".")[0])
        cls._sa_registry = own
        cls.metadata = own.metadata
        super().__init_subclass__(**options)


def new_id() -> uuid.UUID:
    """A UUIDv7: sorted by the time it was made."""
    return uuid.UUID(int=uuid6.uuid7().int)


class UuidPrimaryKey:
    """``id``: a UUIDv7, made by the application so that it is known before the flush."""

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=new_id)


def _now() -> datetime:
    return datetime.now(UTC)


class Timestamps:
    """``created_at`` and ``updated_at``.

    Set here and not by the database, whose value would have to be read back after each update.
    """

    created_at: Mapped[datetime] = mapped_column(default=_now, server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(default=_now, onupdate=_now, server_default=func.now())


class Versioned:
    """``version``: 1 for a new row, one more with each change.

    SQLAlchemy names the version it read in every UPDATE and DELETE, so of two transactions that change the same
    version one fails with StaleDataError (409 `write_conflict`).
    """

    version: Mapped[int] = mapped_column(default=1, server_default="1")

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:  # noqa: N805  # declared_attr makes it a class method
        return {"version_id_col": cls.version}


def relationship(*arguments: Any, **options: Any) -> Any:
    """SQLAlchemy's ``relationship`` that raises rather than query behind the reader's back.

    Say ``lazy="selectin"`` where loading always is right, or ask for it in the query's options.
    """
    return sa_orm.relationship(*arguments, **{"lazy": "raise", **options})


async def get_session(request: Request) -> AsyncIterator[AsyncSession]:
    """The request's session; one that only reads for GET and HEAD. Ask for it as `Session`."""
    database = state_of(request).database
    async with database.reading() if request.method in _READING else database.transaction() as session:
        yield session


# Function scope: FastAPI leaves the dependency, and so commits, before it sends the response.
# With its default, a commit that fails would come after the caller has been told "created".
Session = Annotated[AsyncSession, Depends(get_session, scope="function")]


async def _get_reading_session(request: Request) -> AsyncIterator[AsyncSession]:
    async with state_of(request).database.reading() as session:
        yield session


# Two round trips to Postgres fewer than a transaction takes.
ReadingSession = Annotated[AsyncSession, Depends(_get_reading_session, scope="function")]
"""The session of a POST that only reads: of a question that is too long for an address."""


class WrittenBefore(RuntimeError):
    """Code gives its connection back for a wait after it has written: a fault of the program, not of the caller."""


async def release_connection(session: AsyncSession) -> None:
    """Give the request's connection back until its next statement, before a wait that would keep it from others.

    Raises `WrittenBefore` where rows have been changed: they would stay so although the rest of the request fails.
    """
    if await has_written(session):
        raise WrittenBefore("the transaction that is to be ended for a wait has changed rows")
    await session.commit()


def pool(request: Request) -> asyncpg.Pool:
    """The raw asyncpg pool, for hot reads that need no ORM.

    ``await pool(request).fetch("…", id)``; jsonb columns arrive as Python values; every statement is its own transaction.
    """
    return state_of(request).database.pool
