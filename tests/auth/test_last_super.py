"""One who may do everything, and can log in, always stays."""

import asyncio

import httpx
import pytest
from sqlalchemy import select

from auth.people.models import User
from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, Account, bearer, make_user, signed_in


@pytest.fixture
async def last(client: ServiceClient) -> Account:
    return await make_user(client, "super", password=PASSWORD)


@pytest.fixture
async def headers(client: ServiceClient) -> dict[str, str]:
    """Of a super who can do it once, and then never log in again: a session without a password or a passkey."""
    return await signed_in(client, "super")


async def test_cannot_be_deleted(client: ServiceClient, last: Account, headers: dict[str, str]) -> None:
    for path in (f"/auth/users/{last.id}", f"/auth/people/{last.person_id}"):
        answer = await client.delete(path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "last_super")
    assert (await client.get(f"/auth/users/{last.id}", headers=headers)).status_code == 200


async def test_cannot_be_disabled(client: ServiceClient, last: Account, headers: dict[str, str]) -> None:
    answer = await client.put(f"/auth/users/{last.id}", json={"state": "disabled"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "last_super")


async def test_cannot_lose_the_scope(client: ServiceClient, last: Account, headers: dict[str, str]) -> None:
    answer = await client.put(f"/auth/users/{last.id}/scopes", json={"scopes": ["admin"]}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "last_super")


async def test_is_not_the_one_who_is_disabled(client: ServiceClient, last: Account, headers: dict[str, str]) -> None:
    other = await make_user(client, "super", password=PASSWORD, state="disabled")
    assert (await client.delete(f"/auth/users/{last.id}", headers=headers)).json()["code"] == "last_super"
    assert (await client.delete(f"/auth/users/{other.id}", headers=headers)).status_code == 204


@pytest.mark.parametrize("change", ["delete", "disable", "demote"])
async def test_two_cannot_remove_each_other_at_once(client: ServiceClient, change: str) -> None:
    async def remove(headers: dict[str, str], other: Account) -> httpx.Response:
        path = f"/auth/users/{other.id}"
        match change:
            case "delete":
                return await client.delete(path, headers=headers)
            case "disable":
                return await client.put(path, json={"state": "disabled"}, headers=headers)
            case _:
                return await client.put(f"{path}/scopes", json=[], headers=headers)

    for _ in range(5):
        one, two = [await make_user(client, "super", password=PASSWORD) for _ in range(2)]
        of_one, of_two = await bearer(client, one), await bearer(client, two)
        answers = await asyncio.gather(remove(of_one, two), remove(of_two, one))
        # The second of the two finds their session ended, or themselves the last super user.
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses[0] < 300
        assert statuses[1] in {401, 409}
        await remove_the_one_who_stayed(client)


async def remove_the_one_who_stayed(client: ServiceClient) -> None:
    async with client.kit.database.transaction() as session:
        supers = await session.scalars(select(User).where(User.state == "active", User.scopes.any(name="super")))
        left = supers.all()
        assert len(left) == 1
        await session.delete(left[0])
