from collections.abc import Sequence
from typing import Annotated

import pytest
from fastapi import APIRouter

from kit.app import create_service
from kit.auth import Caller, Public
from kit.db import Session, new_id
from kit.errors import NotFound
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.repository import Repository
from kit.schemas import Out
from kit.tables import Job
from kit.testing import RolledBack, ServiceClient, Start
from tests.kit.service import Settings


class JobNotFound(NotFound):
    code = "job_not_found"


class Jobs(Repository[Job]):
    model = Job
    missing = JobNotFound


class JobName(Out):
    name: str
    max_attempts: int


by_name_or_attempts = sortable(default="name", name=Job.name, maxAttempts=Job.max_attempts)
router = APIRouter()


@router.get("/crm/job-names", response_model=Page[JobName])
async def list(
    session: Session, page: PageParams, order: Annotated[Order, by_name_or_attempts], caller: Annotated[Caller, Public]
) -> Slice[Job]:
    return await Jobs(session).page(page, order)


def make_job(name: str, attempts: int = 1) -> Job:
    return Job(name=name, queue="short", args={}, max_attempts=attempts)


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    client = await start(create_service(Settings, routers=[router]))
    async with client.kit.database.transaction() as session:
        session.add_all([make_job(f"job {number:02}", number % 3 + 1) for number in range(25)])
    return client


async def names(client: ServiceClient, query: str) -> Sequence[str]:
    return [job["name"] for job in (await client.get(f"/crm/job-names?{query}")).json()["results"]]


class TestPages:
    async def test_begin_with_the_first_ten(self, client: ServiceClient) -> None:
        answer = (await client.get("/crm/job-names")).json()
        assert [job["name"] for job in answer.pop("results")] == [f"job {number:02}" for number in range(10)]
        assert answer == {"total": 25, "start": 0, "limit": 10}

    async def test_begin_where_they_are_asked_to(self, client: ServiceClient) -> None:
        assert await names(client, "start=23&limit=100") == ["job 23", "job 24"]
        assert await names(client, "start=25") == []

    async def test_are_sorted_by_columns_of_the_list(self, client: ServiceClient) -> None:
        assert await names(client, "sort=-name&limit=2") == ["job 24", "job 23"]
        assert await names(client, "sort=-maxAttempts,name&limit=3") == ["job 02", "job 05", "job 08"]

    async def test_do_not_overlap_when_values_are_equal(self, client: ServiceClient) -> None:
        seen = [
            name for start in range(0, 25, 5) for name in await names(client, f"sort=maxAttempts&start={start}&limit=5")
        ]
        assert len(set(seen)) == 25

    @pytest.mark.parametrize("sort", ["id", "maxattempts", "", "name;drop", "name,,name", "--name"])
    async def test_are_not_sorted_by_anything_else(self, client: ServiceClient, sort: str) -> None:
        answer = await client.get("/crm/job-names", params={"sort": sort})
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "unknown_sort")

    def test_are_not_declared_with_a_default_that_callers_cannot_ask_for(self) -> None:
        with pytest.raises(ValueError, match=r"\['title'\]"):
            sortable(default="-title,name", name=Job.name)

    @pytest.mark.parametrize("query", ["start=-1", "limit=0", "limit=101", "limit=x", "start=99999999999999999999"])
    async def test_have_bounds(self, client: ServiceClient, query: str) -> None:
        assert (await client.get(f"/crm/job-names?{query}")).status_code == 422


class TestRepository:
    async def test_get(self, rolled_back: RolledBack) -> None:
        jobs = Jobs(await rolled_back(Settings))
        job = await jobs.add(make_job("one"))
        assert await jobs.get(job.id) is job
        assert job.created_at.tzinfo is not None

    async def test_get_what_is_not_there(self, rolled_back: RolledBack) -> None:
        with pytest.raises(JobNotFound):
            await Jobs(await rolled_back(Settings)).get(new_id())

    async def test_delete(self, rolled_back: RolledBack) -> None:
        jobs = Jobs(await rolled_back(Settings))
        job = await jobs.add(make_job("one"))
        await jobs.delete(job)
        assert await jobs.one_or_none(jobs.base().where(Job.id == job.id)) is None
