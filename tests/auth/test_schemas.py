"""Schemas: who sees and changes them, and what a change does to the data that there is."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from sqlalchemy import select, update

from auth.app import app
from auth.profiles.models import ProfileSchema
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start
from tests.auth.factory import bearer, make_user, signed_in
from tests.auth.profiles import ADDRESS, DATA, SCHEMAS, Headers, make_data, make_people, make_schema, schema_form
from tests.kit.calls import DEAD_REDIS


async def rename_in_the_database(client: ServiceClient, name: str) -> None:
    """Change what is stored behind the cache's back."""
    async with client.kit.database.transaction() as session:
        await session.execute(update(ProfileSchema).values(name=name))


class TestCreate:
    async def test_answers_what_was_made(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin, description=" Where people live. ", memberAccess="read")
        for generated in ("id", "createdAt", "updatedAt"):
            assert made.pop(generated)
        assert made == {
            "name": "Address",
            "description": "Where people live.",
            "schema": ADDRESS,
            "memberAccess": "read",
            "version": 1,
            "dataCount": 0,
        }

    async def test_is_nothing_for_members_unless_said_so(self, client: ServiceClient, admin: Headers) -> None:
        answer = await client.post(SCHEMAS, json=schema_form(), headers=admin)
        assert answer.json()["memberAccess"] == "none"

    async def test_keeps_the_order_of_the_fields(self, client: ServiceClient, admin: Headers) -> None:
        names = ["zebra", "a", "middle", "bb", "Z"]
        fields = {name: {"title": name, "type": "string"} for name in names}
        made = await make_schema(client, admin, {"type": "object", "properties": fields})
        read = (await client.get(f"{SCHEMAS}/{made['id']}", headers=admin)).json()
        assert [*read["schema"]["properties"]] == names
        assert [*read["schema"]["properties"]["zebra"]] == ["title", "type"]
        turned = {"type": "object", "properties": dict(reversed(fields.items()))}
        await client.put(f"{SCHEMAS}/{made['id']}", json=schema_form(turned), headers=admin)
        read = (await client.get(f"{SCHEMAS}/{made['id']}", headers=admin)).json()
        assert [*read["schema"]["properties"]] == names[::-1]

    async def test_a_name_that_is_taken(self, client: ServiceClient, admin: Headers) -> None:
        await make_schema(client, admin)
        answer = await client.post(SCHEMAS, json=schema_form(), headers=admin)
        assert (answer.status_code, answer.json()["code"]) == (409, "schema_taken")

    @pytest.mark.parametrize(
        ("changed", "where"),
        [
            ({"name": " "}, "name"),
            ({"name": "x" * 201}, "name"),
            ({"description": "x" * 2001}, "description"),
            ({"schema": None}, "schema"),
            ({"schema": True}, "schema"),
            ({"schema": "{}"}, "schema"),
            ({"schema": [ADDRESS]}, "schema"),
            ({"schema": {"type": "object", "$ref": "http://example.org/x"}}, "schema.$ref"),
            ({"schema": {"type": "object", "properties": {"__proto__": True}}}, "schema.properties.__proto__"),
            ({"schema": {"type": "object", "x": "y" * 66_000}}, "schema"),
            ({"memberAccess": "all"}, "memberAccess"),
            ({"memberAccess": None}, "memberAccess"),
            ({"acceptInvalid": True}, "acceptInvalid"),
            ({"dataCount": 7}, "dataCount"),
        ],
        ids=lambda value: str(value)[:50],
    )
    async def test_refuses_bad_input(
        self, client: ServiceClient, admin: Headers, changed: dict[str, Any], where: str
    ) -> None:
        answer = await client.post(SCHEMAS, json=schema_form(**changed), headers=admin)
        assert answer.status_code == 422
        assert where in {error["field"] for error in answer.json()["errors"]}
        assert (await client.get(SCHEMAS, headers=admin)).json()["total"] == 0

    @pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e400"])
    async def test_refuses_numbers_that_are_none(self, client: ServiceClient, admin: Headers, number: bytes) -> None:
        body = orjson.dumps(schema_form({"type": "object", "properties": {"a": {"maximum": "N"}}}))
        headers = {**admin, "Content-Type": "application/json"}
        answer = await client.post(SCHEMAS, content=body.replace(b'"N"', number), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_json")

    async def test_refuses_nesting_without_end(self, client: ServiceClient, admin: Headers) -> None:
        body = b'{"name":"x","schema":' + b'{"not":' * 20_000 + b"{}" + b"}" * 20_001
        answer = await client.post(SCHEMAS, content=body, headers={**admin, "Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_json")

    async def test_refuses_what_is_huge(self, client: ServiceClient, admin: Headers) -> None:
        answer = await client.post(SCHEMAS, json=schema_form({"type": "object", "x": "y" * 300_000}), headers=admin)
        assert answer.status_code == 413

    async def test_is_written_down(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin)
        async with client.kit.database.reading() as session:
            (entry,) = await session.scalars(select(AuditEntry).where(AuditEntry.action == "schema.created"))
        assert (str(entry.subject_id), entry.subject_name) == (made["id"], "Address")


class TestRead:
    async def test_administrators_see_all_with_how_much_data_there_is(
        self, client: ServiceClient, admin: Headers
    ) -> None:
        first = await make_schema(client, admin, name="B", memberAccess="none")
        await make_schema(client, admin, name="A")
        await make_people(client, admin, first, {"town": "London"}, {"town": "Paris"})
        body = (await client.get(SCHEMAS, headers=admin)).json()
        assert [(row["name"], row["dataCount"]) for row in body["results"]] == [("A", 0), ("B", 2)]
        assert (await client.get(f"{SCHEMAS}/{first['id']}", headers=admin)).json()["dataCount"] == 2
        found = (await client.get(f"{SCHEMAS}?q=b&sort=-createdAt", headers=admin)).json()
        assert [row["name"] for row in found["results"]] == ["B"]

    async def test_members_see_those_that_are_for_them(self, client: ServiceClient, admin: Headers) -> None:
        made = {
            access: await make_schema(client, admin, name=access, memberAccess=access)
            for access in ("none", "read", "write")
        }
        member = await signed_in(client)
        body = (await client.get(SCHEMAS, headers=member)).json()
        assert [(row["name"], row["dataCount"]) for row in body["results"]] == [("read", None), ("write", None)]
        for access, status in (("none", 404), ("read", 200), ("write", 200)):
            # Twice, the second time from the cache, once an administrator has filled it too.
            await client.get(f"{SCHEMAS}/{made[access]['id']}", headers=admin)
            for _ in range(2):
                answer = await client.get(f"{SCHEMAS}/{made[access]['id']}", headers=member)
                assert answer.status_code == status
                assert answer.json().get("dataCount") is None

    async def test_one_that_is_missing(self, client: ServiceClient, admin: Headers) -> None:
        for headers in (admin, await signed_in(client)):
            answer = await client.get(f"{SCHEMAS}/{uuid.uuid4()}", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "schema_not_found")
        assert (await client.get(f"{SCHEMAS}/x", headers=admin)).status_code == 422


class TestCache:
    """By id a schema is kept for 30 seconds, and every write has it read anew."""

    async def name(self, client: ServiceClient, schema: dict[str, Any], headers: Headers) -> str:
        return str((await client.get(f"{SCHEMAS}/{schema['id']}", headers=headers)).json()["name"])

    async def test_keeps_each_for_half_a_minute(self, client: ServiceClient, admin: Headers) -> None:
        first, second = await make_schema(client, admin, name="A"), await make_schema(client, admin, name="B")
        assert [await self.name(client, schema, admin) for schema in (first, second)] == ["A", "B"]
        keys = [
            key async for key in client.kit.redis.client.scan_iter("cache:auth:schema:*") if b"generation" not in key
        ]
        assert len(keys) == 2
        for key in keys:
            assert 25 < await client.kit.redis.client.ttl(key) <= 30
        async with client.kit.database.transaction() as session:
            await session.execute(update(ProfileSchema).values(description="changed behind the cache's back"))
        assert (await client.get(f"{SCHEMAS}/{first['id']}", headers=admin)).json()["description"] == ""

    @pytest.mark.parametrize("write", ["create", "update", "delete", "add data", "delete data"])
    async def test_every_write_clears_all_of_it(self, client: ServiceClient, admin: Headers, write: str) -> None:
        kept, other = await make_schema(client, admin, name="kept"), await make_schema(client, admin, name="other")
        account = await make_user(client)
        data = await make_data(client, admin, other, await make_user(client), {"town": "London"})
        assert await self.name(client, kept, admin) == "kept"
        async with client.kit.database.transaction() as session:
            await session.execute(
                update(ProfileSchema).where(ProfileSchema.id == uuid.UUID(kept["id"])).values(name="changed")
            )
        assert await self.name(client, kept, admin) == "kept"
        form = {"personId": str(account.person_id), "schemaId": other["id"], "data": {"town": "Paris"}}
        answer = await {
            "create": lambda: client.post(SCHEMAS, json=schema_form(name="new"), headers=admin),
            "update": lambda: client.put(f"{SCHEMAS}/{other['id']}", json=schema_form(), headers=admin),
            "delete": lambda: client.delete(f"{SCHEMAS}/{other['id']}?with-data=true", headers=admin),
            "add data": lambda: client.post(DATA, json=form, headers=admin),
            "delete data": lambda: client.delete(f"{DATA}/{data['id']}", headers=admin),
        }[write]()
        assert answer.is_success
        assert await self.name(client, kept, admin) == "changed"

    async def test_a_write_that_fails_clears_nothing(self, client: ServiceClient, admin: Headers) -> None:
        kept = await make_schema(client, admin, name="kept")
        await self.name(client, kept, admin)
        await rename_in_the_database(client, "changed")
        assert (await client.post(SCHEMAS, json=schema_form({"type": "array"}), headers=admin)).status_code == 422
        assert await self.name(client, kept, admin) == "kept"

    async def test_does_without_redis(self, start: Start) -> None:
        client = await start(app, mounts={"http://auth.test": app}, setup_code="x", redis_url=DEAD_REDIS)
        admin = await signed_in(client, "admin")
        schema = await make_schema(client, admin, name="first")
        await rename_in_the_database(client, "second")
        assert await self.name(client, schema, admin) == "second"


class TestDelete:
    async def test_without_data(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin)
        assert (await client.delete(f"{SCHEMAS}/{made['id']}", headers=admin)).status_code == 204
        assert (await client.get(f"{SCHEMAS}/{made['id']}", headers=admin)).status_code == 404

    async def test_with_data_only_when_that_is_said(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin)
        (identifier,) = await make_people(client, admin, made, {"town": "London"})
        answer = await client.delete(f"{SCHEMAS}/{made['id']}", headers=admin)
        assert (answer.status_code, answer.json()["code"], answer.json()["dataCount"]) == (409, "schema_in_use", 1)
        assert (await client.get(f"{DATA}/{identifier}", headers=admin)).status_code == 200
        assert (await client.delete(f"{SCHEMAS}/{made['id']}?with-data=true", headers=admin)).status_code == 204
        assert (await client.get(f"{DATA}/{identifier}", headers=admin)).status_code == 404

    async def test_data_of_a_super_goes_only_by_a_super(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin)
        owner, path = await make_user(client, "super"), f"{SCHEMAS}/{made['id']}?with-data=true"
        await make_people(client, admin, made, {"town": "London"})
        await make_data(client, await bearer(client, owner), made, owner, {"town": "Turin"})
        answer = await client.delete(path, headers=admin)
        assert (answer.status_code, answer.json()["code"]) == (403, "concerns_super")
        assert "(Ada Lovelace)" in answer.json()["detail"]
        assert (await client.get(f"{SCHEMAS}/{made['id']}", headers=admin)).json()["dataCount"] == 2
        assert (await client.delete(path, headers=await bearer(client, owner))).status_code == 204

    async def test_of_one_that_is_not_there(self, client: ServiceClient, admin: Headers) -> None:
        assert (await client.delete(f"{SCHEMAS}/{uuid.uuid4()}", headers=admin)).status_code == 404


async def test_an_api_token_does_what_its_scopes_allow(client: ServiceClient) -> None:
    account = await make_user(client, "super")
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    form = {"name": "x", "scopes": ["admin"], "expiresAt": tomorrow.isoformat()}
    made = await client.post("/auth/account/api-tokens", json=form, headers=await bearer(client, account))
    headers = {"Authorization": f"Bearer {made.json()['token']}"}
    assert (await make_schema(client, headers))["name"] == "Address"
