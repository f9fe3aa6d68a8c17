"""A job's changes as server-sent events, and how many may wait for jobs at once."""

import contextlib
import time
import uuid
from collections.abc import AsyncIterator, Collection, Iterator, Sequence

from sqlalchemy import select
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from kit.auth import Principal
from kit.errors import TooManyRequests
from kit.job_schemas import job_out
from kit.jobs import FINISHED, job_topic
from kit.redis_link import RedisUnavailable
from kit.revocation import look_up
from kit.state import STOPPING, KitState
from kit.tables import Job
from kit.wakes import woken

_KEEP_ALIVE = 15.0

UNWOKEN_SECONDS = 2.0
"""How late a change of a job is noticed of which no wake came."""

WATCHING_AT_ONCE = 8
"""For how many jobs one caller may wait at once in a process, be it by an event stream or by an answer."""

STREAM_SECONDS = 120.0
"""How long one event stream goes on. A caller who asks for the next one needs the permission again."""


class TooManyStreams(TooManyRequests):
    """429: the caller has as many event streams open as one may have."""

    code = "too_many_streams"


class JobEvents(StreamingResponse):
    """The event stream of some jobs, counted while it is being sent: one that never begins takes nobody's place."""

    def __init__(self, state: KitState, job_ids: Sequence[uuid.UUID], principal: Principal) -> None:
        changes = _changes(state, job_ids, principal)
        # The second has nginx hand each event on at once, which it would else gather until the stream ends.
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(changes, media_type="text/event-stream", headers=headers)
        self._state = state
        self._caller = principal.user_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. Raises `TooManyStreams`."""
        if self._state.watching[self._caller] >= WATCHING_AT_ONCE:
            raise TooManyStreams("You are waiting for too many jobs at once.", headers={"Retry-After": "5"})
        with watching(self._state, self._caller):
            await super().__call__(scope, receive, send)


@contextlib.contextmanager
def watching(state: KitState, caller: str) -> Iterator[None]:
    """Count the caller among those who wait for a job while the block runs."""
    state.watching[caller] += 1
    try:
        yield
    finally:
        state.watching[caller] -= 1
        if not state.watching[caller]:
            del state.watching[caller]


async def read_job(state: KitState, job_id: uuid.UUID) -> Job:
    """A job as it is now. Raises NoResultFound."""
    async with state.database.reading() as session:
        return (await session.scalars(select(Job).where(Job.id == job_id))).one()


async def _read_jobs(state: KitState, ids: Collection[uuid.UUID]) -> Sequence[Job]:
    async with state.database.reading() as session:
        return (await session.scalars(select(Job).where(Job.id.in_(ids)).order_by(Job.id))).all()


async def _changes(state: KitState, job_ids: Sequence[uuid.UUID], principal: Principal) -> AsyncIterator[bytes]:
    sent: dict[uuid.UUID, bytes] = {}
    open_ids = set(job_ids)
    sent_at = time.monotonic()
    until = sent_at + STREAM_SECONDS
    with state.wakes.waiting_for(*map(job_topic, job_ids)) as signal:
        while True:
            jobs = await _read_jobs(state, open_ids)
            # Asked last: it holds for an end that came while the jobs were read.
            if await _has_ended(state, principal):
                return
            for job in jobs:
                current = job_out(job, principal).model_dump_json().encode()
                if current != sent.get(job.id):
                    yield b"event: job\ndata: " + current + b"\n\n"
                    sent[job.id], sent_at = current, time.monotonic()
            # One that is gone has been cleared away since, and has ended for that matter.
            open_ids = {job.id for job in jobs if job.state not in FINISHED}
            # A client that still waits asks another process, instead of keeping this one from its end.
            if not open_ids or time.monotonic() >= until or STOPPING in state.settled:
                return
            if time.monotonic() - sent_at > _KEEP_ALIVE:
                yield b": still here\n\n"
                sent_at = time.monotonic()
            await woken(signal, UNWOKEN_SECONDS)


async def _has_ended(state: KitState, principal: Principal) -> bool:
    """Whether who asked has logged out since, or lost a scope. While nobody knows, the stream's own end is near."""
    try:
        return (await look_up(state.redis, principal.session_id)).is_revoked
    except RedisUnavailable:
        return False
