"""How a job looks to its caller: its address, its progress as events, and answers that may wait for it."""

import asyncio
import time
import uuid
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Request
from sqlalchemy import select
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from kit.auth import LoggedIn, Principal, requires
from kit.db import Session
from kit.errors import NotFound, TooManyRequests, Unavailable
from kit.schemas import Out
from kit.state import KitState, state_of
from kit.tables import Job

_POLL = 0.2
_KEEP_ALIVE = 15.0
_FINISHED = frozenset({"done", "failed"})

STREAMS_AT_ONCE = 8
"""How many event streams one caller may have open in a process: each asks the database several times a second."""


class JobNotFound(NotFound):
    """404: no such job, or somebody else's."""

    code = "job_not_found"


class JobFailed(Unavailable):
    """503: the work that the answer waited for did not succeed. ``jobCode`` says why."""

    code = "job_failed"


class TooManyStreams(TooManyRequests):
    """429: the caller has as many event streams open as one may have."""

    code = "too_many_streams"


class JobError(Out):
    """Why a job failed, or its last attempt did."""

    code: str
    detail: str


class JobOut(Out):
    """A job. ``progress`` goes from 0 to 1; ``state`` is queued, running, done or failed."""

    id: uuid.UUID
    name: str
    state: str
    progress: float
    message: str | None
    attempts: int
    result: Any
    error: JobError | None
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None


def jobs_router(prefix: str, *scopes: str) -> APIRouter:
    """``GET <prefix>/jobs/{id}`` and its event stream, for those who made the job and for admins.

    With ``scopes``, the maker has to have one of them (still).
    """
    router = APIRouter(prefix=f"{prefix}/jobs", tags=["jobs"])
    caller = requires(*scopes) if scopes else LoggedIn
    streams: Counter[str] = Counter()

    @router.get("/{job_id}", operation_id="jobs_get")
    async def get(job_id: uuid.UUID, session: Session, principal: Annotated[Principal, caller]) -> JobOut:
        """A job."""
        return JobOut.model_validate(await _visible(session, job_id, principal))

    @router.get("/{job_id}/events", operation_id="jobs_events", response_class=StreamingResponse)
    async def events(
        job_id: uuid.UUID, request: Request, session: Session, principal: Annotated[Principal, caller]
    ) -> StreamingResponse:
        """A job's changes as server-sent events, until it is finished."""
        await _visible(session, job_id, principal)
        return _JobEvents(_changes(state_of(request), job_id), streams, principal.user_id)

    return router


class JobResponse(Response):
    """The answer to a call that started a job.

    With ``Prefer: respond-async`` it is 202 and the job's address at once; otherwise it waits up to
    ``wait`` seconds for the end: 200 and the result, 503 ``job_failed``, or 202 after all. The waiting
    begins when the response is sent, and so after the request's transaction is committed.
    """

    def __init__(self, job: Job, request: Request, *, address: str, wait: float) -> None:
        super().__init__(status_code=202)
        self._job_id = job.id
        self._state = state_of(request)
        self._address = f"{address}/{job.id}"
        preferences = {part.strip().lower() for part in request.headers.get("prefer", "").split(",")}
        self._at_once = "respond-async" in preferences
        self._wait = wait

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer. Raises `JobFailed`."""
        job = await self._finished_job()
        headers = {"Location": self._address}
        if self._at_once:
            headers["Preference-Applied"] = "respond-async"
        if job.state == "failed":
            error = job.error or {}
            raise JobFailed(error.get("detail"), jobCode=error.get("code"), job=self._address)
        done = job.state == "done"
        content = orjson.dumps(job.result) if done else JobOut.model_validate(job).model_dump_json().encode()
        answer = Response(content, 200 if done else 202, headers, "application/json")
        await answer(scope, receive, send)

    async def _finished_job(self) -> Job:
        until = time.monotonic() + self._wait
        while True:
            job = await _read(self._state, self._job_id)
            if self._at_once or job.state in _FINISHED or time.monotonic() > until:
                return job
            await asyncio.sleep(_POLL)


class _JobEvents(StreamingResponse):
    """The event stream, counted while it is being sent: one that never begins takes nobody's place."""

    def __init__(self, changes: AsyncIterator[bytes], streams: Counter[str], caller: str) -> None:
        super().__init__(changes, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        self._streams = streams
        self._caller = caller

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. Raises `TooManyStreams`."""
        if self._streams[self._caller] >= STREAMS_AT_ONCE:
            raise TooManyStreams("Too many of your jobs are being followed at once.", headers={"Retry-After": "5"})
        self._streams[self._caller] += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams[self._caller] -= 1
            if not self._streams[self._caller]:
                del self._streams[self._caller]


async def _visible(session: Session, job_id: uuid.UUID, principal: Principal) -> Job:
    job = (await session.scalars(select(Job).where(Job.id == job_id))).one_or_none()
    if job is None or not (job.created_by == principal.user_id or principal.has("admin")):
        raise JobNotFound
    return job


async def _read(state: KitState, job_id: uuid.UUID) -> Job:
    async with state.database.transaction() as session:
        return (await session.scalars(select(Job).where(Job.id == job_id))).one()


async def _changes(state: KitState, job_id: uuid.UUID) -> AsyncIterator[bytes]:
    last, told = b"", time.monotonic()
    while True:
        job = await _read(state, job_id)
        current = JobOut.model_validate(job).model_dump_json().encode()
        if current != last:
            yield b"event: job\ndata: " + current + b"\n\n"
            last, told = current, time.monotonic()
        elif time.monotonic() - told > _KEEP_ALIVE:
            yield b": still here\n\n"
            told = time.monotonic()
        if job.state in _FINISHED:
            return
        await asyncio.sleep(_POLL)
