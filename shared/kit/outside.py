"""No call to the outside while a transaction is open.

A call may take ten seconds; a transaction holds one of ten connections, and perhaps locks, for as long. Ten slow answers of
somebody else would stop a whole service. So whatever leaves the process says so first, and the guard refuses it where the
running request or job has a transaction open: ask for the effect with an event or a job, call before the transaction
begins, or end it with `kit.db.release_connection`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sqlalchemy.ext.asyncio import AsyncSession

_open_sessions: ContextVar[tuple[AsyncSession, ...]] = ContextVar("kit.outside.open_sessions", default=())


class CallInTransaction(RuntimeError):
    """Code calls something outside while it holds a transaction: a fault of the program, not of the caller."""


@contextmanager
def watched(session: AsyncSession) -> Iterator[None]:
    """Have `check_no_transaction` look at ``session`` while the block runs."""
    token = _open_sessions.set((*_open_sessions.get(), session))
    try:
        yield
    finally:
        _open_sessions.reset(token)


def check_no_transaction(what: str) -> None:
    """Raise `CallInTransaction` if a session that is open here has a transaction. ``what`` is about to be called."""
    if any(session.in_transaction() for session in _open_sessions.get()):
        raise CallInTransaction(f"{what} is called while a transaction is open")
