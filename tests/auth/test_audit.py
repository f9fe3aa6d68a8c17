"""The audit log: what was done to identities, and by whom."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from auth.audit.service import Subject, record
from kit.audit import KEPT, AuditEntry
from kit.auth import Principal
from kit.delivery import tidy
from kit.testing import ServiceClient
from tests.auth.factory import DEVICE, PASSWORD, Account, bearer, make_person, make_user

GRACE = {"firstName": "Grace", "lastName": "Hopper", "emailAddress": "grace@example.org", "timezone": "UTC"}


@pytest.fixture
async def admin(client: ServiceClient) -> Account:
    return await make_user(client, "admin", first_name="Ada", last_name="Lovelace")


@pytest.fixture
async def headers(client: ServiceClient, admin: Account) -> dict[str, str]:
    return await bearer(client, admin)


async def entries(client: ServiceClient, headers: dict[str, str], query: str = "") -> list[dict[str, Any]]:
    answer = await client.get(f"/auth/audit-log?limit=100&sort=at&{query}", headers=headers)
    assert answer.status_code == 200
    results: list[dict[str, Any]] = answer.json()["results"]
    assert answer.json()["total"] == len(results)
    return results


async def write(client: ServiceClient, action: Any, actor: uuid.UUID | None, subject: uuid.UUID) -> None:
    async with client.kit.database.transaction() as session:
        await record(session, actor, action, subject=Subject("user", subject, "Grace Hopper"), device=DEVICE)


async def test_has_the_address_that_the_principal_has(client: ServiceClient, admin: Account) -> None:
    principal = Principal(str(admin.id), "", "", frozenset(), "UTC", address="192.0.2.7")
    async with client.kit.database.transaction() as session:
        await record(session, principal, "user.disabled", subject=Subject("user", uuid.uuid4(), "G" * 500))
    async with client.kit.database.transaction() as session:
        [entry] = await session.scalars(select(AuditEntry).where(AuditEntry.action == "user.disabled"))
        assert (entry.actor_id, entry.actor_name, entry.address) == (admin.id, "Ada Lovelace", "192.0.2.7")


class TestList:
    async def test_says_who_did_what_to_whom(
        self, client: ServiceClient, admin: Account, headers: dict[str, str]
    ) -> None:
        account = await make_user(client, "editor", first_name="Grace", last_name="Hopper")
        await client.put(f"/auth/users/{account.id}/scopes", json=["crm:read"], headers=headers)
        [entry] = await entries(client, headers)
        assert entry.pop("id")
        assert entry.pop("at")
        assert entry == {
            "action": "user.scopes_changed",
            "actorId": str(admin.id),
            "actorName": "Ada Lovelace",
            "address": "127.0.0.1",
            "subjectType": "user",
            "subjectId": str(account.id),
            "subjectName": "Grace Hopper",
            "details": {"given": ["crm:read"], "taken": ["editor"]},
        }

    async def test_keeps_names_of_those_who_are_gone(self, client: ServiceClient, headers: dict[str, str]) -> None:
        gone = await make_user(client, "admin", first_name="Alan", last_name="Turing")
        person = await make_person(client, "grace@example.org")
        await client.delete(f"/auth/people/{person}", headers=await bearer(client, gone))
        await client.delete(f"/auth/people/{gone.person_id}", headers=headers)
        told = [(x["action"], x["actorName"], x["subjectName"]) for x in await entries(client, headers)]
        assert told == [
            ("person.deleted", "Alan Turing", "Grace Hopper"),
            ("user.deleted", "Ada Lovelace", "Alan Turing"),
            ("person.deleted", "Ada Lovelace", "Alan Turing"),
        ]

    async def test_is_newest_first_paged_and_filtered(
        self, client: ServiceClient, admin: Account, headers: dict[str, str]
    ) -> None:
        other = uuid.uuid4()
        await write(client, "login", admin.id, admin.id)
        await write(client, "password.changed", None, other)
        await write(client, "user.disabled", admin.id, other)

        async def actions(query: str) -> list[str]:
            body = (await client.get(f"/auth/audit-log?{query}", headers=headers)).json()
            return [entry["action"] for entry in body["results"]]

        assert await actions("") == ["user.disabled", "password.changed", "login"]
        assert await actions("limit=1&start=1") == ["password.changed"]
        assert await actions("action=login") == ["login"]
        assert await actions(f"user-id={other}") == ["user.disabled", "password.changed"]
        assert await actions(f"user-id={admin.id}") == ["user.disabled", "login"]
        assert await actions(f"user-id={admin.id}&action=user.disabled") == ["user.disabled"]
        assert await actions(f"user-id={uuid.uuid4()}") == []

    async def test_without_an_actor(self, client: ServiceClient, headers: dict[str, str]) -> None:
        await write(client, "reset.requested", None, uuid.uuid4())
        [entry] = await entries(client, headers)
        assert (entry["actorId"], entry["actorName"]) == (None, None)

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ("action=unheard-of", "action.0"),
            ("user-id=me", "user-id"),
            ("sort=details", "sort"),
            ("limit=101", "limit"),
            ("start=-1", "start"),
        ],
    )
    async def test_refuses_bad_queries(
        self, client: ServiceClient, headers: dict[str, str], query: str, field: str
    ) -> None:
        answer = await client.get(f"/auth/audit-log?{query}", headers=headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


class TestWritten:
    async def test_for_everything_that_administrators_do(self, client: ServiceClient, headers: dict[str, str]) -> None:
        created = await client.post("/auth/users", json={"person": GRACE, "scopes": "editor"}, headers=headers)
        user = created.json()
        path, person = f"/auth/users/{user['id']}", f"/auth/people/{user['personId']}"
        scope = (await client.post("/auth/scopes", json={"name": "club"}, headers=headers)).json()
        await client.put(f"/auth/scopes/{scope['id']}", json={"name": "society"}, headers=headers)
        await client.delete(f"/auth/scopes/{scope['id']}", headers=headers)
        for state in ("disabled", "active"):
            await client.put(path, json={"state": state}, headers=headers)
        await client.put(person, json={**GRACE, "firstName": "G.", "timezone": "Europe/Paris"}, headers=headers)
        await client.delete(path, headers=headers)
        await client.delete(person, headers=headers)
        told = [(x["action"], x["subjectName"], x["details"]) for x in await entries(client, headers)]
        assert told == [
            ("person.created", "Grace Hopper", {}),
            ("user.created", "Grace Hopper", {"scopes": ["editor"]}),
            ("scope.created", "club", {}),
            ("scope.updated", "society", {"before": "club", "requiresSecondFactor": False}),
            ("scope.deleted", "society", {}),
            ("user.disabled", "Grace Hopper", {}),
            ("user.enabled", "Grace Hopper", {}),
            ("person.updated", "G. Hopper", {"changed": ["firstName", "timezone"]}),
            ("user.deleted", "G. Hopper", {"scopes": ["editor"]}),
            ("person.deleted", "G. Hopper", {}),
        ]

    async def test_not_for_what_was_refused(self, client: ServiceClient, headers: dict[str, str]) -> None:
        account = await make_user(client, "super", password=PASSWORD)
        await client.put(f"/auth/users/{account.id}", json={"state": "disabled"}, headers=headers)
        await client.put(f"/auth/users/{account.id}/scopes", json=["super"], headers=headers)
        await client.post("/auth/users", json={"person": GRACE, "scopes": ["super"]}, headers=headers)
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(AuditEntry)) == 0

    async def test_and_kept_for_two_years(self, client: ServiceClient, headers: dict[str, str]) -> None:
        for action, age in (
            ("user.deleted", KEPT + timedelta(days=1)),
            ("user.created", KEPT - timedelta(days=1)),
        ):
            await write(client, action, None, uuid.uuid4())
            async with client.kit.database.transaction() as session:
                written = AuditEntry.action == action
                await session.execute(update(AuditEntry).where(written).values(at=func.now() - age))
        await tidy(client.kit.database)
        assert [entry["action"] for entry in await entries(client, headers)] == ["user.created"]

    async def test_never_with_a_password(self, client: ServiceClient, headers: dict[str, str]) -> None:
        form = {"person": GRACE, "password": "nine brass cogwheels"}
        assert (await client.post("/auth/users", json=form, headers=headers)).status_code == 201
        log = await client.get("/auth/audit-log", headers=headers)
        assert "cogwheels" not in log.text
        assert "argon2" not in log.text
