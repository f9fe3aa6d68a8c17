"""The names of a user's scopes: all of them fit into the session's cookie."""

from collections.abc import Sequence

import httpx
import pytest
from sqlalchemy import text

from auth.people.models import Scope
from auth.sessions.access import MOST_IN_SCOPE_NAMES
from kit.auth import SESSION_COOKIE
from kit.testing import ServiceClient
from tests.auth.factory import EMAIL, PASSWORD, bearer, log_in, make_user, signed_in

LARGEST_COOKIE = 4096
"""Bytes of a cookie's name and value; browsers drop a larger one without a word."""

GRACE = {"firstName": "Grace", "lastName": "Hopper", "emailAddress": "grace@example.org", "timezone": "Europe/London"}


async def add_scopes(client: ServiceClient, characters: int) -> Sequence[str]:
    """A hundred new scopes with this many characters in their names."""
    names = [f"s{number:03}" for number in range(100)]
    for number in range(characters - sum(map(len, names))):
        names[number % 100] += "x"
    async with client.kit.database.transaction() as session:
        session.add_all(Scope(name=name, description="") for name in names)
    return names


async def test_as_many_as_are_allowed_make_a_cookie_that_browsers_keep(
    client: ServiceClient, visitor: httpx.AsyncClient
) -> None:
    names = await add_scopes(client, MOST_IN_SCOPE_NAMES)
    account = await make_user(client, email=EMAIL, password=PASSWORD)
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE people SET timezone = repeat('x', 64)"))
    headers = await signed_in(client, "super")
    answer = await client.put(f"/auth/users/{account.id}/scopes", json=names, headers=headers)
    assert (answer.status_code, answer.json()["scopes"]) == (200, sorted(names))
    cookies = (await log_in(visitor, EMAIL)).headers.get_list("set-cookie")
    (cookie,) = (each for each in cookies if each.startswith(SESSION_COOKIE))
    assert len(cookie.partition(";")[0]) <= LARGEST_COOKIE


@pytest.mark.parametrize("is_new", [False, True])
async def test_a_user_is_given_no_more(client: ServiceClient, is_new: bool) -> None:
    names = await add_scopes(client, MOST_IN_SCOPE_NAMES + 1)
    headers = await signed_in(client, "super")
    if is_new:
        answer = await client.post("/auth/users", json={"person": GRACE, "scopes": names}, headers=headers)
    else:
        account = await make_user(client, "editor")
        answer = await client.put(f"/auth/users/{account.id}/scopes", json=names, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_scopes")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["scopes"]


async def test_a_user_who_has_more_can_lose_some(client: ServiceClient) -> None:
    names = await add_scopes(client, MOST_IN_SCOPE_NAMES + 100)
    account = await make_user(client, *names)
    headers = await signed_in(client, "super")
    answer = await client.put(f"/auth/users/{account.id}/scopes", json=names[1:], headers=headers)
    assert answer.status_code == 200


class TestRename:
    async def test_a_longer_name_is_refused_where_a_user_would_have_too_many(self, client: ServiceClient) -> None:
        *names, last = await add_scopes(client, MOST_IN_SCOPE_NAMES)
        account = await make_user(client, *names, last)
        member = await bearer(client, account)
        headers = await signed_in(client, "super")
        found = (await client.get(f"/auth/scopes?q={last}", headers=headers)).json()["results"][0]
        path = f"/auth/scopes/{found['id']}"
        answer = await client.put(path, json={"name": f"{last}x"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "too_many_scopes")
        assert [fault["field"] for fault in answer.json()["errors"]] == ["name"]
        assert (await client.get(f"/auth/users/{account.id}", headers=member)).status_code == 200
        other = f"o{last[1:]}"
        assert (await client.put(path, json={"name": other}, headers=headers)).status_code == 200

    async def test_and_is_taken_where_nobody_would(self, client: ServiceClient) -> None:
        *names, last = await add_scopes(client, MOST_IN_SCOPE_NAMES)
        await make_user(client, *names)
        await make_user(client, last)
        headers = await signed_in(client, "super")
        found = (await client.get(f"/auth/scopes?q={last}", headers=headers)).json()["results"][0]
        answer = await client.put(f"/auth/scopes/{found['id']}", json={"name": f"{last}x"}, headers=headers)
        assert answer.status_code == 200
