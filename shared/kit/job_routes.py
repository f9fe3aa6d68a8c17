"""How a job looks to its caller: its address, its progress as events, and answers that may wait for it."""

import asyncio
import time
import uuid
from collections.abc import Sequence
from typing import Annotated, ClassVar

import orjson
from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from kit.auth import LoggedIn, Principal, requires
from kit.cancelling import cancel
from kit.db import Session
from kit.errors import BY_STATUS, Conflict, DomainError, FieldError, Unavailable
from kit.job_repository import JOB_SORT, JobFilters, JobNotFound, JobRepository, job_filters
from kit.job_schemas import JobOut, job_out
from kit.job_streams import UNWOKEN_SECONDS, WATCHING_AT_ONCE, JobEvents, read_job, watching
from kit.jobs import FINISHED, job_topic, request_cancellation, set_dismissed
from kit.pagination import Order, Page, PageParams
from kit.state import state_of
from kit.tables import Job
from kit.wakes import woken


class JobNotCancellable(Conflict):
    """409: the job is finished, or it is one that always goes on to its end."""

    code = "job_not_cancellable"


class JobNotDismissable(Conflict):
    """409: the job has not failed, so that nobody is asked to look at it."""

    code = "job_not_dismissable"


class JobFailed(Unavailable):
    """503: the work that the answer waited for came to no end that it foresees. ``jobCode`` says why."""

    code = "job_failed"


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
        order: Annotated[Order, JOB_SORT],
        filters: Annotated[JobFilters, Depends(job_filters)],
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

    @router.get("/events", operation_id="jobs_events_of_several", response_class=StreamingResponse)
    async def events_of_several(
        request: Request,
        session: Session,
        principal: Annotated[Principal, caller],
        ids: Annotated[Sequence[uuid.UUID], Query(alias="id", min_length=1, max_length=100)],
    ) -> StreamingResponse:
        """Several jobs' changes as server-sent events, until all are finished or two minutes are over: then ask again.

        Jobs that are not there or that the caller may not see are left out; 404 where none is left.
        """
        repository = JobRepository(session, principal)
        seen = (await session.scalars(repository.seen(ids))).all()
        if not seen:
            raise JobNotFound
        return JobEvents(state_of(request), seen, principal)

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

    @router.put("/{job_id}/dismissal", operation_id="jobs_dismiss")
    async def dismiss(job_id: uuid.UUID, session: Session, principal: Annotated[Principal, caller]) -> JobOut:
        """Note that a failed job has been seen to: nobody is asked to look at it any more. 409 `job_not_dismissable`."""
        return await _dismissal(job_id, session, principal, is_dismissed=True)

    @router.delete("/{job_id}/dismissal", operation_id="jobs_undismiss")
    async def undismiss(job_id: uuid.UUID, session: Session, principal: Annotated[Principal, caller]) -> JobOut:
        """Take a dismissal back."""
        return await _dismissal(job_id, session, principal, is_dismissed=False)

    @router.get("/{job_id}/events", operation_id="jobs_events", response_class=StreamingResponse)
    async def events(
        job_id: uuid.UUID, request: Request, session: Session, principal: Annotated[Principal, caller]
    ) -> StreamingResponse:
        """A job's changes as server-sent events, until it is finished or two minutes are over: then ask again."""
        await JobRepository(session, principal).get(job_id)
        return JobEvents(state_of(request), [job_id], principal)

    return router


async def _dismissal(job_id: uuid.UUID, session: AsyncSession, principal: Principal, *, is_dismissed: bool) -> JobOut:
    job = await JobRepository(session, principal).get_for_update(job_id)
    if job.state != "failed":
        raise JobNotDismissable("Only failed jobs can be dismissed.")
    set_dismissed(session, principal, job, is_dismissed=is_dismissed)
    await session.flush()
    return job_out(job, principal)


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
