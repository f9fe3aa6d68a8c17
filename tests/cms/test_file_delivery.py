"""What callers get at ``/files/…``."""

import time
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

import pytest

from cms.app import app
from cms.file_delivery.responses import disposition_of
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import file, folder
from tests.cms.file_calls import CONTENT, get
from tests.cms.test_file_names import HTML, PNG, SVG
from tests.s3_server import ACCESS, s3_server, s3_storage

LONG_AGO = "Sat, 01 Jan 2000 00:00:00 GMT"


class TestOpenFile:
    async def test_comes_whole_with_its_headers(self, client: ServiceClient) -> None:
        stored = await file(client, "ä b.png", PNG + CONTENT)
        answer = await get(client, "/files/%C3%A4%20b.png")
        assert (answer.status_code, answer.content) == (200, PNG + CONTENT)
        told = {
            "content-type": "image/png",
            "content-length": str(len(PNG + CONTENT)),
            "etag": f'"{(stored.sha256 or "")[:32]}"',
            "accept-ranges": "bytes",
            "cache-control": "public, max-age=60",
            "x-content-type-options": "nosniff",
            "content-disposition": "inline; filename=\"_ b.png\"; filename*=UTF-8''%C3%A4%20b.png",
        }
        assert {name: answer.headers[name] for name in told} == told
        head = await client.head("/files/%C3%A4%20b.png")
        assert (head.status_code, head.content) == (200, b"")
        own = ("x-request-id", "server-timing")
        assert {k: v for k, v in head.headers.items() if k not in own} == {
            k: v for k, v in answer.headers.items() if k not in own
        }

    async def test_is_found_however_its_letters_are_composed(self, client: ServiceClient) -> None:
        await file(client, "ä.txt")
        assert (await get(client, "/files/a%CC%88.txt")).status_code == 200

    async def test_may_be_kept_for_ever_by_the_version_of_its_content(self, client: ServiceClient) -> None:
        stored = await file(client, "a.png", PNG)
        version = (stored.sha256 or "")[:16]
        for query, caching in (
            (f"?v={version}", "public, max-age=31536000, immutable"),
            ("?v=other", "public, max-age=60"),
            ("?size=xs", "public, max-age=60"),
        ):
            assert (await get(client, f"/files/a.png{query}")).headers["cache-control"] == caching

    @pytest.mark.parametrize(
        "path",
        [
            *("none.txt", "", "a", "a/", "a/none.txt", "none/x.txt", "A/x.txt", "a//x.txt", "a/x.txt/"),
            *("%2e%2e/secrets.json", "..%2Fsecrets.json", "a/%2e%2e%2f%2e%2e%2fsecrets.json", "a%00.txt"),
            *("x" * 300, "a/" * 1500, "%F0%28%8C%28"),
        ],
    )
    async def test_that_is_not_there(self, client: ServiceClient, path: str) -> None:
        await folder(client, "a")
        await file(client, "x.txt", bucket_name="a")
        answer = await get(client, f"/files/{path}")
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"

    async def test_that_was_deleted_or_renamed(self, client: ServiceClient, tokens: Tokens) -> None:
        stored = await file(client, "a.txt")
        editor = tokens.bearer("editor")
        await client.put(f"/cms/file-entities/{stored.id}", json={"name": "b.txt", "version": 1}, headers=editor)
        assert (await get(client, "/files/a.txt")).status_code == 404
        assert (await get(client, "/files/b.txt")).status_code == 200
        await client.delete(f"/cms/file-entities/{stored.id}", headers=editor)
        assert (await get(client, "/files/b.txt")).status_code == 404


class TestRanges:
    @pytest.mark.parametrize(
        ("asked", "first", "last"),
        [
            ("bytes=0-0", 0, 0),
            ("bytes=0-99", 0, 99),
            ("bytes=300000-", 300_000, 511_999),
            ("bytes=-500", 511_500, 511_999),
            ("bytes=-9999999", 0, 511_999),
            ("bytes=511999-9999999", 511_999, 511_999),
        ],
    )
    async def test_one_is_given(self, client: ServiceClient, asked: str, first: int, last: int) -> None:
        await file(client, "a.bin", CONTENT)
        answer = await get(client, "/files/a.bin", Range=asked)
        assert (answer.status_code, answer.content) == (206, CONTENT[first : last + 1])
        assert answer.headers["content-range"] == f"bytes {first}-{last}/512000"
        assert answer.headers["content-length"] == str(last - first + 1)

    @pytest.mark.parametrize("asked", ["bytes=512000-", "bytes=999999-9999999", "bytes=-0"])
    async def test_beyond_its_end_there_is_none(self, client: ServiceClient, asked: str) -> None:
        await file(client, "a.bin", CONTENT)
        answer = await get(client, "/files/a.bin", Range=asked)
        assert (answer.status_code, answer.headers["content-range"]) == (416, "bytes */512000")

    @pytest.mark.parametrize(
        "asked",
        [
            *("bytes=0-1,5-6", "bytes=" + "0-1," * 10_000, "bytes=5-4", "bytes=-", "bytes=a-b", "lines=0-1", ""),
            "bytes=" + "9" * 5000 + "-",
        ],
    )
    async def test_others_are_answered_with_all_of_it(self, client: ServiceClient, asked: str) -> None:
        await file(client, "a.bin", CONTENT)
        answer = await get(client, "/files/a.bin", Range=asked)
        assert (answer.status_code, len(answer.content)) == (200, 512_000)

    async def test_of_another_content_are_answered_with_all_of_this(self, client: ServiceClient) -> None:
        await file(client, "a.bin", CONTENT)
        told = (await client.head("/files/a.bin")).headers
        for condition, status in (
            (told["etag"], 206),
            (told["last-modified"], 206),
            ('"other"', 200),
            (f"W/{told['etag']}", 200),
            (LONG_AGO, 200),
            ("nonsense", 200),
        ):
            answer = await get(client, "/files/a.bin", Range="bytes=0-1", If_Range=condition)
            assert answer.status_code == status, condition

    async def test_of_an_empty_file(self, client: ServiceClient) -> None:
        await file(client, "a.bin", b"")
        assert (await get(client, "/files/a.bin", Range="bytes=0-")).status_code == 416
        assert (await get(client, "/files/a.bin")).content == b""


