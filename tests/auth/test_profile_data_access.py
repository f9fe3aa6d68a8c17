"""Who may read and change whose profile data."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.factory import Account, bearer, make_user, signed_in
from tests.auth.profiles import DATA, LONDON, PARIS, SCHEMAS, Headers, data_form, make_data, set_access


class TestOwn:
    """What people may do with their own data is what the schema says."""

    @pytest.mark.parametrize(
        ("access", "read", "listed", "create", "update", "delete"),
        [
            ("none", 404, 0, 422, 404, 404),
            ("read", 200, 1, 403, 403, 403),
            ("write", 200, 1, 201, 200, 204),
        ],
    )
    async def test_follows_member_access(
        self,
        client: ServiceClient,
        admin: Headers,
        schema: dict[str, Any],
        member: Account,
        access: str,
        read: int,
        listed: int,
        create: int,
        update: int,
        delete: int,
    ) -> None:
        headers, newcomer = await bearer(client, member), await make_user(client)
        made = await make_data(client, admin, schema, member, LONDON)
        await set_access(client, admin, schema, access)
        path = f"{DATA}/{made['id']}"
        assert (await client.get(path, headers=headers)).status_code == read
        mine = await client.get(f"/auth/people/{member.person_id}/profile-data", headers=headers)
        assert (mine.status_code, mine.json()["total"]) == (200, listed)
        created = await client.post(DATA, json=data_form(schema, newcomer), headers=await bearer(client, newcomer))
        assert created.status_code == create
        assert (await client.put(path, json={"data": PARIS}, headers=headers)).status_code == update
        assert (await client.delete(path, headers=headers)).status_code == delete
        kept = await client.get(path, headers=admin)
        assert kept.status_code == (404 if delete == 204 else 200)
        if kept.status_code == 200:
            assert kept.json()["data"] == LONDON

    async def test_what_may_only_be_read_says_so(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        await set_access(client, admin, schema, "read")
        answer = await client.post(DATA, json=data_form(schema, member), headers=await bearer(client, member))
        assert (answer.status_code, answer.json()["code"]) == (403, "profile_data_read_only")

    async def test_a_schema_for_nobody_is_as_if_it_were_not_there(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        await set_access(client, admin, schema, "none")
        headers = await bearer(client, member)
        hidden = await client.post(DATA, json=data_form(schema, member), headers=headers)
        missing = await client.post(DATA, json=data_form(schema, member, schemaId=str(uuid.uuid4())), headers=headers)
        same = ("code", "detail", "errors")
        assert {name: hidden.json()[name] for name in same} == {name: missing.json()[name] for name in same}

    async def test_by_an_api_token(self, client: ServiceClient, schema: dict[str, Any], member: Account) -> None:
        wish = {"name": "x", "scopes": [], "expiresAt": (datetime.now(UTC) + timedelta(days=1)).isoformat()}
        token = await client.post("/auth/account/api-tokens", json=wish, headers=await bearer(client, member))
        headers = {"Authorization": f"Bearer {token.json()['token']}"}
        assert (await client.post(DATA, json=data_form(schema, member), headers=headers)).status_code == 201


class TestSomebodyElses:
    async def test_is_nobodys_business(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, LONDON)
        for scopes in ((), ("editor",), ("crm:read", "crm:write")):
            headers = await signed_in(client, *scopes)
            for identifier in (made["id"], uuid.uuid4()):
                path = f"{DATA}/{identifier}"
                for answer in (
                    await client.get(path, headers=headers),
                    await client.put(path, json={"data": PARIS}, headers=headers),
                    await client.delete(path, headers=headers),
                ):
                    assert (answer.status_code, answer.json()["code"]) == (404, "profile_data_not_found")
            for person in (member.person_id, uuid.uuid4()):
                answer = await client.get(f"/auth/people/{person}/profile-data", headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
                body = {"personId": str(person), "schemaId": schema["id"], "data": LONDON}
                assert (await client.post(DATA, json=body, headers=headers)).status_code == 403
            for path in (DATA, f"{SCHEMAS}/{schema['id']}/profile-data", f"{DATA}?person-id={member.person_id}"):
                assert (await client.get(path, headers=headers)).status_code == 403
        assert (await client.get(f"{DATA}/{made['id']}", headers=admin)).json()["data"] == LONDON

    async def test_is_nothing_for_visitors(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, LONDON)
        for method, path in (
            ("GET", DATA),
            ("POST", DATA),
            ("GET", f"{DATA}/{made['id']}"),
            ("PUT", f"{DATA}/{made['id']}"),
            ("DELETE", f"{DATA}/{made['id']}"),
            ("GET", f"/auth/people/{member.person_id}/profile-data"),
            ("GET", f"{SCHEMAS}/{schema['id']}/profile-data"),
        ):
            assert (await client.request(method, path)).status_code == 401

    async def test_administrators_read_and_change_it_whatever_members_may(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        await set_access(client, admin, schema, "none")
        made = await make_data(client, admin, schema, member, LONDON)
        path = f"{DATA}/{made['id']}"
        assert (await client.put(path, json={"data": PARIS}, headers=admin)).json()["data"] == PARIS
        assert (await client.get(path, headers=admin)).json()["version"] == 2
        assert (await client.delete(path, headers=admin)).status_code == 204

    async def test_that_of_a_super_needs_super(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        owner = await make_user(client, "super", "editor")
        theirs, others = await bearer(client, owner), await signed_in(client, "super")
        refused = await client.post(DATA, json=data_form(schema, owner), headers=admin)
        assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
        made = await make_data(client, theirs, schema, owner, LONDON)
        path = f"{DATA}/{made['id']}"
        assert (await client.get(path, headers=admin)).status_code == 200
        assert (await client.put(path, json={"data": PARIS}, headers=admin)).status_code == 403
        assert (await client.delete(path, headers=admin)).status_code == 403
        assert (await client.get(path, headers=admin)).json()["data"] == LONDON
        assert (await client.put(path, json={"data": PARIS}, headers=others)).status_code == 200
        assert (await client.delete(path, headers=theirs)).status_code == 204

    async def test_what_administrators_do_to_it_is_written_down(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, LONDON)
        path, own = f"{DATA}/{made['id']}", await bearer(client, member)
        await client.put(path, json={"data": PARIS}, headers=own)
        await client.put(path, json={"data": LONDON}, headers=admin)
        await client.delete(path, headers=admin)
        async with client.kit.database.reading() as session:
            query = select(AuditEntry).where(AuditEntry.action.startswith("profile_data.")).order_by(AuditEntry.at)
            entries = (await session.scalars(query)).all()
        assert [entry.action for entry in entries] == [
            "profile_data.created",
            "profile_data.updated",
            "profile_data.deleted",
        ]
        assert {entry.subject_id for entry in entries} == {member.person_id}
        assert "London" not in repr([entry.details for entry in entries])
