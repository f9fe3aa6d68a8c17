"""Schemas and profile data for tests, made through the API."""

from typing import Any

from kit.testing import ServiceClient
from tests.auth.factory import Account

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

Headers = dict[str, str]


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


async def make_data(
    client: ServiceClient, headers: Headers, schema: dict[str, Any], account: Account, data: dict[str, Any]
) -> dict[str, Any]:
    form = {"personId": str(account.person_id), "schemaId": schema["id"], "data": data}
    answer = await client.post(DATA, json=form, headers=headers)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made
