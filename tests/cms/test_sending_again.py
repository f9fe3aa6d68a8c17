"""``POST /cms/emails/{id}/sending``: an email that failed or was kept, on its way again to a real SMTP server."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from cms.app import app
from cms.emails.tasks import DELIVER
from kit.db import new_id
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import email, stored_email
from tests.cms.test_emails_written import written
from tests.kit.working import run_jobs
from tests.mail_server import MailServer


@pytest.fixture
async def client(start: Start, server: MailServer) -> ServiceClient:
    return await start(app, smtp_host="127.0.0.1", smtp_port=server.port, smtp_security="none")


async def send(
    client: ServiceClient, tokens: Tokens, identifier: object, key: str | None = "one", scope: str = "admin"
) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return await client.post(f"/cms/emails/{identifier}/sending", headers={**tokens.bearer(scope), **headers})


def refused(answer: httpx.Response) -> tuple[int, str, str | None]:
    problem = answer.json()
    return answer.status_code, problem["code"], problem.get("obstacle")


async def line(client: ServiceClient, tokens: Tokens) -> dict[str, Any]:
    """The one line of the mail log."""
    [only] = (await client.get("/cms/emails", headers=tokens.bearer("admin"))).json()["results"]
    found: dict[str, Any] = only
    return found


async def test_what_was_kept_arrives_once_there_is_a_server(
    client: ServiceClient, tokens: Tokens, server: MailServer
) -> None:
    written = datetime.now(UTC) - timedelta(days=3)
    kept = await email(client, created_at=written)
    assert (await line(client, tokens))["obstacle"] is None
    answer = await send(client, tokens, kept.id)
    assert (answer.status_code, answer.json()["state"], answer.json()["obstacle"]) == (202, "queued", "waiting")
    assert answer.json()["askedAgainAt"] is not None
    await run_jobs(client)
    [message] = server.messages
    assert message["To"] == "Ann Ash <ann@example.org>"
    assert message["Date"].datetime > written + timedelta(days=2)
    found = await line(client, tokens)
    assert (found["state"], found["attempts"], found["obstacle"]) == ("sent", 1, "sent")


async def test_what_failed_arrives_when_the_server_takes_it(
    client: ServiceClient, tokens: Tokens, server: MailServer
) -> None:
    server.answers["RCPT"] = "550 5.1.1 No such mailbox"
    identifier = await written(client, "reset_password")
    await run_jobs(client)
    before = await line(client, tokens)
    assert (before["state"], before["mayHaveArrived"], before["obstacle"]) == ("failed", False, None)
    del server.answers["RCPT"]
    assert (await send(client, tokens, identifier)).json()["reason"] is None
    await run_jobs(client)
    assert len(server.messages) == 1
    # Delivered, so what it says is kept no longer.
    assert (await stored_email(client, identifier)).text is None
    assert refused(await send(client, tokens, identifier, "two")) == (409, "email_not_sendable", "sent")


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
async def test_what_the_server_refused_did_not_arrive(
    client: ServiceClient, tokens: Tokens, server: MailServer, command: str
) -> None:
    server.answers[command] = "550 5.7.1 Not this"
    await written(client)
    await run_jobs(client)
    assert (await line(client, tokens))["mayHaveArrived"] is False


async def test_what_may_have_arrived_says_so_and_is_sent_when_somebody_wants_it(
    client: ServiceClient, tokens: Tokens, server: MailServer
) -> None:
    server.hangs_up_at = "DATA"
    identifier = await written(client)
    await run_jobs(client)
    assert (await line(client, tokens))["mayHaveArrived"] is True
    server.hangs_up_at = None
    assert (await send(client, tokens, identifier)).json()["mayHaveArrived"] is False
    await run_jobs(client)
    assert [(await line(client, tokens))["state"], len(server.messages)] == ["sent", 2]


async def test_one_key_sends_it_once(client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
    kept = await email(client)
    answers = await asyncio.gather(*(send(client, tokens, kept.id, "the-key") for _ in range(5)))
    assert [answer.status_code for answer in answers] == [202] * 5
    await run_jobs(client)
    late = await send(client, tokens, kept.id, "the-key")
    assert (late.status_code, late.json()["state"]) == (202, "sent")
    await run_jobs(client)
    assert len(server.messages) == 1


async def test_two_people_at_once_send_it_once(client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
    kept = await email(client)
    answers = await asyncio.gather(*(send(client, tokens, kept.id, f"key-{n}") for n in range(3)))
    assert sorted(answer.status_code for answer in answers) == [202, 409, 409]
    assert {refused(answer) for answer in answers if answer.status_code == 409} == {
        (409, "email_not_sendable", "waiting")
    }
    await run_jobs(client)
    assert len(server.messages) == 1


async def test_says_who_asked(client: ServiceClient, tokens: Tokens) -> None:
    kept = await email(client)
    await send(client, tokens, kept.id)
    async with client.kit.database.transaction() as session:
        job = (await session.scalars(select(Job).where(Job.name == DELIVER))).one()
    assert job.created_by is not None


class TestRefused:
    async def test_without_a_mail_server(self, start: Start, tokens: Tokens) -> None:
        client = await start(app)
        kept = await email(client)
        assert refused(await send(client, tokens, kept.id)) == (409, "no_mail_server", None)
        assert (await line(client, tokens))["state"] == "kept"

    @pytest.mark.parametrize(
        "gone",
        [
            {"kind": "reset_password", "created_at": datetime.now(UTC) - timedelta(hours=2)},
            {"kind": "invitation", "text": None, "html": None},
        ],
        ids=["its link is dead", "its body is gone"],
    )
    async def test_when_its_link_lets_nobody_in(
        self, client: ServiceClient, tokens: Tokens, gone: dict[str, Any]
    ) -> None:
        kept = await email(client, has_secret=True, **gone)
        assert (await line(client, tokens))["obstacle"] == "lapsed"
        assert refused(await send(client, tokens, kept.id)) == (409, "email_not_sendable", "lapsed")

    async def test_of_an_email_that_there_is_not(self, client: ServiceClient, tokens: Tokens) -> None:
        assert refused(await send(client, tokens, new_id())) == (404, "email_not_found", None)

    @pytest.mark.parametrize("key", [None, "", "k" * 201, "two words"])
    async def test_without_a_key_that_is_one(self, client: ServiceClient, tokens: Tokens, key: str | None) -> None:
        kept = await email(client)
        assert (await send(client, tokens, kept.id, key)).status_code == 422
        assert (await line(client, tokens))["state"] == "kept"

    async def test_to_editors(self, client: ServiceClient, tokens: Tokens) -> None:
        kept = await email(client)
        assert (await send(client, tokens, kept.id, scope="editor")).status_code == 403
