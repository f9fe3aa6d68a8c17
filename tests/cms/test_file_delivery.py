"""What callers get at ``/files/…``."""

import time
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from sqlalchemy import update

from cms.app import app
from cms.file_delivery.responses import disposition_of
from cms.files.models import Entity
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import file, folder
from tests.cms.test_file_names import HTML, PNG, SVG
from tests.kit.test_storage import ACCESS, s3_storage
from tests.s3_server import s3_server

CONTENT = bytes(range(256)) * 2000
LONG_AGO = "Sat, 01 Jan 2000 00:00:00 GMT"


async def get(client: ServiceClient, path: str, **headers: str) -> httpx.Response:
    return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


async def set_whitelist(client: ServiceClient, stored: Entity, *scopes: str) -> None:
    async with client.kit.database.transaction() as session:
        values = {"meta_data": {"scopeWhitelist": scopes}}
        await session.execute(update(Entity).where(Entity.id == stored.id).values(values))


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
        own = ("x-request-id",)
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
        await client.put(f"/cms/file-entities/{stored.id}", json={"name": "b.txt"}, headers=editor)
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


class TestPrivateFile:
    """A table of who is shown what."""

    @pytest.mark.parametrize(
        ("is_public", "own", "above", "anonymous", "member", "vip", "editor"),
        [
            (True, [], [], 200, 200, 200, 200),
            (False, [], [], 401, 403, 403, 200),
            (True, ["vip"], [], 401, 403, 200, 200),
            (False, ["vip"], [], 401, 403, 200, 200),
            (True, [], ["vip"], 401, 403, 200, 200),
            (False, [], ["vip"], 401, 403, 200, 200),
            (True, ["logged-in"], ["vip"], 401, 403, 200, 200),
            (True, ["logged-in"], [], 401, 200, 200, 200),
            (True, ["other"], ["vip"], 401, 403, 403, 200),
        ],
    )
    async def test_is_shown_to(
        self,
        client: ServiceClient,
        tokens: Tokens,
        is_public: bool,
        own: list[str],
        above: list[str],
        anonymous: int,
        member: int,
        vip: int,
        editor: int,
    ) -> None:
        # The whitelist is of a folder far above the file.
        await folder(client, "a", *above)
        await folder(client, "a/b/c")
        stored = await file(client, "x.txt", bucket_name="a/b/c", is_public=is_public)
        await set_whitelist(client, stored, *own)
        callers: list[tuple[Any, int]] = [
            ({}, anonymous),
            (tokens.bearer("members"), member),
            (tokens.bearer("vip"), vip),
            (tokens.bearer("editor"), editor),
            (tokens.bearer("admin"), 200),
        ]
        for headers, status in callers:
            for method in ("GET", "HEAD"):
                answer = await client.request(method, "/files/a/b/c/x.txt", headers=headers)
                assert answer.status_code == status, (headers, method)
                is_open = anonymous == 200
                assert answer.headers["cache-control"] == (
                    "public, max-age=60" if is_open else "private, no-store" if status == 200 else "no-store"
                )

    async def test_is_not_kept_whatever_version_it_is_asked_for(self, client: ServiceClient, tokens: Tokens) -> None:
        stored = await file(client, "x.txt", is_public=False)
        query = f"?v={(stored.sha256 or '')[:16]}"
        answer = await client.get(f"/files/x.txt{query}", headers=tokens.bearer("editor"))
        assert answer.headers["cache-control"] == "private, no-store"

    async def test_is_not_told_of_by_conditions(self, client: ServiceClient) -> None:
        stored = await file(client, "x.txt", is_public=False)
        for name, value in (("If-None-Match", f'"{(stored.sha256 or "")[:32]}"'), ("If-None-Match", "*")):
            answer = await client.get("/files/x.txt", headers={name: value})
            assert (answer.status_code, answer.json()["code"]) == (401, "file_for_members")
            assert "etag" not in answer.headers

    async def test_backups_are_the_administrators(self, client: ServiceClient, tokens: Tokens) -> None:
        await folder(client, "backups/new")
        await file(client, "x.zip", bucket_name="backups/new")
        for scopes, status in (((), 403), (("editor",), 403), (("admin",), 200), (("super",), 200)):
            answer = await client.get("/files/backups/new/x.zip", headers=tokens.bearer(*scopes))
            assert answer.status_code == status
            assert answer.headers["cache-control"] == ("private, no-store" if status == 200 else "no-store")
        assert (await client.get("/files/backups/new/x.zip")).status_code == 401


class TestSignedAddress:
    async def signed(self, client: ServiceClient, tokens: Tokens, stored: Entity, seconds: int = 60) -> str:
        answer = await client.post(
            f"/cms/files/{stored.id}/address", json={"seconds": seconds}, headers=tokens.bearer("editor")
        )
        assert answer.status_code == 200, answer.text
        told: dict[str, str] = answer.json()
        assert told["absoluteUri"] == client.kit.settings.public_url + told["uri"]
        return told["uri"]

    async def test_opens_the_file_to_whoever_has_it(self, client: ServiceClient, tokens: Tokens) -> None:
        await folder(client, "a b", "vip")
        stored = await file(client, "ä.txt", b"secret", bucket_name="a b", is_public=False)
        answer = await client.get(await self.signed(client, tokens, stored))
        assert (answer.status_code, answer.content) == (200, b"secret")
        assert answer.headers["cache-control"] == "private, no-store"

    async def test_opens_no_other_file_and_not_for_longer(
        self, client: ServiceClient, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stored = await file(client, "a.txt", is_public=False)
        await file(client, "b.txt", is_public=False)
        uri = await self.signed(client, tokens, stored)
        given = dict(parse_qsl(urlsplit(uri).query))
        later = {**given, "expires": str(int(given["expires"]) + 1)}
        for path, params in (
            ("/files/b.txt", given),
            ("/files/a.txt", later),
            ("/files/a.txt", {**given, "signature": given["signature"][:-1]}),
            ("/files/a.txt", {**given, "signature": "ä"}),
            ("/files/a.txt", {**given, "expires": "1e9"}),
            ("/files/a.txt", {**given, "expires": "²"}),
            ("/files/a.txt", {"expires": given["expires"]}),
        ):
            assert (await client.get(path, params=params)).status_code == 401, params
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 62)
        assert (await client.get(uri)).status_code == 401

    @pytest.mark.parametrize("seconds", [0, -1, 30 * 86_400 + 1, "x", 1.5])
    async def test_lasts_for_some_time_only(self, client: ServiceClient, tokens: Tokens, seconds: Any) -> None:
        stored = await file(client, "a.txt")
        answer = await client.post(
            f"/cms/files/{stored.id}/address", json={"seconds": seconds}, headers=tokens.bearer("editor")
        )
        assert answer.status_code == 422


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
