"""A job on the wire."""

import uuid
from datetime import datetime
from typing import Any, Literal

from kit.auth import Principal
from kit.jobs import is_cancellable
from kit.schemas import Out
from kit.tables import Job

JobState = Literal["queued", "running", "done", "failed"]


class JobFieldError(Out):
    """One fault in what the job was given."""

    field: str
    code: str
    detail: str


class JobError(Out):
    """Why a job failed, or its last attempt did. ``status`` is that of the problem; null for what nobody foresaw."""

    code: str
    detail: str
    status: int | None = None
    errors: list[JobFieldError] = []


class JobOut(Out):
    """A job. ``progress`` goes from 0 to 1; ``createdBy`` is the user who started it, null for the site itself.

    ``dismissedAt`` is when somebody noted that a failed job has been seen to.
    """

    id: uuid.UUID
    name: str
    state: JobState
    progress: float
    message: str | None
    attempts: int
    result: Any
    error: JobError | None
    created_by: str | None
    is_cancellable: bool
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    dismissed_at: datetime | None


def job_out(job: Job, principal: Principal | None) -> JobOut:
    """A job as the wire has it for a principal; None is the one who has just begun it."""
    own = {name: getattr(job, name) for name in JobOut.model_fields if name != "is_cancellable"}
    return JobOut.model_validate({**own, "is_cancellable": is_cancellable(job, principal)})
