"""What programs send by contact forms: tickets, puzzles, traps and limits."""

import time
from typing import Any

import pytest

from cms.config_entries.entries import CAPTCHA_SECRET, CAPTCHA_SITE_KEY
from cms.contact_forms import limits, tickets
from cms.contact_forms.limits import Most
from cms.contact_forms.tickets import DIFFICULTY
from kit.config_entries import Entry
from tests.cms.contact_calls import RIGHT, Forms, captchas, forms, solution
from tests.cms.email_asking import configure, with_captcha
from tests.fakes.captchas import Captchas

__all__ = ["captchas", "forms"]


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
        answer = await forms.send(await forms.make(), RIGHT, proof=forms.unsolved())
        assert (answer.status_code, answer.json()["code"]) == (422, "contact_proof_invalid")

    async def test_a_puzzle_costs_a_program_some_time(self, forms: Forms, monkeypatch: pytest.MonkeyPatch) -> None:
        """As visitors' browsers are asked it, and not at the tests' own price."""
        assert DIFFICULTY >= 16
        monkeypatch.setattr(tickets, "DIFFICULTY", DIFFICULTY)
        plugin, ticket = await forms.make(), forms.ticket()
        nearly, whole = (solution(ticket, zeros) for zeros in (DIFFICULTY - 1, DIFFICULTY))
        for wrong in ({}, {"solution": nearly}):
            answer = await forms.send(plugin, RIGHT, proof={"ticket": ticket, **wrong})
            assert (answer.status_code, answer.json()["code"]) == (422, "contact_proof_invalid")
        assert (await forms.send(plugin, RIGHT, proof={"ticket": ticket, "solution": whole})).status_code == 200

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

    @pytest.mark.parametrize("missing", [CAPTCHA_SITE_KEY, CAPTCHA_SECRET], ids=["site key", "secret"])
    async def test_a_provider_without_one_of_its_keys_shuts_no_form(self, forms: Forms, missing: Entry[Any]) -> None:
        await with_captcha(forms.cms)
        await configure(forms.cms, **{missing.key: None if missing.is_secret else ""})
        said = (await forms.cms.post("/cms/contact-forms/tickets", headers={"Origin": "http://localhost:8080"})).json()
        assert (said["captchaProvider"], said["captchaSiteKey"], said["difficulty"] > 0) == ("", "", True)
        plugin = await forms.make()
        answer = await forms.send(plugin, RIGHT, proof=forms.unsolved())
        assert answer.json()["code"] == "contact_proof_invalid"
        assert (await forms.send(plugin, RIGHT)).status_code == 200
