"""Who may upload in one request, how much, and in which form."""

import tracemalloc
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.file_library import editor
from tests.cms.upload_calls import BOUNDARY, END, MB, is_empty, part_of, send_raw, upload

__all__ = ["editor"]


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
