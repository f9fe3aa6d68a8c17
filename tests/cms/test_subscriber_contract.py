import pytest

from cms.app import app
from cms.subscribers.resource import subscribers
from kit.testing import ServiceClient, Start
from kit.testing.contract_calls import JSON
from kit.testing.contracts import ResourceContract
from tests.cms.test_subscribers import LIST_ID, with_list


class TestSubscribers(ResourceContract):
    app = app
    resource = subscribers
    address = "/cms/subscribers"

    @pytest.fixture
    async def client(self, start: Start) -> ServiceClient:
        return await with_list(await start(app))

    def payload(self, number: int) -> JSON:
        return {
            "emailAddress": f"ada{number:02}@willow.example",
            "name": f"Ada {number:02}",
            "listId": str(LIST_ID),
            "state": "confirmed",
        }

    def replacement(self, record: JSON, number: int) -> JSON:
        """Somebody stays on the list, and has the address, that they were added with."""
        return {**self.payload(number), "emailAddress": record["emailAddress"]}

    def text_of(self, column: str, *words: str) -> str:
        return f"{'.'.join(words)}@willow.example" if column == "email_address" else " ".join(words)
