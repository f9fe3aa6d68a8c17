"""Scopes: the built-in ones and the site's own."""

import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from auth.app import app
from kit.event_log import latest, note_reader
from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, bearer, log_in, make_user, signed_in
from tests.auth.programs import make_token, status

CLUB = {"name": "club", "description": "The members' pages."}
ITSELF: dict[str, Any] = {"http://auth.test": app}


async def made(client: ServiceClient, headers: dict[str, str], **changed: Any) -> dict[str, Any]:
    answer = await client.post("/auth/scopes", json={**CLUB, **changed}, headers=headers)
    assert answer.status_code == 201
    scope: dict[str, Any] = answer.json()
    return scope


async def found(client: ServiceClient, headers: dict[str, str], name: str) -> dict[str, Any]:
    body = (await client.get("/auth/scopes?limit=100", headers=headers)).json()
    scope: dict[str, Any] = next(scope for scope in body["results"] if scope["name"] == name)
    return scope


class TestList:
    async def test_gives_the_built_in_ones(self, client: ServiceClient) -> None:
        body = (await client.get("/auth/scopes", headers=await signed_in(client, "editor"))).json()
        names = [scope["name"] for scope in body["results"]]
        assert names == ["admin", "crm:read", "crm:write", "ecom:read", "ecom:write", "editor", "super"]
        for scope in body["results"]:
            assert scope["id"]
            assert scope["description"]
            assert (scope["isBuiltIn"], scope["requiresSecondFactor"]) == (True, False)

    async def test_tells_how_many_hold_each(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        for scopes in (("editor", "crm:read"), ("editor",), ()):
            await make_user(client, *scopes)
        await made(client, headers)
        body = (await client.get("/auth/scopes?q=&limit=100", headers=headers)).json()
        counts = {scope["name"]: scope["userCount"] for scope in body["results"] if scope["userCount"]}
        assert counts == {"admin": 1, "editor": 2, "crm:read": 1}

    async def test_is_searched_and_bounded(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        await made(client, headers)

        async def names(query: str) -> list[str]:
            body = (await client.get(f"/auth/scopes?{query}", headers=headers)).json()
            assert body["total"] == len(body["results"])
            return [scope["name"] for scope in body["results"]]

        assert await names("q=members") == ["club"]
        assert await names("q=CRM") == ["crm:read", "crm:write"]
        assert await names("q=%25") == []
        for query in ("limit=101", f"q={'a' * 101}", "sort=userCount", "start=-1"):
            assert (await client.get(f"/auth/scopes?{query}", headers=headers)).status_code == 422


class TestGet:
    async def test_gives_one(self, client: ServiceClient) -> None:
        scope = await made(client, await signed_in(client, "admin"))
        headers = await signed_in(client, "editor")
        assert (await client.get(f"/auth/scopes/{scope['id']}", headers=headers)).json() == scope

    async def test_one_that_is_missing(self, client: ServiceClient) -> None:
        answer = await client.get(f"/auth/scopes/{uuid.uuid4()}", headers=await signed_in(client, "editor"))
        assert (answer.status_code, answer.json()["code"]) == (404, "scope_not_found")


class TestCreate:
    async def test_adds_one(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers, requiresSecondFactor=True)
        assert scope | CLUB == scope
        assert (scope["isBuiltIn"], scope["requiresSecondFactor"], scope["userCount"]) == (False, True, 0)
        account = await make_user(client)
        await client.put(f"/auth/users/{account.id}/scopes", json="club", headers=headers)
        assert (await found(client, headers, "club"))["userCount"] == 1

    @pytest.mark.parametrize("name", ["club", "editor", "super", "logged-in"])
    async def test_a_name_is_one_scopes(self, client: ServiceClient, name: str) -> None:
        headers = await signed_in(client, "super")
        await made(client, headers)
        answer = await client.post("/auth/scopes", json={"name": name}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "scope_taken")
        assert answer.json()["errors"][0]["field"] == "name"

    @pytest.mark.parametrize(
        ("form", "field"),
        [
            ({}, "name"),
            ({"name": ""}, "name"),
            ({"name": "Club"}, "name"),
            ({"name": "9club"}, "name"),
            ({"name": "club:"}, "name"),
            ({"name": "club:a:b"}, "name"),
            ({"name": "club\n"}, "name"),
            ({"name": "a" * 42}, "name"),
            ({"name": "club", "description": "x" * 501}, "description"),
            ({"name": "club", "requiresSecondFactor": "yes"}, "requiresSecondFactor"),
            ({"name": "club", "isBuiltIn": True}, "isBuiltIn"),
            ({"name": "club", "userCount": 7}, "userCount"),
            ({"name": ["club"]}, "name"),
        ],
    )
    async def test_refuses_bad_forms(self, client: ServiceClient, form: dict[str, Any], field: str) -> None:
        answer = await client.post("/auth/scopes", json=form, headers=await signed_in(client, "super"))
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == field


class TestUpdate:
    async def test_a_new_name_ends_the_sessions_of_its_holders(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        account = await make_user(client, "club", email="ed@example.org", password=PASSWORD)
        await log_in(visitor, account.email)
        other = await signed_in(client, "editor")
        form = {"name": "society", "description": ""}
        answer = await client.put(f"/auth/scopes/{scope['id']}", json=form, headers=headers)
        assert (answer.status_code, answer.json()["name"], answer.json()["userCount"]) == (200, "society", 1)
        assert (await visitor.get(f"/auth/users/{account.id}")).json()["code"] == "session_revoked"
        assert (await log_in(visitor, account.email)).json()["public"]["claims"]["scopes"] == ["society"]
        assert (await client.get("/auth/scopes", headers=other)).status_code == 200

    async def test_a_new_description_ends_nothing(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        account = await make_user(client, "club")
        member = await bearer(client, account)
        answer = await client.put(f"/auth/scopes/{scope['id']}", json={**CLUB, "description": "x"}, headers=headers)
        assert (answer.status_code, answer.json()["description"]) == (200, "x")
        assert (await client.get(f"/auth/users/{account.id}", headers=member)).status_code == 200

    async def test_a_factor_needed_from_now_on_ends_the_sessions_of_those_without_one(
        self, client: ServiceClient
    ) -> None:
        admin = await make_user(client, "admin")
        headers, elsewhere = await bearer(client, admin), await bearer(client, admin)
        other = await signed_in(client, "admin")
        scope = await found(client, headers, "admin")
        form = {"name": "admin", "description": "Everything.", "requiresSecondFactor": True}
        answer = await client.put(f"/auth/scopes/{scope['id']}", json=form, headers=headers)
        assert (answer.status_code, answer.json()["requiresSecondFactor"]) == (200, True)
        for ended in (elsewhere, other):
            assert (await client.get("/auth/users", headers=ended)).json()["code"] == "session_revoked"
        assert (await client.get("/auth/users", headers=headers)).status_code == 200

    @pytest.mark.parametrize("name", ["editor", "crm:read"])
    async def test_the_built_in_ones_keep_their_names(self, client: ServiceClient, name: str) -> None:
        headers = await signed_in(client, "super")
        scope = await found(client, headers, name)
        path = f"/auth/scopes/{scope['id']}"
        answer = await client.put(path, json={"name": "writer", "description": ""}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "scope_built_in")
        answer = await client.put(path, json={"name": name, "description": "Ours"}, headers=headers)
        assert (answer.status_code, answer.json()["description"]) == (200, "Ours")

    async def test_what_super_needs_is_for_those_who_hold_it(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        scope = await found(client, headers, "super")
        form = {"name": "super", "description": "", "requiresSecondFactor": False}
        path = f"/auth/scopes/{scope['id']}"
        answer = await client.put(path, json=form, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_yours")
        assert (await client.put(path, json=form, headers=await signed_in(client, "super"))).status_code == 200

    async def test_no_scope_takes_anothers_name(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "super")
        scope = await made(client, headers)
        for name in ("super", "editor"):
            answer = await client.put(f"/auth/scopes/{scope['id']}", json={"name": name}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (409, "scope_taken")


class TestDelete:
    async def test_takes_it_from_all_who_hold_it(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        account = await make_user(client, "club", "crm:read")
        member = await bearer(client, account)
        assert (await client.delete(f"/auth/scopes/{scope['id']}", headers=headers)).status_code == 204
        assert (await client.get(f"/auth/users/{account.id}", headers=member)).json()["code"] == "session_revoked"
        assert (await client.get(f"/auth/users/{account.id}", headers=headers)).json()["scopes"] == ["crm:read"]
        gone = await client.delete(f"/auth/scopes/{scope['id']}", headers=headers)
        assert (gone.status_code, gone.json()["code"]) == (404, "scope_not_found")

    @pytest.mark.parametrize("name", ["super", "admin", "editor", "ecom:write"])
    async def test_the_built_in_ones_stay(self, client: ServiceClient, name: str) -> None:
        headers = await signed_in(client, "super")
        scope = await found(client, headers, name)
        answer = await client.delete(f"/auth/scopes/{scope['id']}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "scope_built_in")


class TestOfSupers:
    """What ends sessions or API tokens of users who hold super is for those who do."""

    @pytest.fixture
    async def admin(self, client: ServiceClient) -> dict[str, str]:
        return await signed_in(client, "admin")

    @pytest.fixture
    async def club(self, client: ServiceClient, admin: dict[str, str]) -> dict[str, Any]:
        return await made(client, admin)

    async def test_a_scope_that_one_holds_is_neither_renamed_nor_tightened_nor_deleted_by_administrators(
        self, client: ServiceClient, admin: dict[str, str], club: dict[str, Any]
    ) -> None:
        owner = await make_user(client, "super", "club", first_name="Grace", last_name="Hopper")
        session, path = await bearer(client, owner), f"/auth/scopes/{club['id']}"
        assert (await found(client, admin, "club"))["isHeldBySuper"] is True
        forms = {"name": {**CLUB, "name": "society"}, "requiresSecondFactor": {**CLUB, "requiresSecondFactor": True}}
        for field, form in forms.items():
            answer = await client.put(path, json=form, headers=admin)
            assert (answer.status_code, answer.json()["code"]) == (403, "concerns_super")
            assert answer.json()["errors"][0]["field"] == field
            assert "(Grace Hopper)" in answer.json()["detail"]
        assert (await client.delete(path, headers=admin)).json()["code"] == "concerns_super"
        assert (await client.get(path, headers=session)).json()["name"] == "club"
        # What it is for may be said in other words, and a holder of super may do all of it.
        described = await client.put(path, json={**CLUB, "description": "x"}, headers=admin)
        assert described.status_code == 200
        other = await signed_in(client, "super")
        assert (await client.put(path, json=forms["name"], headers=other)).status_code == 200
        assert (await client.delete(path, headers=other)).status_code == 204

    async def test_a_scope_is_loosened_by_administrators_all_the_same(
        self, client: ServiceClient, admin: dict[str, str]
    ) -> None:
        scope = await made(client, admin, requiresSecondFactor=True)
        await make_user(client, "super", "club")
        answer = await client.put(f"/auth/scopes/{scope['id']}", json=CLUB, headers=admin)
        assert (answer.status_code, answer.json()["requiresSecondFactor"]) == (200, False)

    async def test_a_scope_of_a_supers_api_token_keeps_its_name(
        self, client: ServiceClient, admin: dict[str, str], club: dict[str, Any]
    ) -> None:
        owner, path = await make_user(client, "super"), f"/auth/scopes/{club['id']}"
        token = await make_token(client, owner, "club")
        assert (await found(client, admin, "club"))["isHeldBySuper"] is False
        form = {**CLUB, "name": "society"}
        assert (await client.put(path, json=form, headers=admin)).json()["code"] == "concerns_super"
        assert (await client.delete(path, headers=admin)).json()["code"] == "concerns_super"
        assert await status(client, token, "/auth/account") == 200
        # Which asks nothing of tokens.
        tightened = await client.put(path, json={**CLUB, "requiresSecondFactor": True}, headers=admin)
        assert tightened.status_code == 200

    async def test_what_others_hold_is_administrators_to_change(
        self, client: ServiceClient, admin: dict[str, str], club: dict[str, Any]
    ) -> None:
        await make_token(client, await make_user(client, "admin", "club"), "club")
        await make_user(client, "super")
        path = f"/auth/scopes/{club['id']}"
        assert (await client.put(path, json={"name": "society"}, headers=admin)).status_code == 200
        assert (await client.delete(path, headers=admin)).status_code == 204


class TestFormerNames:
    """What was called so is renamed everywhere before another scope can have the name."""

    async def read_on(self, client: ServiceClient, *readers: tuple[str, str]) -> None:
        for service, cursor in readers:
            await note_reader(client.kit.database, service, [f"{service}.scopes"], cursor)

    async def test_a_name_is_free_once_all_have_heard_that_it_was_given_up(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        before = await latest(client.kit.database)
        await client.put(f"/auth/scopes/{scope['id']}", json={"name": "society"}, headers=headers)
        after = await latest(client.kit.database)

        await self.read_on(client, ("cms", after), ("ecom", before))
        answer = await client.post("/auth/scopes", json=CLUB, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "scope_taken")
        assert answer.json()["errors"][0]["field"] == "name"

        await self.read_on(client, ("ecom", after))
        await made(client, headers)

    async def test_a_name_is_not_kept_by_a_transaction_that_has_nothing_to_do_with_it(
        self, client: ServiceClient
    ) -> None:
        """One that began before the name was given up and is open to this day, of whichever database."""
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        async with client.kit.database.sessions() as session:
            await session.execute(text("SELECT pg_current_xact_id()"))
            await client.put(f"/auth/scopes/{scope['id']}", json={"name": "society"}, headers=headers)
            await self.read_on(client, ("cms", await latest(client.kit.database)))
            await made(client, headers)

    async def test_the_scope_itself_may_have_its_name_back(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        await self.read_on(client, ("cms", await latest(client.kit.database)))
        for name in ("society", "club"):
            answer = await client.put(f"/auth/scopes/{scope['id']}", json={"name": name}, headers=headers)
            assert (answer.status_code, answer.json()["name"]) == (200, name)
