"""`PUT /auth/users/reset-password`, and what cms asks auth about resets."""

import asyncio
import base64
import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from auth.app import app
from auth.people.models import OneTimeToken
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start, Tokens
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user
from tests.auth.hashing import passwords_in
from tests.auth.mailbox import mails

CHOSEN = "four copper lanterns"

pytestmark = pytest.mark.beside_cms


@pytest.fixture
def as_cms(tokens: Tokens) -> dict[str, str]:
    return tokens.internal("cms", to="auth")


@pytest.fixture
async def token(client: ServiceClient, account: Account, as_cms: dict[str, str]) -> str:
    """The token in the link that was mailed to the account."""
    return str((await begin(client, as_cms)).json()["token"])


async def begin(client: ServiceClient, as_cms: dict[str, str], email: str = EMAIL) -> httpx.Response:
    return await client.post("/private/password-resets", json={"emailAddress": email}, headers=as_cms)


async def reset(window: httpx.AsyncClient, token: Any, password: Any = CHOSEN, **headers: str) -> httpx.Response:
    body = {"token": token, "password": password}
    return await window.put("/auth/users/reset-password", json=body, headers=headers)


async def inspect(window: httpx.AsyncClient, token: Any) -> httpx.Response:
    return await window.post("/auth/users/reset-password/inspection", json={"token": token})


async def actions(client: ServiceClient) -> list[str]:
    async with client.kit.database.transaction() as session:
        return [*(await session.scalars(select(AuditEntry.action).order_by(AuditEntry.id))).all()]


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


