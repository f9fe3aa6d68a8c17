"""Having emails written: `POST /cms/emails`."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select

from cms.app import app
from cms.config_entries.entries import CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY, CONTACT_ADDRESS
from cms.email_templates.models import EmailTemplate
from kit.audit import AuditEntry
from kit.config_entries import Entry
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.delivering import settings_for
from tests.cms.email_asking import (
    AT_ONCE,
    captchas,
    client,
    configure,
    email,
    mailings,
    post,
    rows,
    template,
    with_captcha,
)
from tests.cms.test_scanning import EICAR, Serve, hangs_up, serve
from tests.fakes.captchas import Captchas
from tests.kit.working import run_jobs, with_worker
from tests.mail_server import MailServer

__all__ = ["captchas", "client", "serve"]


class TestStaff:
    async def test_hear_what_became_of_it(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        made = await template(client)
        body = email(made, to=["ann@example.org", "ida@example.org"])
        call = client.post("/cms/emails", json=body, headers=tokens.bearer("editor"))
        answer = await with_worker(client, call)
        assert (answer.status_code, answer.json()) == (200, {"sent": 2, "queued": 0, "kept": 0, "failed": 0})
        assert sorted(to for _, [to] in server.envelopes) == ["ann@example.org", "ida@example.org"]

    async def test_may_not_wait(self, client: ServiceClient, tokens: Tokens) -> None:
        made, editor = await template(client), tokens.bearer("editor")
        answer = await post(client, email(made), editor)
        assert (answer.status_code, answer.headers["Preference-Applied"]) == (202, "respond-async")
        job = await client.get(answer.headers["Location"], headers=editor)
        assert (job.status_code, job.json()["state"]) == (200, "queued")
        await run_jobs(client)
        job = await client.get(answer.headers["Location"], headers=editor)
        assert job.json()["result"] == {"sent": 1, "queued": 0, "kept": 0, "failed": 0}

    async def test_whose_session_has_ended_are_no_visitors(self, client: ServiceClient, tokens: Tokens) -> None:
        made = await template(client)
        answer = await post(client, email(made), tokens.cookie("editor", exp=1))
        assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")

    async def test_send_once_with_one_key(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        made = await template(client)
        key = {"Idempotency-Key": "one"}
        editor = tokens.bearer("editor")
        first = await post(client, email(made), editor, ("a.txt", b"A"), **key)
        again = await post(client, email(made, recaptcha="x"), editor, ("a.txt", b"A"), **key)
        assert (first.status_code, again.status_code) == (202, 202)
        assert first.headers["Location"] == again.headers["Location"]
        other = await post(client, email(made), editor, ("a.txt", b"B"), **key)
        assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
        somebody = await post(client, email(made), tokens.bearer("editor"), **key)
        assert somebody.status_code == 202
        await run_jobs(client)
        assert len(server.messages) == 2

    async def test_need_name_nobody_where_the_template_does(self, client: ServiceClient, tokens: Tokens) -> None:
        made = await template(client, recipients=["office@willow.example"])
        await post(client, email(made, to=[]), tokens.bearer("editor"))
        assert [row.to_address for row in await rows(client)] == ["office@willow.example"]

    async def test_leave_a_trace(self, client: ServiceClient, tokens: Tokens) -> None:
        await post(client, email(await template(client)), tokens.bearer("editor"))
        async with client.kit.database.reading() as session:
            [entry] = (await session.scalars(select(AuditEntry))).all()
        assert (entry.action, entry.details) == ("email.sent", {"recipients": 1, "attachments": 0})

    async def test_write_to_everybody_once(self, client: ServiceClient, tokens: Tokens) -> None:
        body = email(
            await template(client),
            to=["Ann <ann@example.org>", "ANN@example.org"],
            cc=["ann@Example.org"],
            bcc=["ida@example.org"],
        )
        await post(client, body, tokens.bearer("editor"))
        assert [row.to_address for row in await rows(client)] == ["ann@example.org", "ida@example.org"]


class TestScanner:
    async def test_looks_at_what_is_attached_whoever_sends_it(
        self, start: Start, tokens: Tokens, server: MailServer, captchas: Captchas, serve: Serve
    ) -> None:
        client = await start(
            app,
            mounts={"http://captchas.test": captchas.app},
            captcha_url="http://captchas.test/siteverify",
            clamd_address=await serve(),
            **settings_for(server),
        )
        await with_captcha(client)
        made = await template(client, is_for_visitors=True, recipients=["office@willow.example"])
        files = ("a.txt", b"words"), ("b.txt", EICAR)
        for headers in ({}, tokens.bearer("editor")):
            answer = await post(client, email(made), headers, *files, **{"Idempotency-Key": "one"})
            assert (answer.status_code, answer.json()["code"]) == (422, "file_infected")
        assert await mailings(client) == []
        answer = await post(client, email(made), tokens.bearer("editor"), *files[:1], **{"Idempotency-Key": "one"})
        assert answer.status_code == 202
        await run_jobs(client)
        [message] = server.messages
        assert [part.get_content() for part in message.iter_attachments()] == ["words"]

    async def test_that_is_away_lets_nothing_through(
        self, start: Start, tokens: Tokens, server: MailServer, serve: Serve
    ) -> None:
        client = await start(app, clamd_address=await serve(hangs_up), **settings_for(server))
        answer = await post(client, email(await template(client)), tokens.bearer("editor"), ("a.txt", b"words"))
        assert (answer.status_code, answer.json()["code"]) == (503, "scanner_unavailable")
        assert await mailings(client) == []


class TestVisitors:
    @pytest.fixture
    async def made(self, client: ServiceClient) -> EmailTemplate:
        return await template(client, is_for_visitors=True, recipients=["office@willow.example"])

    async def test_never_choose_who_gets_it(
        self, client: ServiceClient, server: MailServer, captchas: Captchas, made: EmailTemplate
    ) -> None:
        await with_captcha(client)
        thirty = [f"victim{number}@example.org" for number in range(30)]
        body = email(made, to=thirty, cc=thirty, bcc=thirty, replyTo="zoe@example.org")
        answer = await post(client, body, {})
        assert (answer.status_code, answer.json()["accepted"]) == (202, 1)
        await run_jobs(client)
        assert [to for _, to in server.envelopes] == [["office@willow.example"]]
        assert "victim" not in server.contents[0].decode()
        assert server.messages[0]["Reply-To"] == "zoe@example.org"
        assert "Location" not in answer.headers

    async def test_members_and_other_scopes_are_visitors(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate
    ) -> None:
        await with_captcha(client)
        for scopes in ((), ("crm:write", "ecom:write")):
            answer = await post(client, email(made, recaptcha="wrong"), tokens.bearer(*scopes))
            assert (answer.status_code, answer.json()["code"]) == (422, "captcha_failed")
        assert await rows(client) == []

    async def test_write_to_the_contact_address(self, client: ServiceClient, captchas: Captchas) -> None:
        await with_captcha(client)
        made = await template(client, is_for_visitors=True)
        captchas.right |= {"second"}
        nobody = await post(client, email(made), {})
        assert (nobody.status_code, nobody.json()["code"]) == (503, "email_recipients_missing")
        await configure(client, **{CONTACT_ADDRESS.key: "hello@willow.example"})
        assert (await post(client, email(made, recaptcha="second"), {})).status_code == 202
        assert [row.to_address for row in await rows(client)] == ["hello@willow.example"]

    async def test_have_other_templates_to_themselves_not(self, client: ServiceClient) -> None:
        await with_captcha(client)
        answer = await post(client, email(await template(client)), {})
        assert (answer.status_code, answer.json()["code"]) == (403, "email_template_not_for_visitors")

    async def test_without_a_provider_nothing_is_sent(self, client: ServiceClient, made: EmailTemplate) -> None:
        answer = await post(client, email(made), {})
        assert (answer.status_code, answer.json()["code"]) == (503, "captcha_not_configured")
        assert await rows(client) == []

    @pytest.mark.parametrize("missing", [CAPTCHA_SITE_KEY, CAPTCHA_SECRET], ids=["site key", "secret"])
    async def test_nor_while_it_lacks_a_key(
        self, client: ServiceClient, made: EmailTemplate, missing: Entry[Any]
    ) -> None:
        """No page can show its captcha then: nobody is told that they have not solved it."""
        await with_captcha(client)
        await configure(client, **{missing.key: None if missing.is_secret else ""})
        answer = await post(client, email(made), {})
        assert (answer.status_code, answer.json()["code"]) == (503, "captcha_not_configured")

    async def test_a_captcha_counts_once(self, client: ServiceClient, captchas: Captchas, made: EmailTemplate) -> None:
        await with_captcha(client)
        first = await post(client, email(made), {}, **{"Idempotency-Key": "a"})
        again = await post(client, email(made), {}, **{"Idempotency-Key": "a"})
        stolen = await post(client, email(made), {}, **{"Idempotency-Key": "b"})
        assert [answer.status_code for answer in (first, again, stolen)] == [202, 202, 422]
        assert stolen.json()["errors"][0]["field"] == "emails.0.recaptcha"
        assert len(await rows(client)) == 1
        assert captchas.asked == [{"secret": "a-secret", "response": "solved"}] * 2

    async def test_a_captcha_of_another_site_does_not_count(
        self, client: ServiceClient, captchas: Captchas, made: EmailTemplate
    ) -> None:
        await with_captcha(client)
        captchas.hostname = "evil.example"
        assert (await post(client, email(made), {})).json()["code"] == "captcha_failed"

    async def test_a_provider_that_does_not_take_our_secret_is_our_fault(
        self, client: ServiceClient, captchas: Captchas, made: EmailTemplate
    ) -> None:
        keys = {CAPTCHA_SITE_KEY.key: "site", CAPTCHA_SECRET.key: "another"}
        await configure(client, **{CAPTCHA_PROVIDER.key: "recaptcha", **keys})
        answer = await post(client, email(made), {})
        assert (answer.status_code, answer.json()["code"]) == (503, "captcha_unavailable")

    async def test_an_odd_answer_is_no_success(
        self, client: ServiceClient, captchas: Captchas, made: EmailTemplate
    ) -> None:
        await with_captcha(client)
        captchas.is_odd = True
        assert (await post(client, email(made), {})).status_code == 422
        assert await rows(client) == []

    async def test_send_a_few_at_most(self, client: ServiceClient, made: EmailTemplate) -> None:
        await with_captcha(client)
        assert (await post(client, [email(made)] * 6, {})).status_code == 422
        many = await post(client, email(made, replyTo=["a@example.org", "b@example.org"]), {})
        assert (many.status_code, many.json()["errors"][0]["field"]) == (422, "emails.0.replyTo")

    async def test_from_a_foreign_page_are_refused(self, client: ServiceClient, made: EmailTemplate) -> None:
        answer = await post(client, email(made), {"Origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin_mismatch")


class TestTogether:
    async def test_what_was_sent_is_told_again_though_its_template_is_gone(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        made, key, editor = await template(client), {"Idempotency-Key": "k"}, tokens.bearer("editor")
        first = await post(client, email(made), {**editor, **AT_ONCE}, **key)
        await client.delete(f"/cms/email-templates/{made.id}", headers={**tokens.bearer("admin"), "If-Match": '"1"'})
        again = await post(client, email(made), {**editor, **AT_ONCE}, **key)
        assert (first.status_code, again.status_code) == (202, 202)
        assert again.json()["id"] == first.json()["id"]

    async def test_two_with_one_key_send_once(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        made, key = await template(client), {"Idempotency-Key": "k"}
        editor = tokens.bearer("editor")
        calls = [post(client, email(made), editor, **key) for _ in range(3)]
        assert [answer.status_code for answer in await asyncio.gather(*calls)] == [202] * 3
        await run_jobs(client)
        assert len(server.messages) == 1
        async with client.kit.database.reading() as session:
            assert await session.scalar(select(func.count()).select_from(Job)) == 1
