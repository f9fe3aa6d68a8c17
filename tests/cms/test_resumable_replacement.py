"""Other contents for files that are there, sent in parts."""

import uuid

import httpx
import pytest

from kit.testing import ServiceClient, Tokens
from tests.cms.factory import file
from tests.cms.file_content_calls import replace
from tests.cms.file_library import Library, editor, library
from tests.cms.tus import Sender, metadata

__all__ = ["editor", "library"]


class TestResumableReplacement:
    @pytest.fixture
    def sender(self, client: ServiceClient, tokens: Tokens) -> Sender:
        return Sender(client, tokens.bearer("editor", user=str(uuid.uuid4())))

    async def begin(self, sender: Sender, size: int, if_match: str | None = "*", **values: str) -> httpx.Response:
        told = {"Upload-Length": str(size), "Upload-Metadata": metadata(**values)}
        if if_match is not None:
            told["If-Match"] = if_match
        return await sender.client.post("/cms/uploads", headers={**sender.headers, **told})

    async def test_the_last_part_replaces_the_content(self, sender: Sender, client: ServiceClient) -> None:
        stored = await file(client, "a.txt", b"before")
        begun = await self.begin(sender, 5, '"1"', replaces=str(stored.id))
        assert (begun.status_code, begun.json()["replacesId"]) == (201, str(stored.id))
        address = begun.headers["location"]
        await sender.send(address, 0, b"af")
        assert (await client.get("/files/a.txt")).content == b"before"
        await sender.send(address, 2, b"ter")
        done = await sender.completed(address)
        assert (done.status_code, done.json()["id"], done.json()["version"]) == (200, str(stored.id), 2)
        assert (await client.get("/files/a.txt")).content == b"after"
        told = (await client.get(address, headers=sender.headers)).json()
        assert told["entityId"] == str(stored.id)

    async def test_it_is_refused_where_another_content_came_meanwhile(
        self, sender: Sender, library: Library, client: ServiceClient
    ) -> None:
        stored = await file(client, "a.txt", b"before")
        address = (await self.begin(sender, 5, replaces=str(stored.id))).headers["location"]
        await replace(library, stored.id, b"theirs")
        await sender.send(address, 0, b"after")
        answer = await sender.completed(address)
        assert (answer.status_code, answer.json()["code"]) == (412, "precondition_failed")
        assert (await client.get("/files/a.txt")).content == b"theirs"

    async def test_it_begins_with_a_file_and_its_version(self, sender: Sender, client: ServiceClient) -> None:
        stored = await file(client, "a.txt", b"before")
        assert (await self.begin(sender, 5, None, replaces=str(stored.id))).status_code == 428
        assert (await self.begin(sender, 5, '"4"', replaces=str(stored.id))).status_code == 412
        assert (await self.begin(sender, 5, replaces=str(uuid.uuid4()))).status_code == 404
        for values in ({"replaces": "x"}, {}):
            assert (await self.begin(sender, 5, **values)).json()["errors"][0]["field"] == "Upload-Metadata"
