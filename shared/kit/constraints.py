"""Which columns a broken constraint is about, so that a fault names the caller's fields and never the constraint."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import asyncpg
from pydantic.alias_generators import to_camel
from sqlalchemy import Constraint, ForeignKeyConstraint, Index, Table, UniqueConstraint
from sqlalchemy.exc import IntegrityError

from kit.db import Base
from kit.errors import Conflict, DomainError, FieldError, ValidationFailed


@contextmanager
def constraint_faults(model: type[Base], *, conflict: type[Conflict], in_use: type[Conflict]) -> Iterator[None]:
    """Turn what the database says of ``model``'s constraints into faults of fields.

    Raises ``conflict`` for a value that is unique and used, `ValidationFailed` with ``unknown_reference`` for a reference to
    a record that does not exist, and ``in_use`` for deleting a record that others refer to.
    """
    try:
        yield
    except IntegrityError as error:
        fault = _fault(error, model.__table__, conflict, in_use)  # type: ignore[arg-type]  # a mapped class has a Table
        if fault is None:
            raise
        raise fault from error


def constraint_of(error: IntegrityError | asyncpg.IntegrityConstraintViolationError) -> str | None:
    """The name of the constraint that a statement broke, by the driver's error or by SQLAlchemy's around it."""
    driver = _driver_error(error) if isinstance(error, IntegrityError) else error
    return driver.constraint_name if isinstance(driver, asyncpg.IntegrityConstraintViolationError) else None


def _driver_error(error: IntegrityError) -> BaseException | None:
    return error.orig.__cause__ if error.orig else None


def _fault(error: IntegrityError, table: Table, conflict: type[Conflict], in_use: type[Conflict]) -> DomainError | None:
    driver = _driver_error(error)
    if isinstance(driver, asyncpg.UniqueViolationError):
        fields = _fields(table, driver.constraint_name)
        detail = "Another record has this value." if len(fields) == 1 else "Another record has these values together."
        return conflict(errors=[FieldError(field, conflict.code, detail) for field in fields])
    if isinstance(driver, asyncpg.ForeignKeyViolationError):
        # Postgres names the table that holds the reference, whichever end was written.
        if driver.table_name != table.name or "is still referenced" in (driver.detail or ""):
            return in_use()
        faults = [
            FieldError(field, "unknown_reference", "There is no such record.")
            for field in _fields(table, driver.constraint_name)
        ]
        return ValidationFailed("A reference leads to no record.", errors=faults)
    return None


def _fields(table: Table, constraint: str | None) -> Sequence[str]:
    """The wire names of the columns of a constraint or a unique index; none if ``table`` has no such constraint.

    A column that follows from another one has that one's name in its ``info``, as ``field``.
    """
    declared: list[Constraint | Index] = [*table.constraints, *table.indexes]
    for found in declared:
        if found.name == constraint and isinstance(found, UniqueConstraint | ForeignKeyConstraint | Index):
            return [to_camel(column.info.get("field", column.name)) for column in found.columns]
    return []
