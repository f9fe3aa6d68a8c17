from crm.app import app
from kit.migrations import head_of
from kit.testing import Start


class TestStatus:
    async def test_is_under_its_own_prefix_and_schema(self, start: Start) -> None:
        client = await start(app)
        answer = (await client.get("/crm/internal/status")).json()
        assert (answer["service"], answer["schemaRevision"]) == ("crm", head_of("crm"))
        assert answer["dependencies"]["database"]["ok"]
