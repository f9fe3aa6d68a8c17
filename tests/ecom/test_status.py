from ecom.app import app
from kit.migrations import head_of
from kit.testing import Start


class TestStatus:
    async def test_is_under_its_own_prefix_and_schema(self, start: Start) -> None:
        client = await start(app)
        answer = (await client.get("/ecom/internal/status")).json()
        assert (answer["service"], answer["schemaRevision"]) == ("ecom", head_of("ecom"))
        assert answer["dependencies"]["database"]["ok"]
