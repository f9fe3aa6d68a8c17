"""`POST /auth/setup`, with the real content and cms services behind it."""

import asyncio
import itertools
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from starlette.types import ASGIApp, Receive, Scope, Send

from auth.app import app
from auth.people.models import Person, User
from auth.sessions.models import LoginSession
from cms.app import app as cms_app
from content.app import app as content_app
from kit.testing import ServiceClient, Start
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import browser, log_in, make_user

Services = dict[str, ServiceClient | ASGIApp]

FORM: dict[str, Any] = {
    "code": SETUP_CODE,
    "siteName": "Ada's Engines",
    "firstName": "Ada",
    "lastName": "Lovelace",
    "emailAddress": "Ada@Example.org",
    "password": "nine brass cogwheels",
    "timezone": "Europe/Paris",
    "hasEcom": True,
    "hasCRM": False,
}

END_THE_LOCK = """
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32) | objid::bigint = hashtextextended('auth.setup', 0)
"""


@pytest.fixture
async def content(start: Start) -> ServiceClient:
    return await start(content_app)


@pytest.fixture
async def client(start: Start, content: ServiceClient) -> ServiceClient:
    """The auth service of an empty site, with the services that have a part in its set-up."""
    cms = await start(cms_app)
    mounts: Services = {"http://auth.test": app, "http://content.test": content, "http://cms.test": cms}
    return await start(app, mounts=mounts, setup_code=SETUP_CODE)


async def set_up(window: httpx.AsyncClient, **changed: Any) -> httpx.Response:
    form = {name: value for name, value in {**FORM, **changed}.items() if value is not None}
    return await window.post("/auth/setup", json=form)


async def count(client: ServiceClient, model: type) -> int:
    async with client.kit.database.transaction() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


