"""Having emails written: `POST /cms/emails`."""

import asyncio
import json
import logging
import uuid
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from sqlalchemy import func, select

from cms.app import app
from cms.config_entries.entries import CAPTCHA_PROVIDER, CAPTCHA_SECRET, CONTACT_ADDRESS, entries
from cms.email_template_types.models import EmailTemplateType
from cms.email_templates.models import EmailTemplate
from cms.emails.attachments import MOST_BYTES
from cms.emails.models import AttachmentPiece, Email, Mailing
from kit.audit import AuditEntry
from kit.db import new_id
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.delivering import settings_for
from tests.kit.working import run_jobs, with_worker
from tests.mail_server import MailServer

AT_ONCE = {"Prefer": "respond-async"}


class Captchas:
    """A provider on the wire: takes each right value once, for the site's own secret."""

    def __init__(self) -> None:
        self.app = FastAPI()
        self.asked: list[dict[str, str]] = []
        self.right = {"solved"}
        self.is_odd = False
        self.hostname: str | None = "localhost"

        @self.app.post("/siteverify")
        async def verify(request: Request) -> Any:
            raw = (await request.body()).decode()
            form = dict(httpx.QueryParams(raw))
            self.asked.append(form)
            if self.is_odd:
                return {"success": "yes"}
            if form.get("secret") != "a-secret":
                return {"success": False, "error-codes": ["invalid-input-secret"]}
            if form.get("response") not in self.right:
                return {"success": False, "error-codes": ["timeout-or-duplicate"]}
            self.right.discard(form["response"])
            return {"success": True, "hostname": self.hostname}


@pytest.fixture
def captchas() -> Captchas:
    return Captchas()


@pytest.fixture
async def client(start: Start, server: MailServer, captchas: Captchas) -> ServiceClient:
    """cms with a mail server, and a captcha provider at hand that is not chosen yet."""
    return await start(
        app,
        mounts={"http://captchas.test": captchas.app},
        captcha_url="http://captchas.test/siteverify",
        **settings_for(server),
    )


async def configure(client: ServiceClient, **values: Any) -> None:
    async with client.kit.database.transaction() as session:
        await entries.put(session, values)


async def with_captcha(client: ServiceClient) -> None:
    await configure(client, **{CAPTCHA_PROVIDER.key: "turnstile", CAPTCHA_SECRET.key: "a-secret"})


async def template(client: ServiceClient, **changed: Any) -> EmailTemplate:
    values = {
        "name": f"T {uuid.uuid4().hex[:8]}",
        "subject": "Contact from {{ host }}",
        "content": "<p>{{ words }}</p>",
        **changed,
    }
    async with client.kit.database.transaction() as session:
        kind = EmailTemplateType(id=new_id(), name=uuid.uuid4().hex)
        session.add(kind)
        await session.flush()
        made = EmailTemplate(email_template_type_id=kind.id, **values)
        session.add(made)
    return made


def email(made: EmailTemplate, **changed: Any) -> dict[str, Any]:
    data = {"words": "Grüße & mehr"}
    return {
        "to": ["ann@example.org"],
        "template": {"id": str(made.id), "data": data},
        "allowLogging": True,
        "recaptcha": "solved",
        **changed,
    }


async def rows(client: ServiceClient) -> list[Email]:
    async with client.kit.database.reading() as session:
        return [*(await session.scalars(select(Email).order_by(Email.to_address)))]


async def mailings(client: ServiceClient) -> list[Mailing]:
    async with client.kit.database.reading() as session:
        return [*(await session.scalars(select(Mailing).order_by(Mailing.id)))]


async def pieces(client: ServiceClient) -> int:
    async with client.kit.database.reading() as session:
        return await session.scalar(select(func.count()).select_from(AttachmentPiece)) or 0


async def post(client: ServiceClient, body: Any, headers: dict[str, str], *files: Any, **more: str) -> httpx.Response:
    """Post a form as browsers do, without waiting until all is sent."""
    form = {"emails": json.dumps(body)}
    parts = [("files", file) for file in files] or [("unused", (None, "x"))]
    return await client.post("/cms/emails", data=form, files=parts, headers={**headers, **AT_ONCE, **more})


