"""If-Match of auth's records: nobody changes or deletes what has changed since they read it."""

from typing import Any

import pytest

from kit.testing import ServiceClient
from tests.auth.factory import make_person, make_user


@pytest.fixture(params=["scopes", "people", "users", "schemas"])
async def address(
    request: pytest.FixtureRequest, client: ServiceClient, admin: dict[str, str], schema: dict[str, Any]
) -> str:
    """That of a record."""
    match request.param:
        case "scopes":
            body = {"name": "club", "description": "The members' pages."}
            identifier = (await client.post("/auth/scopes", json=body, headers=admin)).json()["id"]
        case "people":
            identifier = await make_person(client, "grace@example.org")
        case "users":
            identifier = (await make_user(client)).id
        case _:
            identifier = schema["id"]
    return f"/auth/{request.param}/{identifier}"


async def test_a_stale_version_deletes_nothing(client: ServiceClient, admin: dict[str, str], address: str) -> None:
    found = await client.get(address, headers=admin)
    tag = found.headers["ETag"]
    assert tag == f'"{found.json()["version"]}"'
    stale = await client.delete(address, headers={**admin, "If-Match": f'"{found.json()["version"] + 1}"'})
    assert (stale.status_code, stale.json()["code"]) == (412, "precondition_failed")
    assert (await client.get(address, headers=admin)).status_code == 200
    assert (await client.delete(address, headers={**admin, "If-Match": tag})).status_code == 204


async def test_a_scope_is_changed_as_it_was_read(client: ServiceClient, admin: dict[str, str]) -> None:
    body = {"name": "club", "description": "The members' pages."}
    made = await client.post("/auth/scopes", json=body, headers=admin)
    address, seen = f"/auth/scopes/{made.json()['id']}", {**admin, "If-Match": made.headers["ETag"]}
    changed = await client.put(address, json={**body, "description": "Theirs."}, headers=seen)
    assert changed.headers["ETag"] == f'"{changed.json()["version"]}"' == '"2"'
    stale = await client.put(address, json={**body, "description": "Mine."}, headers=seen)
    assert (stale.status_code, stale.json()["code"], stale.json()["version"]) == (412, "precondition_failed", 2)
    assert (await client.get(address, headers=admin)).json()["description"] == "Theirs."
