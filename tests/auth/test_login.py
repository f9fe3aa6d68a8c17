"""`POST /auth/tokens` with e-mail address and password."""

import asyncio
import time
from http.cookies import SimpleCookie

import httpx
import jwt
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, text, update

from auth.app import app
from auth.people.models import Person, User
from auth.sessions.models import LoginSession
from kit.testing import ServiceClient, Start
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, PASSWORD, browser, log_in, make_user
from tests.auth.hashing import QUICK, RecordingHasher, passwords_in
from tests.content.statements import Statements
from tests.waiting_transactions import until_somebody_waits


def cookies_of(answer: httpx.Response) -> list[tuple[str, str, dict[str, object]]]:
    """(name, value, attributes that are set) of each cookie that the answer sets."""
    found = []
    for header in answer.headers.get_list("set-cookie"):
        for name, morsel in SimpleCookie(header).items():
            found.append((name, morsel.value, {key: value for key, value in morsel.items() if value}))
    return found


class TestRightPassword:
    async def test_answers_the_claims(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, "editor", "crm:read", email=EMAIL, password=PASSWORD)
        began = time.time()
        answer = await log_in(visitor, EMAIL)
        assert answer.status_code == 200
        claims = answer.json()["public"]["claims"]
        # In whole seconds.
        assert began - 1 <= claims.pop("exp") - 1200 <= time.time() + 1
        assert claims == {
            "sub": str(account.person_id),
            "user": str(account.id),
            "scopes": ["crm:read", "editor"],
            "timezone": "Europe/London",
        }

    async def test_sets_cookies_that_scripts_and_other_sites_cannot_use(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        cookies = cookies_of(await log_in(visitor, EMAIL))
        assert [(name, attributes["path"]) for name, _, attributes in cookies] == [
            ("pagewright_session", "/"),
            ("pagewright_refresh", "/auth/tokens"),
            ("pagewright_refresh", "/api/auth/tokens"),
        ]
        for _, _, attributes in cookies:
            assert attributes["httponly"] is True
            assert attributes["samesite"] == "lax"
            assert "secure" not in attributes
        assert [attributes["max-age"] for _, _, attributes in cookies] == ["2592000"] * 3

    async def test_keeps_cookies_to_https_where_the_site_has_it(self, start: Start) -> None:
        public_url = "https://example.org"
        client = await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE, public_url=public_url)
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with browser(client) as window:
            window.headers["Origin"] = public_url
            cookies = cookies_of(await log_in(window, EMAIL))
        assert len(cookies) == 3
        assert all(attributes["secure"] is True for _, _, attributes in cookies)

    async def test_signs_a_token_that_the_published_keys_verify(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        account = await make_user(client, "admin", email=EMAIL, password=PASSWORD)
        await log_in(visitor, EMAIL)
        token = visitor.cookies["pagewright_session"]
        published = jwt.PyJWKSet.from_dict((await client.get("/auth/.well-known/jwks.json")).json())
        header = jwt.get_unverified_header(token)
        claims = jwt.decode(
            token, published[header["kid"]], algorithms=["EdDSA"], issuer="pagewright", audience="pagewright"
        )
        assert header["alg"] == "EdDSA"
        assert claims["user"] == str(account.id)
        assert claims["exp"] - claims["iat"] == 1200
        async with client.kit.database.transaction() as session:
            row = (await session.scalars(select(LoginSession))).one()
        assert claims["sid"] == str(row.id)

    async def test_stores_the_device_and_none_of_the_credentials(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        visitor.headers["User-Agent"] = "Mozilla/5.0 (tests)"
        answer = await log_in(visitor, EMAIL)
        family, _, secret = cookies_of(answer)[1][1].partition(".")
        async with client.kit.database.transaction() as session:
            row = (await session.execute(text("SELECT sessions.*, sessions::text AS whole FROM sessions"))).one()
        assert (row.device, row.address) == ("Mozilla/5.0 (tests)", "127.0.0.1")
        assert len(row.secret_digest) == 32
        assert family not in row.whole
        assert secret not in row.whole

    @pytest.mark.parametrize("spelling", ["ADA@Example.ORG", "  ada@example.org ", "\uff41da@example.org"])
    async def test_takes_any_spelling_of_the_address(
        self, client: ServiceClient, visitor: httpx.AsyncClient, spelling: str
    ) -> None:
        await make_user(client, email="Ada@example.org", password=PASSWORD)
        assert (await log_in(visitor, spelling)).status_code == 200

    async def test_takes_any_composition_of_the_password(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password="caf\u00e9 au lait")
        assert (await log_in(visitor, EMAIL, "cafe\u0301 au lait")).status_code == 200

    async def test_ends_the_session_that_the_browser_had(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        await log_in(visitor, EMAIL)
        await log_in(visitor, EMAIL)
        async with client.kit.database.transaction() as session:
            rows = (await session.scalars(select(LoginSession).order_by(LoginSession.created_at))).all()
        assert [row.end_reason for row in rows] == ["logout", None]

    async def test_renews_a_hash_that_was_made_cheaper(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, email=EMAIL)
        cheap = PasswordHasher(time_cost=1, memory_cost=9, parallelism=1).hash(PASSWORD)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).where(User.id == account.id).values(password_hash=cheap))
        assert (await log_in(visitor, EMAIL)).status_code == 200
        async with client.kit.database.transaction() as session:
            renewed = await session.scalar(select(User.password_hash))
        assert renewed is not None
        assert renewed.startswith("$argon2id$v=19$m=8,t=1,p=1$")
        assert (await log_in(visitor, EMAIL)).status_code == 200


class TestWrongPassword:
    async def test_answers_the_same_whatever_is_wrong(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        await make_user(client, email="off@example.org", password=PASSWORD, state="disabled")
        await make_user(client, email="invited@example.org")
        answers = [
            await log_in(visitor, EMAIL, "wrong password"),
            await log_in(visitor, "nobody@example.org"),
            await log_in(visitor, "off@example.org", "wrong password"),
            await log_in(visitor, "invited@example.org"),
            await log_in(visitor, "not an address"),
        ]
        bodies = []
        for answer in answers:
            assert answer.status_code == 401
            assert "set-cookie" not in answer.headers
            body = answer.json()
            assert body.pop("requestId")
            bodies.append(body)
        assert bodies[0]["code"] == "invalid_credentials"
        assert bodies == [bodies[0]] * len(bodies)

    async def test_tells_its_time_in_steps_alone(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        """A precise time would spare an attacker who guesses at accounts the noise of the network."""
        await make_user(client, email=EMAIL, password=PASSWORD)
        for email in (EMAIL, "nobody@example.org"):
            told = (await log_in(visitor, email, "wrong password")).headers["server-timing"]
            assert told.startswith("total;dur=")
            assert int(told.removeprefix("total;dur=")).bit_count() == 1

    async def test_that_an_account_is_disabled_is_told_to_whoever_knows_its_password(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD, state="disabled")
        for _ in range(12):
            answer = await log_in(visitor, EMAIL)
            assert (answer.status_code, answer.json()["code"]) == (401, "account_disabled")
            assert "disabled" in answer.json()["detail"]
            assert "set-cookie" not in answer.headers
        async with client.kit.database.transaction() as session:
            assert (await session.scalars(select(LoginSession))).all() == []

    async def test_a_login_does_not_outrun_the_disabling_of_its_account(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(state="disabled"))
            login = asyncio.create_task(log_in(visitor, EMAIL))
            # The login finds the password right, and waits for what this transaction will say.
            await until_somebody_waits(session)
        assert (await login).status_code == 401
        async with client.kit.database.transaction() as session:
            assert (await session.scalars(select(LoginSession))).all() == []

    async def test_takes_the_same_time_for_an_account_that_does_not_exist(self, start: Start) -> None:
        # The statements are counted on one connection.
        client = await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE, read_pool_size=1)
        known = [(await make_user(client, email=f"known{n}@example.org", password=PASSWORD)).email for n in range(5)]
        # Every other of them disabled: that is not to be seen by the time either.
        async with client.kit.database.transaction() as session:
            disabled = select(Person.id).where(Person.email_address.in_(known[::2]))
            await session.execute(update(User).where(User.person_id.in_(disabled)).values(state="disabled"))
        # Not by the clock, which other work on the machine turns: what takes the time is the same for each.
        hasher = passwords_in(client)._hasher = RecordingHasher()
        seen = []
        # The first is left out: with it, the connection asks Postgres about types.
        for email in ("first@example.org", *known, "nobody@example.org", "nobody.else@example.org"):
            hasher.verified.clear()
            async with browser(client) as window, Statements(client.kit).counted() as statements:
                assert (await log_in(window, email, "wrong password")).status_code == 401
            seen.append(([*hasher.verified], [*statements]))
        assert seen[1:] == [([QUICK], seen[1][1])] * (len(seen) - 1)


class TestBadInput:
    async def test_says_what_to_do_about_it(self, visitor: httpx.AsyncClient) -> None:
        answer = await visitor.post("/auth/tokens", json={"email": EMAIL, "password": ""})
        assert [(error["field"], error["detail"]) for error in answer.json()["errors"]] == [
            ("password", "Fill this in.")
        ]

    @pytest.mark.parametrize(
        ("body", "field", "code"),
        [
            ({"email": EMAIL, "password": PASSWORD, "scopes": ["super"]}, "scopes", "unknown_field"),
            ({"email": EMAIL, "password": PASSWORD, "refresh": True}, "email", "unknown_field"),
            ({"email": EMAIL}, "password", "required"),
            ({}, "email", "required"),
            ({"email": [EMAIL], "password": PASSWORD}, "email", "string_type"),
            ({"email": EMAIL, "password": {"$ne": ""}}, "password", "string_type"),
            ({"email": EMAIL, "password": 1234567890}, "password", "string_type"),
            ({"email": "a" * 255, "password": PASSWORD}, "email", "string_too_long"),
            ({"email": EMAIL, "password": "a" * 257}, "password", "string_too_long"),
            ({"email": EMAIL, "password": ""}, "password", "string_too_short"),
            ({"refresh": False}, "refresh", "literal_error"),
            ({"refresh": "true"}, "refresh", "literal_error"),
            ({"refresh": True, "user": "someone"}, "user", "unknown_field"),
        ],
    )
    async def test_names_the_field(self, visitor: httpx.AsyncClient, body: object, field: str, code: str) -> None:
        answer = await visitor.post("/auth/tokens", json=body)
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        assert (field, code) in [(error["field"], error["code"]) for error in answer.json()["errors"]]

    @pytest.mark.parametrize(
        "raw",
        [
            b'{"email": "\\ud800@example.org", "password": "correct horse"}',
            b'{"email": "ada@example.org", "password": "\\udfff wrong horse"}',
            b'{"email": "ada@example.org", "password": "with\\u0000 nul"}',
            b'{"email": "ada@example.org", "password": NaN}',
            b'{"email": "ada@example.org", "password": 1e400}',
            b'{"email": "ada@example.org", ',
            b"[]",
            b"null",
            b'"text"',
            b"",
        ],
    )
    async def test_is_never_our_fault(self, visitor: httpx.AsyncClient, raw: bytes) -> None:
        answer = await visitor.post("/auth/tokens", content=raw, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422

    async def test_a_form_is_not_taken(self, visitor: httpx.AsyncClient) -> None:
        answer = await visitor.post("/auth/tokens", data={"email": EMAIL, "password": PASSWORD})
        assert answer.status_code == 415

    async def test_a_long_body_is_not_read(self, visitor: httpx.AsyncClient) -> None:
        answer = await visitor.post("/auth/tokens", json={"email": EMAIL, "password": "a" * 20_000})
        assert answer.status_code == 413

    async def test_another_sites_page_cannot_log_anybody_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        visitor.headers["Origin"] = "https://evil.example"
        answer = await log_in(visitor, EMAIL)
        assert answer.status_code == 403
        assert answer.json()["code"] == "origin_mismatch"
        assert "set-cookie" not in answer.headers
