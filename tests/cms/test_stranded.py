"""Emails whose jobs ended without a word: the mail log says so, and they can be sent again."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, select, text, update

from cms.app import app
from cms.emails.models import Email
from cms.emails.stranded import BROKEN_OFF
from cms.emails.tasks import DELIVER
from kit.jobs import plan
from kit.runner import Runner
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import email, stored_email
from tests.cms.test_emails_written import written
from tests.cms.test_sending_again import send
from tests.kit.working import run_jobs
from tests.mail_server import MailServer


@pytest.fixture
async def client(start: Start, server: MailServer) -> ServiceClient:
    return await start(app, smtp_host="127.0.0.1", smtp_port=server.port, smtp_security="none")


@pytest.fixture
async def waiting(client: ServiceClient) -> str:
    """An email that waits to be sent; its id."""
    return await written(client)


async def lose_every_worker(client: ServiceClient) -> None:
    """Have the workers of the one job been killed, the last of all attempts too, and another one look at it."""
    async with client.kit.database.transaction() as session:
        over = "UPDATE jobs SET state = 'running', attempts = max_attempts, lease_until = now() WHERE name = :name"
        await session.execute(text(over), {"name": DELIVER})
        job = (await session.scalars(select(Job.id).where(Job.name == DELIVER))).one()
    await Runner(client.kit, 1).run(job)


async def a_stretch_later(client: ServiceClient) -> None:
    """Do what is done time and again, but for sending."""
    await plan(client.kit.database, "cms")
    async with client.kit.database.transaction() as session:
        jobs = (await session.scalars(select(Job.id).where(Job.state == "queued", Job.name != DELIVER))).all()
    for job in jobs:
        await Runner(client.kit, 1).run(job)


async def test_an_email_whose_workers_were_all_lost_says_so_and_is_sent_again(
    client: ServiceClient, tokens: Tokens, server: MailServer, waiting: str
) -> None:
    await lose_every_worker(client)
    assert (await stored_email(client, waiting)).state == "queued"
    await a_stretch_later(client)
    found = await stored_email(client, waiting)
    assert (found.state, found.reason, found.may_have_arrived) == ("failed", BROKEN_OFF, False)
    assert (await send(client, tokens, waiting)).status_code == 202
    await run_jobs(client)
    assert ((await stored_email(client, waiting)).state, len(server.messages)) == ("sent", 1)


async def test_one_whose_job_is_not_there_any_more_does_too(client: ServiceClient, waiting: str) -> None:
    async with client.kit.database.transaction() as session:
        await session.execute(delete(Job))
    await a_stretch_later(client)
    assert (await stored_email(client, waiting)).state == "failed"


@pytest.mark.parametrize(("minutes", "state"), [(11, "failed"), (9, "queued")])
async def test_one_that_was_handed_over_may_have_arrived(
    client: ServiceClient, tokens: Tokens, waiting: str, minutes: int, state: str
) -> None:
    """Once nobody can be waiting for the server's answer any more."""
    async with client.kit.database.transaction() as session:
        noted = datetime.now(UTC) - timedelta(minutes=minutes)
        await session.execute(update(Email).values(handed_over_at=noted))
    await lose_every_worker(client)
    await a_stretch_later(client)
    found = await stored_email(client, waiting)
    assert (found.state, found.may_have_arrived) == (state, state == "failed")
    assert ("may have arrived" in (found.reason or "")) == (state == "failed")


async def test_those_whose_jobs_go_on_and_those_that_wait_for_nothing_stay_as_they_are(
    client: ServiceClient, waiting: str
) -> None:
    states = ("kept", "sent", "failed")
    others = [str((await email(client, state=state)).id) for state in states]
    await a_stretch_later(client)
    assert (await stored_email(client, waiting)).state == "queued"
    async with client.kit.database.transaction() as session:
        later = "UPDATE jobs SET state = 'running', lease_until = now() + interval '1 minute' WHERE name = :name"
        await session.execute(text(later), {"name": DELIVER})
        await session.execute(text("DELETE FROM jobs WHERE name <> :name"), {"name": DELIVER})
        await session.execute(text("DELETE FROM idempotency_keys"))
    await a_stretch_later(client)
    assert [(await stored_email(client, one)).state for one in (waiting, *others)] == ["queued", *states]
