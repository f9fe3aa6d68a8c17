"""Mailings on their way: to many, with attachments, while workers are killed; and what is kept of them."""

import asyncio
import hashlib
import uuid
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select, text, update

from cms.emails.models import Email, Mailing
from cms.emails.retention import tidy
from cms.emails.stranded import mark_failed
from cms.emails.tasks import DELIVER, SEND_MAILINGS
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from tests.cms import test_email_requests as requests
from tests.cms.factory import email as stored_email_row
from tests.cms.test_email_requests import email, mailings, pieces, post, rows, template
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, worker_process
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

captchas, client = requests.captchas, requests.client

PICTURE = bytes(range(256)) * 3_000
NAMES = ("Grüße aus Łódź.pdf", "notes.txt")


def files_of(message: EmailMessage) -> dict[str | None, bytes]:
    return {part.get_filename(): part.get_payload(decode=True) for part in message.iter_attachments()}  # type: ignore[misc]


async def due(client: ServiceClient) -> None:
    """Let time pass: leases end, and jobs are due."""
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE jobs SET run_at = now() - interval '1 minute', lease_until = now()"))


async def states(client: ServiceClient) -> Counter[str]:
    return Counter(row.state for row in await rows(client))


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


def has(server: MailServer, number: int) -> bool:
    return len(server.messages) >= number


async def run_jobs_to_the_end(client: ServiceClient) -> None:
    while True:
        await due(client)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE jobs SET state = 'queued' WHERE state = 'running'"))
        if not any(job.state == "queued" for job in await run_jobs(client)):
            return


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
        assert await mark_failed(client.kit, DELIVER, SEND_MAILINGS) == 0
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(state="failed"))
        assert await mark_failed(client.kit, DELIVER, SEND_MAILINGS) == 1


