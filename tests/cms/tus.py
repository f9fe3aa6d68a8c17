"""Uploads in parts, as a client of tus sends them."""

import base64
from typing import Any

import httpx

from kit.testing import ServiceClient
from tests.kit.working import with_worker

BYTES = {"Content-Type": "application/offset+octet-stream", "Tus-Resumable": "1.0.0"}


def metadata(**values: str) -> str:
    return ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in values.items())


class Sender:
    def __init__(self, client: ServiceClient, headers: Any) -> None:
        self.client = client
        self.headers = headers

    async def begin(self, size: int, **values: str) -> httpx.Response:
        told = {"Upload-Length": str(size), "Upload-Metadata": metadata(**values), "Tus-Resumable": "1.0.0"}
        return await self.client.post("/cms/uploads", headers={**self.headers, **told})

    async def begun(self, size: int, **values: str) -> str:
        answer = await self.begin(size, **{"filename": "a.bin", **values})
        assert answer.status_code == 201, answer.text
        return answer.headers["location"]

    async def send(self, address: str, offset: int, content: bytes, **headers: str) -> httpx.Response:
        told = {**self.headers, **BYTES, "Upload-Offset": str(offset), **headers}
        return await self.client.patch(address, headers=told, content=content)

    async def offset(self, address: str) -> int:
        answer = await self.client.head(address, headers=self.headers)
        assert answer.status_code == 200
        return int(answer.headers["upload-offset"])

    async def completed(self, address: str) -> httpx.Response:
        return await with_worker(self.client, self.client.post(f"{address}/completion", headers=self.headers))


async def keys_stored(client: ServiceClient) -> list[str]:
    return [each.key async for each in client.kit.storage.list()]
