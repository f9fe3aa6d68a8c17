"""Uploads in one request."""

import asyncio
import hashlib
import json
import resource
import tempfile
import tracemalloc
import uuid
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.asgi import cut_off
from tests.cms.factory import file, folder
from tests.cms.pictures import encoded, photograph
from tests.s3_server import ACCESS, read_only_bucket, s3_server, s3_storage

MB = 1024 * 1024
PNG = encoded(photograph(64, 48), "png")
BOUNDARY = "a-boundary"
MULTIPART = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}


@pytest.fixture
def editor(tokens: Tokens) -> Any:
    return tokens.bearer("editor")


async def upload(client: ServiceClient, headers: Any, *given: tuple[str, bytes], **fields: str) -> httpx.Response:
    files = [("files", (name, content)) for name, content in given]
    return await client.post("/cms/files", headers=headers, data=fields, files=files)


def part_of(name: str, content: bytes, filename: str | None = None) -> bytes:
    called = "" if filename is None else f'; filename="{filename}"'
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{called}\r\n\r\n'
    return head.encode() + content + b"\r\n"


END = f"--{BOUNDARY}--\r\n".encode()


async def send_raw(client: ServiceClient, headers: Any, content: Any) -> httpx.Response:
    return await client.post("/cms/files", headers={**headers, **MULTIPART}, content=content)


async def names(client: ServiceClient, headers: Any, place: str = "") -> list[str]:
    listed = (await client.get(f"/cms/file-entities{place}", headers=headers, params={"limit": 100})).json()
    return [each["name"] for each in listed["files"]]


async def is_empty(client: ServiceClient, headers: Any) -> bool:
    """Whether neither a row nor a byte is left."""
    files = Path(client.kit.settings.data_dir, "files")
    return await names(client, headers) == [] and not [path for path in files.rglob("*") if path.is_file()]


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


class TestDatabaseThatGoesAway:
    """While it makes a row of ``b.txt``."""

    FILES = (("a.txt", b"1"), ("b.txt", b"2"), ("c.txt", b"3"))

    @pytest.fixture(autouse=True)
    async def goes_away(self, client: ServiceClient, request: pytest.FixtureRequest) -> AsyncIterator[None]:
        """With a code of Postgres: that of an administrator who restarts it, where a test names no other."""
        raised = f"RAISE 'going away' USING ERRCODE = '{getattr(request, 'param', '57P01')}'"
        body = f"BEGIN IF NEW.name = 'b.txt' THEN {raised}; END IF; RETURN NEW; END"
        async with client.kit.database.transaction() as session:
            await session.execute(text(f"CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"))
            await session.execute(
                text("CREATE TRIGGER away BEFORE INSERT ON entities FOR EACH ROW EXECUTE FUNCTION go_away()")
            )
        yield
        async with client.kit.database.transaction() as session:
            await session.execute(text("DROP FUNCTION go_away CASCADE"))

    async def come_back(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("DROP TRIGGER away ON entities"))

    async def test_is_said_of_those_that_are_not_there_so_that_no_other_is_sent_twice(
        self, client: ServiceClient, editor: Any
    ) -> None:
        answer = await upload(client, editor, *self.FILES)
        told = answer.json()
        assert (answer.status_code, [*told["success"]]) == (200, ["a.txt"])
        assert {name: (each["status"], each["code"]) for name, each in told["failed"].items()} == dict.fromkeys(
            ["b.txt", "c.txt"], (503, "database_unavailable")
        )
        assert await names(client, editor) == ["a.txt"]
        await self.come_back(client)
        again = await upload(client, editor, *[given for given in self.FILES if given[0] in told["failed"]])
        assert again.json()["failed"] == {}
        assert await names(client, editor) == ["a.txt", "b.txt", "c.txt"]

    @pytest.mark.parametrize("goes_away", ["40P01", "55P03"], indirect=True)
    async def test_or_is_busy_is_no_refusal_of_those_that_were_not_tried(
        self, client: ServiceClient, editor: Any
    ) -> None:
        """A deadlock, and a lock that somebody else has for too long."""
        told = (await upload(client, editor, *self.FILES)).json()
        assert [*told["success"]] == ["a.txt"]
        assert {name: each["status"] for name, each in told["failed"].items()} == {"b.txt": 503, "c.txt": 503}

    @pytest.mark.parametrize("goes_away", ["22001"], indirect=True)
    async def test_one_that_it_refuses_keeps_no_other_out(self, client: ServiceClient, editor: Any) -> None:
        told = (await upload(client, editor, *self.FILES)).json()
        assert [*told["success"]] == ["a.txt", "c.txt"]
        assert {name: each["code"] for name, each in told["failed"].items()} == {"b.txt": "value_refused"}

    async def test_says_of_files_of_one_name_which_are_not_there(self, client: ServiceClient, editor: Any) -> None:
        given = (("a.txt", b"1"), ("b.txt", b"2"), ("a.txt", b"3"), ("b.txt", b"4"), ("b.txt", b"5"))
        told = (await upload(client, editor, *given)).json()
        assert {name: each["index"] for name, each in told["success"].items()} == {"a.txt": 0}
        assert {name: each["index"] for name, each in told["failed"].items()} == {
            "b.txt": 1,
            "a (2).txt": 2,
            "b (2).txt": 3,
            "b (3).txt": 4,
        }

    async def test_with_a_key_all_are_sent_again(self, client: ServiceClient, editor: Any) -> None:
        headers = {**editor, "Idempotency-Key": "one"}
        assert (await upload(client, headers, *self.FILES)).status_code == 503
        await self.come_back(client)
        assert [*(await upload(client, headers, *self.FILES)).json()["success"]] == ["a.txt", "b.txt", "c.txt"]
        assert await names(client, editor) == ["a.txt", "b.txt", "c.txt"]

    async def test_before_the_first_is_there_is_the_answer(self, client: ServiceClient, editor: Any) -> None:
        assert (await upload(client, editor, *self.FILES[1:])).status_code == 503
        assert await names(client, editor) == []


