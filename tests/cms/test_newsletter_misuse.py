"""What programs and strangers try with the form of a newsletter: limits, proofs, and what does not fit."""

import uuid
from datetime import timedelta
from typing import Any

import pytest

from cms.contact_forms import limits
from cms.contact_forms.limits import Most
from cms.subscribers import confirming
from tests.cms.newsletter_calls import RIGHT, Newsletters, news, work
from tests.mail_server import MailServer

__all__ = ["news"]


class TestMisuse:
    async def test_one_address_gets_few_emails_however_often_it_is_typed(
        self, news: Newsletters, server: MailServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plugin = await news.make()
        for spelling in ("zoe@example.org", "ZOE@example.org", "Zoe@Example.org"):
            assert (await news.sign_up(plugin, {**RIGHT, "f-email": spelling})).status_code == 200
        await work(news)
        assert len(server.messages) == 1
        monkeypatch.setattr(confirming, "PAUSE", timedelta(0))
        for _ in range(5):
            assert (await news.sign_up(plugin, RIGHT)).status_code == 200
            await work(news)
        assert len(server.messages) == confirming.MOST_ASKED
        assert len(await news.subscribers()) == 1

    async def test_one_network_is_limited(self, news: Newsletters, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.MOST, "script", Most(2, 10))
        plugin = await news.make()
        statuses = []
        for number in range(4):
            answers = {**RIGHT, "f-email": f"a{number}@example.org"}
            # What a visitor says of its address does not count.
            headers = {"X-Forwarded-For": f"192.0.2.{number}"}
            statuses.append((await news.sign_up(plugin, answers, headers=headers)).status_code)
        assert statuses == [200, 200, 429, 429]
        assert len(await news.subscribers()) == 2

    @pytest.mark.parametrize(
        ("changed", "field", "code"),
        [
            ({"f-email": "zoe@example.org\r\nBcc: ann@example.org"}, "email", "one_line"),
            ({"f-email": "zoe@example.org,ann@example.org"}, "email", "invalid_email"),
            ({"f-email": ["a@example.org", "b@example.org"]}, "email", "too_many"),
            ({"f-email": ""}, "email", "required"),
            ({"f-name": "Zoë\r\nBcc: ann@example.org"}, "name", "one_line"),
            ({"f-name": "x" * 201}, "name", "too_long"),
            ({"f-consent": ""}, "consent", "required"),
        ],
    )
    async def test_what_does_not_fit_is_named(
        self, news: Newsletters, changed: dict[str, Any], field: str, code: str
    ) -> None:
        answer = await news.sign_up(await news.make(), {**RIGHT, **changed})
        assert (answer.status_code, answer.json()["code"]) == (422, "contact_form_invalid")
        faults = [(fault["field"], fault["code"]) for fault in answer.json()["errors"]]
        assert faults == [(field, code)]
        assert await news.subscribers() == []

    @pytest.mark.parametrize("name", ["f-list", "listKey", "f-state", "to", "f-phone"])
    async def test_no_other_field_is_taken(self, news: Newsletters, name: str) -> None:
        answer = await news.sign_up(await news.make(), {**RIGHT, name: "confirmed"})
        assert (answer.status_code, answer.json()["code"]) == (422, "contact_field_unknown")
        assert await news.subscribers() == []

    async def test_a_body_is_bounded(self, news: Newsletters) -> None:
        plugin = await news.make()
        many = await news.sign_up(plugin, {**RIGHT, "f-name": ["x"] * 10_001})
        assert many.status_code in {413, 422}
        assert (await news.sign_up(plugin, {**RIGHT, "f-name": "x" * 300_000})).status_code == 413
        assert await news.subscribers() == []

    async def test_without_proof_nothing_is_taken(self, news: Newsletters) -> None:
        plugin = await news.make()
        for proof, code in (
            ({}, "contact_ticket_missing"),
            ({"ticket": "script.0.0.x", "solution": "1"}, "contact_ticket_missing"),
            (news.unsolved(), "contact_proof_invalid"),
            ({**news.solved(), "website": "x"}, "contact_trap_sprung"),
        ):
            answer = await news.sign_up(plugin, RIGHT, proof)
            assert answer.json()["code"] == code
        assert await news.subscribers() == []

    async def test_a_ticket_is_good_once(self, news: Newsletters) -> None:
        plugin, proof = await news.make(), news.solved()
        for _ in range(2):
            assert (await news.sign_up(plugin, RIGHT, proof)).status_code == 200
        other = await news.sign_up(plugin, {**RIGHT, "f-email": "ann@example.org"}, proof)
        assert (other.status_code, other.json()["code"]) == (422, "contact_ticket_used")
        assert len(await news.subscribers()) == 1

    async def test_only_forms_of_newsletters_are_taken(self, news: Newsletters) -> None:
        answer = await news.sign_up(str(uuid.uuid4()), RIGHT)
        assert (answer.status_code, answer.json()["code"]) == (404, "contact_form_not_found")
        answer = await news.sign_up(await news.make(list=str(uuid.uuid4())), RIGHT)
        assert (answer.status_code, answer.json()["code"]) == (404, "mailing_list_not_found")

    async def test_nothing_personal_is_logged(self, news: Newsletters, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level("DEBUG")
        plugin = await news.make()
        await news.sign_up(plugin, RIGHT)
        await news.sign_up(plugin, {**RIGHT, "f-email": "zoe@"})
        await work(news)
        ours = "\n".join(
            each.getMessage() for each in caplog.records if not each.name.startswith(("mail.log", "asyncio"))
        )
        assert "zoe@example.org" not in ours.lower()
        assert "Zoë" not in ours
