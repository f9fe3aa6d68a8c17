"""One's own passkeys: `/auth/account/passkeys`."""

import asyncio
import copy
import uuid
from typing import Any

import cbor2
import httpx
import pytest
from sqlalchemy import select, text, update

from auth.credentials.models import Passkey
from auth.credentials.passkeys import MOST
from auth.people.models import Scope, User
from auth.people.repository import UserRepository
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.authenticator import Authenticator, decoded, encoded
from tests.auth.factory import Account, make_user, signed_in
from tests.auth.second_factors import Clock, add_app, add_passkey, use_passkey


@pytest.fixture
async def account(client: ServiceClient) -> Account:
    return await make_user(client, "editor", email="ada@example.org")


async def has_second_factor(client: ServiceClient) -> bool:
    async with client.kit.database.transaction() as session:
        return bool(await session.scalar(select(User.has_second_factor)))


async def stale(client: ServiceClient) -> None:
    """Let every session have been confirmed long ago."""
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'"))


class TestOptions:
    async def test_ask_for_one_that_is_enough_to_log_in(
        self, client: ServiceClient, account: Account, headers: dict[str, str]
    ) -> None:
        options = (await client.post("/auth/account/passkeys/options", headers=headers)).json()["options"]
        assert options["rp"] == {"id": "localhost", "name": "localhost"}
        assert options["user"] == {
            "id": encoded(account.id.bytes),
            "name": "ada@example.org",
            "displayName": "Ada Lovelace",
        }
        assert options["authenticatorSelection"] == {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        }
        assert options["attestation"] == "none"
        assert options["excludeCredentials"] == []

    async def test_leave_out_authenticators_that_have_one(self, client: ServiceClient, headers: dict[str, str]) -> None:
        device = Authenticator()
        await add_passkey(client, headers, device)
        options = (await client.post("/auth/account/passkeys/options", headers=headers)).json()["options"]
        assert [item["id"] for item in options["excludeCredentials"]] == [encoded(device.credentials[0].id)]

    async def test_do_not_wait_for_a_change_of_the_user(
        self, client: ServiceClient, account: Account, headers: dict[str, str]
    ) -> None:
        # The connections that would wait are few, and every login needs one.
        async with client.kit.database.transaction() as session:
            users = UserRepository(session)
            await users.get_for_update(account.id)
            assert await users.get_active_for_update(account.id)
            assert await users.get_of_person_for_update(account.person_id)
            asked = client.post("/auth/account/passkeys/options", headers=headers)
            assert (await asyncio.wait_for(asked, 5)).status_code == 200

    async def test_are_limited_for_each_user(self, client: ServiceClient, headers: dict[str, str]) -> None:
        path = "/auth/account/passkeys/options"
        asked = [await client.post(path, headers=headers) for _ in range(61)]
        assert [answer.status_code for answer in asked] == [200] * 60 + [429]
        assert asked[-1].json()["code"] == "too_many_attempts"
        other = await signed_in(client)
        assert (await client.post(path, headers=other)).status_code == 200


