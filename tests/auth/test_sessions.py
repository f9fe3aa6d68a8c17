"""`/auth/sessions`: where one is logged in, and confirming that it is still oneself."""

import asyncio
import uuid

import httpx
import pytest
from sqlalchemy import select, text

from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.authenticator import Authenticator
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user, signed_in
from tests.auth.hashing import passwords_in
from tests.auth.second_factors import add_passkey, ask_passkey

CONFIRMATION = "/auth/sessions/current/confirmation"


@pytest.fixture
async def owner(visitor: httpx.AsyncClient, account: Account) -> httpx.AsyncClient:
    """A browser in which the account is logged in."""
    assert (await log_in(visitor, EMAIL)).status_code == 200
    return visitor


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def let_time_pass(client: ServiceClient, minutes: int = 16) -> None:
    async with client.kit.database.transaction() as session:
        moved = text("UPDATE sessions SET confirmed_at = confirmed_at - make_interval(mins => :minutes)")
        await session.execute(moved, {"minutes": minutes})


async def ended_entries(client: ServiceClient) -> list[AuditEntry]:
    async with client.kit.database.transaction() as session:
        return [*(await session.scalars(select(AuditEntry).where(AuditEntry.action == "session.ended"))).all()]


class TestList:
    async def test_has_each_device_with_its_last_use(
        self, client: ServiceClient, owner: httpx.AsyncClient, account: Account
    ) -> None:
        async with browser(client, "192.0.2.7") as phone:
            phone.headers["User-Agent"] = "A phone"
            await log_in(phone, EMAIL)
            [first, second] = (await phone.get("/auth/sessions")).json()
            assert (first["device"], first["address"], first["isCurrent"]) == ("A phone", "192.0.2.7", True)
            assert second["isCurrent"] is False
            assert first.keys() == {"id", "device", "address", "createdAt", "lastUsedAt", "isCurrent"}
            await owner.post("/auth/tokens", json={"refresh": True})
            assert [row["id"] for row in (await phone.get("/auth/sessions")).json()] == [second["id"], first["id"]]

    async def test_leaves_out_what_is_over_and_what_is_somebody_elses(
        self, client: ServiceClient, owner: httpx.AsyncClient, account: Account
    ) -> None:
        await signed_in(client, "super")
        async with browser(client) as other:
            await log_in(other, EMAIL)
            await other.delete("/auth/tokens")
        await bearer(client, account)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE sessions SET expires_at = now() WHERE device = 'tests'"))
        assert [row["isCurrent"] for row in (await owner.get("/auth/sessions")).json()] == [True]


class TestEnd:
    async def test_one(self, client: ServiceClient, owner: httpx.AsyncClient, account: Account) -> None:
        lost = await bearer(client, account)
        [_, other] = sorted((await owner.get("/auth/sessions")).json(), key=lambda row: not row["isCurrent"])
        assert (await owner.delete(f"/auth/sessions/{other['id']}")).status_code == 204
        assert (await client.get("/auth/account", headers=lost)).status_code == 401
        assert (await owner.get("/auth/account")).status_code == 200
        assert refused(await owner.delete(f"/auth/sessions/{other['id']}")) == (404, "session_not_found")
        [entry] = await ended_entries(client)
        assert (entry.actor_id, entry.subject_id, entry.details) == (account.id, account.id, {"count": 1})

    async def test_the_present_one_is_a_logout(self, owner: httpx.AsyncClient) -> None:
        [own] = (await owner.get("/auth/sessions")).json()
        assert (await owner.delete(f"/auth/sessions/{own['id']}")).status_code == 204
        assert not owner.cookies

    async def test_all_others(self, client: ServiceClient, owner: httpx.AsyncClient, account: Account) -> None:
        lost = [await bearer(client, account) for _ in range(3)]
        stranger = await signed_in(client)
        assert (await owner.delete("/auth/sessions")).status_code == 204
        assert [(await client.get("/auth/account", headers=headers)).status_code for headers in lost] == [401] * 3
        assert len((await owner.get("/auth/sessions")).json()) == 1
        assert (await client.get("/auth/account", headers=stranger)).status_code == 200
        assert [entry.details for entry in await ended_entries(client)] == [{"count": 3}]
        assert (await owner.delete("/auth/sessions")).status_code == 204
        assert len(await ended_entries(client)) == 1

    async def test_nobody_elses(self, client: ServiceClient, owner: httpx.AsyncClient) -> None:
        stranger = await signed_in(client, "super")
        [theirs] = (await client.get("/auth/sessions", headers=stranger)).json()
        assert refused(await owner.delete(f"/auth/sessions/{theirs['id']}")) == (404, "session_not_found")
        assert (await owner.delete(f"/auth/sessions/{uuid.uuid4()}")).status_code == 404
        assert (await owner.delete("/auth/sessions/current")).status_code == 422
        assert (await client.get("/auth/account", headers=stranger)).status_code == 200

    async def test_not_from_another_sites_page(self, owner: httpx.AsyncClient) -> None:
        evil = {"Origin": "https://evil.example"}
        assert refused(await owner.delete("/auth/sessions", headers=evil)) == (403, "origin_mismatch")


