"""A plain resource as the tests of its contract call it."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import httpx
import pytest
from fastapi import FastAPI

from kit.crud import Resource
from kit.testing import ServiceClient, Start, Tokens

JSON = dict[str, Any]


class ResourceCalls:
    """What a contract is told of a resource, and the calls that its tests make."""

    app: ClassVar[FastAPI]
    resource: ClassVar[Resource[Any]]
    address: ClassVar[str]
    alike: ClassVar[Mapping[str, str]] = {}
    """Filters and sorts whose values no payload can set apart, each with what shows them instead."""

    def payload(self, number: int) -> JSON:
        """A payload with every required field. Those of two numbers differ in what is unique and in what sorts."""
        raise NotImplementedError

    def replacement(self, record: JSON, number: int) -> JSON:
        """A payload that changes ``record``: where some of its fields stay, those are the record's."""
        return self.payload(number)

    def text_of(self, column: str, *words: str) -> str:
        """What ``column`` has when these words are found in it."""
        return " ".join(words)

    @pytest.fixture
    async def client(self, start: Start) -> ServiceClient:
        return await start(self.app)

    @pytest.fixture
    def writer(self, tokens: Tokens) -> dict[str, str]:
        return tokens.bearer(self.resource.write[0])

    @pytest.fixture
    async def record(self, client: ServiceClient, writer: dict[str, str]) -> JSON:
        """A record as it was answered when it was added."""
        return await self._add(client, writer, 1)

    def _at(self, record: JSON) -> str:
        return f"{self.address}/{record['id']}"

    def _vary(self, name: str, values: Iterable[Any]) -> None:
        """Of records that are all alike, any filter finds the same, and any order is right."""
        assert len({*values}) > 1 or name in self.alike, f"all payloads have the same {name}"

    def _schema(self) -> JSON:
        return self.resource.data.model_json_schema()

    def _properties(self) -> JSON:
        properties: JSON = self._schema()["properties"]
        return properties

    async def _list(self, client: httpx.AsyncClient, headers: dict[str, str], **params: Any) -> JSON:
        answer = await client.get(self.address, params=params, headers=headers)
        assert answer.status_code == 200, answer.text
        found: JSON = answer.json()
        return found

    async def _replace(
        self, client: httpx.AsyncClient, headers: dict[str, str], record: JSON, body: JSON
    ) -> httpx.Response:
        """Change a record on sight of the version that it has in ``record``."""
        headers = {**headers, "If-Match": f'"{record["version"]}"'}
        return await client.put(self._at(record), json=body, headers=headers)

    async def _add(self, client: httpx.AsyncClient, headers: dict[str, str], number: int) -> JSON:
        return await self._post(client, headers, self.payload(number))

    async def _post(self, client: httpx.AsyncClient, headers: dict[str, str], body: JSON) -> JSON:
        answer = await client.post(self.address, json=body, headers=headers)
        assert (answer.status_code, answer.headers.get("etag")) == (201, '"1"'), answer.text
        added: JSON = answer.json()
        return added
