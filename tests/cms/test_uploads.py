"""Uploads in one request."""

import asyncio
import hashlib
import json
import uuid
from typing import Any

import pytest

from kit.testing import ServiceClient
from tests.cms.factory import file, folder
from tests.cms.file_library import editor
from tests.cms.upload_calls import END, PNG, is_empty, names, part_of, send_raw, upload

__all__ = ["editor"]


class TestUpload:
    async def test_files_come_under_their_names(self, client: ServiceClient, editor: Any) -> None:
        await folder(client, "images/2026")
        content = bytes(range(256)) * 5000
        answer = await upload(
            client,
            editor,
            ("ignored", PNG),
            ("ignored too", content),
            filenames=json.dumps(["a.png", "Größe b.bin"]),
            bucketName="images/2026",
            isPublic="false",
        )
        told = answer.json()
        assert (answer.status_code, told["failed"]) == (200, {})
        assert [*told["success"]] == ["a.png", "Größe b.bin"]
        image, binary = told["success"].values()
        assert (image["mimeType"], image["size"], image["isPublic"]) == ("image/png", len(PNG), False)
        assert image["path"]["raw"] == "/files/images/2026/a.png"
        delivered = await client.get(binary["path"]["uri"], headers=editor)
        assert delivered.content == content
        assert binary["path"]["versioned"].endswith(hashlib.sha256(content).hexdigest()[:16])

    async def test_without_names_the_parts_have_theirs(self, client: ServiceClient, editor: Any) -> None:
        told = (await upload(client, editor, ("a.txt", b"1"), ("b.txt", b"2"))).json()
        assert [*told["success"]] == ["a.txt", "b.txt"]

    async def test_a_name_that_is_taken_gets_a_number(self, client: ServiceClient, editor: Any) -> None:
        await upload(client, editor, ("a.txt", b"1"))
        told = (await upload(client, editor, ("a.txt", b"2"), ("a.txt", b"3"))).json()
        assert {name: each["name"] for name, each in told["success"].items()} == {
            "a.txt": "a (2).txt",
            "a (3).txt": "a (3).txt",
        }

    async def test_of_two_of_one_name_one_may_be_refused(self, client: ServiceClient, editor: Any) -> None:
        told = (await upload(client, editor, ("a.png", PNG[:60]), ("a.png", PNG), ("a.png", PNG[:50]))).json()
        assert {name: each["index"] for name, each in told["failed"].items()} == {"a.png": 0, "a (2).png": 2}
        [(name, stored)] = told["success"].items()
        assert (stored["index"], stored["name"]) == (1, "a.png")
        assert name not in told["failed"]

    async def test_a_file_may_be_empty(self, client: ServiceClient, editor: Any) -> None:
        told = (await upload(client, editor, ("a.txt", b""))).json()
        assert told["success"]["a.txt"]["size"] == 0
        assert (await client.get("/files/a.txt")).content == b""

    async def test_what_cannot_be_is_said_of_that_one(self, client: ServiceClient, editor: Any) -> None:
        given = ["../x", "%2e%2e%2fx", "con.txt", "x" * 300, "a\0b", "good.txt"]
        told = (await upload(client, editor, *[("f", b"x")] * 6, filenames=json.dumps(given))).json()
        assert [*told["success"]] == ["good.txt"]
        assert {name: each["code"] for name, each in told["failed"].items()} == dict.fromkeys(given[:5], "name_invalid")
        assert await names(client, editor) == ["good.txt"]
        stored = [each async for each in client.kit.storage.list()]
        assert len(stored) == 1

    async def test_html_that_is_called_an_image_is_none(self, client: ServiceClient, editor: Any) -> None:
        told = (await upload(client, editor, ("a.png", b"<!doctype html><script>alert(1)</script>"))).json()
        assert told["success"]["a.png"]["mimeType"] == "text/html"

    @pytest.mark.parametrize("fields", [{}, {"filenames": '["a.png"]'}])
    async def test_no_files(self, client: ServiceClient, editor: Any, fields: Any) -> None:
        body = b"".join(part_of(name, value.encode()) for name, value in fields.items()) or part_of("isPublic", b"true")
        answer = await send_raw(client, editor, body + END)
        assert (answer.status_code, answer.json()["code"]) == (422, "no_files")
        assert answer.json()["detail"] == "No files found for upload"

    @pytest.mark.parametrize("fields", [{"isPublic": "maybe"}, {"size": "1"}, {"files": "no file"}])
    async def test_fields_that_are_none(self, client: ServiceClient, editor: Any, fields: Any) -> None:
        answer = await upload(client, editor, ("a.txt", b"x"), **fields)
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
        assert await is_empty(client, editor)

    @pytest.mark.parametrize("given", ["", "{}", "[1]", '["a"', '["a", "b"]', "[]", json.dumps(["a"] * 1001)])
    async def test_filenames_that_are_no_list_of_names(self, client: ServiceClient, editor: Any, given: str) -> None:
        answer = await upload(client, editor, ("a.txt", b"x"), filenames=given)
        assert (answer.status_code, answer.json()["code"]) == (422, "filenames_invalid")
        assert await is_empty(client, editor)

    async def test_a_folder_that_is_not_there_takes_none(self, client: ServiceClient, editor: Any) -> None:
        told = (await upload(client, editor, ("a.txt", b"x"), bucketName="none")).json()
        assert told["failed"]["a.txt"]["code"] == "folder_unknown"
        assert await is_empty(client, editor)

    async def test_backups_are_the_administrators(self, client: ServiceClient, editor: Any) -> None:
        await folder(client, "backups")
        answer = await upload(client, editor, ("a.txt", b"x"), bucketName="backups")
        assert (answer.status_code, answer.json()["code"]) == (403, "folder_protected")


class TestRetry:
    async def test_with_its_key_makes_no_second_file(self, client: ServiceClient, editor: Any) -> None:
        headers = {**editor, "Idempotency-Key": "one"}
        first = (await upload(client, headers, ("a.txt", b"1"), ("b.txt", b"2"))).json()
        assert (await upload(client, headers, ("a.txt", b"1"), ("b.txt", b"2"))).json() == first
        assert await names(client, editor) == ["a.txt", "b.txt"]
        assert len([each async for each in client.kit.storage.list()]) == 2

    async def test_with_its_key_and_other_content_is_refused(self, client: ServiceClient, editor: Any) -> None:
        headers = {**editor, "Idempotency-Key": "one"}
        await upload(client, headers, ("a.txt", b"1"))
        told = (await upload(client, headers, ("a.txt", b"2"))).json()
        assert told["failed"]["a.txt"]["code"] == "idempotency_key_reused"


class TestAtOnce:
    async def test_many_of_one_name_all_get_one_of_their_own(self, client: ServiceClient, editor: Any) -> None:
        answers = await asyncio.gather(*(upload(client, editor, ("a.txt", bytes([n]))) for n in range(12)))
        got = sorted(answer.json()["success"]["a.txt"]["name"] for answer in answers)
        assert got == sorted(["a.txt", *(f"a ({n}).txt" for n in range(2, 13))])

    async def test_a_file_does_not_come_into_a_folder_that_is_being_deleted(
        self, client: ServiceClient, editor: Any
    ) -> None:
        made = await folder(client, "a")
        await file(client, "x.txt", bucket_name="a")
        await client.delete(f"/cms/file-buckets/{made.id}", headers=editor)
        told = (await upload(client, editor, ("y.txt", b"y"), bucketName="a")).json()
        assert told["failed"]["y.txt"]["code"] == "folder_unknown"
        assert (await client.get(f"/cms/files/{uuid.uuid4()}", headers=editor)).status_code == 404