class TestAdministration:
    async def test_lists_and_ends_somebodys(self, client: ServiceClient, account: Account) -> None:
        admin = await signed_in(client, "admin")
        lost = [await bearer(client, account) for _ in range(3)]
        path = f"/auth/users/{account.id}/sessions"
        rows = (await client.get(path, headers=admin)).json()
        assert [row["isCurrent"] for row in rows] == [False] * 3
        assert (await client.delete(f"{path}/{rows[0]['id']}", headers=admin)).status_code == 204
        assert refused(await client.delete(f"{path}/{rows[0]['id']}", headers=admin)) == (404, "session_not_found")
        assert len((await client.get(path, headers=admin)).json()) == 2
        assert (await client.delete(path, headers=admin)).status_code == 204
        assert [(await client.get("/auth/account", headers=headers)).status_code for headers in lost] == [401] * 3
        assert (await client.get(path, headers=admin)).json() == []

    async def test_one_at_the_address_of_another_user_stays(self, client: ServiceClient, account: Account) -> None:
        admin = await signed_in(client, "admin")
        stranger = await signed_in(client)
        [theirs] = (await client.get("/auth/sessions", headers=stranger)).json()
        answer = await client.delete(f"/auth/users/{account.id}/sessions/{theirs['id']}", headers=admin)
        assert refused(answer) == (404, "session_not_found")
        assert (await client.get("/auth/account", headers=stranger)).status_code == 200

    async def test_only_a_super_ends_a_supers(self, client: ServiceClient) -> None:
        boss = await make_user(client, "super")
        headers = await bearer(client, boss)
        [own] = (await client.get("/auth/sessions", headers=headers)).json()
        admin = await signed_in(client, "admin")
        for path in (f"/auth/users/{boss.id}/sessions", f"/auth/users/{boss.id}/sessions/{own['id']}"):
            assert refused(await client.delete(path, headers=admin)) == (403, "scope_missing")
        assert (await client.get("/auth/account", headers=headers)).status_code == 200

    async def test_of_nobody(self, client: ServiceClient) -> None:
        path = f"/auth/users/{uuid.uuid4()}/sessions"
        admin = await signed_in(client, "admin")
        assert refused(await client.get(path, headers=admin)) == (404, "user_not_found")
        assert refused(await client.delete(path, headers=admin)) == (404, "user_not_found")


