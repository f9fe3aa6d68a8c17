"""One's own authenticator app and recovery codes, and taking somebody's second factors away."""

import uuid
from base64 import b32decode
from datetime import datetime
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree as ET

import httpx
from sqlalchemy import func, select, text, update

from auth.app import app as auth_app
from auth.credentials.factor_summary import factors_of
from auth.credentials.models import Authenticator, Passkey, RecoveryCode
from auth.people.models import Scope, User
from auth.people.repository import UserRepository
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start
from tests.auth.authenticator import Authenticator as Device
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, Account, bearer, log_in, make_user, signed_in
from tests.auth.second_factors import App, Clock, add_app, add_passkey, use_code


async def has_second_factor(client: ServiceClient, account: Account) -> bool:
    async with client.kit.database.transaction() as session:
        return bool(await session.scalar(select(User.has_second_factor).where(User.id == account.id)))


async def codes_left(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        return await session.scalar(select(func.count()).select_from(RecoveryCode)) or 0


async def require_of(client: ServiceClient, scope: str) -> None:
    async with client.kit.database.transaction() as session:
        await session.execute(update(Scope).where(Scope.name == scope).values(requires_second_factor=True))


class TestBeginAuthenticator:
    async def test_gives_the_secret_three_ways(self, client: ServiceClient, headers: dict[str, str]) -> None:
        body = (await client.post("/auth/account/totp", headers=headers)).json()
        assert len(b32decode(body["secret"])) == 20
        address = urlsplit(body["otpauthUri"])
        assert (address.scheme, address.netloc, unquote(address.path)) == ("otpauth", "totp", f"/localhost:{EMAIL}")
        assert parse_qs(address.query) == {"secret": [body["secret"]], "issuer": ["localhost"]}
        kind, _, image = body["qrCode"].partition(",")
        assert kind.startswith("data:image/svg+xml")
        svg = ET.fromstring(unquote(image))  # noqa: S314  # our own image
        assert svg.tag == "{http://www.w3.org/2000/svg}svg"
        assert "viewBox" in svg.attrib

    async def test_nothing_is_asked_for_before_a_code_proved_it(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, headers: dict[str, str]
    ) -> None:
        await client.post("/auth/account/totp", headers=headers)
        assert not await has_second_factor(client, account)
        assert (await log_in(visitor, EMAIL)).status_code == 200


class TestEnableAuthenticator:
    async def test_it_is_asked_for_from_now_on(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, headers: dict[str, str], clock: Clock
    ) -> None:
        app = await add_app(client, headers, clock)
        assert len(app.recovery_codes) == 10
        assert all(len(code) == 11 and code[5] == "-" for code in app.recovery_codes)
        assert await has_second_factor(client, account)
        assert (await log_in(visitor, EMAIL)).json()["code"] == "second_factor_needed"

    async def test_a_wrong_code(
        self, client: ServiceClient, account: Account, headers: dict[str, str], clock: Clock
    ) -> None:
        secret = (await client.post("/auth/account/totp", headers=headers)).json()["secret"]
        app = App(secret, clock)
        answer = await client.put("/auth/account/totp", json={"code": app.wrong_code()}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "wrong_code")
        assert [error["field"] for error in answer.json()["errors"]] == ["code"]
        assert not await has_second_factor(client, account)
        assert (await client.put("/auth/account/totp", json={"code": app.code()}, headers=headers)).status_code == 200

    async def test_the_code_of_an_earlier_attempt(
        self, client: ServiceClient, headers: dict[str, str], clock: Clock
    ) -> None:
        first = App((await client.post("/auth/account/totp", headers=headers)).json()["secret"], clock)
        await client.post("/auth/account/totp", headers=headers)
        answer = await client.put("/auth/account/totp", json={"code": first.code()}, headers=headers)
        assert answer.json()["code"] == "wrong_code"

    async def test_without_having_begun_or_too_late(
        self, client: ServiceClient, headers: dict[str, str], clock: Clock
    ) -> None:
        answer = await client.put("/auth/account/totp", json={"code": "123456"}, headers=headers)
        assert answer.json()["code"] == "wrong_code"
        app = App((await client.post("/auth/account/totp", headers=headers)).json()["secret"], clock)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE authenticators SET created_at = now() - interval '61 minutes'"))
        answer = await client.put("/auth/account/totp", json={"code": app.code()}, headers=headers)
        assert answer.json()["code"] == "wrong_code"

    async def test_another_app_takes_the_place_of_the_first_once_it_is_proved(
        self, client: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str], clock: Clock
    ) -> None:
        old = await add_app(client, headers, clock)
        begun = (await client.post("/auth/account/totp", headers=headers)).json()
        clock.next_step()
        challenge = (await log_in(visitor, EMAIL)).json()["challenge"]
        assert (await use_code(visitor, challenge, old.code())).status_code == 200
        new = App(begun["secret"], clock)
        answer = await client.put("/auth/account/totp", json={"code": new.code()}, headers=headers)
        assert answer.json() == {"recoveryCodes": []}
        clock.next_step()
        challenge = (await log_in(visitor, EMAIL)).json()["challenge"]
        assert (await use_code(visitor, challenge, old.code())).status_code == 401
        assert (await use_code(visitor, challenge, new.code())).status_code == 200
        assert await codes_left(client) == 10

    async def test_a_secret_sealed_under_another_key_is_no_way_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str], clock: Clock
    ) -> None:
        app = await add_app(client, headers, clock)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Authenticator).values(sealed_secret=bytes(60)))
        clock.next_step()
        challenge = (await log_in(visitor, EMAIL)).json()["challenge"]
        assert (await use_code(visitor, challenge, app.code())).json()["code"] == "wrong_code"
        assert (await use_code(visitor, challenge, app.recovery_codes[0])).status_code == 200

    async def test_a_secret_moved_to_another_users_row_is_no_way_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str], clock: Clock
    ) -> None:
        thief = await make_user(client, email="mallory@example.org")
        app = await add_app(client, await bearer(client, thief), clock)
        await add_app(client, headers, clock)
        async with client.kit.database.transaction() as session:
            mine = select(Authenticator.sealed_secret).where(Authenticator.user_id == thief.id).scalar_subquery()
            await session.execute(update(Authenticator).values(sealed_secret=mine))
        challenge = (await log_in(visitor, EMAIL)).json()["challenge"]
        assert (await use_code(visitor, challenge, app.code(later=1))).json()["code"] == "wrong_code"


