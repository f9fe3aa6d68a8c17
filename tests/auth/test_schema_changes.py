"""What a change of a schema does to the data that there is."""

import asyncio
import uuid
from typing import Any

import pytest
from sqlalchemy import select

from auth.profiles.models import ProfileData
from kit.testing import ServiceClient
from tests.auth.factory import bearer, make_user, signed_in
from tests.auth.profiles import (
    ADDRESS,
    DATA,
    SCHEMAS,
    STRICTER,
    Headers,
    make_data,
    make_people,
    make_schema,
    schema_form,
)


class TestUpdate:
    async def test_changes_everything(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin)
        form = schema_form(STRICTER, name="Home", description="x", memberAccess="read")
        answer = await client.put(f"{SCHEMAS}/{made['id']}", json=form, headers={**admin, "If-Match": '"1"'})
        assert (answer.status_code, answer.headers["etag"]) == (200, '"2"')
        read = (await client.get(f"{SCHEMAS}/{made['id']}", headers=admin)).json()
        assert read == answer.json()
        assert {name: read[name] for name in form} == form

    async def test_of_another_version(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin)
        answer = await client.put(
            f"{SCHEMAS}/{made['id']}", json=schema_form(name="x"), headers={**admin, "If-Match": '"7"'}
        )
        assert (answer.status_code, answer.json()["version"]) == (412, 1)

    async def test_refuses_what_create_refuses(self, client: ServiceClient, admin: Headers) -> None:
        made = await make_schema(client, admin)
        await make_schema(client, admin, name="other")
        for form, status in ((schema_form({"type": "array"}), 422), (schema_form(name="other"), 409)):
            assert (await client.put(f"{SCHEMAS}/{made['id']}", json=form, headers=admin)).status_code == status
        missing = await client.put(f"{SCHEMAS}/{uuid.uuid4()}", json=schema_form(), headers=admin)
        assert (missing.status_code, missing.json()["code"]) == (404, "schema_not_found")