class TestAnEmptySite:
    async def test_gets_a_user_who_may_do_everything_and_is_logged_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        answer = await set_up(visitor)
        assert answer.status_code == 201
        claims = answer.json()["public"]["claims"]
        assert (claims["scopes"], claims["timezone"]) == (["super"], "Europe/Paris")
        user = (await visitor.get(f"/auth/users/{claims['user']}")).json()
        assert user["person"]["emailAddress"] == "Ada@Example.org"
        assert (await visitor.get("/auth/scopes")).json()["total"] == 7
        log = (await visitor.get("/auth/audit-log?sort=at")).json()["results"]
        assert (log[0]["action"], log[0]["actorName"]) == ("user.created", "Ada Lovelace")
        assert (await visitor.post("/auth/tokens", json={"refresh": True})).status_code == 200
        async with browser(client) as elsewhere:
            assert (await log_in(elsewhere, "ada@example.org", FORM["password"])).status_code == 200

    async def test_gets_a_first_page(
        self, client: ServiceClient, content: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        assert (await content.get("/client/page-render", params={"url": "/"})).status_code == 404
        await set_up(visitor)
        assert (await content.get("/client/page-render", params={"url": "/"})).status_code == 200

    async def test_may_be_quick_about_the_rest(self, visitor: httpx.AsyncClient) -> None:
        answer = await set_up(visitor, timezone=None, hasEcom=None, hasCRM=None)
        assert answer.status_code == 201
        assert answer.json()["public"]["claims"]["timezone"] == "Europe/London"


class TestASecondTime:
    async def test_is_refused(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await set_up(visitor)
        async with browser(client) as other:
            again = await set_up(other, emailAddress="grace@example.org")
            assert (again.status_code, again.json()["code"]) == (409, "already_set_up")
            assert "set-cookie" not in again.headers
            # Nor does it tell any more whether a code is right.
            assert (await set_up(other, code="guess")).status_code == 409
        assert await count(client, User) == 1

    async def test_is_refused_once_there_is_any_user(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, "editor")
        assert (await set_up(visitor)).json()["code"] == "already_set_up"

    async def test_of_two_hundred_at_once_exactly_one_wins(self, client: ServiceClient) -> None:
        async def attempt(number: int) -> httpx.Response:
            async with browser(client, f"192.0.2.{number}") as window:
                return await set_up(window, emailAddress=f"person{number}@example.org")

        answers = await asyncio.gather(*[attempt(number) for number in range(200)])
        winners = [answer for answer in answers if answer.status_code == 201]
        assert len(winners) == 1
        refused = {(answer.status_code, answer.json()["code"]) for answer in answers if answer is not winners[0]}
        assert refused <= {(409, "already_set_up"), (409, "setup_running")}
        assert (await count(client, User), await count(client, LoginSession)) == (1, 1)

    async def test_is_refused_where_postgres_restarted_during_the_first(
        self, start: Start, content: ServiceClient
    ) -> None:
        """The lock of the first went with its connection, so the second came in and was quicker."""
        calls = itertools.count(1)

        async def behind_a_second(scope: Scope, receive: Receive, send: Send) -> None:
            if next(calls) == 1:
                assert len(await site.kit.database.pool.fetch(END_THE_LOCK)) == 1
                async with browser(site) as other:
                    assert (await set_up(other, emailAddress="grace@example.org")).status_code == 201
            await content.app(scope, receive, send)

        mounts: Services = {
            "http://auth.test": app,
            "http://content.test": behind_a_second,
            "http://cms.test": await start(cms_app),
        }
        site = await start(app, mounts=mounts, setup_code=SETUP_CODE)
        async with browser(site) as window:
            first = await set_up(window)
        assert (first.status_code, first.json()["code"]) == (409, "already_set_up")
        assert (await count(site, User), await count(site, Person), await count(site, LoginSession)) == (1, 1, 1)


class TestWrongCode:
    async def test_is_refused_and_keeps_nothing(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        for code in ("wrong", SETUP_CODE.upper(), SETUP_CODE + "x", "käse", "a" * 200):
            answer = await set_up(visitor, code=code)
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_setup_code")
            assert SETUP_CODE not in answer.text
        assert await count(client, User) == 0

    async def test_too_often_blocks_the_address_and_no_other(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        answers = [await set_up(visitor, code=f"guess {number}") for number in range(12)]
        assert [answer.status_code for answer in answers] == [403] * 10 + [429] * 2
        assert 0 < int(answers[-1].headers["retry-after"]) <= 900
        assert (await set_up(visitor)).status_code == 429
        async with browser(client, "198.51.100.1") as elsewhere:
            assert (await set_up(elsewhere)).status_code == 201

    async def test_spaces_around_the_right_one_are_excused(self, visitor: httpx.AsyncClient) -> None:
        assert (await set_up(visitor, code=f" {SETUP_CODE}\n")).status_code == 201


class TestAnotherServiceIsAway:
    @pytest.mark.parametrize("away", ["content", "cms"])
    async def test_nothing_is_kept_and_it_can_be_tried_again(self, start: Start, away: str) -> None:
        everybody: Services = {
            "http://auth.test": app,
            "http://content.test": await start(content_app),
            "http://cms.test": await start(cms_app),
        }
        others = {address: service for address, service in everybody.items() if away not in address}
        crippled = await start(app, mounts=others, setup_code=SETUP_CODE)
        async with browser(crippled) as window:
            answer = await set_up(window)
        assert (answer.status_code, answer.json()["code"]) == (503, "setup_unfinished")
        assert "set-cookie" not in answer.headers
        for model in (User, Person, LoginSession):
            assert await count(crippled, model) == 0
        mended = await start(app, mounts=everybody, setup_code=SETUP_CODE)
        async with browser(mended) as window:
            assert (await set_up(window, siteName="Another name")).status_code == 201


class TestBadInput:
    @pytest.mark.parametrize(
        ("changed", "field", "code"),
        [
            ({"password": "nine char"}, "password", "password_too_short"),
            ({"password": "a" * 257}, "password", "password_too_long"),
            ({"password": None}, "password", "required"),
            ({"password": ["a long password"]}, "password", "string_type"),
            ({"emailAddress": "ada"}, "emailAddress", "email_address"),
            ({"emailAddress": "ada@example.org\nBcc: all@example.org"}, "emailAddress", "email_address"),
            ({"emailAddress": f"{'a' * 250}@example.org"}, "emailAddress", "string_too_long"),
            ({"siteName": "  "}, "siteName", "string_too_short"),
            ({"siteName": "a" * 201}, "siteName", "string_too_long"),
            ({"firstName": 7}, "firstName", "string_type"),
            ({"timezone": "Mars/Olympus"}, "timezone", "timezone"),
            ({"hasEcom": "yes"}, "hasEcom", "bool_type"),
            ({"hasCRM": 1}, "hasCRM", "bool_type"),
            ({"code": ""}, "code", "string_too_short"),
            ({"code": {"a": 1}}, "code", "string_type"),
            ({"scopes": ["super"]}, "scopes", "unknown_field"),
            ({"state": "active"}, "state", "unknown_field"),
        ],
    )
    async def test_names_the_field(
        self, client: ServiceClient, visitor: httpx.AsyncClient, changed: dict[str, Any], field: str, code: str
    ) -> None:
        answer = await set_up(visitor, **changed)
        assert answer.status_code == 422
        assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]
        assert FORM["password"] not in answer.text
        assert await count(client, User) == 0

    @pytest.mark.parametrize("broken", [b'"\\ud800"', b"NaN", b"1e400", b'"\\u0000"', b"-Infinity"])
    async def test_is_never_our_fault(self, visitor: httpx.AsyncClient, broken: bytes) -> None:
        raw = b'{"code": "x", "siteName": ' + broken + b"}"
        answer = await visitor.post("/auth/setup", content=raw, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422

    async def test_names_in_any_script_are_kept_as_they_are(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        claims = (await set_up(visitor, firstName="عبد الله", lastName="O'Neill-Ōtani 🦉")).json()["public"]["claims"]
        person = (await visitor.get(f"/auth/people/{claims['sub']}")).json()
        assert (person["firstName"], person["lastName"]) == ("عبد الله", "O'Neill-Ōtani 🦉")

    async def test_another_sites_page_cannot_set_it_up(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        visitor.headers["Origin"] = "https://evil.example"
        assert (await set_up(visitor)).status_code == 403
        assert await count(client, User) == 0
