"""Work that outlives its request.

The row in ``jobs`` is the truth; arq on Redis only wakes workers::

    @task("pages.delete", queue="long", timeout=1800)
    async def delete_pages(run: Run, args: dict[str, Any]) -> dict[str, int]:
        await run.session.execute(...)          # committed together with the job's completion
        await run.progress(0.5, "Half of the pages")
        return {"deleted": 12}

    job = await enqueue(session, "pages.delete", {"ids": [...]}, created_by=principal.user_id)
    return JobResponse(job, request, address="/client/jobs", wait=30)
"""

import logging
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

import orjson
from sqlalchemy import func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit import audit
from kit.auth import Principal, require
from kit.cancellable import Cancellation
from kit.database import Database, after_commit
from kit.db import new_id
from kit.idempotency import answer_for_update, begin_once, replace_answer
from kit.logs import trace_parent
from kit.state import KitState
from kit.tables import Job
from kit.waker import WAKER, Waker

log = logging.getLogger(__name__)

Queue = Literal["short", "long", "background"]
"""Seconds, minutes, and what nobody waits for and there may be thousands of: it never stands before the others."""

FINISHED = frozenset({"done", "failed"})
"""The states of a job that no worker takes up any more."""

_PROGRESS_PAUSE = 0.25


@dataclass(slots=True)
class Run:
    """One attempt at a job, as the task sees it. After the last one it is not tried again."""

    job_id: uuid.UUID
    attempt: int
    is_last: bool
    session: AsyncSession
    state: KitState
    lease: uuid.UUID
    _reported_at: float = 0.0

    async def progress(self, share: float, message: str | None = None) -> None:
        """Tell how far it is, 0 to 1. Seen at once; more than four in a second are left out."""
        now = time.monotonic()
        if now - self._reported_at < _PROGRESS_PAUSE:
            return
        self._reported_at = now
        await self.state.database.pool.execute(
            "UPDATE jobs SET progress = $3, message = $4, updated_at = now() WHERE id = $1 AND lease = $2",
            self.job_id, self.lease, min(max(share, 0.0), 1.0), message,
        )  # fmt: skip
        await self.state.wakes.wake(job_topic(self.job_id))


TaskFunction = Callable[[Run, dict[str, Any]], Awaitable[Any]]
Cancel = Callable[[AsyncSession, dict[str, Any]], Awaitable[Cancellation]]
Chore = Callable[[KitState], Awaitable[Any]]
IsSpent = Callable[[Job], bool]


@dataclass(frozen=True, slots=True)
class Task:
    """A registered task."""

    name: str
    function: TaskFunction
    queue: Queue
    timeout: float
    attempts: int
    every: float | None
    cancel: Cancel | None
    cancel_scope: str | None


_tasks: dict[str, Task] = {}


def task(
    name: str,
    *,
    queue: Queue = "short",
    timeout: float = 60,
    attempts: int = 5,
    every: float | None = None,
    cancel: Cancel | None = None,
    cancel_scope: str | None = None,
) -> Callable[[TaskFunction], TaskFunction]:
    """Register a task under a name that is unique in the project, such as ``pages.delete``.

    ``timeout`` is in seconds. A `DomainError` below 500 ends the job at once with its code; any
    other exception is tried again, ``attempts`` times in all, 5 s later and then ever more. With
    ``every``, in seconds, it is done once in that time, without arguments, however many workers there are. ``cancel``
    is awaited with a job's arguments when somebody cancels it: it notes what the task looks for while it works, and gives
    whether that still ends it (see `kit.cancellable`). ``cancel_scope`` is needed for that, in session, however it is done.
    """

    def register(function: TaskFunction) -> TaskFunction:
        if name in _tasks:
            raise ValueError(f"two tasks are called {name}")
        _tasks[name] = Task(name, function, queue, timeout, attempts, every, cancel, cancel_scope)
        return function

    return register


_chores: list[tuple[Chore, float]] = []


def chore(every: float) -> Callable[[Chore], Chore]:
    """Register what each worker of the service that it is defined in does every so many seconds.

    For what is quick, does no harm when several do it, and need not be a row for each time that it is done.
    """

    def register(function: Chore) -> Chore:
        _chores.append((function, every))
        return function

    return register


def chores_of(package: str) -> list[tuple[Chore, float]]:
    """The chores that a package defines, with their pauses in seconds."""
    return [(found, every) for found, every in _chores if found.__module__.startswith(f"{package}.")]


def queues_of(package: str) -> set[Queue]:
    """The queues of the tasks that a package defines, and of kit's own."""
    return {found.queue for found in _tasks.values() if found.function.__module__.startswith((f"{package}.", "kit."))}


def job_topic(job: uuid.UUID) -> str:
    """What those wait for who watch a job."""
    return f"job {job}"


def task_named(name: str) -> Task:
    """The task of this name. Raises KeyError."""
    return _tasks[name]


def is_cancellable(job: Job, principal: Principal | None) -> bool:
    """Whether there is something that cancels a job, and the principal may; None is the one who has just begun it."""
    found = _cancellable_task(job)
    if found is None:
        return False
    if found.cancel_scope is None or principal is None:
        return True
    return principal.has(found.cancel_scope) and not principal.is_api_token