class TestAdd:
    async def test_the_first_comes_with_recovery_codes(
        self, client: ServiceClient, account: Account, headers: dict[str, str]
    ) -> None:
        first = await add_passkey(client, headers, Authenticator(is_backed_up=True), " Telephone ")
        assert first.status_code == 201
        body = first.json()
        assert (body["name"], body["isBackedUp"], body["lastUsedAt"]) == ("Telephone", True, None)
        assert len(body["recoveryCodes"]) == 10
        assert await has_second_factor(client)
        second = await add_passkey(client, headers, Authenticator())
        assert second.json()["recoveryCodes"] == []
        async with client.kit.database.transaction() as session:
            entry = (await session.scalars(select(AuditEntry).order_by(AuditEntry.id))).first()
        assert entry is not None
        assert (entry.action, entry.details, entry.actor_id) == ("passkey.added", {"name": "Telephone"}, account.id)

    async def test_the_same_one_twice(self, client: ServiceClient, headers: dict[str, str]) -> None:
        device = Authenticator()
        await add_passkey(client, headers, device)
        twin = copy.copy(device.credentials[0])
        asked = (await client.post("/auth/account/passkeys/options", headers=headers)).json()
        other = Authenticator()
        credential = other.create(asked["options"])
        raw = cbor2.loads(decoded(credential["response"]["attestationObject"]))
        raw["authData"] = raw["authData"].replace(other.credentials[0].id, twin.id)
        credential["response"]["attestationObject"] = encoded(cbor2.dumps(raw))
        credential["id"] = credential["rawId"] = encoded(twin.id)
        body = {"challenge": asked["challenge"], "name": "Twin", "credential": credential}
        answer = await client.post("/auth/account/passkeys", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "passkey_exists")

    async def test_an_account_has_so_many_at_most(self, client: ServiceClient, headers: dict[str, str]) -> None:
        for _ in range(MOST):
            assert (await add_passkey(client, headers, Authenticator())).status_code == 201
        answer = await client.post("/auth/account/passkeys/options", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_passkeys")

    @pytest.mark.parametrize(
        "device",
        [
            Authenticator(origin="https://evil.example"),
            Authenticator(rp_id="evil.example"),
            Authenticator(verifies_user=False),
        ],
        ids=["another origin", "another site", "nobody verified"],
    )
    async def test_not_what_was_asked_for(
        self, client: ServiceClient, headers: dict[str, str], device: Authenticator
    ) -> None:
        answer = await add_passkey(client, headers, device)
        assert (answer.status_code, answer.json()["code"]) == (422, "passkey_refused")
        assert not await has_second_factor(client)

    async def test_a_challenge_is_good_for_one(self, client: ServiceClient, headers: dict[str, str]) -> None:
        asked = (await client.post("/auth/account/passkeys/options", headers=headers)).json()
        answers = []
        for name in ("One", "Two"):
            credential = Authenticator().create(asked["options"])
            body = {"challenge": asked["challenge"], "name": name, "credential": credential}
            answers.append(await client.post("/auth/account/passkeys", json=body, headers=headers))
        assert [answer.status_code for answer in answers] == [201, 422]
        assert answers[1].json()["code"] == "challenge_expired"

    async def test_somebody_elses_challenge(self, client: ServiceClient, headers: dict[str, str]) -> None:
        others = await signed_in(client)
        asked = (await client.post("/auth/account/passkeys/options", headers=others)).json()
        credential = Authenticator().create(asked["options"])
        body = {"challenge": asked["challenge"], "name": "Planted", "credential": credential}
        answer = await client.post("/auth/account/passkeys", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "challenge_expired")

    async def test_a_challenge_of_a_login(
        self, client: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str]
    ) -> None:
        asked = (await visitor.post("/auth/passkeys/authentication-options", json={})).json()
        made = (await client.post("/auth/account/passkeys/options", headers=headers)).json()["options"]
        credential = Authenticator().create({**made, "challenge": asked["options"]["challenge"]})
        body = {"challenge": asked["challenge"], "name": "Mixed", "credential": credential}
        answer = await client.post("/auth/account/passkeys", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "challenge_expired")

    @pytest.mark.parametrize(
        "attestation",
        [
            b"",
            b"\xa0",
            cbor2.dumps([1]),
            cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": b"short"}),
            cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": 7}),
            cbor2.dumps({"fmt": [], "attStmt": None, "authData": bytes(37)}),
            cbor2.dumps({"fmt": "packed", "attStmt": {"x5c": [b"x"], "sig": b"x", "alg": -7}, "authData": bytes(37)}),
            b"\x81" * 20_000,
        ],
        ids=["nothing", "empty", "a list", "short", "a number", "odd", "packed", "deep"],
    )
    async def test_what_is_no_answer_at_all(
        self, client: ServiceClient, headers: dict[str, str], attestation: bytes
    ) -> None:
        asked = (await client.post("/auth/account/passkeys/options", headers=headers)).json()
        credential = Authenticator().create(asked["options"])
        credential["response"]["attestationObject"] = encoded(attestation) or "AA"
        body = {"challenge": asked["challenge"], "name": "Odd", "credential": credential}
        answer = await client.post("/auth/account/passkeys", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "passkey_refused")

    @pytest.mark.parametrize(
        "key",
        [
            {},
            {1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)},
            {1: 2, 3: -65535, -1: 1, -2: b"x", -3: b"y"},
            {1: 1, 3: -8, -1: 6, -2: b"short"},
            "text",
        ],
        ids=["empty", "not on the curve", "another algorithm", "short", "text"],
    )
    async def test_a_key_that_is_none(self, client: ServiceClient, headers: dict[str, str], key: object) -> None:
        asked = (await client.post("/auth/account/passkeys/options", headers=headers)).json()
        device = Authenticator()
        credential = device.create(asked["options"])
        raw = cbor2.loads(decoded(credential["response"]["attestationObject"]))
        head = raw["authData"][: 37 + 16 + 2 + 32]
        raw["authData"] = head + cbor2.dumps(key)
        credential["response"]["attestationObject"] = encoded(cbor2.dumps(raw))
        body = {"challenge": asked["challenge"], "name": "Odd", "credential": credential}
        answer = await client.post("/auth/account/passkeys", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "passkey_refused")

    @pytest.mark.parametrize("name", ["", "   ", "a" * 101, None, 7])
    async def test_names_are_bounded(self, client: ServiceClient, headers: dict[str, str], name: Any) -> None:
        answer = await add_passkey(client, headers, Authenticator(), name)
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == ["name"]


