"""Sending emails to a real SMTP server: once, and again where that helps."""

import asyncio
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from cms.app import app
from cms.emails.delivery import Delivery
from cms.emails.errors import SmtpUnavailable
from cms.emails.smtp import TryLater
from cms.emails.tasks import DELIVER
from kit.jobs import enqueue
from kit.runner import Runner
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.delivering import again, attempt, emails, everything, settings_for
from tests.cms.factory import email, stored_email
from tests.cms.test_emails_written import written
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, worker_process
from tests.mail_server import MailServer


@pytest.fixture
async def client(start: Start, server: MailServer) -> ServiceClient:
    """cms, which has its mail taken by the server."""
    return await start(app, **settings_for(server))


class TestSending:
    async def test_is_done_once(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        await written(client)
        job = await attempt(client)
        [email] = await emails(client)
        assert (job.state, email.state, email.attempts, email.reason) == ("done", "sent", 1, None)
        assert email.sent_at is not None
        await again(client)
        assert len(server.messages) == 1

    async def test_blanks_only_what_was_secret(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        secret, plain = await written(client, "reset_password"), await written(client)
        async with client.kit.database.transaction() as session:
            jobs = (await session.scalars(select(Job.id))).all()
        for job in jobs:
            await Runner(client.kit, 1).run(job)
        assert (await stored_email(client, secret)).text is None
        assert (await stored_email(client, secret)).html is None
        assert (await stored_email(client, plain)).text is not None
        assert "a-secret" not in await everything(client)

    async def test_of_a_deleted_email_does_nothing(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        identifier = await written(client)
        await client.delete(f"/cms/emails/{identifier}", headers=tokens.bearer("admin"))
        job = await attempt(client)
        assert (job.state, server.connections) == ("done", 0)

    async def test_without_settings_any_more_keeps_it(
        self, client: ServiceClient, start: Start, tokens: Tokens, server: MailServer
    ) -> None:
        await written(client)
        later = await start(app)
        await attempt(later)
        assert [(email.state, email.text is None) for email in await emails(later)] == [("kept", False)]
        assert server.connections == 0


class TestFailing:
    @pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
    async def test_for_good_ends_it_with_the_servers_reason(
        self, client: ServiceClient, tokens: Tokens, server: MailServer, command: str
    ) -> None:
        server.answers[command] = "550 5.1.1 No such mailbox"
        await written(client)
        job = await attempt(client)
        [email] = await emails(client)
        assert (job.state, email.state, email.attempts) == ("done", "failed", 1)
        assert email.reason == "The mail server said “550 5.1.1 No such mailbox”."
        await again(client)
        assert server.connections == 1

    @pytest.mark.parametrize("command", ["MAIL", "RCPT", "DATA"])
    async def test_for_now_is_tried_again_later(
        self, client: ServiceClient, tokens: Tokens, server: MailServer, command: str
    ) -> None:
        server.answers[command] = "451 4.7.1 Come back later"
        await written(client)
        before = datetime.now(UTC)
        job = await attempt(client)
        [email] = await emails(client)
        assert (job.state, email.state) == ("queued", "queued")
        assert job.run_at >= before + timedelta(seconds=5)
        assert email.reason == "The mail server said “451 4.7.1 Come back later”."
        del server.answers[command]
        await attempt(client)
        [email] = await emails(client)
        assert (email.state, email.attempts, email.reason, len(server.messages)) == ("sent", 2, None, 1)

    async def test_again_and_again_is_given_up(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        server.answers["RCPT"] = "450 Busy"
        await written(client)
        states = [(await attempt(client)).state for _ in range(9)]
        assert states == ["queued"] * 8 + ["done"]
        [email] = await emails(client)
        assert (email.state, email.attempts) == ("failed", 9)
        assert email.reason == "The mail server said “450 Busy”. This was the last attempt."

    async def test_for_a_reason_that_nobody_foresaw_is_told_in_the_end(
        self, client: ServiceClient, server: MailServer
    ) -> None:
        odd = await email(client, state="queued", to_address="ann@example.org\r\nBcc: all@example.org")
        async with client.kit.database.transaction() as session:
            await enqueue(session, DELIVER, {"emailId": str(odd.id)})
        states = [(await attempt(client)).state for _ in range(9)]
        assert states == ["queued"] * 8 + ["failed"]
        [found] = await emails(client)
        assert found.state == "failed"
        assert (found.reason or "").startswith("Sending failed")
        assert server.connections == 0

    async def test_a_server_that_is_away_and_comes_back(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        await server.close()
        await written(client)
        assert (await attempt(client)).state == "queued"
        [email] = await emails(client)
        assert (email.state, email.handed_over_at) == ("queued", None)
        assert (email.reason or "").startswith("The mail server does not answer (")
        await server.listen()
        assert (await attempt(client)).state == "done"
        assert len(server.messages) == 1

    async def test_after_the_body_was_given_it_is_not_repeated(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.hangs_up_at = "DATA"
        await written(client, "reset_password")
        await attempt(client)
        [email] = await emails(client)
        assert (email.state, len(server.messages)) == ("failed", 1)
        assert (email.reason or "").startswith("The mail server received the email and did not confirm it")
        await again(client)
        assert len(server.messages) == 1


class TestWorker:
    async def test_that_is_killed_before_the_body_loses_nothing_and_doubles_nothing(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.hangs_at = "RCPT"
        await written(client)
        first = await worker_process(client, "cms")
        try:
            await asyncio.wait_for(server.reached.wait(), 60)
        finally:
            await end(first)
        assert [email.state for email in await emails(client)] == ["queued"]
        server.hangs_at = None
        server.released.set()
        await attempt(client)
        assert ([email.state for email in await emails(client)], len(server.messages)) == (["sent"], 1)

    async def test_that_is_killed_while_the_body_is_taken_doubles_nothing(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.hangs_at = "DATA"
        await written(client)
        first = await worker_process(client, "cms")
        try:
            await asyncio.wait_for(server.reached.wait(), 60)
        finally:
            await end(first)
        server.hangs_at = None
        server.released.set()
        await attempt(client)
        [email] = await emails(client)
        assert (email.state, len(server.messages)) == ("failed", 1)
        assert "may have arrived" in (email.reason or "")

    async def test_that_is_stopped_waits_for_the_answer(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.hangs_at = "DATA"
        await written(client)
        worker = await worker_process(client, "cms")
        try:
            await asyncio.wait_for(server.reached.wait(), 60)
            worker.terminate()
            server.released.set()
            await asyncio.wait_for(worker.wait(), 60)
        finally:
            await end(worker)
        assert ([email.state for email in await emails(client)], len(server.messages)) == (["sent"], 1)

    async def test_sends_what_waits(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        for _ in range(5):
            await written(client)
        worker = await worker_process(client, "cms")
        try:
            await eventually(lambda: len(server.messages) == 5)
        finally:
            await end(worker)
        assert len({message["Message-ID"] for message in server.messages}) == 5

    async def test_two_of_them_send_it_once(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        identifier = await written(client)
        server.hangs_at = "RCPT"
        async with client.kit.database.transaction() as session:
            job = (await session.scalars(select(Job.id))).one()
        slow = asyncio.create_task(Runner(client.kit, 1).run(job))
        await asyncio.wait_for(server.reached.wait(), 60)
        server.hangs_at = None
        await attempt(client)
        server.released.set()
        await slow
        assert ((await stored_email(client, identifier)).state, len(server.messages)) == ("sent", 1)

    async def test_one_of_two_that_reached_the_server_gives_it_the_body(
        self, client: ServiceClient, server: MailServer
    ) -> None:
        identifier = uuid.UUID(await written(client))
        attempts = [Delivery(client.kit, identifier, is_last=False) for _ in range(2)]
        assert [await attempt._claim("ann@example.org") for attempt in attempts] == [True, False]

    async def test_one_that_is_to_try_later_leaves_what_another_has_sent(
        self, client: ServiceClient, server: MailServer
    ) -> None:
        identifier = await written(client)
        await attempt(client)
        with pytest.raises(SmtpUnavailable):
            await Delivery(client.kit, uuid.UUID(identifier), is_last=False)._put_off(TryLater("Busy."))
        email = await stored_email(client, identifier)
        assert (email.state, email.reason, email.attempts) == ("sent", None, 1)

    @pytest.mark.parametrize("refusal", ["451 4.7.1 Come back later", "550 5.7.1 Not this"])
    async def test_one_that_is_refused_late_leaves_what_another_has_sent(
        self, client: ServiceClient, server: MailServer, refusal: str
    ) -> None:
        identifier = await written(client)
        server.hangs_at = "RCPT"
        late = asyncio.create_task(Delivery(client.kit, uuid.UUID(identifier), is_last=True).make())
        await asyncio.wait_for(server.reached.wait(), 60)
        server.hangs_at = None
        await attempt(client)
        server.answers["RCPT"] = refusal
        server.released.set()
        assert await late is None
        email = await stored_email(client, identifier)
        assert (email.state, email.reason, email.attempts) == ("sent", None, 1)
        assert email.handed_over_at is not None

    @pytest.mark.parametrize("is_last", [True, False])
    async def test_one_that_is_refused_late_leaves_the_note_of_another_that_hands_it_over(
        self, client: ServiceClient, server: MailServer, is_last: bool
    ) -> None:
        """Without the note, a worker that finds the email after the other was killed would send it once more."""
        identifier = uuid.UUID(await written(client))
        late, other = (Delivery(client.kit, identifier, is_last=is_last) for _ in range(2))
        assert await other._claim("ann@example.org")
        if is_last:
            assert await late._put_off(TryLater("Busy.")) is None
        else:
            with pytest.raises(SmtpUnavailable):
                await late._put_off(TryLater("Busy."))
        email = await stored_email(client, str(identifier))
        assert (email.state, email.reason) == ("queued", None)
        assert email.handed_over_at == other._handed_over_at
