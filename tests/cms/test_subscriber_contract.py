import uuid

import pytest
from sqlalchemy import update

from cms.app import app
from cms.subscribers.models import Subscriber
from cms.subscribers.resource import subscribers
from kit.testing import ServiceClient, Start
from kit.testing.contract_calls import JSON
from kit.testing.contracts import ResourceContract
from tests.cms.test_subscribers import LIST_ID, with_list

OTHER_LIST_ID = uuid.UUID("0192f0c1-7b1e-7c6a-9d55-3f1f0a2b4c6e")


class TestSubscribers(ResourceContract):
    app = app
    resource = subscribers
    address = "/cms/subscribers"
    alike = {"forwarding": "the server says it; see test_narrows_by_how_far_they_are_on_their_way"}

    @pytest.fixture
    async def client(self, start: Start) -> ServiceClient:
        client = await with_list(await start(app))
        return await with_list(client, id=OTHER_LIST_ID, key="offers", name="Offers")

    def payload(self, number: int) -> JSON:
        return {
            "emailAddress": f"ada{number:02}@willow.example",
            "name": f"Ada {number:02}",
            "listId": str(LIST_ID if number % 2 else OTHER_LIST_ID),
            "state": "confirmed" if number % 2 else "unsubscribed",
        }

    def replacement(self, record: JSON, number: int) -> JSON:
        """Somebody stays on the list, and has the address, that they were added with."""
        kept = {name: record[name] for name in ("emailAddress", "listId")}
        return {**self.payload(number), **kept}

    def text_of(self, column: str, *words: str) -> str:
        return f"{'.'.join(words)}@willow.example" if column == "email_address" else " ".join(words)

    async def test_narrows_by_how_far_they_are_on_their_way(
        self, client: ServiceClient, writer: dict[str, str]
    ) -> None:
        waiting, _ = [await self._add(client, writer, number) for number in (1, 2)]
        async with client.kit.database.transaction() as session:
            chosen = update(Subscriber).where(Subscriber.id == uuid.UUID(waiting["id"]))
            await session.execute(chosen.values(forwarding="waiting"))
        found = await self._list(client, writer, forwarding="waiting")
        assert [one["id"] for one in found["results"]] == [waiting["id"]]
