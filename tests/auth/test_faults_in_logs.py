"""What is logged when Postgres breaks in the middle of a statement: neither passwords nor addresses."""

from collections.abc import AsyncIterator

import httpx
import pytest
from sqlalchemy import text

from kit.logs import json_logging
from kit.testing import ServiceClient
from tests.auth.conftest import SETUP_CODE

PASSWORD = "nine brass cogwheels"
ADDRESS = "private.address@example.org"
SET_UP = {
    "code": SETUP_CODE,
    "siteName": "Engines of Note",
    "firstName": "Ada",
    "lastName": "Lovelace",
    "emailAddress": ADDRESS,
    "password": PASSWORD,
}


@pytest.fixture(
    params=[
        "RAISE EXCEPTION USING ERRCODE = 'io_error', MESSAGE = 'the disk is gone'",
        # Its details hold the whole row.
        "NEW.id = NULL",
        # Its message holds the value.
        "PERFORM NEW.password_hash::int",
        "PERFORM pg_terminate_backend(pg_backend_pid())",
    ],
    ids=["broken disk", "row refused", "value refused", "connection lost"],
)
async def fault(request: pytest.FixtureRequest, client: ServiceClient) -> AsyncIterator[str]:
    """Every new user meets it."""
    body = f"BEGIN {request.param}; RETURN NEW; END"
    async with client.kit.database.transaction() as session:
        await session.execute(text(f"CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"))
        await session.execute(
            text("CREATE TRIGGER breaks BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION break_down()")
        )
    yield str(request.param)
    async with client.kit.database.transaction() as session:
        await session.execute(text("DROP FUNCTION break_down CASCADE"))


async def test_no_fault_of_postgres_tells_a_secret(
    client: ServiceClient, visitor: httpx.AsyncClient, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with json_logging(client.kit.settings):
        answer = await visitor.post("/auth/setup", json=SET_UP)
    assert answer.status_code in {422, 500, 503}
    logs = capsys.readouterr().out
    if answer.status_code >= 500:
        assert '"trace"' in logs
    for secret in (PASSWORD, "argon2", ADDRESS, "Lovelace"):
        assert secret not in logs
        assert secret not in answer.text
