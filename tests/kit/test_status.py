import pytest
from sqlalchemy import text

from kit.migrations import head_of
from kit.testing import ServiceClient, Start
from tests.kit.service import app


class TestHealth:
    async def test_needs_nothing(self, start: Start) -> None:
        client = await start(app, database_url="postgresql://crm@127.0.0.1:1/x", redis_url="redis://127.0.0.1:1")
        answer = await client.get("/crm/internal/health")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


class TestReady:
    async def test_is_what_finds_its_tables(self, client: ServiceClient) -> None:
        assert (await client.get("/crm/internal/ready")).status_code == 200

    async def test_is_nothing_without_a_database_until_there_was_one(self, start: Start) -> None:
        client = await start(app, database_url="postgresql://crm@127.0.0.1:1/x")
        answer = await client.get("/crm/internal/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")

    @pytest.mark.parametrize(("found", "status"), [("0001", 503), ("9999", 200)])
    async def test_is_nothing_beside_tables_of_an_older_release(
        self, client: ServiceClient, found: str, status: int
    ) -> None:
        async with client.kit.database.transaction() as session:
            before = await session.scalar(text("SELECT version_num FROM alembic_version"))
            await session.execute(text("UPDATE alembic_version SET version_num = :found"), {"found": found})
        try:
            assert (await client.get("/crm/internal/ready")).status_code == status
        finally:
            async with client.kit.database.transaction() as session:
                await session.execute(text("UPDATE alembic_version SET version_num = :before"), {"before": before})


class TestStatus:
    async def test_tells_how_everything_is(self, client: ServiceClient) -> None:
        answer = (await client.get("/crm/internal/status")).json()
        dependencies = answer.pop("dependencies")
        assert answer == {
            "service": "crm",
            "version": "development",
            "schemaRevision": head_of("crm"),
            "queueDepth": 0,
            "failedEvents": 0,
            "waitingEvents": 0,
            "thingCount": 0,
        }
        assert {name: state["ok"] for name, state in dependencies.items()} == {"database": True, "redis": True}
        assert all(state["latencyMs"] >= 0 for state in dependencies.values())

    async def test_counts_what_waits(self, start: Start, tokens) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        await client.post("/crm/things/jobs", headers={**tokens.bearer(), "Prefer": "respond-async"})
        answer = (await client.get("/crm/internal/status")).json()
        assert answer["queueDepth"] == 1

    async def test_answers_without_its_dependencies(self, start: Start) -> None:
        client = await start(app, database_url="postgresql://crm@127.0.0.1:1/x", redis_url="redis://127.0.0.1:1")
        answer = await client.get("/crm/internal/status")
        assert (answer.status_code, answer.json()["schemaRevision"]) == (200, None)
        assert {name: state["ok"] for name, state in answer.json()["dependencies"].items()} == {
            "database": False,
            "redis": False,
        }

    async def test_tells_no_secrets(self, client: ServiceClient) -> None:
        text = (await client.get("/crm/internal/status")).text
        settings = client.kit.settings
        for secret in (settings.database_url, settings.redis_url):
            assert secret.get_secret_value() not in text