class TestRemoveAuthenticator:
    async def test_the_password_is_enough_again(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, headers: dict[str, str], clock: Clock
    ) -> None:
        await add_app(client, headers, clock)
        assert (await client.delete("/auth/account/totp", headers=headers)).status_code == 204
        assert not await has_second_factor(client, account)
        assert await codes_left(client) == 0
        assert (await log_in(visitor, EMAIL)).status_code == 200
        async with client.kit.database.transaction() as session:
            actions = await session.scalars(select(AuditEntry.action).order_by(AuditEntry.id))
            assert actions.all() == ["authenticator.added", "authenticator.removed", "login"]

    async def test_when_there_is_none(self, client: ServiceClient, headers: dict[str, str]) -> None:
        assert (await client.delete("/auth/account/totp", headers=headers)).status_code == 204
        async with client.kit.database.transaction() as session:
            assert (await session.scalars(select(AuditEntry))).all() == []

    async def test_not_the_last_factor_where_a_scope_requires_one(
        self, client: ServiceClient, account: Account, headers: dict[str, str], clock: Clock
    ) -> None:
        await add_app(client, headers, clock)
        await require_of(client, "editor")
        answer = await client.delete("/auth/account/totp", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "second_factor_needed")
        assert await has_second_factor(client, account)
        assert await codes_left(client) == 10
        await add_passkey(client, headers, Device())
        assert (await client.delete("/auth/account/totp", headers=headers)).status_code == 204


