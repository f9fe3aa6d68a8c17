"""How a job looks to its caller: its address, its progress as events, and answers that may wait for it."""

import asyncio
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

import orjson
from fastapi import APIRouter, Depends, Query, Request
from pydantic import StringConstraints
from sqlalchemy import Select, and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from kit.auth import LoggedIn, Principal, requires
from kit.cancelling import cancel
from kit.db import Session
from kit.errors import BY_STATUS, Conflict, DomainError, FieldError, NotFound, Unavailable
from kit.job_schemas import JobOut, JobState, job_out
from kit.job_streams import UNWOKEN_SECONDS, WATCHING_AT_ONCE, JobEvents, read_job, watching
from kit.jobs import FINISHED, job_topic, request_cancellation
from kit.pagination import Order, Page, PageParams, sortable
from kit.repository import Repository
from kit.search import SearchText, matches
from kit.state import state_of
from kit.tables import Job
from kit.wakes import woken

_sort = sortable(createdAt=Job.created_at, finishedAt=Job.finished_at, state=Job.state, default="-createdAt")


class JobNotFound(NotFound):
    """404: no such job, or somebody else's."""

    code = "job_not_found"


class JobNotCancellable(Conflict):
    """409: the job is finished, or it is one that always goes on to its end."""

    code = "job_not_cancellable"


class JobFailed(Unavailable):
    """503: the work that the answer waited for came to no end that it foresees. ``jobCode`` says why."""

    code = "job_failed"


@dataclass(frozen=True)
class _Filters:
    states: Sequence[JobState]
    q: str | None
    kinds: Sequence[str]
    starters: Sequence[str]


_Kind = Annotated[str, StringConstraints(max_length=100)]


async def _filters(
    state: Annotated[Sequence[JobState], Query(max_length=10)] = (),
    q: SearchText = None,
    or_kind: Annotated[
        Sequence[_Kind], Query(alias="orKind", max_length=100, description="Names that count as found, beside q.")
    ] = (),
    or_starter: Annotated[
        Sequence[uuid.UUID],
        Query(alias="orStarter", max_length=100, description="Users whose jobs count as found, beside q."),
    ] = (),
) -> _Filters:
    return _Filters(state, q, or_kind, [str(each) for each in or_starter])


class JobRepository(Repository[Job]):
    """Jobs, as far as the caller may know of them: their own, and of others all that people started or that failed."""

    model = Job
    missing = JobNotFound

    def __init__(self, session: AsyncSession, principal: Principal) -> None:
        super().__init__(session)
        self._principal = principal

    def base(self) -> Select[Job]:
        """Those that the caller made; for admins all."""
        query = super().base()
        return query if self._principal.has("admin") else query.where(Job.created_by == self._principal.user_id)

    def listed(self, filters: _Filters) -> Select[Job]:
        """Those that are searched for; what the site does by itself only where it failed."""
        query = self.base().where((Job.created_by.is_not(None)) | (Job.state == "failed"))
        if filters.states:
            query = query.where(Job.state.in_(filters.states))
        words = matches(filters.q, Job.name, Job.message, Job.error["detail"].astext)
        if words:
            query = query.where(or_(and_(*words), Job.name.in_(filters.kinds), Job.created_by.in_(filters.starters)))
        return query


def jobs_router(prefix: str, *scopes: str) -> APIRouter:
    """``<prefix>/jobs``, each job and its event stream, for those who made the job and for admins.

    With ``scopes``, the maker has to have one of them (still).
    """
    router = APIRouter(prefix=f"{prefix}/jobs", tags=["jobs"])
    caller = requires(*scopes) if scopes else LoggedIn

    @router.get("", operation_id="jobs_list")
    async def list(
        session: Session,
        page: PageParams,
        order: Annotated[Order, _sort],
        filters: Annotated[_Filters, Depends(_filters)],
        principal: Annotated[Principal, caller],
    ) -> Page[JobOut]:
        """The caller's jobs, and for admins those of everybody and what the site failed at by itself.

        `q` looks into the name, the message and the error. Who shows kinds in words of its own, or who started a job by
        name, adds what the words stand for.
        """
        repository = JobRepository(session, principal)
        found = await repository.page(page, order, repository.listed(filters))
        results = [job_out(job, principal) for job in found.results]
        return Page(results=results, total=found.total, start=found.start, limit=found.limit)

    @router.get("/{job_id}", operation_id="jobs_get")
    async def get(job_id: uuid.UUID, session: Session, principal: Annotated[Principal, caller]) -> JobOut:
        """A job."""
        return job_out(await JobRepository(session, principal).get(job_id), principal)

    @router.post("/{job_id}/cancellation", operation_id="jobs_cancel", status_code=204)
    async def cancel_job(job_id: uuid.UUID, session: Session, principal: Annotated[Principal, caller]) -> None:
        """Have a job end before it is done. It does so in its own time. 409 `job_not_cancellable`."""
        job = await JobRepository(session, principal).get_for_update(job_id)
        if not await request_cancellation(session, principal, job):
            raise JobNotCancellable("This job cannot be cancelled.")

    @router.get("/{job_id}/events", operation_id="jobs_events", response_class=StreamingResponse)
    async def events(
        job_id: uuid.UUID, request: Request, session: Session, principal: Annotated[Principal, caller]
    ) -> StreamingResponse:
        """A job's changes as server-sent events, until it is finished or two minutes are over: then ask again."""
        await JobRepository(session, principal).get(job_id)
        return JobEvents(state_of(request), job_id, principal)

    return router


