"""No call to the outside while a transaction is open.

A call may take ten seconds; a transaction holds one of ten connections, and perhaps locks, for as long. Ten slow answers of
somebody else would stop a whole service. So whatever leaves the process says so first, and the guard refuses it where the
running request or job has a transaction open: ask for the effect with an event or a job, call before the transaction
begins, or end it with `kit.db.release_connection`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_open: ContextVar[tuple[Callable[[], bool], ...]] = ContextVar("kit.outside.open", default=())
"""Of each session and connection that is open here: whether it has a transaction."""


class CallInTransaction(RuntimeError):
    """Code calls something outside while it holds a transaction: a fault of the program, not of the caller."""


@contextmanager
def watched(in_transaction: Callable[[], bool]) -> Iterator[None]:
    """Have `check_no_transaction` ask ``in_transaction``, of a session or a connection, while the block runs."""
    is_over = False

    def is_open() -> bool:
        return not is_over and in_transaction()

    _open.set((*_open.get(), is_open))
    try:
        yield
    finally:
        # Tasks that were begun in the block have it still.
        is_over = True
        # Not by the token: the block of a stream that nobody reads to its end is left in another context.
        _open.set(tuple(each for each in _open.get() if each is not is_open))


def check_no_transaction(what: str) -> None:
    """Raise `CallInTransaction` if something that is open here has a transaction. ``what`` is about to be called."""
    if any(is_open() for is_open in _open.get()):
        raise CallInTransaction(f"{what} is called while a transaction is open")
