"""`/auth/registrations`: accounts that visitors make for themselves."""

from typing import Any

import httpx
import pytest
from sqlalchemy import delete, func, select, update
from starlette.types import ASGIApp

from auth import worker
from auth.accounts.models import Registration
from auth.app import app
from auth.people.models import OneTimeToken, Person, User
from auth.site.schemas import SiteChanged
from auth.site.service import update_site
from cms.app import app as cms_app
from cms.config_entries.entries import ALLOW_REGISTRATION, entries
from content.app import app as content_app
from kit.event_log import OLDEST
from kit.tables import EventCursor, Job
from kit.testing import ServiceClient, Start, Tokens
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import PASSWORD, browser, log_in, make_user
from tests.auth.mailbox import link_in, mails, token_in
from tests.content.factory import Site, column_of, create_plugin, id_, place_plugin, put_site
from tests.kit.consuming import consume

assert worker.__all__, "its subscribers register themselves on import"

PATH = "/auth/registrations"
CONFIRMATION = f"{PATH}/confirmation"
CHOSEN = "four copper lanterns"
FORM: dict[str, Any] = {
    "firstName": "Ada",
    "lastName": "Lovelace",
    "emailAddress": "Ada@example.org",
    "timezone": "Europe/Paris",
}
NAMED = {"firstName": "Ada", "lastName": "Lovelace"}


@pytest.fixture
async def client(beside_cms: ServiceClient, cms: ServiceClient, tokens: Tokens) -> ServiceClient:
    """The auth service of a site that lets visitors register."""
    await allow(beside_cms, cms, tokens, allowed=True)
    return beside_cms


async def allow(client: ServiceClient, cms: ServiceClient, tokens: Tokens, *, allowed: bool) -> None:
    """Have the site set up, and let visitors register, or not, which auth is told."""
    site = {"name": "Willow & Sons", "language": "en", "timezone": "UTC", "hasEcom": False, "hasCRM": False}
    await cms.put("/private/site", json=site, headers=tokens.internal("auth", to="cms"))
    async with cms.kit.database.transaction() as session:
        await entries.put(session, {ALLOW_REGISTRATION.key: allowed})
    await consume(client)


async def register(window: httpx.AsyncClient, **changed: Any) -> httpx.Response:
    return await window.post(PATH, json={**FORM, **changed})


async def inspect(window: httpx.AsyncClient, token: Any) -> httpx.Response:
    return await window.post(f"{PATH}/inspection", json={"token": token})


async def confirm(window: httpx.AsyncClient, token: Any, **changed: Any) -> httpx.Response:
    return await window.post(CONFIRMATION, json={"token": token, "password": CHOSEN, **NAMED, **changed})


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def count(client: ServiceClient, model: type) -> int:
    async with client.kit.database.transaction() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