class TestByToken:
    async def test_gives_the_account_the_password(self, visitor: httpx.AsyncClient, token: str) -> None:
        answer = await reset(visitor, token)
        assert (answer.status_code, answer.content) == (204, b"")
        # The user logs in next: the holder of the link has the mailbox, not the second factor.
        assert "set-cookie" not in answer.headers
        assert (await log_in(visitor, EMAIL)).status_code == 401
        assert (await log_in(visitor, EMAIL, CHOSEN)).status_code == 200

    async def test_lets_in_whom_a_stranger_has_locked_out(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        async with browser(client, "198.51.100.1") as stranger:
            for _ in range(10):
                await log_in(stranger, EMAIL, "wrong password")
        assert (await log_in(visitor, EMAIL)).status_code == 429
        assert (await reset(visitor, token)).status_code == 204
        assert (await log_in(visitor, EMAIL, CHOSEN)).status_code == 200

    async def test_keeps_no_connection_from_others_while_it_waits_for_its_turn(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        passwords = passwords_in(client)
        async with passwords.slot(), passwords.slot(), asyncio.timeout(60):
            asking = [asyncio.create_task(reset(visitor, token)) for _ in range(3)]
            while passwords.waiting < len(asking):
                await asyncio.sleep(0)
            in_use = client.kit.database.engine.pool.checkedout()  # type: ignore[attr-defined]  # a QueuePool
        answers = await asyncio.gather(*asking)
        assert sorted(answer.status_code for answer in answers) == [204, 404, 404]
        assert in_use == 0

    async def test_ends_every_session_at_once(self, client: ServiceClient, account: Account, token: str) -> None:
        program = await bearer(client, account)
        async with browser(client) as window, browser(client) as other:
            await log_in(window, EMAIL)
            assert (await reset(other, token)).status_code == 204
            refusals = [
                await client.get("/auth/account", headers=program),
                await window.get("/auth/account"),
                await window.post("/auth/tokens", json={"refresh": True}),
            ]
        assert {answer.status_code for answer in refusals} == {401}

    async def test_says_so_by_mail_and_in_the_log(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        await reset(visitor, token)
        [mail] = await mails(cms)
        assert (mail.kind, mail.to_address) == ("password_changed", EMAIL)
        assert await actions(client) == ["reset.requested", "password.reset"]
        async with client.kit.database.transaction() as session:
            entries = (await session.scalars(select(AuditEntry))).all()
        assert token not in str([entry.details for entry in entries])

    async def test_no_mail_server_keeps_nobody_from_it(self, start: Start, as_cms: dict[str, str]) -> None:
        alone = await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE)
        await make_user(alone, email=EMAIL, password=PASSWORD)
        token = (await begin(alone, as_cms)).json()["token"]
        async with browser(alone) as window:
            assert (await reset(window, token)).status_code == 204
            assert (await log_in(window, EMAIL, CHOSEN)).status_code == 200

    async def test_a_second_time_is_refused(self, visitor: httpx.AsyncClient, token: str) -> None:
        await reset(visitor, token)
        assert refused(await reset(visitor, token, "another fine password")) == (404, "token_unusable")
        assert refused(await inspect(visitor, token)) == (404, "token_unusable")
        assert (await log_in(visitor, EMAIL, CHOSEN)).status_code == 200

    async def test_of_two_at_once_one_wins(self, client: ServiceClient, token: str) -> None:
        passwords = ["first copper lantern", "second copper lantern"]
        async with browser(client) as one, browser(client, "192.0.2.2") as two:
            answers = await asyncio.gather(reset(one, token, passwords[0]), reset(two, token, passwords[1]))
            statuses = [answer.status_code for answer in answers]
            assert sorted(statuses) == [204, 404]
            winner = statuses.index(204)
            assert (await log_in(one, EMAIL, passwords[winner])).status_code == 200
            assert (await log_in(one, EMAIL, passwords[1 - winner])).status_code == 401

    async def test_a_newer_one_kills_it(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str, as_cms: dict[str, str]
    ) -> None:
        newer = (await begin(client, as_cms)).json()["token"]
        assert refused(await reset(visitor, token)) == (404, "token_unusable")
        assert (await reset(visitor, newer)).status_code == 204

    async def test_it_expires(self, client: ServiceClient, visitor: httpx.AsyncClient, token: str) -> None:
        async with client.kit.database.transaction() as session:
            row = (await session.scalars(select(OneTimeToken))).one()
            assert (row.expires_at - row.created_at).total_seconds() == pytest.approx(3600, abs=1)
            await session.execute(text("UPDATE one_time_tokens SET expires_at = now()"))
        assert refused(await inspect(visitor, token)) == (404, "token_unusable")
        assert refused(await reset(visitor, token)) == (404, "token_unusable")
        assert (await log_in(visitor, EMAIL)).status_code == 200

    async def test_whoever_reads_the_database_has_no_token(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        async with client.kit.database.transaction() as session:
            row = (await session.scalars(select(OneTimeToken))).one()
        assert token not in str(vars(row))
        for seen in (str(row.id), row.digest.hex(), base64.urlsafe_b64encode(row.digest).rstrip(b"=").decode()):
            assert refused(await reset(visitor, seen)) == (404, "token_unusable")

    async def test_guesses_are_refused_and_then_stopped(self, client: ServiceClient, token: str) -> None:
        async with browser(client, "192.0.2.9") as guesser:
            guesses = [token[:-1] + ("A" if token[-1] != "A" else "B"), token.swapcase(), f" {token}", token * 2, "x"]
            for guess in guesses:
                assert refused(await reset(guesser, guess)) == (404, "token_unusable")
            for n in range(30 - len(guesses)):
                assert refused(await inspect(guesser, f"guess {n}")) == (404, "token_unusable")
            stopped = await reset(guesser, token)
            assert refused(stopped) == (429, "too_many_attempts")
            assert 0 < int(stopped.headers["retry-after"]) <= 900
            assert "minutes" in stopped.json()["detail"]
        async with browser(client, "192.0.2.10") as owner:
            assert (await reset(owner, token)).status_code == 204

    async def test_of_another_purpose_is_refused(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account
    ) -> None:
        headers = await bearer(client, account)
        asked = await client.post(
            "/auth/account/email-address", json={"emailAddress": "b@example.org"}, headers=headers
        )
        assert asked.status_code == 202
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE one_time_tokens SET digest = sha256('known')"))
        assert refused(await reset(visitor, "known")) == (404, "token_unusable")
        confirmed = await client.post(
            "/auth/account/email-address/confirmation", json={"token": "known"}, headers=headers
        )
        assert confirmed.status_code == 204

    async def test_somebody_disabled_gets_nothing_by_it(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, token: str
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE users SET state = 'disabled'"))
        assert refused(await inspect(visitor, token)) == (404, "token_unusable")
        assert refused(await reset(visitor, token)) == (404, "token_unusable")

    async def test_a_common_password_is_refused_and_the_link_stays_good(
        self, visitor: httpx.AsyncClient, token: str
    ) -> None:
        for common in ("password1234", "ada lovelace", "ada@example.org"):
            answer = await reset(visitor, token, common)
            assert refused(answer) == (422, "password_too_common")
            assert [(fault["field"], fault["code"]) for fault in answer.json()["errors"]] == [
                ("password", "password_too_common")
            ]
            assert common not in answer.text
        assert (await reset(visitor, token)).status_code == 204

    @pytest.mark.parametrize("odd", [{"$ne": ""}, ["a"], [], {}, 1, 1.5, True, None, "", "a" * 201])
    async def test_a_token_that_is_none(self, visitor: httpx.AsyncClient, token: str, odd: object) -> None:
        answer = await reset(visitor, odd)
        assert (answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) == (422, ["token"])
        assert (await inspect(visitor, odd)).status_code == 422
        assert (await log_in(visitor, EMAIL)).status_code == 200

    @pytest.mark.parametrize("odd", [{"$ne": ""}, ["a long password"], 12345678901, None, "short", "a" * 257])
    async def test_a_password_that_is_none(self, visitor: httpx.AsyncClient, token: str, odd: object) -> None:
        answer = await reset(visitor, token, odd)
        assert (answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) == (422, ["password"])

    @pytest.mark.parametrize(
        "body",
        [
            {"password": CHOSEN},
            {"token": "x", "password": CHOSEN, "userId": str(uuid.UUID(int=0))},
            {"token": "x", "password": CHOSEN, "currentPassword": PASSWORD},
            {"token": "x", "password": CHOSEN, "scopes": ["super"]},
            [],
            "token",
            None,
        ],
    )
    async def test_another_body(self, visitor: httpx.AsyncClient, account: Account, body: object) -> None:
        answer = await visitor.put("/auth/users/reset-password", json=body)
        assert answer.status_code == 422
        assert (await log_in(visitor, EMAIL)).status_code == 200

    async def test_from_another_sites_page_is_refused(self, client: ServiceClient, token: str) -> None:
        async with browser(client) as window:
            evil = {"Origin": "https://evil.example", "Content-Type": "text/plain"}
            assert refused(await reset(window, token, Origin="https://evil.example")) == (403, "origin_mismatch")
            form = f'{{"token": "{token}", "password": "{CHOSEN}"}}'
            posted = await window.put("/auth/users/reset-password", content=form, headers=evil)
            assert posted.status_code == 403
            assert (await reset(window, token)).status_code == 204


class TestBegin:
    @pytest.mark.parametrize("spelling", [EMAIL, "ADA@Example.ORG", "  ada@example.org\t", "\uff41da@example.org"])
    async def test_any_spelling_finds_the_account(
        self, client: ServiceClient, account: Account, as_cms: dict[str, str], spelling: str
    ) -> None:
        answer = await begin(client, as_cms, spelling)
        found = answer.json()
        token = found.pop("token")
        assert len(token) == 43
        assert found == {"userId": str(account.id), "name": "Ada Lovelace", "emailAddress": EMAIL, "isStaff": True}

    async def test_tells_members_from_staff(self, client: ServiceClient, as_cms: dict[str, str]) -> None:
        for email, scopes, is_staff in (
            ("a@b.c", [], False),
            ("d@b.c", ["crm:read"], True),
            ("e@b.c", ["super"], True),
        ):
            await make_user(client, *scopes, email=email)
            assert (await begin(client, as_cms, email)).json()["isStaff"] is is_staff

    async def test_nothing_for_nobody(self, client: ServiceClient, as_cms: dict[str, str]) -> None:
        await make_user(client, email="off@example.org", state="disabled")
        for email in ("nobody@example.org", "off@example.org", "", "%", "' or 1=1 --"):
            answer = await begin(client, as_cms, email)
            assert (answer.status_code, answer.content) == (204, b"")
        assert await actions(client) == []


class TestAttempts:
    async def attempt(self, client: ServiceClient, as_cms: dict[str, str], email: str, address: str) -> int:
        body = {"emailAddress": email, "address": address}
        answer = await client.post("/private/password-resets/attempts", json=body, headers=as_cms)
        return answer.status_code

    async def test_five_an_hour_for_one_account_known_or_not(
        self, client: ServiceClient, account: Account, as_cms: dict[str, str]
    ) -> None:
        for name in ("ada", "nobody"):
            spellings = [f"{name}@example.org", f"{name.upper()}@example.org", f" {name}@Example.org"] * 2
            found = [
                await self.attempt(client, as_cms, email, f"192.0.2.{number}") for number, email in enumerate(spellings)
            ]
            assert found == [204] * 5 + [429]

    async def test_twenty_an_hour_from_one_network(self, client: ServiceClient, as_cms: dict[str, str]) -> None:
        found = [await self.attempt(client, as_cms, f"p{n}@example.org", f"2001:db8::{n:x}") for n in range(21)]
        assert found == [204] * 20 + [429]
        assert await self.attempt(client, as_cms, "p@example.org", "2001:db8:0:1::1") == 204