class TestChangeThatMakesDataInvalid:
    @pytest.fixture
    async def schema(self, client: ServiceClient, admin: Headers) -> dict[str, Any]:
        return await make_schema(client, admin)

    async def test_is_refused_with_what_would_be_invalid(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        ids = await make_people(
            client, admin, schema, {"town": "London"}, {"town": "Paris", "country": "FR"}, {"town": "Leeds", "age": 7}
        )
        answer = await client.put(f"{SCHEMAS}/{schema['id']}", json=schema_form(STRICTER), headers=admin)
        body = answer.json()
        assert (answer.status_code, body["code"], body["invalidCount"]) == (409, "data_would_be_invalid", 2)
        assert [row["profileDataId"] for row in body["invalid"]] == [ids[0], ids[2]]
        assert body["invalid"][0]["personName"] == "Number0 Person"
        assert body["invalid"][0]["errors"] == [{"field": "data.country", "detail": "Enter a value."}]
        read = (await client.get(f"{SCHEMAS}/{schema['id']}", headers=admin)).json()
        assert (read["schema"], read["version"]) == (ADDRESS, 1)

    async def test_the_preview_says_the_same_and_changes_nothing(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        await make_people(client, admin, schema, {"town": "London"}, {"town": "Paris", "country": "FR"})
        answer = await client.post(f"{SCHEMAS}/{schema['id']}/preview", json={"schema": STRICTER}, headers=admin)
        refused = await client.put(f"{SCHEMAS}/{schema['id']}", json=schema_form(STRICTER), headers=admin)
        assert answer.json() == {"total": 2, "invalidCount": 1, "invalid": refused.json()["invalid"]}
        looser = await client.post(
            f"{SCHEMAS}/{schema['id']}/preview", json={"schema": {"type": "object"}}, headers=admin
        )
        assert looser.json() == {"total": 2, "invalidCount": 0, "invalid": []}
        bad = await client.post(f"{SCHEMAS}/{schema['id']}/preview", json={"schema": {"type": 7}}, headers=admin)
        assert (bad.status_code, bad.json()["code"]) == (422, "schema_refused")

    async def test_goes_through_when_that_is_accepted(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        ids = await make_people(client, admin, schema, {"town": "London"}, {"town": "Paris", "country": "FR"})
        before = (await client.get(f"{DATA}/{ids[0]}", headers=admin)).json()
        form = schema_form(STRICTER, acceptInvalid=True)
        assert (await client.put(f"{SCHEMAS}/{schema['id']}", json=form, headers=admin)).status_code == 200
        assert (await client.get(f"{DATA}/{ids[0]}", headers=admin)).json() == {**before, "isValid": False}
        assert (await client.get(f"{DATA}/{ids[1]}", headers=admin)).json()["isValid"] is True

    async def test_of_a_supers_is_for_supers(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        owner = await make_user(client, "super", first_name="Grace", last_name="Hopper")
        await make_people(client, admin, schema, {"town": "London"})
        own = await make_data(client, await bearer(client, owner), schema, owner, {"town": "Turin"})
        path = f"{SCHEMAS}/{schema['id']}"
        for form in (schema_form(STRICTER), schema_form(STRICTER, acceptInvalid=True)):
            answer = await client.put(path, json=form, headers=admin)
            assert (answer.status_code, answer.json()["code"]) == (403, "concerns_super")
            assert answer.json()["errors"][0]["field"] == "schema"
            assert "(Grace Hopper)" in answer.json()["detail"]
        assert (await client.get(f"{DATA}/{own['id']}", headers=admin)).json()["isValid"] is True
        assert (await client.get(path, headers=admin)).json()["version"] == 1
        form = schema_form(STRICTER, acceptInvalid=True)
        assert (await client.put(path, json=form, headers=await signed_in(client, "super"))).status_code == 200
        assert (await client.get(f"{DATA}/{own['id']}", headers=admin)).json()["isValid"] is False

    async def test_of_supers_that_stays_valid_holds_nobody_up(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        owner = await make_user(client, "super")
        await make_data(client, await bearer(client, owner), schema, owner, {"town": "Turin", "country": "FR"})
        await make_people(client, admin, schema, {"town": "London"})
        form = schema_form(STRICTER, acceptInvalid=True)
        assert (await client.put(f"{SCHEMAS}/{schema['id']}", json=form, headers=admin)).status_code == 200

    async def test_counts_only_what_is_valid_now(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        (identifier,) = await make_people(client, admin, schema, {"town": "London"})
        path = f"{SCHEMAS}/{schema['id']}"
        await client.put(path, json=schema_form(STRICTER, acceptInvalid=True), headers=admin)
        still = {**STRICTER, "required": ["town", "country", "age"]}
        assert (await client.put(path, json=schema_form(still), headers=admin)).status_code == 200
        assert (await client.put(path, json=schema_form(ADDRESS), headers=admin)).status_code == 200
        assert (await client.get(f"{DATA}/{identifier}", headers=admin)).json()["isValid"] is True

    async def test_shows_twenty_and_counts_all(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        account = await make_user(client)
        await make_data(client, admin, schema, account, {"town": "London"})
        async with client.kit.database.transaction() as session:
            row = (await session.scalars(select(ProfileData))).one()
            for number in range(449):
                person = await make_user_row(client, number)
                session.add(ProfileData(person_id=person, schema_id=row.schema_id, data={"town": "Leeds"}))
        answer = await client.put(f"{SCHEMAS}/{schema['id']}", json=schema_form(STRICTER), headers=admin)
        assert (answer.json()["invalidCount"], len(answer.json()["invalid"])) == (450, 20)

    async def test_no_data_is_written_by_the_old_document_meanwhile(
        self, client: ServiceClient, admin: Headers, schema: dict[str, Any]
    ) -> None:
        """Whichever of the two comes first, what is marked as valid is valid."""
        accounts = [await make_user(client) for _ in range(6)]
        form = {"schemaId": schema["id"], "data": {"town": "London"}}
        change = client.put(f"{SCHEMAS}/{schema['id']}", json=schema_form(STRICTER, acceptInvalid=True), headers=admin)
        writes = [
            client.post(DATA, json={**form, "personId": str(account.person_id)}, headers=admin) for account in accounts
        ]
        answers = await asyncio.gather(*writes[:3], change, *writes[3:])
        assert {answer.status_code for answer in answers} <= {200, 201, 422}
        async with client.kit.database.reading() as session:
            rows = (await session.scalars(select(ProfileData))).all()
        assert len(rows) == sum(answer.status_code == 201 for answer in answers)
        assert not any(row.is_valid for row in rows)


async def make_user_row(client: ServiceClient, number: int) -> uuid.UUID:
    return (await make_user(client, email=f"crowd{number}@example.org")).person_id
