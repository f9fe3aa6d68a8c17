"""`/auth/jobs`: the work of accounts, for administrators."""

import pytest

from kit.tables import Job
from kit.testing import ServiceClient
from tests.auth.factory import signed_in


@pytest.mark.parametrize(("scopes", "status"), [((), 403), (("editor",), 403), (("admin",), 200)])
async def test_that_failed_are_told_to_administrators(
    client: ServiceClient, scopes: tuple[str, ...], status: int
) -> None:
    error = {"code": "internal_error", "detail": "The connection was lost."}
    async with client.kit.database.transaction() as session:
        session.add(Job(name="auth.purge", queue="short", state="failed", args={}, max_attempts=5, error=error))
    answer = await client.get("/auth/jobs", headers=await signed_in(client, *scopes))
    assert answer.status_code == status
    if status == 200:
        assert [(job["name"], job["state"]) for job in answer.json()["results"]] == [("auth.purge", "failed")]
