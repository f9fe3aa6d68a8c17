"""Contact forms: what visitors send is judged by the form as it is stored, mailed, and told to others."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cms.app import app
from cms.config_entries.entries import CONTACT_ADDRESS, HAS_CRM
from cms.contact_forms import limits, tickets
from cms.contact_forms.answers import Given, judge
from cms.contact_forms.form import form_of, names_of, shown
from cms.contact_forms.limits import Most
from content.app import app as content_app
from kit.testing import Start, Tokens
from tests.cms.contact_calls import EVERYTHING, RIGHT, Forms, unknown_id
from tests.cms.delivering import settings_for
from tests.cms.email_asking import Captchas, captchas, configure, template, with_captcha
from tests.cms.pictures import encoded, photograph
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

__all__ = ["captchas"]

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors" / "contact-forms.json").read_text())
PICTURE = encoded(photograph(8, 8), "png")


@pytest.fixture
async def forms(start: Start, tokens: Tokens, server: MailServer, captchas: Captchas) -> Forms:
    content = await start(content_app)
    cms = await start(
        app,
        mounts={"http://content.test": content, "http://captchas.test": captchas.app},
        captcha_url="http://captchas.test/siteverify",
        **settings_for(server),
    )
    await configure(cms, **{CONTACT_ADDRESS.key: "office@willow.example"})
    return Forms(cms, content, tokens)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["description"] for vector in VECTORS])
def test_names_and_conditions_are_those_of_the_page(vector: dict[str, Any]) -> None:
    form = form_of("p", {"fields": vector["fields"]})
    assert names_of([item.get("name", "") for item in vector["fields"]]) == vector["names"]
    assert [question.name for question in form.questions] == vector["names"]
    found = shown(form.questions, vector["answers"])
    assert [name for name in vector["names"] if name in found] == vector["shown"]


class TestJudging:
    @pytest.mark.parametrize(
        ("name", "values", "code"),
        [
            ("name", ["x" * 51], "too_long"),
            ("name", ["a\nb"], "one_line"),
            ("name", ["a\x00b"], "one_line"),
            ("name", ["a", "b"], "too_many"),
            ("name", ["   "], "required"),
            ("email", ["zoe@"], "invalid_email"),
            ("email", ["zoe@example.org\nBcc: ann@example.org"], "one_line"),
            ("email", ["a@example.org,b@example.org"], "invalid_email"),
            ("message", ["x" * 10_001], "too_long"),
            ("phone", ["call me"], "invalid_phone"),
            ("phone", ["+-()  //"], "invalid_phone"),
            ("room", ["Green"], "not_an_option"),
            ("room", ["Blue", "Blue"], "too_many"),
            ("days", ["Mo", "Tu", "We"], "too_many"),
            ("days", ["Su"], "not_an_option"),
            ("day", ["2029-12-31"], "out_of_range"),
            ("day", ["2030-02-30"], "invalid_date"),
            ("day", ["20300101"], "invalid_date"),
            ("guests", ["9"], "out_of_range"),
            ("guests", ["nan"], "invalid_number"),
            ("guests", ["1e400"], "invalid_number"),
            ("guests", ["1_0"], "invalid_number"),
            ("picture", ["a text"], "wrong_type"),
            ("consent", ["perhaps"], "not_an_option"),
            ("super", ["yes"], "unknown_field"),
        ],
    )
    def test_what_does_not_fit_is_named(self, name: str, values: Sequence[str], code: str) -> None:
        given = {"name": ["Zoë"], "email": ["zoe@example.org"], name: values}
        answers = judge(form_of("p", {"fields": EVERYTHING}), Given(given, {}))
        assert [(fault.field, fault.code) for fault in answers.faults] == [(name, code)]

    def test_what_is_right_is_taken(self) -> None:
        given = {
            "name": [" Zoë "],
            "email": ["zoe@example.org"],
            "message": ["one\r\ntwo\n"],
            "phone": ["+44 (20) 7946-0000"],
            "days": ["Mo", "We"],
            "day": ["2030-01-01"],
            "guests": ["2,5"],
            "consent": ["yes"],
        }
        answers = judge(form_of("p", {"fields": EVERYTHING}), Given(given, {}))
        assert answers.faults == []
        assert (answers.values["name"], answers.values["message"]) == (["Zoë"], ["one\ntwo"])

    def test_a_condition_decides_what_is_required_and_what_counts(self) -> None:
        form = form_of("p", {"fields": EVERYTHING})
        right = {"name": ["Zoë"], "email": ["zoe@example.org"]}
        without = judge(form, Given({**right, "room": ["Blue"], "why": ["Because."]}, {}))
        assert (without.faults, "why" in without.values) == ([], False)
        needed = judge(form, Given({**right, "room": ["Red"]}, {}))
        assert [(fault.field, fault.code) for fault in needed.faults] == [("why", "required")]


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


class TestSpam:
    @pytest.mark.parametrize("forged", ["", "x", "script.0.0.x", "script." + "0" * 300])
    async def test_a_ticket_that_is_not_ours(self, forms: Forms, forged: str) -> None:
        answer = await forms.send(await forms.make(), RIGHT, proof={"ticket": forged, "solution": "1"})
        assert (answer.status_code, answer.json()["code"]) == (422, "contact_ticket_missing")

    async def test_a_ticket_whose_signature_is_another(self, forms: Forms) -> None:
        proof = forms.solved()
        way, identifier, issued, signature = proof["ticket"].split(".")
        proof["ticket"] = f"{way}.{identifier}.{int(issued) + 1}.{signature}"
        answer = await forms.send(await forms.make(), RIGHT, proof=proof)
        assert answer.json()["code"] == "contact_ticket_missing"

    async def test_a_puzzle_that_is_not_solved(self, forms: Forms) -> None:
        answer = await forms.send(await forms.make(), RIGHT, proof={"ticket": forms.ticket(), "solution": "no"})
        assert (answer.status_code, answer.json()["code"]) == (422, "contact_proof_invalid")

    async def test_an_old_ticket(self, forms: Forms, monkeypatch: pytest.MonkeyPatch) -> None:
        proof, later = forms.solved(), time.time() + tickets.LIFETIME_SECONDS + 1
        monkeypatch.setattr(time, "time", lambda: later)
        answer = await forms.send(await forms.make(), RIGHT, proof=proof)
        assert answer.json()["code"] == "contact_ticket_expired"

    async def test_the_field_that_nobody_sees(self, forms: Forms) -> None:
        answer = await forms.send(await forms.make(), {**RIGHT, "website": "https://spam.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "contact_trap_sprung")
        assert await forms.emails() == []

    async def test_without_a_script_a_cookie_and_some_seconds_do(
        self, forms: Forms, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plugin = await forms.make()
        none = await forms.send(plugin, RIGHT, proof={})
        assert none.json()["code"] == "contact_ticket_missing"
        # The answer brings a ticket, for browsers that load no pictures.
        cookie = none.headers["Set-Cookie"].partition(";")[0]
        quick = await forms.send(plugin, RIGHT, proof={}, headers={"Cookie": cookie})
        assert quick.json()["code"] == "contact_too_quick"
        later = time.time() + tickets.SHORTEST_SECONDS + 1
        monkeypatch.setattr(time, "time", lambda: later)
        for _ in range(2):
            assert (await forms.send(plugin, RIGHT, proof={}, headers={"Cookie": cookie})).status_code == 200
        assert len(await forms.emails()) == 1

    async def test_a_picture_brings_the_cookie(self, forms: Forms) -> None:
        answer = await forms.cms.get("/cms/contact-forms/ticket.gif")
        cookie = answer.headers["Set-Cookie"]
        assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == ("image/gif", "no-store")
        assert all(words in cookie for words in ("pw-contact=plain.", "HttpOnly", "SameSite=lax"))

    async def test_a_cookie_stays_until_it_is_used(self, forms: Forms, monkeypatch: pytest.MonkeyPatch) -> None:
        cookie = f"pw-contact={forms.ticket('plain')}"

        async def brings_another() -> bool:
            answer = await forms.cms.get("/cms/contact-forms/ticket.gif", headers={"Cookie": cookie})
            return "Set-Cookie" in answer.headers

        # The page comes back with faults, and its picture is loaded again: nobody waits a second time.
        assert not await brings_another()
        later = time.time() + tickets.SHORTEST_SECONDS + 1
        monkeypatch.setattr(time, "time", lambda: later)
        assert (await forms.send(await forms.make(), RIGHT, proof={}, headers={"Cookie": cookie})).status_code == 200
        assert await brings_another()

    async def test_a_network_and_the_site_are_limited(self, forms: Forms, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.MOST, "script", Most(2, 3))
        plugin = await forms.make()
        codes = []
        for host in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"):
            answer = await forms.send(plugin, RIGHT, headers={"X-Forwarded-For": host})
            codes.append(answer.status_code)
        assert codes.count(200) == 2
        assert codes[2] == 429
        assert len(await forms.emails()) == codes.count(200)

    async def test_a_provider_is_asked_instead(self, forms: Forms, captchas: Captchas) -> None:
        await with_captcha(forms.cms)
        plugin = await forms.make()
        said = (await forms.cms.post("/cms/contact-forms/tickets", headers={"Origin": "http://localhost:8080"})).json()
        assert (said["captchaProvider"], said["difficulty"]) == ("turnstile", 0)
        wrong = await forms.send(plugin, RIGHT, proof={"ticket": forms.ticket(), "captcha": "wrong"})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "captcha_failed")
        right = await forms.send(plugin, RIGHT, proof={"ticket": forms.ticket(), "captcha": "solved"})
        assert right.status_code == 200
        plain = await forms.send(plugin, RIGHT, proof={}, headers={"Cookie": f"pw-contact={forms.ticket('plain')}"})
        assert plain.json()["code"] == "contact_script_needed"


class TestEnquiries:
    async def test_the_customer_area_hears_of_it_with_its_files(self, forms: Forms, tokens: Tokens) -> None:
        await configure(forms.cms, **{HAS_CRM.key: True, CONTACT_ADDRESS.key: ""})
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
