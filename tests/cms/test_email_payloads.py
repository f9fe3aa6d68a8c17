"""What `POST /cms/emails` takes, and what is wrong with the rest."""

import json
import logging
import uuid
from typing import Any

import pytest

from cms.email_templates.models import EmailTemplate
from cms.emails.attachments import MOST_BYTES
from kit.testing import ServiceClient, Tokens
from tests.cms.email_asking import (
    AT_ONCE,
    captchas,
    client,
    email,
    mailings,
    post,
    rows,
    template,
)

__all__ = ["captchas", "client"]


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

    async def test_a_value_with_a_line_break_begins_no_header(self, client: ServiceClient, tokens: Tokens) -> None:
        made = await template(client, subject="About {{ words }}")
        body = email(made, template={"id": str(made.id), "data": {"words": "this\r\nBcc: all@example.org"}})
        answer = await post(client, [body], tokens.bearer("editor"))
        assert answer.status_code == 202, answer.text
        [mailing] = await mailings(client)
        assert mailing.subject == "About this Bcc: all@example.org"
        assert "all@example.org" not in [row.to_address for row in await rows(client)]

    async def test_a_subject_with_a_line_break_is_refused(self, client: ServiceClient, tokens: Tokens) -> None:
        made = await template(client, subject="About {{ words | url_decode }}")
        words = {"words": "this%0D%0ABcc: all@example.org"}
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