class TestPayload:
    @pytest.fixture
    async def made(self, client: ServiceClient) -> EmailTemplate:
        return await template(client)

    async def test_the_two_rules_of_the_specification(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate
    ) -> None:
        editor = tokens.bearer("editor")
        right = email(made)
        without = [{**right, "recaptcha": ""}, {**right, "template": {}}, {**right, "template": None}]
        for wrong, field, words in (
            (without[0], "recaptcha", "[1]: An email must specify a recaptcha value"),
            (without[1], "template.id", "[1]: An email must specify a template.id value"),
            (without[2], "template.id", "[1]: An email must specify a template.id value"),
        ):
            answer = await post(client, [right, wrong], editor)
            problem = answer.json()
            assert (answer.status_code, problem["detail"]) == (422, words)
            assert problem["errors"] == [{"field": f"emails.1.{field}", "code": "missing", "detail": words}]
        single = await post(client, {"to": "ann@example.org"}, editor)
        assert [fault["detail"] for fault in single.json()["errors"]] == [
            "[0]: An email must specify a recaptcha value",
            "[0]: An email must specify a template.id value",
        ]
        assert await rows(client) == []

    async def test_wraps_and_fills_in_as_the_specification_says(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate
    ) -> None:
        asked = email(made, to="Ann Ash <ann@example.org>", cc={"name": "Ida", "emailAddress": "ida@example.org"})
        asked |= {"bcc": "bo@example.org", "replyTo": "zoe@example.org", "attachments": "a.txt", "type": "markdown"}
        asked["allowLogging"] = "yes"
        answer = await post(client, asked, tokens.bearer("editor"), ("a.txt", b"A", "text/plain"), ("b.txt", b"B"))
        assert answer.status_code == 202, answer.text
        [mailing] = await mailings(client)
        assert mailing.to == [{"name": "Ann Ash", "emailAddress": "ann@example.org"}]
        assert mailing.cc == [{"name": "Ida", "emailAddress": "ida@example.org"}]
        assert mailing.reply_to == [{"name": "", "emailAddress": "zoe@example.org"}]
        assert mailing.attachments == [{"name": "a.txt", "mediaType": "text/plain", "size": 1}]
        assert (mailing.is_logged, mailing.html) == (True, "<p>Grüße &amp; mehr</p>\n")
        assert [row.to_address for row in await rows(client)] == [
            "ann@example.org",
            "bo@example.org",
            "ida@example.org",
        ]

    @pytest.mark.parametrize(
        ("given", "logged"),
        [(True, True), (1, True), ("true", True), ({"a": 1}, True), (False, False), (0, False), (None, False),
         ("", False), ("false", False), ([], False)],
    )  # fmt: skip
    async def test_logging_is_yes_or_no(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate, given: Any, logged: bool
    ) -> None:
        await post(client, email(made, allowLogging=given), tokens.bearer("editor"))
        assert [mailing.is_logged for mailing in await mailings(client)] == [logged]

    async def test_files_without_a_name_are_skipped_and_logged(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate, caplog: pytest.LogCaptureFixture
    ) -> None:
        boundary = "b"
        part = "--b\r\nContent-Disposition: form-data; name={}\r\n\r\n{}\r\n"
        body = part.format('"emails"', json.dumps(email(made)))
        body += part.format('"files"; filename=""', "nameless") + part.format('"files"; filename="a.txt"', "A")
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", **AT_ONCE}
        with caplog.at_level(logging.WARNING):
            answer = await client.post(
                "/cms/emails", content=f"{body}--b--\r\n".encode(), headers={**tokens.bearer("editor"), **headers}
            )
        assert answer.status_code == 202, answer.text
        assert [each["name"] for each in (await mailings(client))[0].attachments] == ["a.txt"]
        assert "an attached file without a name was skipped" in caplog.text

    async def test_is_json_too(self, client: ServiceClient, tokens: Tokens, made: EmailTemplate) -> None:
        headers = {**tokens.bearer("editor"), **AT_ONCE}
        for body in (email(made), [email(made), email(made)]):
            assert (await client.post("/cms/emails", json=body, headers=headers)).status_code == 202
        assert len(await mailings(client)) == 3

    @pytest.mark.parametrize(
        "changed",
        [
            {"to": ["ann@example.org\r\nBcc: all@example.org"]},
            {"to": ["Ann\r\nBcc: all@example.org <ann@example.org>"]},
            {"to": [{"name": "Ann\nAsh", "emailAddress": "ann@example.org"}]},
            {"cc": ["nobody"]},
            {"cc": [" " * 500_000 + "<"]},
            {"bcc": ["a@b@c.example"]},
            {"replyTo": ["zoe@example.org\n"] * 1 + ["x\ny@example.org"]},
            {"to": [f"a{number}@example.org" for number in range(501)]},
            {"to": [f"a{number}@example.org" for number in range(300)], "bcc": ["b@example.org"] * 201},
            {"attachments": ["nothing.txt"]},
            {"subject": "Mine"},
            {"template": {"id": "x"}},
            {"template": {"id": str(uuid.uuid4())}},
            {"template": {"id": str(uuid.uuid4()), "data": []}},
            {"to": {"emailAddress": "ann@example.org", "super": True}},
        ],
    )
    async def test_refuses(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate, changed: dict[str, Any]
    ) -> None:
        answer = await post(client, email(made, **changed), tokens.bearer("editor"))
        assert answer.status_code == 422, answer.text
        assert answer.json()["errors"]
        assert await rows(client) == []

    async def test_a_subject_with_a_line_break_is_refused(self, client: ServiceClient, tokens: Tokens) -> None:
        made = await template(client, subject="About {{ words }}")
        words = {"words": "this\r\nBcc: all@example.org"}
        body = email(made, template={"id": str(made.id), "data": words})
        answer = await post(client, [email(await template(client)), body], tokens.bearer("editor"))
        assert (answer.status_code, answer.json()["code"]) == (422, "email_template_invalid")
        assert answer.json()["errors"][0]["field"] == "emails.1.subject"
        assert await rows(client) == []

    async def test_a_form_of_10001_parts_is_refused(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate
    ) -> None:
        for kind in ("", '; filename="a"'):
            part = f'--b\r\nContent-Disposition: form-data; name="x"{kind}\r\n\r\n\r\n'
            body = f"{part * 10_001}--b--\r\n".encode()
            headers = {**tokens.bearer("editor"), "Content-Type": "multipart/form-data; boundary=b"}
            answer = await client.post("/cms/emails", content=body, headers=headers)
            assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "form_invalid")

    async def test_too_large_attachments_are_refused(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate
    ) -> None:
        editor = tokens.bearer("editor")
        answer = await post(client, email(made), editor, ("a.bin", bytes(MOST_BYTES + 1)))
        assert (answer.status_code, answer.json()["code"]) == (413, "payload_too_large")
        long = email(made, template={"id": str(made.id), "data": {"words": "x" * 3_000_000}})
        assert (await client.post("/cms/emails", json=long, headers=editor)).status_code == 413
        declared = {**editor, "Content-Type": "multipart/form-data; boundary=b", "Content-Length": "5000000000"}
        answer = await client.post("/cms/emails", content=b"", headers=declared)
        assert answer.status_code == 413

    @pytest.mark.parametrize(
        ("content", "media_type", "status"),
        [
            (b"emails=[]", "application/x-www-form-urlencoded", 415),
            (b"", "text/plain", 415),
            (b"[", "application/json", 422),
            (b"[]", "application/json", 422),
            (b"null", "application/json", 422),
            (b"[1]", "application/json", 422),
            (b"no form", "multipart/form-data; boundary=b", 422),
            (b"--b\r\n\r\n", "multipart/form-data", 422),
        ],
    )
    async def test_what_is_no_request_is_refused(
        self, client: ServiceClient, tokens: Tokens, content: bytes, media_type: str, status: int
    ) -> None:
        headers = {**tokens.bearer("editor"), "Content-Type": media_type}
        assert (await client.post("/cms/emails", content=content, headers=headers)).status_code == status

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("../../etc/passwd", "passwd"),
            ("C:\\Temp\\a.txt", "a.txt"),
            ("a\u202etxt.exe", "atxt.exe"),
            ("Zoë Grüße.pdf", "Zoë Grüße.pdf"),
            ("x" * 300 + ".pdf", "x" * 146 + ".pdf"),
        ],
    )
    async def test_names_of_files_are_their_own(
        self, client: ServiceClient, tokens: Tokens, made: EmailTemplate, name: str, shown: str
    ) -> None:
        await post(client, email(made), tokens.bearer("editor"), (name, b"A"))
        assert [each["name"] for each in (await mailings(client))[0].attachments] == [shown]


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
        await configure(client, **{CAPTCHA_PROVIDER.key: "recaptcha", CAPTCHA_SECRET.key: "another"})
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
    async def test_two_with_one_key_send_once(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        made, key = await template(client), {"Idempotency-Key": "k"}
        editor = tokens.bearer("editor")
        calls = [post(client, email(made), editor, **key) for _ in range(3)]
        assert [answer.status_code for answer in await asyncio.gather(*calls)] == [202] * 3
        await run_jobs(client)
        assert len(server.messages) == 1
        async with client.kit.database.reading() as session:
            assert await session.scalar(select(func.count()).select_from(Job)) == 1
