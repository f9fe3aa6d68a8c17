"""`PUT /auth/users/{id}/scopes`: what users are allowed, and who may say so."""

import uuid
from typing import Any

import httpx
import pytest

from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, bearer, log_in, make_user, signed_in


class TestUpdate:
    @pytest.mark.parametrize(
        ("body", "scopes"),
        [
            ({"scopes": ["editor", "crm:read", "editor"]}, ["crm:read", "editor"]),
            ({"scopes": "editor"}, ["editor"]),
            (["editor", "crm:write"], ["crm:write", "editor"]),
            ("editor", ["editor"]),
            ({"scopes": []}, []),
            ([], []),
        ],
    )
    async def test_replaces_them_all(self, client: ServiceClient, body: Any, scopes: list[str]) -> None:
        account = await make_user(client, "ecom:read")
        path, headers = f"/auth/users/{account.id}/scopes", await signed_in(client, "admin")
        answer = await client.put(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()) == (200, {"scopes": scopes})
        assert (await client.get(path, headers=headers)).json() == {"scopes": scopes}

    async def test_ends_the_sessions_at_once(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, "admin", email="ed@example.org", password=PASSWORD)
        await log_in(visitor, account.email)
        admin = await signed_in(client, "super")
        await client.put(f"/auth/users/{account.id}/scopes", json=["editor"], headers=admin)
        assert (await visitor.get("/auth/users")).json()["code"] == "session_revoked"
        assert (await visitor.post("/auth/tokens", json={"refresh": True})).json()["code"] == "session_expired"
        assert (await log_in(visitor, account.email)).json()["public"]["claims"]["scopes"] == ["editor"]

    async def test_the_same_again_ends_nothing(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor", "crm:read")
        headers = await bearer(client, account)
        admin = await signed_in(client, "admin")
        await client.put(f"/auth/users/{account.id}/scopes", json=["crm:read", "editor"], headers=admin)
        user = await client.get(f"/auth/users/{account.id}", headers=headers)
        assert (user.status_code, user.json()["version"]) == (200, 1)

    async def test_counts_as_a_change_of_the_user(self, client: ServiceClient) -> None:
        account = await make_user(client)
        path, admin = f"/auth/users/{account.id}", await signed_in(client, "admin")
        before = (await client.get(path, headers=admin)).json()
        await client.put(f"{path}/scopes", json="editor", headers=admin)
        after = (await client.get(path, headers=admin)).json()
        assert (before["version"], after["version"]) == (1, 2)
        assert after["updatedAt"] > before["updatedAt"]

    async def test_on_sight_of_older_ones(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor")
        path, admin = f"/auth/users/{account.id}/scopes", await signed_in(client, "admin")
        seen = {**admin, "If-Match": (await client.get(path, headers=admin)).headers["ETag"]}
        assert (await client.put(path, json="crm:read", headers=seen)).headers["ETag"] == '"2"'
        assert (await client.put(path, json="crm:write", headers=seen)).status_code == 412
        assert (await client.get(path, headers=admin)).json() == {"scopes": ["crm:read"]}

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"scopes": ["editor", "unheard-of"]}, "scopes.1"),
            ({"scopes": ["Editor"]}, "scopes.0"),
            ({"scopes": [" editor"]}, "scopes.0"),
            ({"scopes": [""]}, "scopes.0"),
            ({"scopes": ""}, "scopes.0"),
            ({"scopes": [1]}, "scopes.0"),
            ({"scopes": [["super"]]}, "scopes.0"),
            ({"scopes": {"super": True}}, "scopes"),
            ({"scopes": None}, "scopes"),
            ({"scopes": ["editor"] * 101}, "scopes"),
            ({"scopes": ["editor"], "state": "active"}, "state"),
            ({}, "scopes"),
            ("super:" + "x" * 41, "scopes.0"),
        ],
    )
    async def test_refuses_what_are_no_scopes(self, client: ServiceClient, body: Any, field: str) -> None:
        account = await make_user(client, "crm:read")
        path, headers = f"/auth/users/{account.id}/scopes", await signed_in(client, "super")
        answer = await client.put(path, json=body, headers=headers)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == field
        assert (await client.get(path, headers=headers)).json() == {"scopes": ["crm:read"]}

    async def test_of_somebody_who_is_missing(self, client: ServiceClient) -> None:
        path = f"/auth/users/{uuid.uuid4()}/scopes"
        answer = await client.put(path, json=[], headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["code"]) == (404, "user_not_found")


class TestEscalation:
    @pytest.mark.parametrize("scopes", [(), ("editor",), ("crm:read", "ecom:write")])
    @pytest.mark.parametrize("wanted", [["admin"], ["super"], ["crm:write"]])
    async def test_nobody_gives_themselves_more(
        self, client: ServiceClient, scopes: tuple[str, ...], wanted: list[str]
    ) -> None:
        account = await make_user(client, *scopes)
        headers = await bearer(client, account)
        answer = await client.put(f"/auth/users/{account.id}/scopes", json={"scopes": wanted}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        user = (await client.get(f"/auth/users/{account.id}", headers=headers)).json()
        assert user["scopes"] == sorted(scopes)

    async def test_an_administrator_makes_nobody_super(self, client: ServiceClient) -> None:
        admin = await make_user(client, "admin")
        headers = await bearer(client, admin)
        for account in (admin, await make_user(client, "editor")):
            path = f"/auth/users/{account.id}/scopes"
            before = (await client.get(path, headers=headers)).json()
            answer = await client.put(path, json=["admin", "super"], headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_yours")
            assert [fault["field"] for fault in answer.json()["errors"]] == ["scopes.1"]
            assert (await client.get(path, headers=headers)).json() == before

    async def test_a_super_does(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor")
        headers = await signed_in(client, "super")
        answer = await client.put(f"/auth/users/{account.id}/scopes", json="super", headers=headers)
        assert (answer.status_code, answer.json()) == (200, {"scopes": ["super"]})

    async def test_a_super_takes_it_away_again(self, client: ServiceClient) -> None:
        account = await make_user(client, "super")
        headers = await bearer(client, await make_user(client, "super", password=PASSWORD))
        answer = await client.put(f"/auth/users/{account.id}/scopes", json=[], headers=headers)
        assert (answer.status_code, answer.json()) == (200, {"scopes": []})

    @pytest.mark.parametrize(
        ("held", "wanted"),
        [(["admin"], []), (["admin", "editor"], ["editor"]), (["super"], ["admin"]), (["super", "admin"], ["super"])],
    )
    async def test_nobody_takes_the_administration_from_themselves(
        self, client: ServiceClient, held: list[str], wanted: list[str]
    ) -> None:
        await make_user(client, "super", password=PASSWORD)
        account = await make_user(client, *held)
        headers = await bearer(client, account)
        answer = await client.put(f"/auth/users/{account.id}/scopes", json=wanted, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "own_account")
        user = (await client.get(f"/auth/users/{account.id}", headers=headers)).json()
        assert user["scopes"] == sorted(held)
