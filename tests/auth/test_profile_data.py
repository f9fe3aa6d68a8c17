"""Profile data: what it has to be, and who may read and change whose."""

import asyncio
import uuid
from typing import Any

import pytest

from auth.people.models import Person
from auth.profiles.impact import impact_of
from auth.profiles.repository import SchemaRepository
from kit.testing import ServiceClient
from tests.auth.factory import Account, bearer, make_person, make_user
from tests.auth.profiles import DATA, LONDON, PARIS, SCHEMAS, Headers, data_form, make_data, make_schema, schema_form
from tests.waiting_transactions import until_somebody_waits


class TestCreate:
    async def test_answers_what_was_made(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, PARIS)
        for generated in ("id", "createdAt", "updatedAt"):
            assert made.pop(generated)
        assert made == {
            "personId": str(member.person_id),
            "schemaId": schema["id"],
            "data": PARIS,
            "isValid": True,
            "version": 1,
        }

    async def test_of_a_person_without_a_user(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        person = await make_person(client, "grace@example.org")
        answer = await client.post(
            DATA, json={"personId": str(person), "schemaId": schema["id"], "data": LONDON}, headers=admin
        )
        assert answer.status_code == 201

    async def test_faults_are_told_with_their_place(
        self, client: ServiceClient, schema: dict[str, Any], member: Account
    ) -> None:
        data = {"country": "DE", "age": -1, "isAdmin": True}
        answer = await client.post(DATA, json=data_form(schema, member, data), headers=await bearer(client, member))
        assert (answer.status_code, answer.json()["code"]) == (422, "profile_data_invalid")
        found = {error["field"]: error["code"] for error in answer.json()["errors"]}
        assert found == {
            "data.town": "required",
            "data.country": "enum",
            "data.age": "minimum",
            "data.isAdmin": "additional_properties",
        }

    @pytest.mark.parametrize(
        ("data", "where"),
        [
            (None, "data"),
            ([], "data"),
            ("{}", "data"),
            (7, "data"),
            ({"town": 7}, "data.town"),
            ({"town": None}, "data.town"),
            ({"town": ["London"]}, "data.town"),
            ({"town": {"$ne": ""}}, "data.town"),
            ({"town": "x" * 41}, "data.town"),
            ({"town": "x" * 40_000}, "data"),
            ({"town": "x", "__proto__": {"isAdmin": True}}, "data.__proto__"),
            ({"town": "x", "age": {"constructor": {"prototype": 1}}}, "data.age.constructor"),
            ({"town": "x", "age": 1.5}, "data.age"),
            ({"town": "x", "age": True}, "data.age"),
            ({"town": "x", "age": [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]}, "data"),
        ],
        ids=lambda value: str(value)[:40],
    )
    async def test_refuses_bad_input(
        self, client: ServiceClient, schema: dict[str, Any], member: Account, data: object, where: str
    ) -> None:
        headers = await bearer(client, member)
        answer = await client.post(DATA, json=data_form(schema, member, data), headers=headers)
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == [where]
        mine = await client.get(f"/auth/people/{member.person_id}/profile-data", headers=headers)
        assert mine.json()["total"] == 0

    @pytest.mark.parametrize(
        "body",
        [
            b'{"town": "x", "age": NaN}',
            b'{"town": "x", "age": 1e400}',
            b'{"town": "\\u0000"}',
            b'{"town": "\\ud800"}',
            b'{"town": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        ],
        ids=["NaN", "1e400", "NUL", "lone surrogate", "bottomless"],
    )
    async def test_refuses_what_is_not_json(
        self, client: ServiceClient, schema: dict[str, Any], member: Account, body: bytes
    ) -> None:
        start = f'{{"personId": "{member.person_id}", "schemaId": "{schema["id"]}", "data": '.encode()
        headers = {**await bearer(client, member), "Content-Type": "application/json"}
        answer = await client.post(DATA, content=start + body + b"}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_json")

    async def test_refuses_what_is_huge(self, client: ServiceClient, schema: dict[str, Any], member: Account) -> None:
        body = data_form(schema, member, {"town": "x" * 200_000})
        assert (await client.post(DATA, json=body, headers=await bearer(client, member))).status_code == 413

    @pytest.mark.parametrize("name", ["id", "isValid", "version", "userId"])
    async def test_takes_nothing_else(
        self, client: ServiceClient, schema: dict[str, Any], member: Account, name: str
    ) -> None:
        body = data_form(schema, member, **{name: 1})
        answer = await client.post(DATA, json=body, headers=await bearer(client, member))
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == name

    async def test_a_pattern_bomb_does_not_go_off(self, client: ServiceClient, admin: Headers, member: Account) -> None:
        document = {"type": "object", "properties": {"a": {"pattern": "^(a+)+$"}, "b": {"pattern": "^(a|a)*$"}}}
        schema = await make_schema(client, admin, document)
        bomb = "a" * 14_000 + "!"
        body = data_form(schema, member, {"a": bomb, "b": bomb})
        answer = await client.post(DATA, json=body, headers=await bearer(client, member))
        assert [error["code"] for error in answer.json()["errors"]] == ["pattern", "pattern"]

    async def test_there_is_one_for_a_person_and_a_schema(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, LONDON)
        answer = await client.post(DATA, json=data_form(schema, member, PARIS), headers=await bearer(client, member))
        assert (answer.status_code, answer.json()["code"]) == (409, "profile_data_exists")
        assert answer.json()["profileDataId"] == made["id"]
        await make_data(client, admin, await make_schema(client, admin, name="Another"), member, LONDON)
        await make_data(client, admin, schema, await make_user(client), LONDON)

    async def test_of_nobody_and_by_nothing(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        for changed, code, detail in (
            ({"personId": str(uuid.uuid4())}, "person_unknown", "There is no such person."),
            ({"schemaId": str(uuid.uuid4())}, "schema_unknown", "There is no such schema."),
        ):
            answer = await client.post(DATA, json=data_form(schema, member, **changed), headers=admin)
            assert (answer.status_code, answer.json()["code"]) == (422, code)
            fault = answer.json()["errors"][0]
            assert (fault["field"], fault["detail"]) == (next(iter(changed)), detail)


class TestUpdate:
    async def test_replaces_the_data(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, PARIS)
        path, headers = f"{DATA}/{made['id']}", await bearer(client, member)
        answer = await client.put(path, json={"data": LONDON}, headers={**headers, "If-Match": '"1"'})
        assert (answer.status_code, answer.headers["etag"], answer.json()["data"]) == (200, '"2"', LONDON)
        late = await client.put(path, json={"data": PARIS}, headers={**headers, "If-Match": '"1"'})
        assert (late.status_code, late.json()["version"]) == (412, 2)
        assert (await client.get(path, headers=headers)).json()["data"] == LONDON

    async def test_judges_by_the_schema_as_it_is_now(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, LONDON)
        stricter = {"type": "object", "required": ["town", "country"]}
        body = schema_form(stricter, memberAccess="write", acceptInvalid=True)
        await client.put(f"{SCHEMAS}/{schema['id']}", json=body, headers=admin)
        path, headers = f"{DATA}/{made['id']}", await bearer(client, member)
        assert (await client.get(path, headers=headers)).json()["isValid"] is False
        answer = await client.put(path, json={"data": LONDON}, headers=headers)
        assert [error["field"] for error in answer.json()["errors"]] == ["data.country"]
        answer = await client.put(path, json={"data": PARIS}, headers=headers)
        assert (answer.status_code, answer.json()["isValid"]) == (200, True)

    async def test_is_valid_whatever_a_change_of_the_schema_said_meanwhile(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        made = await make_data(client, admin, schema, member, LONDON)
        path, headers = f"{DATA}/{made['id']}", await bearer(client, member)
        async with client.kit.database.transaction() as session:
            row = await SchemaRepository(session).get_for_update(uuid.UUID(schema["id"]))
            row.document = {"type": "object", "required": ["town", "country"]}
            await (await impact_of(session, row.id, row.document)).apply(session)
            # It has read the data, and waits for what this transaction will say of its schema.
            writing = asyncio.create_task(client.put(path, json={"data": PARIS}, headers=headers))
            await until_somebody_waits(session)
        assert (await writing).status_code == 200
        assert (await client.get(path, headers=headers)).json()["isValid"] is True

    @pytest.mark.parametrize("name", ["personId", "schemaId", "isValid", "id"])
    async def test_gives_it_to_nobody_else(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account, name: str
    ) -> None:
        made = await make_data(client, admin, schema, member, LONDON)
        body = {"data": PARIS, name: str(uuid.uuid4())}
        answer = await client.put(f"{DATA}/{made['id']}", json=body, headers=await bearer(client, member))
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == name


class TestLists:
    async def test_by_schema_and_person(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
    ) -> None:
        other_schema, other = await make_schema(client, admin, name="Other"), await make_user(client)
        ids = [
            (await make_data(client, admin, by, of, LONDON))["id"]
            for by, of in ((schema, member), (schema, other), (other_schema, member))
        ]

        async def found(path: str) -> list[str]:
            answer = await client.get(path, headers=admin)
            assert answer.status_code == 200
            return [row["id"] for row in answer.json()["results"]]

        assert await found(DATA) == ids
        assert await found(f"{DATA}?schema-id={schema['id']}") == ids[:2]
        assert await found(f"{DATA}?person-id={member.person_id}") == [ids[0], ids[2]]
        assert await found(f"{DATA}?person-id={member.person_id}&schema-id={schema['id']}") == ids[:1]
        assert await found(f"{SCHEMAS}/{schema['id']}/profile-data") == ids[:2]
        assert await found(f"/auth/people/{member.person_id}/profile-data?sort=-createdAt") == [ids[2], ids[0]]
        assert await found(f"{DATA}?start=1&limit=1") == [ids[1]]

    async def test_of_what_is_not_there(self, client: ServiceClient, admin: Headers) -> None:
        for path in (f"/auth/people/{uuid.uuid4()}/profile-data", f"{SCHEMAS}/{uuid.uuid4()}/profile-data"):
            assert (await client.get(path, headers=admin)).status_code == 404
        assert (await client.get(f"{DATA}?schema-id=x", headers=admin)).status_code == 422


async def test_goes_with_its_person(
    client: ServiceClient, admin: Headers, schema: dict[str, Any], member: Account
) -> None:
    made = await make_data(client, admin, schema, member, LONDON)
    async with client.kit.database.transaction() as session:
        await session.delete(await session.get_one(Person, member.person_id))
    assert (await client.get(f"{DATA}/{made['id']}", headers=admin)).status_code == 404