class TestKept:
    async def test_attachments_go_when_everybody_has_them(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        body = email(await template(client), to=["ann@example.org", "ida@example.org"])
        await post(client, body, tokens.bearer("editor"), (NAMES[0], PICTURE))
        assert await pieces(client) == 3
        await run_jobs(client)
        assert (await states(client), await pieces(client)) == (Counter(failed=2), 3)
        del server.answers["RCPT"]
        for row in await rows(client):
            headers = {**tokens.bearer("admin"), "Idempotency-Key": "x"}
            assert (await client.post(f"/cms/emails/{row.id}/sending", headers=headers)).status_code == 202
        await run_jobs(client, DELIVER)
        assert (await states(client), await pieces(client)) == (Counter(sent=2), 0)
        assert files_of(server.messages[1]) == {NAMES[0]: PICTURE}
        line = (await client.get("/cms/emails", headers=tokens.bearer("admin"))).json()["results"][0]
        assert line["attachments"] == [
            {"name": NAMES[0], "mediaType": "application/octet-stream", "size": len(PICTURE)}
        ] or (line["attachments"][0]["name"] == NAMES[0])
        assert (line["kind"], line["subject"], line["isLogged"]) == ("template", "Contact from localhost", True)

    async def test_what_is_not_to_be_logged_is_gone_once_it_is_sent(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        made = await template(client, subject="About {{ words }}")
        words = {"id": str(made.id), "data": {"words": "chrysanthemums"}}
        await post(
            client,
            email(made, template=words, allowLogging=False),
            tokens.bearer("editor"),
            ("chrysanthemums.txt", b"chrysanthemums"),
        )
        admin = tokens.bearer("super")
        [row] = await rows(client)
        shown = await client.get(f"/cms/emails/{row.id}", headers=admin)
        assert (shown.json()["bodyHidden"], shown.json()["subject"], "chrysanthemums" in shown.text) == (
            "unlogged",
            "",
            False,
        )
        await run_jobs(client)
        assert "chrysanthemums" in str(server.messages[0]["Subject"])
        async with client.kit.database.reading() as session:
            for table in ("emails", "mailings", "attachment_pieces", "jobs", "audit_entries", "idempotency_keys"):
                found = (await session.execute(text(f"SELECT t::text FROM {table} t"))).scalars().all()  # noqa: S608
                assert "chrysanthemums" not in "".join(found), table
        assert (await client.get(f"/cms/emails/{row.id}", headers=admin)).json()["state"] == "sent"

    async def test_what_could_not_be_sent_goes_after_a_week(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        made = await template(client)
        for logged in (True, False):
            await post(client, email(made, allowLogging=logged), tokens.bearer("editor"))
        await run_jobs(client)
        await tidy(client.kit)
        assert all(mailing.subject for mailing in await mailings(client))
        async with client.kit.database.transaction() as session:
            await session.execute(update(Mailing).values(created_at=datetime.now(UTC) - timedelta(days=8)))
        await tidy(client.kit)
        assert [(mailing.is_logged, mailing.subject is None) for mailing in await mailings(client)] == [
            (True, False),
            (False, True),
        ]
        unlogged = next(row for row in await rows(client) if not row.subject)
        headers = {**tokens.bearer("admin"), "Idempotency-Key": "x"}
        answer = await client.post(f"/cms/emails/{unlogged.id}/sending", headers=headers)
        assert (answer.status_code, answer.json()["obstacle"]) == (409, "lapsed")

    async def test_a_mailing_goes_with_the_last_of_its_emails(self, client: ServiceClient, tokens: Tokens) -> None:
        body = email(await template(client), to=["ann@example.org", "ida@example.org"])
        await post(client, body, tokens.bearer("editor"), (NAMES[0], PICTURE))
        first, second = await rows(client)
        for row, left in ((first, 1), (second, 0)):
            await client.delete(f"/cms/emails/{row.id}", headers=tokens.bearer("admin"))
            await tidy(client.kit, batch=1)
            assert len(await mailings(client)) == left
        assert await pieces(client) == 0


class TestReaddressing:
    async def change(self, client: ServiceClient, tokens: Tokens, email_id: uuid.UUID, to: Any) -> tuple[int, Any]:
        answer = await client.put(f"/cms/emails/{email_id}", json={"to": to}, headers=tokens.bearer("admin"))
        return answer.status_code, answer.json()

    async def test_sends_it_to_the_right_address(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        await post(client, email(await template(client), to="ann@exmaple.org"), tokens.bearer("editor"))
        await run_jobs(client)
        [row] = await rows(client)
        right = {"name": "Ann", "emailAddress": "ann@example.org"}
        status, changed = await self.change(client, tokens, row.id, right)
        assert (status, changed["to"]) == (200, right)
        del server.answers["RCPT"]
        headers = {**tokens.bearer("admin"), "Idempotency-Key": "x"}
        await client.post(f"/cms/emails/{row.id}/sending", headers=headers)
        await run_jobs(client, DELIVER)
        assert server.envelopes[0][1] == ["ann@example.org"]
        assert str(server.messages[0]["To"]) == "Ann <ann@example.org>"
        status, refused = await self.change(client, tokens, row.id, right)
        assert (status, refused["code"]) == (409, "email_not_changeable")

    @pytest.mark.parametrize(
        "to", [{"emailAddress": "a@b.example\r\nBcc: c@d.example"}, {"name": "A\nB", "emailAddress": "a@b.example"}, {}]
    )
    async def test_refuses(self, client: ServiceClient, tokens: Tokens, to: Any) -> None:
        await post(client, email(await template(client)), tokens.bearer("editor"))
        [row] = await rows(client)
        assert (await self.change(client, tokens, row.id, to))[0] == 422

    async def test_of_a_secret_link_is_refused(self, client: ServiceClient, tokens: Tokens) -> None:
        secret = await stored_email_row(client, has_secret=True)
        status, refused = await self.change(client, tokens, secret.id, {"emailAddress": "eve@example.org"})
        assert (status, refused["code"]) == (409, "email_not_changeable")
        async with client.kit.database.reading() as session:
            assert (await session.scalars(select(Email.to_address))).all() == ["ann@example.org"]
