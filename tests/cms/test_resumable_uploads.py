"""Uploads that go on after a lost connection."""

import asyncio
import uuid
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cms.uploads import resumable
from cms.uploads.models import Upload, UploadPart
from kit.storage import StorageFull
from kit.testing import ServiceClient, Tokens
from tests.cms.asgi import cut_off
from tests.cms.factory import folder
from tests.cms.tus import BYTES, Sender, keys_stored
from tests.kit.working import run_jobs, with_worker


@pytest.fixture
def sender(client: ServiceClient, tokens: Tokens) -> Sender:
    return Sender(client, tokens.bearer("editor", user=str(uuid.uuid4())))


class TestUpload:
    async def test_comes_in_parts_and_becomes_a_file(self, sender: Sender, client: ServiceClient) -> None:
        await folder(client, "my files")
        content = bytes(range(256)) * 1000
        address = await sender.begun(len(content), filename="ä.bin", bucketName="my files", isPublic="false")
        assert await sender.offset(address) == 0
        for begin in range(0, len(content), 100_000):
            answer = await sender.send(address, begin, content[begin : begin + 100_000])
            assert (answer.status_code, answer.headers["upload-offset"]) == (
                204,
                str(min(begin + 100_000, len(content))),
            )
        made = await sender.completed(address)
        assert (made.status_code, made.json()["name"], made.json()["isPublic"]) == (200, "ä.bin", False)
        delivered = await client.get(made.json()["path"]["uri"], headers=sender.headers)
        assert delivered.content == content
        told = (await client.get(address, headers=sender.headers)).json()
        assert (told["entityId"], told["received"]) == (made.json()["id"], len(content))
        # Of the parts nothing is left.
        await run_jobs(client)
        assert len(await keys_stored(client)) == 1

    async def test_goes_on_where_the_connection_was_lost(self, sender: Sender, client: ServiceClient) -> None:
        content = b"0123456789" * 20_000
        address = await sender.begun(len(content))
        headers = {**sender.headers, **BYTES, "Upload-Offset": "0"}
        await cut_off(client, "PATCH", address, headers, [content[:50_000], content[50_000:120_001]])
        assert await sender.offset(address) == 120_001
        await cut_off(client, "PATCH", address, {**headers, "Upload-Offset": "120001"}, [])
        assert await sender.offset(address) == 120_001
        await sender.send(address, 120_001, content[120_001:])
        made = (await sender.completed(address)).json()
        assert (await client.get(made["path"]["uri"])).content == content

    async def test_notes_long_ones_down_on_their_way(
        self, sender: Sender, client: ServiceClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(resumable, "PART", 1000)
        content = bytes(range(250)) * 10
        address = await sender.begun(len(content))
        assert (await sender.send(address, 0, content)).headers["upload-offset"] == "2500"
        async with client.kit.database.transaction() as session:
            parts = (await session.scalars(select(UploadPart).order_by(UploadPart.start))).all()
        assert [(part.start, part.size) for part in parts] == [(0, 1000), (1000, 1000), (2000, 500)]
        made = (await sender.completed(address)).json()
        assert (await client.get(made["path"]["uri"])).content == content

    async def test_a_part_says_until_when_the_next_one_is_waited_for(
        self, sender: Sender, client: ServiceClient
    ) -> None:
        address = await sender.begun(10)
        soon = datetime.now(UTC) + timedelta(hours=1)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Upload).values(expires_at=soon))
        expires = [(await sender.send(address, 0, content)).headers["upload-expires"] for content in (b"", b"01234")]
        assert parsedate_to_datetime(expires[0]) == soon.replace(microsecond=0)
        assert parsedate_to_datetime(expires[1]) > soon + timedelta(days=6)
        told = await client.head(address, headers=sender.headers)
        assert told.headers["upload-expires"] == expires[1]

    async def test_an_empty_one_is_complete_at_once(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(0, filename="empty.txt")
        assert (await sender.completed(address)).json()["size"] == 0

    async def test_a_part_that_begins_elsewhere_is_refused(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(10)
        await sender.send(address, 0, b"01234")
        for offset in (0, 4, 6):
            answer = await sender.send(address, offset, b"x")
            assert (answer.status_code, answer.json()["code"], answer.json()["offset"]) == (409, "offset_mismatch", 5)
        assert await sender.offset(address) == 5

    async def test_of_two_that_go_on_at_once_one_does(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(10)
        answers = await asyncio.gather(*(sender.send(address, 0, bytes([n]) * 10) for n in range(4)))
        assert sorted(answer.status_code for answer in answers) == [204, 409, 409, 409]
        made = (await sender.completed(address)).json()
        assert len({*(await client.get(made["path"]["uri"])).content}) == 1
        await run_jobs(client)
        assert len(await keys_stored(client)) == 1

    async def test_more_than_was_said_is_refused(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(5)
        answer = await sender.send(address, 0, b"012345")
        assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")

    async def test_cannot_be_completed_before_its_end(self, sender: Sender) -> None:
        address = await sender.begun(5)
        await sender.send(address, 0, b"0123")
        answer = await sender.completed(address)
        assert (answer.status_code, answer.json()["code"]) == (409, "upload_incomplete")

    async def test_makes_one_file_however_often_it_is_completed(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(1)
        await sender.send(address, 0, b"x")
        first = (await sender.completed(address)).json()
        assert (await sender.completed(address)).json() == first
        listed = (await client.get("/cms/file-entities", headers=sender.headers)).json()
        assert listed["total"] == 1

    async def test_a_folder_that_was_deleted_meanwhile_is_said(self, sender: Sender, client: ServiceClient) -> None:
        made = await folder(client, "a")
        address = await sender.begun(1, bucketName="a")
        await client.delete(f"/cms/file-buckets/{made.id}", headers=sender.headers)
        await sender.send(address, 0, b"x")
        answer = await sender.completed(address)
        assert (answer.status_code, answer.json()["code"]) == (422, "folder_unknown")
        # Nothing is left of what was joined, and all that it was joined of.
        [key] = await keys_stored(client)
        assert key.startswith("uploads/")
        await client.post("/cms/file-restorations", headers=sender.headers, json={"folders": [str(made.id)]})
        answer = await sender.completed(address)
        assert (answer.status_code, answer.json()["path"]["uri"]) == (200, "/files/a/a.bin")
        assert (await sender.completed(address)).json() == answer.json()

    async def test_one_that_failed_for_want_of_room_is_completed_when_there_is_some(
        self, sender: Sender, client: ServiceClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = await sender.begun(1)
        await sender.send(address, 0, b"x")
        with monkeypatch.context() as full:

            async def put(*arguments: Any) -> Any:
                raise StorageFull("The disk is full.")

            full.setattr(type(client.kit.storage), "put", put)
            answer = await sender.completed(address)
        assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")

        async def three() -> list[httpx.Response]:
            calls = [client.post(f"{address}/completion", headers=sender.headers) for _ in range(3)]
            return await asyncio.gather(*calls)

        answers = await with_worker(client, three())
        assert [each.status_code for each in answers] == [200, 200, 200]
        assert len({each.json()["id"] for each in answers}) == 1
        assert (await client.get(answers[0].json()["path"]["uri"])).content == b"x"


class TestBegin:
    @pytest.mark.parametrize(
        ("values", "code"),
        [
            ({"filename": "../x"}, "name_invalid"),
            ({"filename": "a.txt", "bucketName": "none"}, "folder_unknown"),
            ({"filename": "a.txt", "bucketName": "backups/x"}, "folder_protected"),
            ({}, "validation_failed"),
        ],
    )
    async def test_refuses_what_could_not_become_a_file(self, sender: Sender, values: Any, code: str) -> None:
        assert (await sender.begin(1, **values)).json()["code"] == code

    async def test_a_part_that_says_it_is_too_long_leaves_nothing(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(5)
        answer = await sender.send(address, 0, b"123456")
        assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
        assert (await sender.offset(address), await keys_stored(client)) == (0, [])

    async def test_whether_it_is_for_everybody_is_true_or_false(self, sender: Sender) -> None:
        answer = await sender.begin(5, filename="a.bin", isPublic="False")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "invalid_metadata")

    async def test_refuses_what_is_too_large(self, sender: Sender, client: ServiceClient) -> None:
        largest = int((await client.options("/cms/uploads")).headers["tus-max-size"])
        assert (await sender.begin(largest + 1, filename="a")).json()["code"] == "file_too_large"

    @pytest.mark.parametrize("told", ["filename !!", "filename /w==", "filename"])
    async def test_refuses_metadata_that_is_no_text(self, sender: Sender, client: ServiceClient, told: str) -> None:
        headers = {**sender.headers, "Upload-Length": "1", "Upload-Metadata": told}
        answer = await client.post("/cms/uploads", headers=headers)
        assert answer.status_code == 422

    async def test_speaks_one_version_of_the_protocol(self, sender: Sender, client: ServiceClient) -> None:
        headers = {**sender.headers, "Upload-Length": "1", "Tus-Resumable": "0.2.2"}
        answer = await client.post("/cms/uploads", headers=headers)
        assert (answer.status_code, answer.headers["tus-version"]) == (412, "1.0.0")

    async def test_a_part_of_another_type_is_refused(self, sender: Sender) -> None:
        address = await sender.begun(1)
        answer = await sender.send(address, 0, b"x", **{"Content-Type": "text/plain"})
        assert answer.status_code == 415


class TestOwner:
    async def test_nobody_else_goes_on_with_it(self, sender: Sender, client: ServiceClient, tokens: Tokens) -> None:
        address = await sender.begun(1)
        other = Sender(client, tokens.bearer("super", user=str(uuid.uuid4())))
        assert (await other.send(address, 0, b"x")).json()["code"] == "upload_not_found"
        assert (await client.get(address, headers=other.headers)).status_code == 404
        assert (await client.delete(address, headers=other.headers)).status_code == 404
        assert await sender.offset(address) == 0