class TestRenewRecoveryCodes:
    async def test_the_older_ones_are_good_for_nothing(
        self, client: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str], clock: Clock
    ) -> None:
        app = await add_app(client, headers, clock)
        renewed = (await client.post("/auth/account/recovery-codes", headers=headers)).json()["recoveryCodes"]
        assert len(renewed) == 10
        assert not set(renewed) & set(app.recovery_codes)
        challenge = (await log_in(visitor, EMAIL)).json()["challenge"]
        assert (await use_code(visitor, challenge, app.recovery_codes[0])).status_code == 401
        assert (await use_code(visitor, challenge, renewed[0])).status_code == 200

    async def test_not_without_a_second_factor(self, client: ServiceClient, headers: dict[str, str]) -> None:
        answer = await client.post("/auth/account/recovery-codes", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_second_factor")


class TestFreshness:
    async def test_a_session_confirmed_long_ago_has_to_be_confirmed(
        self, client: ServiceClient, headers: dict[str, str]
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'"))
        for method, path in (
            ("POST", "/auth/account/totp"),
            ("PUT", "/auth/account/totp"),
            ("DELETE", "/auth/account/totp"),
            ("POST", "/auth/account/recovery-codes"),
        ):
            answer = await client.request(method, path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "confirmation_needed")


class TestRemoveAll:
    """`DELETE /auth/users/{id}/second-factors`."""

    async def test_lets_somebody_in_again_who_lost_theirs(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, headers: dict[str, str], clock: Clock
    ) -> None:
        await add_app(client, headers, clock)
        await add_passkey(client, headers, Device())
        admin = await make_user(client, "admin", first_name="Grace", last_name="Hopper")
        path = f"/auth/users/{account.id}/second-factors"
        assert (await client.delete(path, headers=await bearer(client, admin))).status_code == 204
        assert not await has_second_factor(client, account)
        ended = await client.get(f"/auth/users/{account.id}", headers=headers)
        assert (ended.status_code, ended.json()["code"]) == (401, "session_revoked")
        assert (await log_in(visitor, EMAIL)).status_code == 200
        async with client.kit.database.transaction() as session:
            for model in (Authenticator, Passkey, RecoveryCode):
                assert (await session.scalars(select(model))).all() == []
            entry = (await session.scalars(select(AuditEntry).where(AuditEntry.action == "factors.removed"))).one()
        assert (entry.actor_name, entry.subject_id) == ("Grace Hopper", account.id)

    async def test_of_a_super_by_a_super_only(self, client: ServiceClient, clock: Clock) -> None:
        owner = await make_user(client, "super")
        await add_app(client, await bearer(client, owner), clock)
        path = f"/auth/users/{owner.id}/second-factors"
        answer = await client.delete(path, headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert await has_second_factor(client, owner)
        assert (await client.delete(path, headers=await signed_in(client, "super"))).status_code == 204

    async def test_not_ones_own(self, client: ServiceClient, clock: Clock) -> None:
        admin = await make_user(client, "admin")
        headers = await bearer(client, admin)
        await add_app(client, headers, clock)
        answer = await client.delete(f"/auth/users/{admin.id}/second-factors", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "own_account")
        assert await has_second_factor(client, admin)

    async def test_of_nobody(self, client: ServiceClient) -> None:
        path = f"/auth/users/{uuid.uuid4()}/second-factors"
        assert (await client.delete(path, headers=await signed_in(client, "admin"))).status_code == 404


class TestSummary:
    async def test_tells_what_there_is(
        self, client: ServiceClient, account: Account, headers: dict[str, str], clock: Clock
    ) -> None:
        await add_app(client, headers, clock)
        await add_passkey(client, headers, Device(), "Laptop")
        await add_passkey(client, headers, Device(), "Telephone")
        await require_of(client, "editor")
        async with client.kit.database.transaction() as session:
            summary = await factors_of(session, await UserRepository(session).get(account.id))
        assert isinstance(summary.totp_enabled_at, datetime)
        assert summary.recovery_codes_left == 10
        assert [passkey.name for passkey in summary.passkeys] == ["Laptop", "Telephone"]
        assert summary.is_required
        assert summary.methods == ["totp", "recovery", "passkey"]


class TestIssuer:
    async def test_is_the_sites_host(self, start: Start) -> None:
        client = await start(
            auth_app, mounts={"http://auth.test": auth_app}, setup_code=SETUP_CODE, public_url="https://www.example.org"
        )
        body = (await client.post("/auth/account/totp", headers=await signed_in(client))).json()
        assert parse_qs(urlsplit(body["otpauthUri"]).query)["issuer"] == ["www.example.org"]
