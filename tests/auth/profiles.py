"""Schemas and profile data for tests, made through the API."""

from typing import Any

from kit.testing import ServiceClient
from tests.auth.factory import Account, make_user

SCHEMAS = "/auth/schemas"
DATA = "/auth/profile-data"

ADDRESS: dict[str, Any] = {
    "type": "object",
    "required": ["town"],
    "properties": {
        "town": {"type": "string", "title": "Town", "maxLength": 40},
        "country": {"type": "string", "enum": ["GB", "FR"]},
        "age": {"type": "integer", "minimum": 0},
    },
    "additionalProperties": False,
}

STRICTER = {**ADDRESS, "required": ["town", "country"]}
"""The same, asking for more."""

LONDON = {"town": "London"}
PARIS = {"town": "Paris", "country": "FR"}

Headers = dict[str, str]


def whole(**members: Any) -> dict[str, Any]:
    return {"type": "object", **members}


def field(schema: Any) -> dict[str, Any]:
    """A schema with one field ``a``."""
    return whole(properties={"a": schema})


def schema_form(document: dict[str, Any] | None = None, **changed: Any) -> dict[str, Any]:
    return {"name": "Address", "schema": ADDRESS if document is None else document, **changed}


async def make_schema(
    client: ServiceClient, headers: Headers, document: dict[str, Any] | None = None, **changed: Any
) -> dict[str, Any]:
    """A schema that members may write by, unless said otherwise."""
    form = schema_form(document, **{"memberAccess": "write", **changed})
    answer = await client.post(SCHEMAS, json=form, headers=headers)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def data_form(schema: dict[str, Any], account: Account, data: object = LONDON, **changed: Any) -> dict[str, Any]:
    return {"personId": str(account.person_id), "schemaId": schema["id"], "data": data, **changed}


async def make_data(
    client: ServiceClient, headers: Headers, schema: dict[str, Any], account: Account, data: dict[str, Any]
) -> dict[str, Any]:
    answer = await client.post(DATA, json=data_form(schema, account, data), headers=headers)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def make_people(
    client: ServiceClient, admin: Headers, schema: dict[str, Any], *data: dict[str, Any]
) -> list[str]:
    """Data of as many new people; the ids of the data."""
    made = []
    for number, entry in enumerate(data):
        account = await make_user(client, first_name=f"Number{number}", last_name="Person")
        made.append((await make_data(client, admin, schema, account, entry))["id"])
    return made


async def set_access(client: ServiceClient, admin: Headers, schema: dict[str, Any], access: str) -> None:
    answer = await client.put(f"{SCHEMAS}/{schema['id']}", json=schema_form(memberAccess=access), headers=admin)
    assert answer.status_code == 200
