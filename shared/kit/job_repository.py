"""Jobs as a caller finds them: by id, and in a list."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Query
from pydantic import StringConstraints
from sqlalchemy import Select, and_, or_
from sqlalchemy.ext.asyncio import AsyncSession

from kit.auth import Principal
from kit.errors import NotFound
from kit.job_schemas import JobState
from kit.pagination import sortable
from kit.repository import Repository
from kit.search import SearchText, matches
from kit.tables import Job

JOB_SORT = sortable(createdAt=Job.created_at, finishedAt=Job.finished_at, state=Job.state, default="-createdAt")


class JobNotFound(NotFound):
    """404: no such job, or somebody else's."""

    code = "job_not_found"


@dataclass(frozen=True)
class JobFilters:
    """Which jobs a list is of. ``kinds`` and ``starters`` are found beside the words."""

    states: Sequence[JobState]
    is_dismissed: bool | None
    q: str | None
    kinds: Sequence[str]
    starters: Sequence[str]


_Kind = Annotated[str, StringConstraints(max_length=100)]


async def job_filters(
    state: Annotated[Sequence[JobState], Query(max_length=10)] = (),
    is_dismissed: Annotated[
        bool | None, Query(alias="is-dismissed", description="Failed jobs that were dismissed, or all others.")
    ] = None,
    q: SearchText = None,
    or_kind: Annotated[
        Sequence[_Kind], Query(alias="or-kind", max_length=100, description="Names that count as found, beside q.")
    ] = (),
    or_starter: Annotated[
        Sequence[uuid.UUID],
        Query(alias="or-starter", max_length=100, description="Users whose jobs count as found, beside q."),
    ] = (),
) -> JobFilters:
    """The filters of a list, as its address has them."""
    return JobFilters(state, is_dismissed, q, or_kind, [str(each) for each in or_starter])


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

    def seen(self, ids: Sequence[uuid.UUID]) -> Select[uuid.UUID]:
        """Which of these jobs the caller may know of."""
        return self.base().where(Job.id.in_(ids)).with_only_columns(Job.id)

    def listed(self, filters: JobFilters) -> Select[Job]:
        """Those that are searched for; what the site does by itself only where it failed."""
        query = self.base().where((Job.created_by.is_not(None)) | (Job.state == "failed"))
        if filters.states:
            query = query.where(Job.state.in_(filters.states))
        if filters.is_dismissed is not None:
            query = query.where(Job.dismissed_at.is_not(None) if filters.is_dismissed else Job.dismissed_at.is_(None))
        words = matches(filters.q, Job.name, Job.message, Job.error["detail"].astext)
        if words:
            query = query.where(or_(and_(*words), Job.name.in_(filters.kinds), Job.created_by.in_(filters.starters)))
        return query
