"""Running a job: take the lease, keep it alive, and finish within the transaction of the effects.

The worker that claims a job gets a lease of 30 s and renews it every 10. A worker that is killed stops
renewing, so the sweeper wakes another within 40 s. A worker that was only slow finds its lease
gone when it wants to finish, and its effects are rolled back: they happen once.
"""

import asyncio
import contextlib
import logging
import uuid
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Any

import asyncpg
import orjson
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from kit.cancelling import cancel
from kit.db import new_id
from kit.errors import DatabaseUnavailable, DomainError
from kit.failures import DRIVER_ERRORS
from kit.job_outcomes import JobOutcome
from kit.jobs import Run, Task, job_topic, task_named
from kit.logs import request_id
from kit.state import KitState
from kit.waker import LEASE_SECONDS

log = logging.getLogger(__name__)

_HEARTBEAT = LEASE_SECONDS / 3
# Of jobs when the worker stops; more than mail takes to learn whether it was accepted, less than a process has to end.
_LAST_SECONDS = 6.0
_UNREACHABLE = (SQLAlchemyError, DatabaseUnavailable, *DRIVER_ERRORS, OSError)

_CLAIM = """
UPDATE jobs SET state = 'running', lease = $2, lease_until = now() + make_interval(secs => $3),
  attempts = attempts + 1, updated_at = now()
WHERE id = $1 AND ((state = 'queued' AND run_at <= now()) OR (state = 'running' AND lease_until < now()))
RETURNING name, queue, args, attempts, max_attempts, asked_by
"""
_RENEW = """
UPDATE jobs SET lease_until = now() + make_interval(secs => $3) WHERE id = $1 AND lease = $2
"""
_FINISH = text(
    "UPDATE jobs SET state = 'done', result = CAST(:result AS jsonb), progress = 1, lease = NULL, lease_until = NULL,"
    " finished_at = now(), updated_at = now() WHERE id = :id AND lease = :lease"
)
_FAIL = """
UPDATE jobs SET state = 'failed', error = $3, lease = NULL, lease_until = NULL, finished_at = now(),
  updated_at = now() WHERE id = $1 AND lease = $2
"""
_RETURN = """
UPDATE jobs SET state = 'queued', lease = NULL, lease_until = NULL, error = $3, updated_at = now(),
  run_at = now() + make_interval(secs => $4), attempts = attempts - $5 WHERE id = $1 AND lease = $2
"""


class LeaseLost(Exception):
    """Somebody else holds the job now; nothing of this attempt may count."""


class Runner:
    """Runs jobs in this process, at most ``at_once`` of them."""

    def __init__(self, state: KitState, at_once: int) -> None:
        self._state = state
        self._slots = asyncio.Semaphore(at_once)
        self._running: set[asyncio.Task[None]] = set()

    async def run(self, job: uuid.UUID) -> None:
        """Run the job if it is still to be run; returns when it is finished, for good or for now.

        Cancelling the wait does not cancel the job: arq gives up waiting when Redis goes away.
        """
        running = asyncio.create_task(self._run(job))
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        await asyncio.shield(running)

    async def close(self) -> None:
        """Stop what is running and give it back, for another worker to start at once.

        A job that has to learn how something outside ends has some seconds for that, and is asked once to stop until then.
        """
        running = [*self._running]
        for each in running:
            each.cancel()
        if running:
            await asyncio.wait(running, timeout=_LAST_SECONDS)
        await cancel(*running)

    async def _run(self, job: uuid.UUID) -> None:
        async with self._slots:
            lease = new_id()
            claimed = await self._state.database.pool.fetchrow(_CLAIM, job, lease, float(LEASE_SECONDS))
            if claimed is None:
                return
            # Log lines of a job are found by its id, as those of a request are by the request's.
            request_id.set(str(job))
            attempt = _Attempt(self._state, job, lease, claimed)
            watch_job = self._state.watch_job
            if watch_job is None:
                await attempt.make()
            else:
                service, asked_by = self._state.settings.service, claimed["asked_by"]
                with watch_job(service, claimed["name"], claimed["queue"], asked_by) as attempt.outcome:
                    await attempt.make()
            await self._state.wakes.wake(job_topic(job))


