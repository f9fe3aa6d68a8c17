"""What people are told of: jobs of theirs that ended, what the site failed at, emails that could not be sent."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from cms.app import app
from cms.emails.cancelling import CANCELLED
from cms.emails.models import Email
from cms.emails.retention import Tidied, tidy
from cms.notifications.models import NotificationRead
from kit.notifications import MOST, SHOWN_FOR
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import email, stored_email

NOW = datetime.now(UTC)
ADA, BOB = str(uuid.uuid4()), str(uuid.uuid4())


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


@pytest.fixture
def ada(tokens: Tokens) -> dict[str, str]:
    return tokens.bearer("editor", user=ADA)


@pytest.fixture
def admin(tokens: Tokens) -> dict[str, str]:
    return tokens.bearer("admin", user=BOB)


async def add_job(client: ServiceClient, name: str, state: str, by: str | None, at: datetime = NOW) -> uuid.UUID:
    job = Job(name=name, queue="long", state=state, args={}, max_attempts=1, created_by=by, finished_at=at)
    if state == "failed":
        job.error = {"code": "storage_full", "detail": "The disk is full."}
    async with client.kit.database.transaction() as session:
        session.add(job)
    return job.id


async def read(client: ServiceClient, headers: dict[str, str]) -> Any:
    answer = await client.get("/cms/notifications", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def told(client: ServiceClient, headers: dict[str, str]) -> list[tuple[str, Any, bool]]:
    found = (await read(client, headers))["results"]
    return [(each["kind"], each["data"].get("job"), each["isRead"]) for each in found]


async def mark(client: ServiceClient, headers: dict[str, str], until: datetime, *ids: uuid.UUID) -> None:
    body = {"until": until.isoformat(), "ids": [str(each) for each in ids]}
    assert (await client.put("/cms/notifications/read", json=body, headers=headers)).status_code == 204


class TestJobs:
    async def test_that_one_started_are_told_when_they_end(self, client: ServiceClient, ada: dict[str, str]) -> None:
        await add_job(client, "backups.create", "done", ADA, NOW - timedelta(seconds=2))
        await add_job(client, "backups.import", "failed", ADA, NOW - timedelta(seconds=1))
        await add_job(client, "backups.create", "running", ADA)
        await add_job(client, "backups.create", "done", BOB)
        assert await told(client, ada) == [
            ("job.failed", "backups.import", False),
            ("job.done", "backups.create", False),
        ]
        [failed, _] = (await read(client, ada))["results"]
        assert failed["data"] == {"job": "backups.import", "isOwn": True, "detail": "The disk is full."}

    async def test_that_were_cancelled_are_no_news(self, client: ServiceClient, ada: dict[str, str]) -> None:
        backup = await add_job(client, "backups.create", "failed", ADA)
        check = await add_job(client, "backups.import", "done", ADA)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).where(Job.id == backup).values(error={"code": "backup_cancelled"}))
            await session.execute(update(Job).where(Job.id == check).values(result={"isCancelled": True}))
        assert await told(client, ada) == []

    async def test_that_everybody_expects_to_be_done_are_told_only_when_they_failed(
        self, client: ServiceClient, ada: dict[str, str]
    ) -> None:
        await add_job(client, "uploads.complete", "done", ADA)
        await add_job(client, "uploads.complete", "failed", ADA)
        assert await told(client, ada) == [("job.failed", "uploads.complete", False)]

    async def test_of_the_site_itself_are_told_to_admins_when_they_failed(
        self, client: ServiceClient, ada: dict[str, str], admin: dict[str, str]
    ) -> None:
        await add_job(client, "backups.create", "failed", None)
        await add_job(client, "backups.create", "done", None)
        assert await told(client, ada) == []
        assert await told(client, admin) == [("job.failed", "backups.create", False)]

    async def test_are_those_of_thirty_days_and_fifty_at_most(self, client: ServiceClient, ada: dict[str, str]) -> None:
        await add_job(client, "backups.create", "done", ADA, NOW - SHOWN_FOR - timedelta(minutes=1))
        assert await told(client, ada) == []
        for number in range(MOST + 2):
            await add_job(client, "backups.create", "done", ADA, NOW - timedelta(seconds=number))
        assert len(await told(client, ada)) == MOST


class TestEmails:
    async def test_that_failed_are_one_for_a_day(
        self, client: ServiceClient, ada: dict[str, str], admin: dict[str, str]
    ) -> None:
        for _ in range(3):
            await email(client, state="failed")
        await email(client, state="sent")
        async with client.kit.database.transaction() as session:
            # On one day, also where the test begins on the day before.
            await session.execute(update(Email).values(updated_at=NOW))
        [one] = (await read(client, admin))["results"]
        assert (one["kind"], one["data"]) == ("emails.failed", {"count": 3})
        assert (await read(client, ada))["results"] == []

    async def test_that_were_cancelled_are_no_news(self, client: ServiceClient, admin: dict[str, str]) -> None:
        await email(client, state="failed", reason=CANCELLED)
        assert (await read(client, admin))["results"] == []
        await email(client, state="failed", reason="The server refused it.")
        [one] = (await read(client, admin))["results"]
        assert one["data"] == {"count": 1}

    async def test_that_fail_later_on_a_day_are_news_again(self, client: ServiceClient, admin: dict[str, str]) -> None:
        await email(client, state="failed")
        async with client.kit.database.transaction() as session:
            await session.execute(update(Email).values(updated_at=NOW - timedelta(microseconds=2)))
        [one] = (await read(client, admin))["results"]
        await mark(client, admin, datetime.fromisoformat(one["at"]), uuid.UUID(one["id"]))
        assert (await read(client, admin))["unread"] == 0
        async with client.kit.database.transaction() as session:
            await session.execute(update(Email).values(updated_at=NOW - timedelta(microseconds=1)))
        [again] = (await read(client, admin))["results"]
        assert (again["id"], again["isRead"]) == (one["id"], False)

    async def test_that_lose_what_they_said_are_no_news(self, client: ServiceClient, admin: dict[str, str]) -> None:
        failed = await email(
            client, state="failed", has_secret=True, text="x", html=None, created_at=NOW - timedelta(9)
        )
        async with client.kit.database.transaction() as session:
            await session.execute(update(Email).values(updated_at=NOW - timedelta(8)))
        before = (await read(client, admin))["results"]
        assert await tidy(client.kit) == Tidied(deleted=0, blanked=1)
        assert (await stored_email(client, str(failed.id))).text is None
        assert (await read(client, admin))["results"] == before


class TestRead:
    async def test_is_each_for_itself_and_each_person(
        self, client: ServiceClient, ada: dict[str, str], admin: dict[str, str]
    ) -> None:
        first = await add_job(client, "backups.create", "failed", None, NOW - timedelta(seconds=2))
        await add_job(client, "backups.import", "failed", None, NOW - timedelta(seconds=1))
        await mark(client, admin, NOW, first)
        assert await told(client, admin) == [
            ("job.failed", "backups.import", False),
            ("job.failed", "backups.create", True),
        ]
        assert (await read(client, admin))["unread"] == 1

    async def test_is_all_that_happened_until_then(self, client: ServiceClient, ada: dict[str, str]) -> None:
        await add_job(client, "backups.create", "done", ADA, NOW - timedelta(seconds=2))
        await add_job(client, "backups.import", "done", ADA, NOW)
        await mark(client, ada, NOW - timedelta(seconds=1))
        assert [(job, is_read) for _, job, is_read in await told(client, ada)] == [
            ("backups.import", False),
            ("backups.create", True),
        ]
        # An older answer that comes late takes nothing back.
        await mark(client, ada, NOW)
        await mark(client, ada, NOW - timedelta(seconds=1))
        assert (await read(client, ada))["unread"] == 0

    async def test_is_nothing_that_is_yet_to_happen(self, client: ServiceClient, ada: dict[str, str]) -> None:
        await mark(client, ada, NOW + timedelta(days=1))
        await add_job(client, "backups.create", "done", ADA, datetime.now(UTC))
        assert (await read(client, ada))["unread"] == 1

    async def test_is_kept_no_longer_than_it_is_shown(self, client: ServiceClient, ada: dict[str, str]) -> None:
        await mark(client, ada, NOW - SHOWN_FOR - timedelta(days=1), uuid.uuid4())
        await mark(client, ada, NOW, uuid.uuid4())
        async with client.kit.database.transaction() as session:
            rows = (await session.scalars(select(NotificationRead))).all()
        assert len(rows) == 1


@pytest.mark.parametrize(("scopes", "status"), [((), 403), (("crm:read",), 403), (("editor",), 200)])
async def test_is_for_those_who_work_on_the_content(
    client: ServiceClient, tokens: Tokens, scopes: tuple[str, ...], status: int
) -> None:
    assert (await client.get("/cms/notifications", headers=tokens.bearer(*scopes))).status_code == status
