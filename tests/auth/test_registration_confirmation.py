"""The confirmation of an account that a visitor has made."""

import asyncio

import httpx
import pytest
from sqlalchemy import select, text, update

from auth.accounts.models import Registration
from auth.housekeeping import purge
from auth.people.models import OneTimeToken, Person, User
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, browser, log_in, make_person, make_user
from tests.auth.hashing import passwords_in
from tests.auth.mailbox import mails, token_in
from tests.auth.test_registrations import (
    CHOSEN,
    NAMED,
    client,
    confirm,
    count,
    inspect,
    refused,
    register,
)
from tests.waiting_transactions import until_somebody_waits

__all__ = ["client"]


class TestConfirm:
    @pytest.fixture
    async def token(self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient) -> str:
        await register(visitor)
        return token_in((await mails(cms))[0])

    async def test_makes_the_member_and_logs_them_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        found = await inspect(visitor, token)
        assert (found.status_code, found.json()) == (200, {**NAMED, "emailAddress": "Ada@example.org"})
        answer = await confirm(visitor, token)
        assert answer.status_code == 201
        claims = answer.json()["public"]["claims"]
        assert (claims["scopes"], claims["timezone"]) == ([], "Europe/Paris")
        account = (await visitor.get("/auth/account")).json()
        assert (account["user"]["person"]["emailAddress"], account["user"]["person"]["firstName"]) == (
            "Ada@example.org",
            "Ada",
        )
        assert (await visitor.get("/auth/users")).status_code == 403
        async with browser(client) as elsewhere:
            assert (await log_in(elsewhere, "ADA@example.org", CHOSEN)).status_code == 200
        async with client.kit.database.transaction() as session:
            actions = (await session.scalars(select(AuditEntry.action).order_by(AuditEntry.id))).all()
        assert [*actions][:3] == ["person.created", "user.registered", "login"]

    async def test_works_once(self, client: ServiceClient, visitor: httpx.AsyncClient, token: str) -> None:
        assert (await confirm(visitor, token)).status_code == 201
        for again in (await inspect(visitor, token), await confirm(visitor, token, password="another long password")):
            assert refused(again) == (404, "token_unusable")
        assert await count(client, User) == 1
        assert (await log_in(visitor, "ada@example.org", CHOSEN)).status_code == 200

    async def test_of_two_at_once_one_wins(self, client: ServiceClient, token: str) -> None:
        async with browser(client) as one, browser(client) as two:
            answers = await asyncio.gather(confirm(one, token), confirm(two, token))
        assert sorted(answer.status_code for answer in answers) == [201, 404]
        assert await count(client, User) == 1

    async def test_the_owner_of_the_mailbox_decides_all_that_the_account_is(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        """The names may be a stranger's joke."""
        own = {"firstName": "Augusta", "lastName": "King", "timezone": "America/New_York"}
        assert (await confirm(visitor, token, **own)).status_code == 201
        person = (await visitor.get("/auth/account")).json()["user"]["person"]
        assert {name: person[name] for name in own} == own

    async def test_a_strangers_registration_cannot_take_its_place(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        strange = {"firstName": "Mallory", "lastName": "Buy this", "timezone": "Asia/Tokyo"}
        async with browser(client, "192.0.2.66") as stranger:
            assert (await register(stranger, **strange)).status_code == 202
        theirs = token_in((await mails(cms))[1])
        assert (await inspect(visitor, token)).json()["firstName"] == "Ada"
        assert (await inspect(visitor, theirs)).json()["firstName"] == "Mallory"
        assert (await confirm(visitor, token)).json()["public"]["claims"]["timezone"] == "Europe/Paris"
        for answer in (
            await inspect(visitor, theirs),
            await confirm(visitor, theirs, password="a strangers own words"),
        ):
            assert refused(answer) == (404, "token_unusable")
        assert (await log_in(visitor, "ada@example.org", "a strangers own words")).status_code == 401
        assert (await log_in(visitor, "ada@example.org", CHOSEN)).status_code == 200

    @pytest.mark.parametrize(
        ("password", "code"),
        [
            ("short", "validation_failed"),
            ("password1234", "password_too_common"),
            ("AdaLovelace!", "password_too_common"),
            ("ada@example.org", "password_too_common"),
            ("Willow & Sons", "password_too_common"),
        ],
    )
    async def test_a_password_that_is_refused_leaves_the_link_usable(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str, password: str, code: str
    ) -> None:
        answer = await confirm(visitor, token, password=password)
        assert refused(answer) == (422, code)
        assert [fault["field"] for fault in answer.json()["errors"]] == ["password"]
        assert await count(client, User) == 0
        assert (await confirm(visitor, token)).status_code == 201

    async def test_somebody_who_guesses_links_is_stopped_and_the_owner_is_not(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        async with browser(client, "192.0.2.66") as guesser:
            for number in range(30):
                assert refused(await confirm(guesser, f"guess {number}")) == (404, "token_unusable")
            for answer in (await confirm(guesser, token), await inspect(guesser, token)):
                assert refused(answer) == (429, "too_many_attempts")
        assert (await confirm(visitor, token)).status_code == 201

    async def test_one_of_the_previous_release_is_confirmed_without_its_password(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        strangers = "a strangers own words"
        async with client.kit.database.transaction() as session:
            stored = {"password_hash": await passwords_in(client).hash(strangers)}
            await session.execute(update(Registration).values(stored))
        assert (await confirm(visitor, token)).status_code == 201
        assert (await log_in(visitor, "ada@example.org", strangers)).status_code == 401
        assert (await log_in(visitor, "ada@example.org", CHOSEN)).status_code == 200

    async def test_an_account_made_in_the_meantime_stays_as_it_is(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        await make_user(client, "editor", email="ada@example.org", password=PASSWORD)
        assert refused(await confirm(visitor, token)) == (404, "token_unusable")
        assert (await log_in(visitor, "ada@example.org")).status_code == 200

    async def test_a_person_whom_the_site_knows_gets_the_account(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        known = await make_person(client, "ada@example.org", "Augusta", "King")
        found = (await inspect(visitor, token)).json()
        assert (found["firstName"], found["lastName"]) == ("Augusta", "King")
        claims = (await confirm(visitor, token, firstName="Ada", lastName="King")).json()["public"]["claims"]
        assert claims["sub"] == str(known)
        person = (await visitor.get("/auth/account")).json()["user"]["person"]
        assert (person["firstName"], person["lastName"]) == ("Ada", "King")
        async with client.kit.database.transaction() as session:
            entry = await session.scalar(select(AuditEntry).where(AuditEntry.action == "person.updated"))
        assert entry is not None
        assert (entry.actor_name, entry.details) == ("Ada King", {"changed": ["firstName"]})

    async def test_not_one_who_has_just_got_another_address(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        known = await make_person(client, "ada@example.org", "Augusta", "King")
        async with client.kit.database.transaction() as session:
            moved = {"email_address": "augusta@example.org", "email_key": "augusta@example.org"}
            await session.execute(update(Person).where(Person.id == known).values(moved))
            confirming = asyncio.create_task(confirm(visitor, token))
            await until_somebody_waits(session)
        answer = await confirming
        assert answer.status_code == 201
        assert answer.json()["public"]["claims"]["sub"] != str(known)

    async def test_it_expires_and_is_swept_away(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        await purge(client.kit)
        assert (await count(client, Registration), await count(client, OneTimeToken)) == (1, 1)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE one_time_tokens SET expires_at = now()"))
            await session.execute(text("UPDATE registrations SET expires_at = now()"))
        assert refused(await confirm(visitor, token)) == (404, "token_unusable")
        await purge(client.kit)
        assert (await count(client, Registration), await count(client, OneTimeToken)) == (0, 0)

    @pytest.mark.parametrize("odd", [{"$ne": ""}, ["a"], 1, None, "", "a" * 201])
    async def test_a_token_that_is_none(self, client: ServiceClient, visitor: httpx.AsyncClient, odd: object) -> None:
        for answer in (await inspect(visitor, odd), await confirm(visitor, odd)):
            assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "token")
        assert refused(await confirm(visitor, "guess")) == (404, "token_unusable")
