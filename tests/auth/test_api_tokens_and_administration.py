"""What becomes of API tokens when their owners change, and what administrators do not do by one."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kit.testing import ServiceClient
from tests.auth.factory import Account, bearer, make_user, signed_in

GRACE = {"firstName": "Grace", "lastName": "Hopper", "emailAddress": "grace@example.org", "timezone": "UTC"}

Headers = dict[str, str]


async def token_of(client: ServiceClient, account: Account, *scopes: str) -> Headers:
    """Headers of a program that has an API token of this account."""
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    form = {"name": "Import", "scopes": scopes, "expiresAt": tomorrow.isoformat()}
    answer = await client.post("/auth/account/api-tokens", json=form, headers=await bearer(client, account))
    assert answer.status_code == 201
    return {"Authorization": f"Bearer {answer.json()['token']}"}


async def disable(client: ServiceClient, account: Account, by: Headers) -> None:
    await client.put(f"/auth/users/{account.id}", json={"state": "disabled"}, headers=by)


async def delete_user(client: ServiceClient, account: Account, by: Headers) -> None:
    await client.delete(f"/auth/users/{account.id}", headers=by)


async def delete_person(client: ServiceClient, account: Account, by: Headers) -> None:
    await client.delete(f"/auth/people/{account.person_id}", headers=by)


async def take_scope(client: ServiceClient, account: Account, by: Headers) -> None:
    await client.put(f"/auth/users/{account.id}/scopes", json=["crm:read"], headers=by)


async def rename_scope(client: ServiceClient, account: Account, by: Headers) -> None:
    await client.put(await path_of_scope(client, by), json={"name": "society"}, headers=by)


async def delete_scope(client: ServiceClient, account: Account, by: Headers) -> None:
    await client.delete(await path_of_scope(client, by), headers=by)


async def path_of_scope(client: ServiceClient, by: Headers) -> str:
    [scope] = (await client.get("/auth/scopes?q=club", headers=by)).json()["results"]
    return f"/auth/scopes/{scope['id']}"


@pytest.mark.parametrize(
    "change", [disable, delete_user, delete_person, take_scope, rename_scope, delete_scope], ids=lambda x: x.__name__
)
async def test_a_change_is_felt_at_once(
    client: ServiceClient, change: Callable[[ServiceClient, Account, Headers], Awaitable[None]]
) -> None:
    admin = await signed_in(client, "super")
    await client.post("/auth/scopes", json={"name": "club"}, headers=admin)
    account = await make_user(client, "editor", "club", "crm:read")
    token = await token_of(client, account, "editor", "club")
    assert (await client.get("/auth/scopes", headers=token)).status_code == 200
    await change(client, account, admin)
    assert (await client.get("/auth/scopes", headers=token)).status_code == 401


async def test_tokens_without_the_scope_that_is_lost_stay(client: ServiceClient) -> None:
    account = await make_user(client, "editor", "crm:read")
    token = await token_of(client, account, "editor")
    await client.put(f"/auth/users/{account.id}/scopes", json=["editor"], headers=await signed_in(client, "admin"))
    assert (await client.get("/auth/scopes", headers=token)).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/auth/users", {"person": {**GRACE, "emailAddress": "new@example.org"}, "scopes": ["admin"]}),
        ("PUT", "/auth/users/{user}/scopes", ["admin"]),
        ("POST", "/auth/users/{user}/invitation", None),
        ("PUT", "/auth/people/{person}", {**GRACE, "emailAddress": "mine@example.org"}),
    ],
)
async def test_a_token_makes_nothing_that_outlives_it(client: ServiceClient, method: str, path: str, body: Any) -> None:
    token = await token_of(client, await make_user(client, "admin"), "admin")
    account = await make_user(client, "editor", email="grace@example.org")
    address = path.format(user=account.id, person=account.person_id)
    answer = await client.request(method, address, json=body, headers=token)
    assert (answer.status_code, answer.json()["code"]) == (403, "needs_session")
    # What is as good for a program as for people.
    person = await client.put(f"/auth/people/{account.person_id}", json=GRACE, headers=token)
    assert (person.status_code, person.json()["firstName"]) == (200, "Grace")


async def test_a_supers_token_without_super_does_not_touch_one(client: ServiceClient) -> None:
    account = await make_user(client, "super")
    token = await token_of(client, await make_user(client, "super"), "admin")
    for method, path in (("PUT", f"/auth/users/{account.id}"), ("DELETE", f"/auth/people/{account.person_id}")):
        answer = await client.request(method, path, json={"state": "disabled"}, headers=token)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