class JobResponse(Response):
    """The answer to a call that started a job.

    With ``Prefer: respond-async`` it is 202 and the job's address at once; otherwise it waits up to
    ``wait`` seconds for the end: 200 and the result, the domain error that the job ended with, 503
    ``job_failed``, or 202 after all; that at once, too, for somebody who waits for several already. The waiting
    begins when the response is sent, and so after the request's transaction is committed, and ends when the caller
    hangs up.
    """

    done_status: ClassVar[int] = 200

    def __init__(self, job: Job, request: Request, *, address: str, wait: float) -> None:
        super().__init__(status_code=202)
        if not any(getattr(route, "path", None) == f"{address}/{{job_id}}" for route in request.app.routes):
            raise LookupError(
                f"no job answers at {address}: add jobs_router({address.removesuffix('/jobs')!r}) to app.py"
            )
        self._job_id = job.id
        # What nobody logged in has begun is everybody's own: visitors do not wait for one another's turn.
        self._caller = job.created_by or f"job {job.id}"
        self._state = state_of(request)
        self._address = f"{address}/{job.id}"
        preferences = {part.strip().lower() for part in request.headers.get("prefer", "").split(",")}
        self._at_once = "respond-async" in preferences
        self._wait = wait

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer. Raises `JobFailed` and the job's own `DomainError`."""
        job = await self._awaited_job(receive)
        if job is None:
            return
        headers = {"Location": self._address}
        if self._at_once:
            headers["Preference-Applied"] = "respond-async"
        if job.state == "failed":
            self.raise_failure(job)
        status = self.done_status if job.state in FINISHED else 202
        answer = Response(self.content_of(job), status, headers, "application/json")
        await answer(scope, receive, send)

    def raise_failure(self, job: Job) -> None:
        """What becomes of a job that came to no good end. Raises `JobFailed` and the job's own `DomainError`."""
        raise _failure(job, self._address)

    def content_of(self, job: Job) -> bytes:
        """The answer for a job that is done or still goes on."""
        return orjson.dumps(job.result) if job.state == "done" else job_out(job, None).model_dump_json().encode()

    async def _awaited_job(self, receive: Receive) -> Job | None:
        """The job at its end, or as it is when the time is up; None when the caller has gone meanwhile."""
        if self._at_once or self._state.watching[self._caller] >= WATCHING_AT_ONCE:
            return await read_job(self._state, self._job_id)
        gone = asyncio.create_task(_disconnected(receive))
        waiting = asyncio.create_task(self._finished_job())
        try:
            with watching(self._state, self._caller):
                await asyncio.wait({gone, waiting}, return_when=asyncio.FIRST_COMPLETED)
            return waiting.result() if waiting.done() else None
        finally:
            await cancel(gone, waiting)

    async def _finished_job(self) -> Job:
        until = time.monotonic() + self._wait
        with self._state.wakes.waiting_for(job_topic(self._job_id)) as signal:
            while True:
                job = await read_job(self._state, self._job_id)
                left = until - time.monotonic()
                if job.state in FINISHED or left <= 0:
                    return job
                await woken(signal, min(left, UNWOKEN_SECONDS))


async def _disconnected(receive: Receive) -> None:
    """Return when the caller has hung up. The request's body has been read: nothing else comes."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _failure(job: Job, address: str) -> DomainError:
    error = job.error or {}
    kind = BY_STATUS.get(error.get("status") or 0)
    if kind is None:
        return JobFailed(error.get("detail"), jobCode=error.get("code"), job=address)
    faults = [FieldError(**fault) for fault in error.get("errors", ())]
    failure = kind(error.get("detail"), errors=faults, **{**error.get("extensions", {}), "job": address})
    failure.code = error["code"]
    return failure