class TestBounds:
    async def test_whoever_may_not_is_refused_before_the_body_is_read(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        read = []

        async def body() -> AsyncIterator[bytes]:
            read.append(1)
            yield b"x"

        for headers, status in (({}, 401), (tokens.bearer("members"), 403)):
            assert (await send_raw(client, headers, body())).status_code == status
        assert not read

    async def test_a_file_that_is_too_large_leaves_nothing(self, start: Start, editor: Any) -> None:
        client = await start(app, max_file_bytes=1000)
        answer = await upload(client, editor, ("a.txt", b"x" * 1000), ("b.txt", b"x" * 1001))
        assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
        assert await is_empty(client, editor)
        assert (await upload(client, editor, ("a.txt", b"x" * 1000))).json()["failed"] == {}

    async def test_too_many_parts(self, client: ServiceClient, editor: Any) -> None:
        answer = await send_raw(client, editor, part_of("isPublic", b"true") * 10_001 + END)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_many_parts")

    async def test_a_field_that_is_too_long(self, client: ServiceClient, editor: Any) -> None:
        answer = await upload(client, editor, ("a.txt", b"x"), filenames=" " * (MB + 1))
        assert (answer.status_code, answer.json()["code"]) == (413, "payload_too_large")
        assert await is_empty(client, editor)

    @pytest.mark.parametrize(
        "head",
        [
            b"X: " + b"y" * 5000,
            b"\r\n".join([b"X: y"] * 50),
            b"Content-Disposition: form-data",
            b"Content-Disposition: form-data; filename=x",
            b"no header",
        ],
        ids=["long", "many", "nameless", "nameless file", "none"],
    )
    async def test_headers_of_parts_that_make_no_sense(self, client: ServiceClient, editor: Any, head: bytes) -> None:
        body = f"--{BOUNDARY}\r\n".encode() + head + b"\r\n\r\nx\r\n" + END
        answer = await send_raw(client, editor, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "multipart_invalid")

    @pytest.mark.parametrize(
        ("kind", "status"),
        [
            ("application/json", 415),
            ("multipart/form-data", 400),
            ("multipart/form-data; boundary=" + "x" * 300, 400),
            ("text/plain", 415),
            ("", 415),
        ],
    )
    async def test_another_type_of_body(self, client: ServiceClient, editor: Any, kind: str, status: int) -> None:
        answer = await client.post("/cms/files", headers={**editor, "Content-Type": kind}, content=b"x")
        assert answer.status_code == status

    async def test_memory_stays_flat(self, client: ServiceClient, editor: Any) -> None:
        async def body() -> AsyncIterator[bytes]:
            yield part_of("files", b"", "a.bin").removesuffix(b"\r\n")
            for _ in range(64 * 16):
                yield bytes(64 * 1024)
            yield b"\r\n" + END

        await upload(client, editor, ("warm.txt", b"x"))
        tracemalloc.start()
        try:
            told = (await send_raw(client, editor, body())).json()
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert told["success"]["a.bin"]["size"] == 64 * MB
        assert peak < 8 * MB


class TestBreakingOff:
    @pytest.mark.parametrize("share", [0.05, 0.5, 0.99])
    async def test_leaves_nothing(self, client: ServiceClient, editor: Any, share: float) -> None:
        body = part_of("files", b"whole", "whole.txt") + part_of("files", b"x" * 3 * MB, "half.bin") + END
        cut = body[: int(len(body) * share)]
        chunks = [cut[begin : begin + 65_536] for begin in range(0, len(cut), 65_536)]
        status = await cut_off(client, "POST", "/cms/files", {**editor, **MULTIPART}, chunks)
        assert status == 400
        assert await is_empty(client, editor)

    async def test_a_body_that_ends_too_early_leaves_nothing(self, client: ServiceClient, editor: Any) -> None:
        for body in (part_of("files", b"x" * 100, "a.txt"), part_of("files", b"x", "a.txt")[:-3], b"", b"\r\n"):
            answer = await send_raw(client, editor, body)
            assert (answer.status_code, answer.json()["code"]) == (400, "multipart_invalid")
        assert await is_empty(client, editor)

    async def test_a_full_disk_is_said_and_leaves_nothing(self, client: ServiceClient, editor: Any) -> None:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 * MB, limits[1]))
        try:
            answer = await upload(client, editor, ("small.txt", b"x"), ("a.bin", bytes(4 * MB)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
        assert await is_empty(client, editor)

    async def test_so_is_one_that_an_image_is_copied_to(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Files may be in S3, and what is looked at lies on this machine meanwhile."""
        full = Path("/dev/full").open("r+b", buffering=0)  # noqa: SIM115  # the code that gets it closes it
        monkeypatch.setattr(tempfile, "TemporaryFile", lambda: full)
        answer = await upload(client, editor, ("sun.png", PNG))
        assert (answer.status_code, answer.json()["code"]) == (507, "storage_full")
        assert await is_empty(client, editor)

    async def test_a_storage_that_is_away_is_said(self, start: Start, editor: Any) -> None:
        client = await start(
            app,
            s3_bucket="files",
            s3_endpoint_url="http://127.0.0.1:1",
            s3_access_key_id="key",
            s3_secret_access_key="secret",
        )
        answer = await upload(client, editor, ("a.txt", b"x"))
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        assert await names(client, editor) == []

    async def test_a_storage_that_may_only_be_read_is_said_and_no_file_is_there(
        self, start: Start, editor: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        with read_only_bucket() as settings:
            given: dict[str, Any] = {name.lower(): value for name, value in settings.items()}
            client = await start(app, **given)
            # In one piece, and in the parts that a large one is sent in.
            for size in (1, 9 * MB):
                answer = await upload(client, editor, ("a.bin", bytes(size)))
                assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
            assert await names(client, editor) == []
            assert "AccessDenied" in caplog.text
            assert settings["S3_SECRET_ACCESS_KEY"] not in caplog.text

    async def test_a_storage_that_goes_away_in_the_middle_is_said_and_no_file_is_there(
        self, start: Start, editor: Any
    ) -> None:
        with ExitStack() as server:
            address = server.enter_context(s3_server())
            storage = await s3_storage(address)
            settings: dict[str, Any] = {f"s3_{name}": value for name, value in ACCESS.items()}
            client = await start(app, s3_bucket=storage._access.bucket, s3_endpoint_url=address, **settings)
            await storage.close()

            async def outliving() -> AsyncIterator[bytes]:
                yield part_of("files", b"whole", "whole.txt")
                yield part_of("files", bytes(9 * MB), "a.bin").removesuffix(b"\r\n")
                server.close()
                yield bytes(9 * MB)
                yield b"\r\n" + END

            answer = await send_raw(client, editor, outliving())
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        assert await names(client, editor) == []


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
