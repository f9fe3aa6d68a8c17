"""`/crm/jobs`: the work of customer relationships, for those who may see them."""

import pytest

from crm.app import app
from kit.tables import Job
from kit.testing import Start, Tokens


@pytest.mark.parametrize(("scopes", "status"), [((), 403), (("editor",), 403), (("admin",), 200)])
async def test_that_failed_are_told_to_those_who_may_see_them(
    start: Start, tokens: Tokens, scopes: tuple[str, ...], status: int
) -> None:
    client = await start(app)
    error = {"code": "internal_error", "detail": "The connection was lost."}
    async with client.kit.database.transaction() as session:
        session.add(Job(name="events.retry", queue="short", state="failed", args={}, max_attempts=5, error=error))
    answer = await client.get("/crm/jobs", headers=tokens.bearer(*scopes))
    assert answer.status_code == status
    if status == 200:
        assert [(job["name"], job["state"]) for job in answer.json()["results"]] == [("events.retry", "failed")]
