"""Contact forms: what visitors send is mailed, and told to others."""

import pytest

from cms.app import app
from cms.config_entries.entries import CONTACT_ADDRESS, HAS_CRM
from cms.contact_forms import limits
from cms.contact_forms.limits import Most
from content.app import app as content_app
from kit.testing import Start, Tokens
from tests.cms.contact_calls import EVERYTHING, RIGHT, Forms, captchas, forms, unknown_id
from tests.cms.delivering import settings_for
from tests.cms.email_asking import configure, template
from tests.cms.pictures import encoded, photograph
from tests.cms.test_scanning import EICAR, Serve, hangs_up, serve
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

__all__ = ["captchas", "forms", "serve"]

PICTURE = encoded(photograph(8, 8), "png")


class TestSending:
    async def test_becomes_one_email_with_its_files(self, forms: Forms, server: MailServer) -> None:
        plugin = await forms.make(subject="From\r\nBcc: ann@example.org the page")
        answers = {**RIGHT, "f-message": "Grüße & <b>mehr</b>\nzwei", "f-consent": "yes"}
        answer = await forms.send(plugin, answers, ("me.png", PICTURE))
        assert answer.status_code == 200, answer.text
        await run_jobs(forms.cms)
        [message] = server.messages
        assert server.envelopes[0][1] == ["office@willow.example"]
        assert message["Subject"] == "From Bcc: ann@example.org the page"
        assert (message["Reply-To"], message["Bcc"]) == ("zoe@example.org", None)
        body = message.get_body(("plain",))
        assert body is not None
        text = body.get_content()
        assert all(words in text for words in ("Grüße & <b>mehr</b>", "I agree.", "/contact"))
        [attachment] = message.iter_attachments()
        assert (attachment.get_filename(), attachment.get_content()) == ("me.png", PICTURE)

    async def test_again_with_its_ticket_is_sent_once(self, forms: Forms) -> None:
        plugin, proof = await forms.make(), forms.solved()
        for _ in range(2):
            assert (await forms.send(plugin, RIGHT, proof=proof)).status_code == 200
        other = await forms.send(plugin, {**RIGHT, "f-name": "Other"}, proof=proof)
        assert (other.status_code, other.json()["code"]) == (422, "contact_ticket_used")
        assert len(await forms.emails()) == 1

    async def test_recipients_are_not_the_visitors_to_name(self, forms: Forms) -> None:
        plugin = await forms.make()
        for name in ("to", "cc", "bcc", "f-to", "recipients"):
            thirty = [f"victim{number}@example.org" for number in range(30)]
            answer = await forms.send(plugin, {**RIGHT, name: thirty})
            assert (answer.status_code, answer.json()["code"]) == (422, "contact_field_unknown")
        assert await forms.emails() == []
        made = await template(forms.cms, is_for_visitors=True, recipients=["desk@willow.example"])
        await forms.send(await forms.make(template=str(made.id)), RIGHT)
        assert [email.to_address for email in await forms.emails()] == ["desk@willow.example"]

    async def test_a_template_for_staff_is_not_sent(self, forms: Forms) -> None:
        made = await template(forms.cms)
        answer = await forms.send(await forms.make(template=str(made.id)), RIGHT)
        assert (answer.status_code, answer.json()["code"]) == (403, "email_template_not_for_visitors")

    async def test_its_subject_may_have_what_was_typed(self, forms: Forms) -> None:
        """A visitor cannot know that their message has too many lines, or is too long, for the subject of an email."""
        subject = "{{ fields[2].value }}"
        made = await template(forms.cms, is_for_visitors=True, subject=subject, content="<p>{{ fields[2].value }}</p>")
        plugin = await forms.make(template=str(made.id))
        for message in ("Two\nlines\n\nBcc: ann@example.org", "long " * 1_000):
            answer = await forms.send(plugin, {**RIGHT, "f-message": message})
            assert answer.status_code == 200, answer.text
        two, long = sorted([email.subject for email in await forms.emails()], key=len)
        assert two == "Two lines Bcc: ann@example.org"
        assert (len(long), long[:10], long[-1]) == (500, "long long ", "…")

    async def test_a_broken_template_loses_no_message(self, forms: Forms, server: MailServer) -> None:
        broken = "{% for n in (1..100000000) %}{{ fields[0].value }}{% endfor %}"
        made = await template(forms.cms, is_for_visitors=True, recipients=["desk@willow.example"], content=broken)
        answer = await forms.send(await forms.make(template=str(made.id)), {**RIGHT, "f-message": "Do you teach?"})
        assert answer.status_code == 200, answer.text
        await run_jobs(forms.cms)
        [message] = server.messages
        assert server.envelopes[0][1] == ["desk@willow.example"]
        body = message.get_body(("plain",))
        assert body is not None
        assert "Do you teach?" in body.get_content()

    async def test_what_was_typed_comes_back_with_the_faults(self, forms: Forms) -> None:
        answer = await forms.send(await forms.make(), {"f-name": "Zoë", "f-days": ["Mo", "Tu"]})
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "contact_form_invalid")
        assert [(fault["field"], fault["code"]) for fault in problem["errors"]] == [("email", "required")]
        assert problem["values"] == {"name": ["Zoë"], "days": ["Mo", "Tu"], "phone": [""]}

    @pytest.mark.parametrize(
        ("name", "content", "code"),
        [
            ("page.png", b"<html><script>alert(1)</script>", "file_type"),
            ("page.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "file_type"),
            ("tool.exe", b"MZ\x90\x00", "file_type"),
            ("huge.png", PICTURE + b"0" * 1024 * 1024, "file_too_large"),
        ],
    )
    async def test_files_are_what_they_are(self, forms: Forms, name: str, content: bytes, code: str) -> None:
        answer = await forms.send(await forms.make(), RIGHT, (name, content))
        assert answer.status_code == 422
        assert [(fault["field"], fault["code"]) for fault in answer.json()["errors"]] == [("picture", code)]
        assert await forms.emails() == []

    async def test_a_file_that_nobody_chose_is_none(self, forms: Forms, tokens: Tokens) -> None:
        """As browsers send it: a part with an empty name and no content."""
        plugin, fields = await forms.make(), {**RIGHT, **forms.solved()}
        parts = [f'name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
        parts.append('name="f-picture"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n')
        body = "".join(f"--x\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--x--\r\n"
        answer = await forms.cms.post(
            "/private/contact-messages",
            params={"plugin": plugin, "url": "/contact"},
            content=body.encode(),
            headers={**tokens.internal("web", "cms"), "Content-Type": "multipart/form-data; boundary=x"},
        )
        assert answer.status_code == 200, answer.text

    async def test_a_body_is_bounded(self, forms: Forms) -> None:
        plugin = await forms.make()
        huge = await forms.send(plugin, RIGHT, *[(f"{n}.png", PICTURE + b"0" * 6_000_000) for n in range(3)])
        assert huge.status_code == 413
        many = await forms.send(plugin, {**RIGHT, "f-days": ["Mo"] * 10_001})
        assert many.status_code in {413, 422}
        assert await forms.emails() == []

    async def test_nobody_to_write_to_is_said(self, forms: Forms) -> None:
        await configure(forms.cms, **{CONTACT_ADDRESS.key: ""})
        answer = await forms.send(await forms.make(), RIGHT)
        assert (answer.status_code, answer.json()["code"]) == (503, "email_recipients_missing")

    async def test_what_is_no_form_is_not_found(self, forms: Forms) -> None:
        for plugin in (unknown_id(),):
            answer = await forms.send(plugin, RIGHT)
            assert (answer.status_code, answer.json()["code"]) == (404, "contact_form_not_found")

    async def test_only_the_web_host_passes_forms_on(self, forms: Forms, tokens: Tokens) -> None:
        plugin = await forms.make()
        for headers in ({}, tokens.bearer("super"), tokens.internal("auth", "cms")):
            answer = await forms.cms.post(
                "/private/contact-messages",
                params={"plugin": plugin, "url": "/"},
                data=RIGHT,
                files=[("f-picture", ("", b""))],
                headers=headers,
            )
            assert answer.status_code in {401, 403}


class TestScanner:
    @pytest.mark.parametrize("has_crm", [False, True])
    async def test_looks_at_what_visitors_attach(
        self, start: Start, tokens: Tokens, server: MailServer, serve: Serve, has_crm: bool
    ) -> None:
        forms = await self.scanned(start, tokens, server, await serve())
        await configure(forms.cms, **{HAS_CRM.key: has_crm})
        plugin = await forms.make({**EVERYTHING[8], "accepts": []}, *EVERYTHING[:2])
        answer = await forms.send(plugin, RIGHT, ("a.txt", EICAR))
        assert (answer.status_code, answer.json()["code"]) == (422, "file_infected")
        assert (await forms.emails(), await forms.enquiries()) == ([], [])
        assert [each async for each in forms.cms.kit.storage.list("contact/")] == []
        assert (await forms.send(plugin, RIGHT, ("a.txt", b"words"))).status_code == 200

    async def test_that_is_away_lets_nothing_through(
        self, start: Start, tokens: Tokens, server: MailServer, serve: Serve
    ) -> None:
        forms = await self.scanned(start, tokens, server, await serve(hangs_up))
        answer = await forms.send(await forms.make(), RIGHT, ("me.png", PICTURE))
        assert (answer.status_code, answer.json()["code"]) == (503, "scanner_unavailable")
        assert await forms.emails() == []

    async def scanned(self, start: Start, tokens: Tokens, server: MailServer, scanner: str) -> Forms:
        content = await start(content_app)
        mounts = {"http://content.test": content}
        cms = await start(app, mounts=mounts, clamd_address=scanner, **settings_for(server))
        await configure(cms, **{CONTACT_ADDRESS.key: "office@willow.example"})
        return Forms(cms, content, tokens)


class TestEnquiries:
    async def test_the_customer_area_hears_of_it_with_its_files(self, forms: Forms, tokens: Tokens) -> None:
        await configure(forms.cms, **{HAS_CRM.key: True})
        plugin = await forms.make(heading="Write to us")
        answer = await forms.send(plugin, {**RIGHT, "f-room": "Blue", "f-consent": "yes"}, ("me.png", PICTURE))
        assert answer.status_code == 200, answer.text
        [enquiry] = await forms.enquiries()
        assert enquiry["page"] == {"url": "/contact", "title": "Contact"}
        assert enquiry["form"] == {"pluginId": plugin, "heading": "Write to us"}
        assert (enquiry["senderAddress"], enquiry["consents"]) == (
            "zoe@example.org",
            [{"name": "consent", "statement": "I agree.", "isGiven": True}],
        )
        values = {value["name"]: value["values"] for value in enquiry["values"] if value["values"]}
        assert values == {"name": ["Zoë"], "email": ["zoe@example.org"], "room": ["Blue"]}
        [file] = enquiry["files"]
        found = await forms.cms.get(f"/private/contact-files/{file['id']}", headers=tokens.internal("crm", "cms"))
        assert (found.content, found.headers["Content-Type"]) == (PICTURE, "image/png")
        assert (await forms.cms.get(f"/private/contact-files/{file['id']}")).status_code in {401, 403}

    async def test_what_nobody_would_be_mailed_is_refused(self, forms: Forms) -> None:
        await configure(forms.cms, **{HAS_CRM.key: True, CONTACT_ADDRESS.key: ""})
        answer = await forms.send(await forms.make(), RIGHT, ("me.png", PICTURE))
        assert (answer.status_code, answer.json()["code"]) == (503, "email_recipients_missing")
        assert (await forms.enquiries(), await forms.emails()) == ([], [])
        assert [each async for each in forms.cms.kit.storage.list("contact/")] == []

    async def test_a_site_without_it_keeps_no_file(self, forms: Forms) -> None:
        assert (await forms.send(await forms.make(), RIGHT, ("me.png", PICTURE))).status_code == 200
        assert await forms.enquiries() == []
        assert [each async for each in forms.cms.kit.storage.list("contact/")] == []

    async def test_a_message_that_fails_leaves_no_file(self, forms: Forms, monkeypatch: pytest.MonkeyPatch) -> None:
        await configure(forms.cms, **{HAS_CRM.key: True})
        monkeypatch.setitem(limits.MOST, "script", Most(0, 0))
        answer = await forms.send(await forms.make(), RIGHT, ("me.png", PICTURE))
        assert answer.status_code == 429
        assert (await forms.enquiries(), await forms.emails()) == ([], [])
        assert [each async for each in forms.cms.kit.storage.list("contact/")] == []


async def test_nothing_personal_is_logged(forms: Forms, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    plugin = await forms.make()
    await forms.send(plugin, {**RIGHT, "f-message": "secret words"})
    await forms.send(plugin, {"f-name": "Zoë", "f-message": "secret words"})
    assert "secret words" not in caplog.text
    assert "zoe@example.org" not in caplog.text