async def request_cancellation(session: AsyncSession, principal: Principal, job: Job) -> bool:
    """Have a job end before it is done, in its own time; gives whether it still can.

    Raises `NeedsSession` and `ScopeMissing` where the task has a ``cancel_scope``.
    """
    found = _cancellable_task(job)
    if found is None or found.cancel is None:
        return False
    if found.cancel_scope is not None:
        require(principal, found.cancel_scope, in_session=True)
    cancellation = await found.cancel(session, job.args)
    if cancellation == "requested":
        audit.record(session, principal, "job.cancelled", subject=("job", job.id, job.name))
    return cancellation != "too_late"


def set_dismissed(session: AsyncSession, principal: Principal, job: Job, *, is_dismissed: bool) -> None:
    """Note that a failed job has been seen to, or that it has not; nothing where that is noted already."""
    if is_dismissed == (job.dismissed_at is not None):
        return
    job.dismissed_at = datetime.now(UTC) if is_dismissed else None
    action = "job.dismissed" if is_dismissed else "job.undismissed"
    audit.record(session, principal, action, subject=("job", job.id, job.name))


def _cancellable_task(job: Job) -> Task | None:
    """The task of a job that can be cancelled; None where nothing does any more, or where nobody registered it."""
    found = None if job.state in FINISHED else _tasks.get(job.name)
    return None if found is None or found.cancel is None else found


async def enqueue(
    session: AsyncSession,
    name: str,
    args: dict[str, Any],
    *,
    key: str | None = None,
    created_by: str | None = None,
    is_spent: IsSpent | None = None,
    delay: float = 0,
) -> Job:
    """Have a worker do it once the session's transaction is committed.

    ``args`` are JSON values. With ``key``, a second job of that name and key is not made: the first is given back. Where
    ``is_spent`` says of that one that it has failed and may be replaced, another is made and has the key: nobody needs to
    look at the first any more.
    ``delay`` is in seconds. Raises KeyError for a task nobody registered, `IdempotencyKeyReused` for other ``args``.
    """
    found = task_named(name)
    identifier = new_id()
    if key is not None:
        request = orjson.dumps(args, option=orjson.OPT_SORT_KEYS)
        answer = {"id": str(identifier)}
        scope = f"jobs {name}"
        replay = await begin_once(session, scope=scope, key=key, request=request, answer=answer)
        if replay is not None:
            known = await _job_of(session, replay.answer)
            if is_spent is None or not is_spent(known):
                return known
            # Somebody else may have found the same meanwhile.
            known = await _job_of(session, await answer_for_update(session, scope=scope, key=key))
            if not is_spent(known):
                return known
            await replace_answer(session, scope=scope, key=key, answer=answer)
            if known.state == "failed":
                known.dismissed_at = datetime.now(UTC)
    values = {
        "id": identifier,
        "name": name,
        "queue": found.queue,
        "args": args,
        "max_attempts": found.attempts,
        # By the clock that workers go by too: the one of this machine may be ahead.
        "run_at": func.now() + timedelta(seconds=delay),
        "created_by": created_by,
        "asked_by": trace_parent.get() or None,
    }
    job = (await session.scalars(insert(Job).values(values).returning(Job))).one()
    waker: Waker | None = session.info.get(WAKER)
    if waker is not None and delay <= 0:
        after_commit(session, partial(waker.wake, job.id, found.queue, 0))
    return job


async def _job_of(session: AsyncSession, answer: Any) -> Job:
    return (await session.scalars(select(Job).where(Job.id == uuid.UUID(answer["id"])))).one()


async def plan(database: Database, package: str) -> None:
    """Enqueue the package's tasks that are done time and again, each once for the present stretch of its time."""
    for found in [*_tasks.values()]:
        if found.every is not None and found.function.__module__.startswith(f"{package}."):
            async with database.transaction() as session:
                await enqueue(session, found.name, {}, key=f"stretch {int(time.time() // found.every)}")


_MANY = 100
# So many of each queue: thousands that wait in one hide nothing of another.
_DUE = text("""
SELECT id, queue, attempts FROM (
    SELECT id, queue, attempts, row_number() OVER (PARTITION BY queue ORDER BY run_at) AS place FROM jobs
    WHERE (state = 'queued' AND run_at < now() - interval '1 second') OR (state = 'running' AND lease_until < now())
) due WHERE place <= :many
""")


async def sweep(database: Database, waker: Waker) -> int:
    """Wake workers for jobs that are due and that nobody holds; gives for how many.

    Not for those of a queue in which workers have enough to begin with: the same jobs would stand in it again and again.
    """
    async with database.transaction() as session:
        found = (await session.execute(_DUE, {"many": _MANY})).all()
    full = {queue for queue in {job.queue for job in found} if await waker.waiting(queue) >= _MANY}
    due = [job for job in found if job.queue not in full]
    for job in due:
        await waker.wake(job.id, job.queue, job.attempts)
    return len(due)
