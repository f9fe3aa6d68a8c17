"""What auth announces of the site's own scopes."""

import asyncio
from typing import Any

from sqlalchemy import select

from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.auth.factory import bearer, make_user, signed_in
from tests.auth.test_scopes import CLUB, found, made


async def announced(client: ServiceClient) -> list[dict[str, Any]]:
    """What services that follow the scopes were told."""
    async with client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [row.payload for row in rows if row.name == "auth.scopes_changed"]


class TestAnnouncements:
    """`auth.scopes_changed`, by which lists that name scopes are kept right."""

    async def test_every_change_tells_the_sites_own_scopes(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        headers = await bearer(client, account)
        club, staff = await made(client, headers), await made(client, headers, name="staff")
        await client.put(f"/auth/scopes/{club['id']}", json={"name": "society"}, headers=headers)
        await client.delete(f"/auth/scopes/{staff['id']}", headers=headers)
        told = await announced(client)
        assert [payload["names"] for payload in told] == [
            {club["id"]: "club"},
            {club["id"]: "club", staff["id"]: "staff"},
            {club["id"]: "society", staff["id"]: "staff"},
            {club["id"]: "society"},
        ]
        assert [payload["before"] for payload in told] == [{}, {}, {club["id"]: "club"}, {}]
        assert {payload["by"] for payload in told} == {str(account.id)}

    async def test_the_last_one_is_the_highest_whoever_comes_together(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        path = f"/auth/scopes/{scope['id']}"
        names = [f"club-{number}" for number in range(6)]
        await asyncio.gather(*(client.put(path, json={"name": name}, headers=headers) for name in names))
        told = await announced(client)
        last = max(told, key=lambda payload: payload["version"])
        assert len({payload["version"] for payload in told}) == len(told) == 7
        assert last["names"][scope["id"]] == (await client.get(path, headers=headers)).json()["name"]

    async def test_what_keeps_the_names_tells_nothing(self, client: ServiceClient) -> None:
        headers = await signed_in(client, "super")
        scope = await made(client, headers)
        before = await announced(client)
        await client.put(f"/auth/scopes/{scope['id']}", json={**CLUB, "description": "x"}, headers=headers)
        await client.put(f"/auth/scopes/{scope['id']}", json={**CLUB, "name": "editor"}, headers=headers)
        await client.delete(f"/auth/scopes/{(await found(client, headers, 'editor'))['id']}", headers=headers)
        assert await announced(client) == before

    async def test_they_are_told_anew_to_whom_missed_some(self, client: ServiceClient, tokens: Tokens) -> None:
        scope = await made(client, await signed_in(client, "admin"))
        body = {"names": ["auth.scopes_changed"]}
        answer = await client.post("/private/events/restatements", json=body, headers=tokens.internal("cms", "auth"))
        assert answer.status_code == 204
        first, again = await announced(client)
        assert (again["names"], again["by"], again["version"] > first["version"]) == ({scope["id"]: "club"}, None, True)