class TestCreate:
    async def test_mails_a_link_and_makes_nobody_yet(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        forged = {"X-Forwarded-Host": "evil.example", "Host": "evil.example"}
        answer = await visitor.post(PATH, json=FORM, headers=forged)
        assert (answer.status_code, answer.json()) == (202, {})
        assert "set-cookie" not in answer.headers
        [mail] = await mails(cms)
        assert (mail.kind, mail.to_address) == ("confirm_registration", "Ada@example.org")
        assert "evil.example" not in f"{mail.text}{mail.html}"
        assert link_in(mail) == f"/cms-login/confirm#token={token_in(mail)}&kind=registration"
        # A stranger may have chosen the name: it could be an advertisement.
        assert "Lovelace" not in f"{mail.subject}{mail.text}{mail.html}"
        assert (await count(client, User), await count(client, Person)) == (0, 0)
        assert (await log_in(visitor, "ada@example.org", CHOSEN)).status_code == 401

    @pytest.mark.parametrize("known", ["ada@example.org", "ADA@EXAMPLE.ORG"])
    async def test_somebody_known_gets_the_same_answer_and_another_mail(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, known: str
    ) -> None:
        await make_user(client, "editor", email=known, password=PASSWORD)
        answer = await register(visitor, emailAddress="  ada@Example.org ")
        assert (answer.status_code, answer.json()) == (202, {})
        [mail] = await mails(cms)
        assert (mail.kind, mail.to_address, link_in(mail)) == ("already_registered", "ada@Example.org", "/cms-login")
        assert (await log_in(visitor, known)).status_code == 200
        assert (await log_in(visitor, known, CHOSEN)).status_code == 401

    async def test_does_the_same_for_somebody_known(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, email="known@example.org")
        for number, name in enumerate(("known", "unknown"), start=1):
            assert (await register(visitor, emailAddress=f"{name}@example.org")).status_code == 202
            assert (await count(client, Registration), await count(client, OneTimeToken)) == (number, number)

    async def test_takes_no_password(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        """Who registers may be a stranger to the mailbox, and would know the password of its account."""
        answer = await register(visitor, password=CHOSEN)
        assert (answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) == (422, ["password"])
        assert await count(client, Registration) == 0

    async def test_is_off_unless_the_site_turns_it_on(
        self, client: ServiceClient, cms: ServiceClient, tokens: Tokens, visitor: httpx.AsyncClient
    ) -> None:
        await register(visitor)
        token = token_in((await mails(cms))[0])
        await allow(client, cms, tokens, allowed=False)
        assert refused(await register(visitor, emailAddress="grace@example.org")) == (403, "registration_closed")
        for answer in (await inspect(visitor, token), await confirm(visitor, token)):
            assert refused(answer) == (403, "registration_closed")
        assert (await count(client, Registration), await count(client, User)) == (1, 0)

    async def test_is_off_at_first(self, beside_cms: ServiceClient) -> None:
        async with browser(beside_cms) as window:
            assert refused(await register(window)) == (403, "registration_closed")

    async def test_five_an_hour_for_one_address_known_or_not(self, client: ServiceClient) -> None:
        await make_user(client, email="known@example.org")
        for name in ("known", "unknown"):
            spellings = [f"{name}@example.org", f"{name.upper()}@example.org", f" {name}@Example.org"] * 2
            found = []
            for number, email in enumerate(spellings):
                async with browser(client, f"192.0.2.{number}") as window:
                    found.append((await register(window, emailAddress=email)).status_code)
            assert found == [202] * 5 + [429]

    async def test_ten_an_hour_from_one_network(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        answers = [await register(visitor, emailAddress=f"p{n}@example.org") for n in range(11)]
        assert [answer.status_code for answer in answers] == [202] * 10 + [429]
        assert answers[-1].json()["code"] == "too_many_attempts"
        assert "minutes" in answers[-1].json()["detail"]

    async def test_does_not_wait_for_cms(self, alone: ServiceClient, start: Start) -> None:
        async with alone.kit.database.transaction() as session:
            await update_site(session, SiteChanged(version=1, site_name="Willow & Sons", allow_registration=True))
        async with browser(alone) as window:
            assert (await register(window)).status_code == 202
            cms = await start(cms_app, mounts={"http://auth.test": app})
            [mail] = await mails(cms)
            assert (await confirm(window, token_in(mail))).status_code == 201

    async def test_an_event_that_comes_again_mails_nothing_more(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await register(visitor)
        for kept in ("jobs", "no jobs"):
            assert len(await mails(cms)) == 1
            async with cms.kit.database.transaction() as session:
                await session.execute(update(EventCursor).values(cursor=OLDEST))
                if kept == "no jobs":
                    await session.execute(delete(Job))
        assert len(await mails(cms)) == 1

    async def test_the_token_is_in_the_mail_alone(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await register(visitor)
        token = token_in((await mails(cms))[0])
        for service, table in ((client, "outbox"), (client, "one_time_tokens"), (cms, "jobs"), (cms, "emails")):
            rows = await service.kit.database.pool.fetch(f"SELECT row_to_json(t)::text AS line FROM {table} t")  # noqa: S608  # of constants
            assert rows
            assert token not in "".join(row["line"] for row in rows)

    async def test_only_cms_is_told_the_token(
        self, client: ServiceClient, visitor: httpx.AsyncClient, tokens: Tokens
    ) -> None:
        await register(visitor)
        identifier = await client.kit.database.pool.fetchval("SELECT id FROM one_time_tokens")
        path = f"/private/one-time-tokens/{identifier}/revelation"
        for headers, status in (
            ({}, 401),
            (tokens.bearer("super"), 401),
            (tokens.internal("content", to="auth"), 403),
            (tokens.internal("cms", to="auth"), 200),
        ):
            assert (await client.post(path, headers=headers)).status_code == status

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"scopes": ["super"]}, "scopes"),
            ({"super": True}, "super"),
            ({"state": "active"}, "state"),
            ({"emailAddress": ["a@b.c"]}, "emailAddress"),
            ({"emailAddress": "a@b.c\nBcc: d@e.f"}, "emailAddress"),
            ({"firstName": ""}, "firstName"),
            ({"firstName": "Ada\r\nBcc: d@e.f"}, "firstName"),
            ({"lastName": "a" * 201}, "lastName"),
            ({"timezone": "Mars/Olympus"}, "timezone"),
        ],
    )
    async def test_bad_input(
        self, client: ServiceClient, visitor: httpx.AsyncClient, changed: dict[str, Any], field: str
    ) -> None:
        answer = await register(visitor, **changed)
        assert (answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) == (422, [field])
        assert await count(client, Registration) == 0

    async def test_not_from_another_sites_page(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        visitor.headers["Origin"] = "https://evil.example"
        assert refused(await register(visitor)) == (403, "origin_mismatch")
        assert refused(await confirm(visitor, "x")) == (403, "origin_mismatch")


class TestOnASiteWithPagesForMembers:
    async def test_the_links_lead_there(self, start: Start, tokens: Tokens) -> None:
        content = await start(content_app)
        cms = await start(cms_app, mounts={"http://auth.test": app, "http://content.test": content})
        await put_site(content, tokens)
        site = Site(content, tokens)
        for url, ref in (("/join us", "cms.register"), ("/members", "cms.login")):
            page, plugin = await site.new_page(url.replace(" ", "-")), id_()
            await site.saved(page, create_plugin(plugin, ref=ref), place_plugin(column_of(page), plugin))
        mounts: dict[str, ServiceClient | ASGIApp] = {"http://auth.test": app, "http://cms.test": cms}
        client = await start(app, mounts=mounts, setup_code=SETUP_CODE)
        await allow(client, cms, tokens, allowed=True)
        await make_user(client, email="known@example.org")
        async with browser(client) as window:
            await register(window)
            await register(window, emailAddress="known@example.org")
        first, second = await mails(cms)
        assert link_in(first) == f"/join-us#token={token_in(first)}&kind=registration"
        assert link_in(second) == "/members"
