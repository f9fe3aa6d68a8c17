"""`GET /auth/internal/status`."""

from kit.testing import ServiceClient
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import make_person, make_user


async def test_counts_users(client: ServiceClient) -> None:
    assert (await client.get("/auth/internal/status")).json()["userCount"] == 0
    await make_user(client)
    await make_person(client, "grace@example.org")
    answer = await client.get("/auth/internal/status")
    assert answer.json()["userCount"] == 1
    assert SETUP_CODE not in answer.text
