"""Copies of other sites' images, as an editor asks for them; the service may ask this machine."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from cms.app import app
from cms.files.models import Bucket, Entity
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.pictures import encoded, photograph
from tests.elsewhere import Elsewhere, site_elsewhere
from tests.kit.working import with_worker

PNG, OTHER = encoded(photograph(64, 48), "png"), encoded(photograph(32, 32), "png")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'
USER = "0192f000-0000-7000-8000-00000000abcd"


@pytest.fixture
async def elsewhere() -> AsyncIterator[Elsewhere]:
    async with site_elsewhere() as found:
        yield found


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app, outbound_networks=["127.0.0.0/8"])


class Editor:
    def __init__(self, client: ServiceClient, headers: Mapping[str, str]) -> None:
        self.client = client
        self.headers = headers

    async def ask(self, *addresses: str, folder: str = "Pasted", **headers: str) -> httpx.Response:
        body = {"addresses": addresses, "bucketName": folder}
        return await self.client.post("/cms/file-copies", json=body, headers={**self.headers, **headers})

    async def copied(self, *addresses: str, folder: str = "Pasted") -> tuple[dict[str, Any], dict[str, str]]:
        """The files by their address, and why others are none."""
        answer = await with_worker(self.client, self.ask(*addresses, folder=folder))
        assert answer.status_code == 200, answer.text
        told = answer.json()
        return told["success"], {address: fault["detail"] for address, fault in told["failed"].items()}


@pytest.fixture
def editor(client: ServiceClient, tokens: Tokens) -> Editor:
    return Editor(client, tokens.bearer("editor", user=USER))


async def names_in(client: ServiceClient, folder: str = "Pasted") -> list[str]:
    async with client.kit.database.reading() as session:
        query = select(Entity.name).join(Bucket).where(Bucket.name == folder, Entity.deleted_at.is_(None))
        return [*await session.scalars(query.order_by(Entity.name))]