class _Attempt:
    def __init__(self, state: KitState, job: uuid.UUID, lease: uuid.UUID, claimed: asyncpg.Record) -> None:
        self._state = state
        self._database = state.database
        self._job = job
        self._lease = lease
        self._name: str = claimed["name"]
        self._queue: str = claimed["queue"]
        self._args: dict[str, Any] = claimed["args"]
        self._number: int = claimed["attempts"]
        self._last = claimed["attempts"] >= claimed["max_attempts"]
        self._lost = claimed["attempts"] > claimed["max_attempts"]
        self.outcome = JobOutcome()

    async def make(self) -> None:
        try:
            if self._lost:
                await self._fail({"code": "attempts_exhausted", "detail": "The worker was lost in every attempt."})
                return
            await self._do(task_named(self._name))
            self.outcome.name = "done"
        except asyncio.CancelledError:
            await asyncio.shield(self._return())
            raise
        except LeaseLost:
            self.outcome.name = "lost"
            log.warning("job %s: the lease was lost, another worker has it", self._job)
        except DomainError as error:
            await self._after(error, _written_down(error), final=error.status < 500)
        except TimeoutError as error:
            await self._after(error, {"code": "timeout", "detail": "The job took too long."})
        except Exception as error:
            log.exception("job %s (%s) failed in attempt %d", self._job, self._name, self._number)
            await self._after(error, {"code": "internal_error", "detail": "The job failed."})

    async def _do(self, found: Task) -> None:
        async with self._kept_alive(), asyncio.timeout(found.timeout), self._database.transaction() as session:
            run = Run(self._job, self._number, self._last, session, self._state, self._lease)
            result = await found.function(run, self._args)
            encoded = None if result is None else orjson.dumps(result, default=str).decode()
            done = await session.execute(_FINISH, {"id": self._job, "lease": self._lease, "result": encoded})
            if done.rowcount != 1:  # type: ignore[attr-defined]  # an UPDATE always has it
                raise LeaseLost

    @contextlib.asynccontextmanager
    async def _kept_alive(self) -> AsyncIterator[None]:
        """Renew the lease while the block runs, and end the block when it is lost."""
        owner = asyncio.current_task()
        lost = False

        async def renew() -> None:
            nonlocal lost
            while True:
                await asyncio.sleep(_HEARTBEAT)
                try:
                    kept = await self._database.pool.execute(_RENEW, self._job, self._lease, float(LEASE_SECONDS))
                except _UNREACHABLE as error:
                    log.warning("job %s: the lease was not renewed: %s", self._job, error)
                    continue
                if kept == "UPDATE 0":
                    lost = True
                    assert owner is not None
                    owner.cancel()
                    return

        heart = asyncio.create_task(renew())
        try:
            yield
        except asyncio.CancelledError:
            if lost and owner is not None and owner.uncancel() == 0:
                raise LeaseLost from None
            raise
        finally:
            heart.cancel()

    async def _after(self, error: Exception, written: dict[str, Any], *, final: bool = False) -> None:
        if final or self._last:
            await self._fail(written)
        else:
            self.outcome.name = "retried"
            log.info("job %s will be tried again: %s", self._job, error)
            await self._release(error=written, delay=5 * 3.0 ** (self._number - 1))

    async def _return(self) -> None:
        await self._release(error=None, delay=0, uncounted=1)
        # Another worker takes it up at once; the sweeper would be seconds later. The number is one that no wake of this
        # job has had yet: those of one number within 30 seconds are one.
        await self._state.waker.wake(self._job, self._queue, self._number)

    async def _fail(self, written: dict[str, Any]) -> None:
        self.outcome.name = "failed"
        await self._write(_FAIL, written)

    async def _release(self, error: dict[str, Any] | None, delay: float, uncounted: int = 0) -> None:
        await self._write(_RETURN, error, float(delay), uncounted)

    async def _write(self, statement: str, *values: Any) -> None:
        try:
            await self._database.pool.execute(statement, self._job, self._lease, *values)
        except _UNREACHABLE as error:
            # The lease runs out by itself, and the sweeper finds the job again.
            log.warning("job %s: its end was not noted: %s", self._job, error)


def _written_down(error: DomainError) -> dict[str, Any]:
    """A domain error as the job's row holds it, from which the waiting request's answer is made."""
    return {
        "code": error.code,
        "detail": error.detail or error.title,
        "status": error.status,
        "errors": [asdict(fault) for fault in error.errors],
        "extensions": error.extensions,
    }
