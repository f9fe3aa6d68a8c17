"""What the log says of an exception: never the values that it happened to.

SQLAlchemy and asyncpg quote them (bound parameters, the row that failed, the key that is taken), and
pydantic the input. Among them are password hashes, secrets and people's addresses.
"""

import traceback
from collections.abc import Iterator

import asyncpg
from pydantic import ValidationError
from sqlalchemy.exc import StatementError

# The last is what a statement gets on a connection that Postgres is ending or that broke in the middle of an answer.
DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Everything that asyncpg raises of its own; what the network raises is an OSError."""

_CAUSED = "The above exception was the direct cause of the following exception:"
_DURING = "During handling of the above exception, another exception occurred:"


def describe(error: BaseException) -> str:
    """The error in one line."""
    if isinstance(error, StatementError):
        return f"{type(error).__name__}: {describe(error.orig)}" if error.orig else type(error).__name__
    name = type(error).__name__
    if isinstance(original := error.__cause__, DRIVER_ERRORS):
        # SQLAlchemy's adapter repeats the driver's own words.
        return f"{name}: {describe(original)}"
    if isinstance(error, DRIVER_ERRORS):
        return _of_driver(error)
    if isinstance(error, ValidationError):
        faults = (f"{'.'.join(map(str, fault['loc']))} {fault['type']}" for fault in error.errors(include_input=False))
        return f"{name}: {error.title}: {', '.join(faults)}"
    return f"{name}: {error}" if str(error) else name


def format_trace(error: BaseException) -> str:
    """The error with where it came from, and those that led to it, the first one first."""
    return "".join(_parts(error, set())).rstrip("\n")


def _of_driver(error: BaseException) -> str:
    name = type(error).__name__
    state = getattr(error, "sqlstate", None)
    named = f"{name} ({state})" if state else name
    # Errors of this class are about a value, and quote it. Others have values in their details alone.
    if isinstance(error, asyncpg.DataError) or not error.args:
        return named
    return f"{named}: {str(error.args[0]).splitlines()[0]}"


def _parts(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before, joint = error.__cause__, _CAUSED
    if before is None and not error.__suppress_context__:
        before, joint = error.__context__, _DURING
    if before is not None and id(before) not in seen:
        yield from _parts(before, seen)
        yield f"\n{joint}\n\n"
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{describe(error)}\n"
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield "\nOf the group above:\n\n"
            yield from _parts(inner, seen)