class TestUnchanged:
    async def test_is_said_by_tag_or_by_time(self, client: ServiceClient) -> None:
        await file(client, "a.bin", CONTENT)
        told = (await client.head("/files/a.bin")).headers
        etag = told["etag"]
        soon = format_datetime(datetime.fromtimestamp(time.time() + 3600, UTC), usegmt=True)
        for name, value, status in (
            ("If-None-Match", etag, 304),
            ("If-None-Match", f'"other", W/{etag}', 304),
            ("If-None-Match", "*", 304),
            ("If-None-Match", '"other"', 200),
            ("If-Modified-Since", told["last-modified"], 304),
            ("If-Modified-Since", soon, 304),
            ("If-Modified-Since", LONG_AGO, 200),
            ("If-Modified-Since", "nonsense", 200),
        ):
            answer = await client.get("/files/a.bin", headers={name: value})
            assert answer.status_code == status, (name, value)
            if status == 304:
                assert (answer.content, answer.headers["etag"]) == (b"", etag)
                assert "content-type" not in answer.headers


class TestInert:
    @pytest.mark.parametrize(
        ("name", "content", "kind", "how"),
        [
            ("a.html", HTML, "application/octet-stream", "attachment"),
            ("a.png", HTML, "application/octet-stream", "attachment"),
            ("a.js", b"alert(1)", "application/octet-stream", "attachment"),
            ("a.css", b"a{}", "application/octet-stream", "attachment"),
            ("a.xml", b"<?xml version='1.0'?><a/>", "application/octet-stream", "attachment"),
            ("a.xhtml", b"<?xml version='1.0'?><html/>", "application/octet-stream", "attachment"),
            ("a.svg", SVG, "image/svg+xml", "inline"),
            ("a.gif", b"GIF89a/*<script>alert(1)</script>*/", "image/gif", "inline"),
            ("a.txt", HTML, "text/plain; charset=utf-8", "inline"),
            ("a.csv", b"=1+1", "text/csv; charset=utf-8", "attachment"),
            ("a.zip", b"PK\x03\x04", "application/zip", "attachment"),
            ("a", b"MZ", "application/octet-stream", "attachment"),
        ],
    )
    async def test_nothing_runs(self, client: ServiceClient, name: str, content: bytes, kind: str, how: str) -> None:
        await file(client, name, content)
        headers = (await get(client, f"/files/{name}")).headers
        assert headers["content-type"] == kind
        assert headers["content-disposition"] == f'{how}; filename="{name}"'
        assert headers["x-content-type-options"] == "nosniff"
        policy = headers["content-security-policy"].split("; ")
        assert {"default-src 'none'", "sandbox"} <= {*policy}

    async def test_a_pdf_is_shown(self, client: ServiceClient) -> None:
        await file(client, "a.pdf", b"%PDF-1.7")
        headers = (await get(client, "/files/a.pdf")).headers
        assert headers["content-disposition"].startswith("inline")
        assert "sandbox" not in headers["content-security-policy"]

    @pytest.mark.parametrize(
        ("name", "written"),
        [
            ("a.txt", 'filename="a.txt"'),
            ('a"b;c.txt', "filename=\"a_b;c.txt\"; filename*=UTF-8''a%22b%3Bc.txt"),
            ("100%.txt", "filename=\"100_.txt\"; filename*=UTF-8''100%25.txt"),
            ("日本.txt", "filename=\"__.txt\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt"),
        ],
    )
    def test_names_are_written_so_that_headers_hold_them(self, name: str, written: str) -> None:
        assert disposition_of("text/plain", name) == f"inline; {written}"


class TestStorage:
    async def test_an_object_that_is_missing_is_said(self, client: ServiceClient) -> None:
        stored = await file(client, "a.txt")
        await client.kit.storage.delete([stored.storage_key or ""])
        answer = await get(client, "/files/a.txt")
        assert (answer.status_code, answer.json()["code"]) == (503, "object_missing")
        assert answer.headers["cache-control"] == "no-store"

    async def test_files_of_s3_are_delivered_alike(self, start: Start) -> None:
        with s3_server() as address:
            storage = await s3_storage(address)
            settings: dict[str, Any] = {f"s3_{name}": value for name, value in ACCESS.items()}
            client = await start(app, s3_bucket=storage._access.bucket, s3_endpoint_url=address, **settings)
            await storage.close()
            await file(client, "a.bin", CONTENT)
            assert (await get(client, "/files/a.bin")).content == CONTENT
            answer = await get(client, "/files/a.bin", Range="bytes=100-299999")
            assert (answer.status_code, answer.content) == (206, CONTENT[100:300_000])
