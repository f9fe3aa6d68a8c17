"""Mailings on their way: to many, with attachments, while workers are killed."""

import asyncio
import hashlib
import uuid
from collections import Counter
from functools import partial

import pytest
from sqlalchemy import select, update

from cms.emails.cancelling import cancel_mailings
from cms.emails.mailings import Letter, write_mailing
from cms.emails.models import Email
from cms.emails.stranded import mark_failed
from cms.emails.tasks import DELIVER, SEND_MAILINGS
from kit.cancellable import Cancellation
from kit.database import Database
from kit.db import new_id
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from tests.cms import factory
from tests.cms.email_asking import captchas, client, email, post, rows, template
from tests.cms.mailing_states import NAMES, PICTURE, due, files_of, has, run_jobs_to_the_end, states
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, worker_process
from tests.kit.working import run_jobs
from tests.mail_server import MailServer
from tests.waiting_transactions import until_somebody_waits

__all__ = ["captchas", "client"]


class TestMessage:
    async def test_carries_everything(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        made = await template(client, subject="Grüße von {{ words }}", content="<h1>{{ words }}</h1>")
        body = email(made, template={"id": str(made.id), "data": {"words": "Zoë & Łukasz"}})
        body |= {"to": "Ångström, Zoë <zoe@example.org>", "cc": ["Ida <ida@example.org>", "bo@example.org"]}
        body |= {"bcc": "secret@example.org", "replyTo": "Müller, Jörg <joerg@example.org>"}
        body["to"] = [{"name": "Ångström, Zoë", "emailAddress": "zoe@example.org"}]
        body["replyTo"] = [{"name": "Müller, Jörg", "emailAddress": "joerg@example.org"}]
        await post(
            client, body, tokens.bearer("editor"), (NAMES[0], PICTURE, "application/pdf"), (NAMES[1], b"a\r\nb\n")
        )
        await run_jobs(client)
        assert sorted(to for _, [to] in server.envelopes) == [
            "bo@example.org", "ida@example.org", "secret@example.org", "zoe@example.org",
        ]  # fmt: skip
        for message, content in zip(server.messages, server.contents, strict=True):
            assert str(message["Subject"]) == "Grüße von Zoë & Łukasz"
            [to], cc, [reply] = (message[header].addresses for header in ("To", "Cc", "Reply-To"))
            assert (to.display_name, to.addr_spec) == ("Ångström, Zoë", "zoe@example.org")
            assert [address.addr_spec for address in cc] == ["ida@example.org", "bo@example.org"]
            assert reply.display_name == "Müller, Jörg"
            assert b"secret@example.org" not in content
            html, plain = message.get_body(("html",)), message.get_body(("plain",))
            assert html is not None
            assert plain is not None
            assert "<h1>Zoë &amp; Łukasz</h1>" in html.get_content()
            assert plain.get_content().strip() == "Zoë & Łukasz"
            assert files_of(message) == {NAMES[0]: PICTURE, NAMES[1]: b"a\r\nb\n"}
            assert all(len(line) <= 998 for line in content.split(b"\r\n"))
        assert len({message["Message-ID"] for message in server.messages}) == 4

    async def test_to_those_in_bcc_alone_names_nobody(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        body = email(await template(client), to=[], bcc=["ann@example.org", "ida@example.org"])
        await post(client, body, tokens.bearer("editor"))
        await run_jobs(client)
        assert {str(message["To"]) for message in server.messages} == {"undisclosed-recipients:;"}
        assert all(
            b"example.org" not in content.split(b"\r\n\r\n")[0].replace(b"willow.example", b"")
            for content in server.contents
        )

    @pytest.mark.parametrize(("form", "asked"), [("plain", "html"), ("html", "plain"), ("plain", "plain")])
    async def test_plain_ones_have_no_html(
        self, client: ServiceClient, tokens: Tokens, server: MailServer, form: str, asked: str
    ) -> None:
        made = await template(client, format=form, content="{{ words }}")
        await post(client, email(made, type=asked), tokens.bearer("editor"))
        await run_jobs(client)
        assert server.messages[0].get_content_type() == "text/plain"
        assert server.messages[0].get_content().strip() == "Grüße & mehr"


class TestKilled:
    async def test_workers_double_and_lose_nothing(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        """200 recipients, an attachment, and two workers that are killed while emails are on their way."""
        everybody = [f"Zoë {number} <zoe{number}@example.org>" for number in range(200)]
        answer = await post(
            client, email(await template(client), bcc=everybody, to=[]), tokens.bearer("editor"), (NAMES[0], PICTURE)
        )
        assert answer.status_code == 202
        for number in (30, 110):
            worker = await worker_process(client, "cms")
            try:
                await eventually(partial(has, server, number))
                # Each of its connections is where nothing has been handed over yet.
                server.hangs_at = "RCPT"
                await asyncio.wait_for(server.reached.wait(), 60)
                await eventually(lambda: server.waiting == 4)
            finally:
                await end(worker)
            server.hangs_at = None
            server.released.set()
            server.reached, server.released = asyncio.Event(), asyncio.Event()
            await due(client)
        await run_jobs_to_the_end(client)
        arrived = Counter(to for _, [to] in server.envelopes)
        assert len(arrived) == 200
        assert set(arrived.values()) == {1}
        assert await states(client) == Counter(sent=200)
        digest = hashlib.sha256(PICTURE).digest()
        assert {hashlib.sha256(files_of(message)[NAMES[0]]).digest() for message in server.messages} == {digest}

    async def test_whose_answer_nobody_heard_is_not_repeated(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.hangs_at = "DATA"
        await post(client, email(await template(client)), tokens.bearer("editor"))
        worker = await worker_process(client, "cms")
        try:
            await asyncio.wait_for(server.reached.wait(), 60)
        finally:
            await end(worker)
        server.hangs_at = None
        server.released.set()
        await due(client)
        await run_jobs_to_the_end(client)
        [row] = await rows(client)
        assert (row.state, row.may_have_arrived, len(server.messages)) == ("failed", True, 1)


class TestConnections:
    EVERYBODY = tuple(f"a{number:02}@example.org" for number in range(30))

    async def test_are_kept_from_one_email_to_the_next(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        await post(client, email(await template(client), to=[], bcc=self.EVERYBODY), tokens.bearer("editor"))
        await run_jobs(client)
        assert sorted(to for _, [to] in server.envelopes) == [*self.EVERYBODY]
        assert server.connections == 4

    async def test_that_the_server_ends_are_replaced_and_nobody_waits_for_that(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.most_messages = 3
        await post(client, email(await template(client), to=[], bcc=self.EVERYBODY), tokens.bearer("editor"))
        [job] = await run_jobs(client, SEND_MAILINGS)
        assert job.result == {"sent": 30, "queued": 0, "kept": 0, "failed": 0}
        assert sorted(to for _, [to] in server.envelopes) == [*self.EVERYBODY]

    async def test_a_recipient_who_is_refused_takes_nothing_from_the_others(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.unknown = self.EVERYBODY[5]
        await post(client, email(await template(client), to=[], bcc=self.EVERYBODY), tokens.bearer("editor"))
        await run_jobs(client)
        assert await states(client) == Counter(sent=29, failed=1)
        assert {to for _, [to] in server.envelopes} == {*self.EVERYBODY} - {server.unknown}


class TestLater:
    async def test_what_the_server_puts_off_has_a_job_of_its_own(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "451 4.7.1 Come back later"
        body = email(await template(client), to=[f"a{number}@example.org" for number in range(9)])
        await post(client, body, tokens.bearer("editor"), (NAMES[0], PICTURE))
        [job] = await run_jobs(client, SEND_MAILINGS)
        assert (job.state, job.result) == ("done", {"sent": 0, "queued": 9, "kept": 0, "failed": 0})
        first = {row.id for row in await rows(client)}
        del server.answers["RCPT"]
        await run_jobs(client, DELIVER)
        assert await states(client) == Counter(sent=9)
        # The same Message-ID, whichever attempt it was.
        assert {str(message["Message-ID"]).partition("@")[0].strip("<") for message in server.messages} == {
            str(each) for each in first
        }
        assert all(files_of(message)[NAMES[0]] == PICTURE for message in server.messages)

    async def test_a_server_that_is_away_is_asked_a_few_times_not_hundreds(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        await server.close()
        body = email(await template(client), to=[f"a{number}@example.org" for number in range(50)])
        await post(client, body, tokens.bearer("editor"))
        await run_jobs(client, SEND_MAILINGS)
        assert sum(row.attempts for row in await rows(client)) <= 8
        assert await states(client) == Counter(queued=50)

    async def test_one_that_waits_for_its_mailings_job_is_not_stranded(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        await post(client, email(await template(client)), tokens.bearer("editor"))
        await run_jobs(client, "emails.mark_stranded")
        assert await mark_failed(client.kit, [DELIVER], SEND_MAILINGS) == 0
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(state="failed"))
        assert await mark_failed(client.kit, [DELIVER], SEND_MAILINGS) == 1


class TestCancelled:
    EVERYBODY = tuple(f"a{number:02}@example.org" for number in range(60))

    async def cancelled_at(self, client: ServiceClient, tokens: Tokens, server: MailServer, command: str) -> Job:
        """The job of a mailing that is cancelled while the server holds each connection at this command."""
        server.hangs_at = command
        await post(client, email(await template(client), to=[], bcc=self.EVERYBODY), tokens.bearer("editor"))
        sending = asyncio.create_task(run_jobs(client, SEND_MAILINGS))
        await eventually(lambda: server.waiting == 4)
        assert await cancelled(client, tokens) == 204
        server.go_on()
        [job] = await sending
        return job

    async def test_before_its_turn_is_sent_to_nobody(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        await post(client, email(await template(client), to=[], bcc=self.EVERYBODY), tokens.bearer("editor"))
        assert [await cancelled(client, tokens) for _ in range(2)] == [204, 204]
        [job] = await run_jobs(client, SEND_MAILINGS)
        assert job.result == {"sent": 0, "queued": 0, "kept": 0, "failed": 60, "isCancelled": True}
        assert {row.reason for row in await rows(client)} == {"Sending was cancelled."}
        assert (server.begun, await cancelled(client, tokens)) == (0, 409)

    async def test_on_its_way_ends_with_what_the_server_has(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        job = await self.cancelled_at(client, tokens, server, "DATA")
        assert job.result == {"sent": 4, "queued": 0, "kept": 0, "failed": 56, "isCancelled": True}
        assert await states(client) == Counter(sent=4, failed=56)
        assert not any(row.may_have_arrived for row in await rows(client))
        # Each connection begins one more at most.
        assert len(server.messages) == 4
        assert server.begun <= 8

    async def test_one_is_sent_again_where_that_is_wished(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        await post(client, email(await template(client)), tokens.bearer("editor"), (NAMES[0], PICTURE))
        await cancelled(client, tokens)
        await run_jobs(client, SEND_MAILINGS)
        [row] = await rows(client)
        headers = {**tokens.bearer("admin"), "Idempotency-Key": "once"}
        answer = await client.post(f"/cms/emails/{row.id}/sending", headers=headers)
        assert answer.status_code < 300, answer.text
        await run_jobs(client, DELIVER)
        assert [files_of(message)[NAMES[0]] for message in server.messages] == [PICTURE]

    async def test_leaves_none_of_what_the_server_puts_off_to_later(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "451 4.7.1 Come back later"
        await self.cancelled_at(client, tokens, server, "RCPT")
        assert await states(client) == Counter(failed=60)
        assert [job.name for job in await run_jobs(client) if job.name == DELIVER] == []

    async def test_says_so_of_those_that_the_server_refuses_meanwhile(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.7.1 Not from you"
        job = await self.cancelled_at(client, tokens, server, "RCPT")
        assert job.result == {"sent": 0, "queued": 0, "kept": 0, "failed": 60, "isCancelled": True}
        assert {(row.state, row.reason) for row in await rows(client)} == {("failed", "Sending was cancelled.")}

    async def test_locks_emails_in_the_order_in_which_they_are_readdressed(self, client: ServiceClient) -> None:
        """In another, the two would wait for each other, and one of them be broken off."""
        database = client.kit.database
        first, second = sorted(new_id() for _ in range(2))
        async with database.transaction() as session:
            mailing = await write_mailing(session, new_id(), Letter("T", "Hello", "In words", None, to=[]))
        # The table has them the other way round.
        for identifier in (second, first):
            await factory.email(client, id=identifier, mailing_id=mailing.id, state="queued")
        async with database.transaction() as session:
            await session.execute(select(Email.id).where(Email.id == first).with_for_update())
            cancelling = asyncio.create_task(cancel(database, mailing.id))
            await until_somebody_waits(session)
            await session.execute(select(Email.id).where(Email.id == second).with_for_update(nowait=True))
        assert await cancelling == "requested"


async def cancel(database: Database, mailing_id: uuid.UUID) -> Cancellation:
    """Cancel one mailing, in a transaction of its own."""
    async with database.transaction() as session:
        return await cancel_mailings(session, [mailing_id])


async def cancelled(client: ServiceClient, tokens: Tokens) -> int:
    """Cancel the job that sends the mailing, as an administrator does; the status of the answer."""
    async with client.kit.database.reading() as session:
        job_id = await session.scalar(select(Job.id).where(Job.name == SEND_MAILINGS))
    return (await client.post(f"/cms/jobs/{job_id}/cancellation", headers=tokens.bearer("admin"))).status_code