class TestRename:
    async def test_gives_it_another_name(self, client: ServiceClient, headers: dict[str, str]) -> None:
        added = (await add_passkey(client, headers, Authenticator())).json()
        await stale(client)
        answer = await client.put(f"/auth/account/passkeys/{added['id']}", json={"name": "Old laptop"}, headers=headers)
        assert answer.status_code == 200
        assert answer.json() == {
            "id": added["id"],
            "name": "Old laptop",
            "createdAt": added["createdAt"],
            "lastUsedAt": None,
            "isBackedUp": False,
        }

    async def test_not_somebody_elses(self, client: ServiceClient, headers: dict[str, str]) -> None:
        added = (await add_passkey(client, headers, Authenticator())).json()
        others = await signed_in(client, "super")
        answer = await client.put(f"/auth/account/passkeys/{added['id']}", json={"name": "Mine"}, headers=others)
        assert (answer.status_code, answer.json()["code"]) == (404, "passkey_not_found")


class TestRemove:
    async def test_it_logs_nobody_in_any_more(
        self, client: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str]
    ) -> None:
        device = Authenticator()
        added = (await add_passkey(client, headers, device)).json()
        assert (await client.delete(f"/auth/account/passkeys/{added['id']}", headers=headers)).status_code == 204
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"
        assert not await has_second_factor(client)
        async with client.kit.database.transaction() as session:
            assert await session.scalar(text("SELECT count(*) FROM recovery_codes")) == 0
            actions = await session.scalars(select(AuditEntry.action).order_by(AuditEntry.id))
            assert actions.all() == ["passkey.added", "passkey.removed"]

    async def test_another_factor_is_left(self, client: ServiceClient, headers: dict[str, str], clock: Clock) -> None:
        added = (await add_passkey(client, headers, Authenticator())).json()
        app = await add_app(client, headers, clock)
        assert app.recovery_codes == []
        assert (await client.delete(f"/auth/account/passkeys/{added['id']}", headers=headers)).status_code == 204
        assert await has_second_factor(client)
        async with client.kit.database.transaction() as session:
            assert await session.scalar(text("SELECT count(*) FROM recovery_codes")) == 10

    async def test_not_the_last_factor_where_a_scope_requires_one(
        self, client: ServiceClient, headers: dict[str, str]
    ) -> None:
        added = (await add_passkey(client, headers, Authenticator())).json()
        async with client.kit.database.transaction() as session:
            await session.execute(update(Scope).where(Scope.name == "editor").values(requires_second_factor=True))
        answer = await client.delete(f"/auth/account/passkeys/{added['id']}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "second_factor_needed")
        assert await has_second_factor(client)
        async with client.kit.database.transaction() as session:
            assert len((await session.scalars(select(Passkey))).all()) == 1

    async def test_not_somebody_elses(self, client: ServiceClient, headers: dict[str, str]) -> None:
        added = (await add_passkey(client, headers, Authenticator())).json()
        for identifier in (added["id"], str(uuid.uuid4())):
            others = await signed_in(client, "super")
            answer = await client.delete(f"/auth/account/passkeys/{identifier}", headers=others)
            assert (answer.status_code, answer.json()["code"]) == (404, "passkey_not_found")


class TestFreshness:
    async def test_a_session_confirmed_long_ago_has_to_be_confirmed(
        self, client: ServiceClient, headers: dict[str, str]
    ) -> None:
        added = (await add_passkey(client, headers, Authenticator())).json()
        await stale(client)
        for method, path in (
            ("POST", "/auth/account/passkeys/options"),
            ("POST", "/auth/account/passkeys"),
            ("DELETE", f"/auth/account/passkeys/{added['id']}"),
        ):
            answer = await client.request(method, path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "confirmation_needed")
