"""Making, disabling and deleting users, and who may do it to whom."""

import asyncio
import uuid
from typing import Any, ClassVar

import httpx
import pytest
from sqlalchemy import func, select

from auth.housekeeping import announce_ended
from auth.people.models import User
from auth.sessions.models import LoginSession
from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, bearer, browser, log_in, make_person, make_user, signed_in

CHOSEN = "nine brass cogwheels"

GRACE: dict[str, Any] = {
    "firstName": "Grace",
    "lastName": "Hopper",
    "emailAddress": "Grace@example.org",
    "timezone": "America/New_York",
}


async def count_users(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        return await session.scalar(select(func.count()).select_from(User)) or 0


class TestCreate:
    async def test_with_a_new_person(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        form = {"person": GRACE, "scopes": ["editor", "crm:read", "editor"], "password": CHOSEN}
        answer = await client.post("/auth/users", json=form, headers=await signed_in(client, "admin"))
        assert answer.status_code == 201
        assert answer.headers["ETag"] == '"1"'
        user = answer.json()
        assert user["person"] | GRACE == user["person"]
        assert user["personId"] == user["person"]["id"]
        assert user["scopes"] == ["crm:read", "editor"]
        assert (user["state"], user["hasPassword"], user["isInvited"]) == ("active", True, False)
        assert CHOSEN not in answer.text
        assert (await log_in(visitor, "grace@EXAMPLE.org", CHOSEN)).json()["public"]["claims"]["user"] == user["id"]

    async def test_for_a_person_who_is_there(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        form = {"personId": str(person), "scopes": "editor"}
        headers = await signed_in(client, "admin")
        answer = await client.post("/auth/users", json=form, headers=headers)
        assert answer.status_code == 201
        user = answer.json()
        assert (user["personId"], user["scopes"], user["hasPassword"]) == (str(person), ["editor"], False)
        again = await client.post("/auth/users", json=form, headers=headers)
        assert (again.status_code, again.json()["code"]) == (409, "user_exists")

    async def test_nobody_logs_in_without_a_password(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await client.post("/auth/users", json={"person": GRACE}, headers=await signed_in(client, "admin"))
        assert (await log_in(visitor, "grace@example.org")).json()["code"] == "invalid_credentials"

    @pytest.mark.parametrize("address", ["ada@example.org", " ADA@Example.ORG ", "Ada@EXAMPLE.org"])
    async def test_an_address_in_any_spelling_is_one_persons(self, client: ServiceClient, address: str) -> None:
        await make_user(client, email="Ada@example.org")
        form = {"person": {**GRACE, "emailAddress": address}}
        answer = await client.post("/auth/users", json=form, headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (409, "email_address_taken")
        assert answer.json()["errors"][0]["field"] == "emailAddress"

    @pytest.mark.parametrize(
        ("form", "field"),
        [
            ({}, ""),
            ({"person": GRACE, "personId": str(uuid.uuid4())}, ""),
            ({"person": GRACE, "password": "long enough here", "invite": True}, ""),
            ({"person": GRACE, "state": "active"}, "state"),
            ({"person": GRACE, "isSuper": True}, "isSuper"),
            ({"person": {**GRACE, "scopes": ["super"]}}, "person.scopes"),
            ({"person": {**GRACE, "id": str(uuid.uuid4())}}, "person.id"),
            ({"person": {**GRACE, "emailAddress": "grace"}}, "person.emailAddress"),
            ({"person": {**GRACE, "emailAddress": f"{'g' * 250}@example.org"}}, "person.emailAddress"),
            ({"person": {**GRACE, "firstName": ""}}, "person.firstName"),
            ({"person": {**GRACE, "firstName": "G" * 201}}, "person.firstName"),
            ({"person": {**GRACE, "firstName": "Grace\r\nBcc: all@example.org"}}, "person.firstName"),
            ({"person": {**GRACE, "timezone": "Moon/Tranquility"}}, "person.timezone"),
            ({"person": GRACE, "password": "short"}, "password"),
            ({"person": GRACE, "password": "x" * 257}, "password"),
            ({"person": GRACE, "password": "grace hopper"}, "password"),
            ({"person": GRACE, "scopes": ["x"] * 101}, "scopes"),
            ({"person": GRACE, "scopes": ["Not a scope"]}, "scopes.0"),
            ({"person": GRACE, "scopes": ["editor", "unheard-of"]}, "scopes.1"),
            ({"person": GRACE, "scopes": [{"name": "super"}]}, "scopes.0"),
            ({"person": GRACE, "invite": "yes"}, "invite"),
            ({"personId": "1"}, "personId"),
        ],
    )
    async def test_refuses_bad_forms(self, client: ServiceClient, form: dict[str, Any], field: str) -> None:
        headers = await signed_in(client, "super")
        answer = await client.post("/auth/users", json=form, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == field
        assert await count_users(client) == 1

    async def test_for_a_person_who_is_missing(self, client: ServiceClient) -> None:
        form = {"personId": str(uuid.uuid4())}
        answer = await client.post("/auth/users", json=form, headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (404, "person_not_found")

    async def test_only_a_super_makes_one(self, client: ServiceClient) -> None:
        form = {"person": GRACE, "scopes": ["editor", "super"]}
        answer = await client.post("/auth/users", json=form, headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_yours")
        assert [fault["field"] for fault in answer.json()["errors"]] == ["scopes.1"]
        assert await count_users(client) == 1
        answer = await client.post("/auth/users", json=form, headers=await signed_in(client, "super"))
        assert (answer.status_code, answer.json()["scopes"]) == (201, ["editor", "super"])

    async def test_a_person_gets_one_user_of_two_made_at_once(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        headers = await signed_in(client, "admin")
        making = (client.post("/auth/users", json={"personId": str(person)}, headers=headers) for _ in range(4))
        statuses = sorted(answer.status_code for answer in await asyncio.gather(*making))
        assert statuses == [201, 409, 409, 409]


class TestDisable:
    async def test_ends_the_sessions_at_once_and_keeps_them_out(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        account = await make_user(client, "editor", email="ed@example.org", password=PASSWORD)
        await log_in(visitor, account.email)
        admin = await signed_in(client, "admin")
        answer = await client.put(f"/auth/users/{account.id}", json={"state": "disabled"}, headers=admin)
        assert (answer.status_code, answer.json()["state"], answer.json()["version"]) == (200, "disabled", 2)
        assert (await visitor.get(f"/auth/users/{account.id}")).json()["code"] == "session_revoked"
        assert (await visitor.post("/auth/tokens", json={"refresh": True})).json()["code"] == "session_expired"
        assert (await log_in(visitor, account.email)).json()["code"] == "account_disabled"
        async with client.kit.database.transaction() as session:
            reasons = await session.scalars(
                select(LoginSession.end_reason).where(LoginSession.user_id == account.id).distinct()
            )
            assert reasons.all() == ["disabled"]

    async def test_and_let_in_again(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, email="ed@example.org", password=PASSWORD, state="disabled")
        path, admin = f"/auth/users/{account.id}", await signed_in(client, "admin")
        answer = await client.put(path, json={"state": "active"}, headers={**admin, "If-Match": '"1"'})
        assert (answer.status_code, answer.headers["ETag"]) == (200, '"2"')
        assert (await log_in(visitor, account.email)).status_code == 200
        # Doing it again changes nothing, not even the version.
        assert (await client.put(path, json={"state": "active"}, headers=admin)).json()["version"] == 2
        stale = await client.put(path, json={"state": "disabled"}, headers={**admin, "If-Match": '"1"'})
        assert (stale.status_code, stale.json()["version"]) == (412, 2)

    @pytest.mark.parametrize("scope", ["admin", "super"])
    async def test_nobody_disables_themselves(self, client: ServiceClient, scope: str) -> None:
        await make_user(client, "super", password=PASSWORD)
        account = await make_user(client, scope, password=PASSWORD)
        headers = await bearer(client, account)
        answer = await client.put(f"/auth/users/{account.id}", json={"state": "disabled"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "own_account")
        assert (await client.get(f"/auth/users/{account.id}", headers=headers)).json()["state"] == "active"

    @pytest.mark.parametrize(
        "form",
        [
            {},
            {"state": "deleted"},
            {"state": None},
            {"state": ["disabled"]},
            {"state": "active", "scopes": ["super"]},
            {"state": "active", "person": {"emailAddress": "mine@example.org"}},
            {"state": "active", "passwordHash": "x"},
            {"state": "active", "hasSecondFactor": False},
            {"state": "active", "version": 1},
        ],
    )
    async def test_takes_nothing_but_the_state(self, client: ServiceClient, form: dict[str, Any]) -> None:
        account = await make_user(client, "admin")
        headers = await bearer(client, account)
        before = (await client.get(f"/auth/users/{account.id}", headers=headers)).json()
        answer = await client.put(f"/auth/users/{account.id}", json=form, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
        assert (await client.get(f"/auth/users/{account.id}", headers=headers)).json() == before


class TestDelete:
    async def test_ends_the_sessions_at_once_and_leaves_the_person(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        account = await make_user(client, "editor", email="ed@example.org", password=PASSWORD)
        await log_in(visitor, account.email)
        admin = await signed_in(client, "admin")
        assert (await client.delete(f"/auth/users/{account.id}", headers=admin)).status_code == 204
        assert (await visitor.get(f"/auth/people/{account.person_id}")).json()["code"] == "session_revoked"
        assert (await visitor.post("/auth/tokens", json={"refresh": True})).json()["code"] == "session_expired"
        assert (await log_in(visitor, account.email)).json()["code"] == "invalid_credentials"
        assert (await client.get(f"/auth/people/{account.person_id}", headers=admin)).status_code == 200
        assert (await client.get(f"/auth/users/{account.id}", headers=admin)).status_code == 404
        assert (await client.delete(f"/auth/users/{account.id}", headers=admin)).json()["code"] == "user_not_found"

    async def test_redis_is_told_again_after_losing_its_memory(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        headers = await bearer(client, account)
        admin = await signed_in(client, "admin")
        await client.delete(f"/auth/users/{account.id}", headers=admin)
        await client.kit.redis.client.flushdb()
        assert (await client.get("/auth/users", headers=headers)).json()["code"] == "session_revoked"
        assert await announce_ended(client.kit) == 1
        assert (await client.get("/auth/users", headers=headers)).json()["code"] == "session_revoked"

    async def test_nobody_deletes_themselves_here(self, client: ServiceClient) -> None:
        await make_user(client, "super", password=PASSWORD)
        for scope in ("admin", "super"):
            account = await make_user(client, scope, password=PASSWORD)
            headers = await bearer(client, account)
            for path in (f"/auth/users/{account.id}", f"/auth/people/{account.person_id}"):
                answer = await client.delete(path, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (409, "own_account")
            assert (await client.get(f"/auth/users/{account.id}", headers=headers)).status_code == 200


class TestWhoMay:
    """What is done to somebody who holds super needs super; what is done to anybody needs admin."""

    CALLS: ClassVar[list[tuple[str, str, Any]]] = [
        ("PUT", "/auth/users/{user}", {"state": "disabled"}),
        ("DELETE", "/auth/users/{user}", None),
        ("PUT", "/auth/users/{user}/scopes", {"scopes": []}),
        ("PUT", "/auth/people/{person}", {**GRACE, "emailAddress": "mine@example.org"}),
        ("PUT", "/auth/people/{person}", {**GRACE, "emailAddress": "ada@example.org"}),
        ("DELETE", "/auth/people/{person}", None),
        ("POST", "/auth/users/{user}/invitation", None),
    ]

    @pytest.mark.parametrize(("method", "path", "body"), CALLS)
    @pytest.mark.parametrize(
        ("theirs", "own"),
        [("super", "admin"), ("admin", "editor"), ("editor", "editor"), ("", "crm:write"), ("", "")],
    )
    async def test_not_those_who_hold_less(
        self, client: ServiceClient, method: str, path: str, body: Any, theirs: str, own: str
    ) -> None:
        account = await make_user(client, *filter(None, [theirs]), email="ada@example.org")
        await make_user(client, "super", password=PASSWORD)
        headers = await signed_in(client, *filter(None, [own]))
        super_headers = await signed_in(client, "super")
        before = (await client.get(f"/auth/users/{account.id}", headers=super_headers)).json()
        address = path.format(user=account.id, person=account.person_id)
        answer = await client.request(method, address, json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert (await client.get(f"/auth/users/{account.id}", headers=super_headers)).json() == before

    @pytest.mark.parametrize(("method", "path", "body"), CALLS)
    async def test_not_visitors(self, client: ServiceClient, method: str, path: str, body: Any) -> None:
        account = await make_user(client)
        address = path.format(user=account.id, person=account.person_id)
        assert (await client.request(method, address, json=body)).status_code == 401

    async def test_not_a_page_of_another_site(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin", password=PASSWORD)
        other = await make_user(client)
        async with browser(client) as window:
            await log_in(window, account.email)
            foreign = {"Origin": "https://evil.example"}
            answer = await window.put(f"/auth/users/{other.id}", json={"state": "disabled"}, headers=foreign)
            assert (answer.status_code, answer.json()["code"]) == (403, "origin_mismatch")