class TestConfirmation:
    async def test_those_who_wait_for_their_turn_keep_no_connection_from_others(
        self, client: ServiceClient, owner: httpx.AsyncClient
    ) -> None:
        passwords = passwords_in(client)
        size = client.kit.settings.pool_size
        async with passwords.slot(), passwords.slot():
            asking = [asyncio.create_task(owner.post(CONFIRMATION, json={"password": PASSWORD})) for _ in range(size)]
            while passwords.waiting < size:
                await asyncio.sleep(0)
            in_use = client.kit.database.engine.pool.checkedout()  # type: ignore[attr-defined]  # a QueuePool
        assert {answer.status_code for answer in await asyncio.gather(*asking)} == {200}
        assert in_use == 0

    async def test_by_password_lets_credentials_be_changed_again(
        self, client: ServiceClient, owner: httpx.AsyncClient
    ) -> None:
        assert (await owner.post("/auth/account/totp")).status_code == 200
        await let_time_pass(client)
        assert refused(await owner.post("/auth/account/totp")) == (403, "confirmation_needed")
        answer = await owner.post(CONFIRMATION, json={"password": PASSWORD})
        assert answer.status_code == 200
        assert answer.json()["confirmedUntil"] == (await owner.get("/auth/account")).json()["confirmedUntil"]
        assert (await owner.post("/auth/account/totp")).status_code == 200

    async def test_by_passkey(self, client: ServiceClient, owner: httpx.AsyncClient) -> None:
        device = Authenticator()
        assert (await add_passkey(owner, {}, device)).status_code == 201
        await let_time_pass(client)
        challenge, options = await ask_passkey(owner)
        body = {"challenge": challenge, "passkey": device.get(options)}
        assert (await owner.post(CONFIRMATION, json=body)).status_code == 200
        assert (await owner.post("/auth/account/totp")).status_code == 200
        assert (await owner.post(CONFIRMATION, json=body)).status_code == 422

    async def test_somebody_elses_passkey_does_not(
        self, client: ServiceClient, owner: httpx.AsyncClient, account: Account
    ) -> None:
        device = Authenticator()
        assert (await add_passkey(client, await signed_in(client), device)).status_code == 201
        await let_time_pass(client)
        challenge, options = await ask_passkey(owner)
        answer = await owner.post(CONFIRMATION, json={"challenge": challenge, "passkey": device.get(options)})
        assert refused(answer) == (422, "passkey_refused")
        assert refused(await owner.post("/auth/account/totp")) == (403, "confirmation_needed")

    async def test_only_the_session_that_asks(
        self, client: ServiceClient, owner: httpx.AsyncClient, account: Account
    ) -> None:
        other = await bearer(client, account)
        await let_time_pass(client)
        assert (await owner.post(CONFIRMATION, json={"password": PASSWORD})).status_code == 200
        assert refused(await client.post("/auth/account/totp", headers=other)) == (403, "confirmation_needed")

    async def test_wrong_passwords_count_as_failed_logins(
        self, client: ServiceClient, owner: httpx.AsyncClient
    ) -> None:
        await let_time_pass(client)
        answers = [await owner.post(CONFIRMATION, json={"password": f"wrong {n}"}) for n in range(11)]
        assert [refused(answer) for answer in answers] == [(403, "wrong_password")] * 10 + [(429, "too_many_attempts")]
        assert refused(await owner.post("/auth/account/totp")) == (403, "confirmation_needed")
        async with browser(client, "192.0.2.1") as elsewhere:
            assert (await log_in(elsewhere, EMAIL)).status_code == 429

    async def test_refreshing_is_no_confirmation(self, client: ServiceClient, owner: httpx.AsyncClient) -> None:
        await let_time_pass(client)
        assert (await owner.post("/auth/tokens", json={"refresh": True})).status_code == 200
        assert refused(await owner.post("/auth/account/totp")) == (403, "confirmation_needed")

    async def test_within_fifteen_minutes_none_is_needed(self, client: ServiceClient, owner: httpx.AsyncClient) -> None:
        await let_time_pass(client, 14)
        assert (await owner.post("/auth/account/totp")).status_code == 200

    async def test_an_account_without_password(self, client: ServiceClient) -> None:
        headers = await signed_in(client)
        answer = await client.post(CONFIRMATION, json={"password": PASSWORD}, headers=headers)
        assert refused(answer) == (403, "wrong_password")

    @pytest.mark.parametrize(
        "body", [{}, {"password": ["a"]}, {"password": {"$ne": 1}}, {"password": 1}, {"passkey": {}}, [], "x", None]
    )
    async def test_bad_input(self, owner: httpx.AsyncClient, body: object) -> None:
        assert (await owner.post(CONFIRMATION, json=body)).status_code == 422

    async def test_not_from_another_sites_page(self, owner: httpx.AsyncClient) -> None:
        evil = {"Origin": "https://evil.example"}
        answer = await owner.post(CONFIRMATION, json={"password": PASSWORD}, headers=evil)
        assert refused(answer) == (403, "origin_mismatch")
