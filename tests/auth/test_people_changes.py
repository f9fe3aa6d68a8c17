"""Adding, changing and deleting people, and the cache that every change clears."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from auth.grants.repository import ScopeRepository
from auth.people.models import User
from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, bearer, log_in, make_person, make_user, signed_in
from tests.waiting_transactions import until_somebody_waits

GRACE: dict[str, Any] = {
    "firstName": "Grace",
    "lastName": "Hopper",
    "emailAddress": "Grace@example.org",
    "timezone": "America/New_York",
}

Change = Callable[[ServiceClient, uuid.UUID, dict[str, str]], Awaitable[httpx.Response]]

pytestmark = pytest.mark.beside_cms


class TestCreate:
    async def test_adds_somebody_who_cannot_log_in(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        answer = await client.post("/auth/people", json=GRACE, headers=headers)
        assert (answer.status_code, answer.headers["ETag"]) == (201, '"1"')
        person = answer.json()
        assert person | GRACE == person
        path = f"/auth/people/{person['id']}"
        assert (await client.get(path, headers=headers)).json() == {**person, "userId": None}
        assert (await client.get(f"{path}/user", headers=headers)).json()["code"] == "user_not_found"

    async def test_the_time_zone_may_be_left_out(self, client: ServiceClient) -> None:
        form = {name: value for name, value in GRACE.items() if name != "timezone"}
        answer = await client.post("/auth/people", json=form, headers=await signed_in(client, "admin"))
        assert answer.json()["timezone"] == "Europe/London"

    @pytest.mark.parametrize("address", ["grace@example.org", "  GRACE@EXAMPLE.ORG\t", "Grace@Example.org"])
    async def test_an_address_in_any_spelling_is_one_persons(self, client: ServiceClient, address: str) -> None:
        await make_person(client, "Grace@example.org")
        form = {**GRACE, "emailAddress": address}
        answer = await client.post("/auth/people", json=form, headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (409, "email_address_taken")
        assert answer.json()["errors"][0]["field"] == "emailAddress"

    async def test_of_two_with_one_address_at_once_one_is_added(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        adding = (client.post("/auth/people", json=GRACE, headers=headers) for _ in range(4))
        statuses = sorted(answer.status_code for answer in await asyncio.gather(*adding))
        assert statuses == [201, 409, 409, 409]

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"firstName": " "}, "firstName"),
            ({"lastName": "H" * 201}, "lastName"),
            ({"lastName": "Hopper\nBcc: x@example.org"}, "lastName"),
            ({"lastName": "Hop\u2028per"}, "lastName"),
            ({"emailAddress": "grace@"}, "emailAddress"),
            ({"emailAddress": "a@example.org, b@example.org"}, "emailAddress"),
            ({"emailAddress": ["grace@example.org"]}, "emailAddress"),
            ({"timezone": "Moon"}, "timezone"),
            ({"scopes": ["super"]}, "scopes"),
            ({"emailKey": "ada@example.org"}, "emailKey"),
            ({"version": 7}, "version"),
        ],
    )
    async def test_refuses_bad_forms(self, client: ServiceClient, changed: dict[str, Any], field: str) -> None:
        headers = await signed_in(client, "super")
        answer = await client.post("/auth/people", json={**GRACE, **changed}, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == field


class TestUpdate:
    async def test_an_administrator_changes_everything(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, email="ada@example.org", password=PASSWORD)
        headers = {**await signed_in(client, "admin"), "If-Match": '"1"'}
        answer = await client.put(f"/auth/people/{account.person_id}", json=GRACE, headers=headers)
        assert (answer.status_code, answer.headers["ETag"]) == (200, '"2"')
        assert answer.json() | GRACE == answer.json()
        assert (await log_in(visitor, "ada@example.org")).json()["code"] == "invalid_credentials"
        assert (await log_in(visitor, "grace@EXAMPLE.org")).status_code == 200

    async def test_everybody_changes_their_own_names_and_time_zone(self, client: ServiceClient) -> None:
        account = await make_user(client, email="Grace@example.org")
        headers = await bearer(client, account)
        path = f"/auth/people/{account.person_id}"
        answer = await client.put(path, json=GRACE, headers=headers)
        assert (answer.status_code, answer.json()["firstName"]) == (200, "Grace")
        # The same mailbox, spelled otherwise.
        answer = await client.put(path, json={**GRACE, "emailAddress": "grace@Example.org"}, headers=headers)
        assert (answer.status_code, answer.json()["emailAddress"]) == (200, "grace@Example.org")

    @pytest.mark.parametrize("scopes", [(), ("editor",), ("admin",), ("super",)])
    async def test_nobody_changes_their_own_address_here(self, client: ServiceClient, scopes: tuple[str, ...]) -> None:
        account = await make_user(client, *scopes, email="ada@example.org")
        path, headers = f"/auth/people/{account.person_id}", await bearer(client, account)
        answer = await client.put(path, json=GRACE, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "confirm_address")
        assert answer.json()["errors"][0]["field"] == "emailAddress"
        person = (await client.get(path, headers=headers)).json()
        assert (person["emailAddress"], person["version"]) == ("ada@example.org", 1)

    async def test_an_administrator_cannot_change_a_supers_address(self, client: ServiceClient) -> None:
        account = await make_user(client, "super", email="ada@example.org")
        path = f"/auth/people/{account.person_id}"
        answer = await client.put(path, json=GRACE, headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        headers = await signed_in(client, "super")
        assert (await client.get(path, headers=headers)).json()["emailAddress"] == "ada@example.org"
        assert (await client.put(path, json=GRACE, headers=headers)).status_code == 200

    async def test_a_change_of_address_does_not_outrun_the_making_of_a_super(self, client: ServiceClient) -> None:
        # The invitation goes to the old address, and the owner of the new one could ask for a new password.
        headers = await signed_in(client, "admin")
        await make_user(client, "super")
        person_id = await make_person(client, GRACE["emailAddress"])
        form = {**GRACE, "emailAddress": "admins-own@example.org"}
        async with client.kit.database.transaction() as session:
            session.add(User(person_id=person_id, scopes=[*await ScopeRepository(session).named("super")]))
            await session.flush()
            change = asyncio.create_task(client.put(f"/auth/people/{person_id}", json=form, headers=headers))
            await until_somebody_waits(session)
        assert (await change).json()["code"] == "scope_missing"

    async def test_an_address_stays_one_persons(self, client: ServiceClient) -> None:
        await make_user(client, email="Grace@example.org")
        other = await make_person(client, "ada@example.org")
        headers = await signed_in(client, "admin")
        answer = await client.put(
            f"/auth/people/{other}", json={**GRACE, "emailAddress": "GRACE@example.org "}, headers=headers
        )
        assert (answer.status_code, answer.json()["code"]) == (409, "email_address_taken")

    async def test_what_changes_nothing_is_no_change(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        person = (await client.post("/auth/people", json=GRACE, headers=headers)).json()
        answer = await client.put(f"/auth/people/{person['id']}", json=GRACE, headers=headers)
        assert (answer.status_code, answer.json()) == (200, person)

    async def test_made_on_sight_of_an_older_version(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        path, headers = f"/auth/people/{person}", await signed_in(client, "admin")
        await client.put(path, json=GRACE, headers=headers)
        answer = await client.put(path, json={**GRACE, "firstName": "G."}, headers={**headers, "If-Match": '"1"'})
        assert (answer.status_code, answer.json()["version"]) == (412, 2)

    @pytest.mark.parametrize(
        "changed",
        [{"scopes": ["super"]}, {"id": str(uuid.uuid4())}, {"user": {"state": "active"}}, {"personId": "x"}],
        ids=["scopes", "id", "user", "personId"],
    )
    async def test_takes_nothing_else(self, client: ServiceClient, changed: dict[str, Any]) -> None:
        account = await make_user(client, email="grace@example.org")
        headers = await bearer(client, account)
        answer = await client.put(f"/auth/people/{account.person_id}", json={**GRACE, **changed}, headers=headers)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "unknown_field")

    async def test_nobody_else_learns_whether_there_is_one(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        headers = await signed_in(client, "editor", "crm:write")
        for identifier in (person, uuid.uuid4()):
            answer = await client.put(f"/auth/people/{identifier}", json=GRACE, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


class TestDelete:
    async def test_takes_the_user_along(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, "editor", email="ed@example.org", password=PASSWORD)
        await log_in(visitor, account.email)
        headers = await signed_in(client, "admin")
        assert (await client.delete(f"/auth/people/{account.person_id}", headers=headers)).status_code == 204
        assert (await visitor.get(f"/auth/people/{account.person_id}")).json()["code"] == "session_revoked"
        assert (await client.get(f"/auth/users/{account.id}", headers=headers)).status_code == 404
        again = await client.delete(f"/auth/people/{account.person_id}", headers=headers)
        assert (again.status_code, again.json()["code"]) == (404, "person_not_found")

    async def test_spares_a_user_whom_the_caller_did_not_know_of(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        headers = await signed_in(client, "admin")
        path, spared = f"/auth/people/{person}", {"with-user": "false"}
        # Somebody else gives an account while the list without one is looked at.
        user = await client.post("/auth/users", json={"personId": str(person), "scopes": []}, headers=headers)
        refused = await client.delete(path, params=spared, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (409, "person_has_user")
        assert (await client.delete(f"/auth/users/{user.json()['id']}", headers=headers)).status_code == 204
        assert (await client.delete(path, params=spared, headers=headers)).status_code == 204

    async def test_of_somebody_without_a_user(self, client: ServiceClient) -> None:
        person = await make_person(client, "grace@example.org")
        headers = await signed_in(client, "admin")
        assert (await client.delete(f"/auth/people/{person}", headers=headers)).status_code == 204
        # The address is free again.
        assert (await client.post("/auth/people", json=GRACE, headers=headers)).status_code == 201


async def put(client: ServiceClient, person: uuid.UUID, headers: dict[str, str]) -> httpx.Response:
    return await client.put(f"/auth/people/{person}", json=GRACE, headers=headers)


async def post(client: ServiceClient, person: uuid.UUID, headers: dict[str, str]) -> httpx.Response:
    return await client.post("/auth/people", json={**GRACE, "emailAddress": "new@example.org"}, headers=headers)


async def delete_another(client: ServiceClient, person: uuid.UUID, headers: dict[str, str]) -> httpx.Response:
    other = await make_person(client, "other@example.org")
    return await client.delete(f"/auth/people/{other}", headers=headers)


class TestCache:
    """A person is kept by id for 30 seconds, until any person changes."""

    @pytest.fixture
    async def person(self, client: ServiceClient) -> uuid.UUID:
        return await make_person(client, "grace@example.org", "Old")

    async def read(self, client: ServiceClient, person: uuid.UUID, headers: dict[str, str]) -> Any:
        return (await client.get(f"/auth/people/{person}", headers=headers)).json()["firstName"]

    async def rename_behind_its_back(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE people SET first_name = 'New' WHERE first_name = 'Old'"))

    async def test_is_read_once_in_30_seconds(self, client: ServiceClient, person: uuid.UUID) -> None:
        headers = await signed_in(client, "admin")
        assert await self.read(client, person, headers) == "Old"
        await self.rename_behind_its_back(client)
        assert await self.read(client, person, headers) == "Old"
        assert 0 < await client.kit.redis.client.ttl(f"cache:auth:person:{person}") <= 30

    @pytest.mark.parametrize("change", [put, post, delete_another])
    async def test_every_change_of_a_person_clears_it(
        self, client: ServiceClient, person: uuid.UUID, change: Change
    ) -> None:
        headers = await signed_in(client, "admin")
        assert await self.read(client, person, headers) == "Old"
        await self.rename_behind_its_back(client)
        assert (await change(client, person, headers)).status_code < 300
        assert await self.read(client, person, headers) == ("Grace" if change is put else "New")

    async def test_who_is_deleted_is_gone_at_once(self, client: ServiceClient, person: uuid.UUID) -> None:
        headers = await signed_in(client, "admin")
        assert await self.read(client, person, headers) == "Old"
        assert (await client.delete(f"/auth/people/{person}", headers=headers)).status_code == 204
        assert (await client.get(f"/auth/people/{person}", headers=headers)).status_code == 404

    async def test_is_no_way_round_the_rights(self, client: ServiceClient, person: uuid.UUID) -> None:
        await self.read(client, person, await signed_in(client, "admin"))
        answer = await client.get(f"/auth/people/{person}", headers=await signed_in(client, "editor"))
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")

    async def test_a_change_that_is_refused_shows_nothing(self, client: ServiceClient, person: uuid.UUID) -> None:
        headers = await signed_in(client, "admin")
        await make_person(client, "taken@example.org")
        taken = {**GRACE, "emailAddress": "taken@example.org"}
        assert (await client.put(f"/auth/people/{person}", json=taken, headers=headers)).status_code == 409
        assert await self.read(client, person, headers) == "Old"
