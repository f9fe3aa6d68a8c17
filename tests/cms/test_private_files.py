"""Files that are for some alone."""

import re
import time
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import pytest

from cms.files.models import Entity
from kit.testing import ServiceClient, Tokens
from tests.cms.factory import file, folder
from tests.cms.file_calls import set_whitelist


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


class TestOpenedInABrowser:
    """Somebody who follows a link to a file is shown a page, not a problem; everything else is told the problem."""

    NAVIGATION = {"Accept": "text/html,*/*;q=0.8", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}

    @pytest.mark.parametrize(
        ("path", "scopes", "status", "words"),
        [
            ("/files/%C3%A4%20b.txt?v=1&x=%22", None, 401, "Log in to see this file"),
            ("/files/%C3%A4%20b.txt", ("members",), 403, "You do not have access to this file"),
            ("/files/b.txt", None, 404, "File not found"),
        ],
    )
    async def test_a_page_says_why_it_is_not_shown(
        self, client: ServiceClient, tokens: Tokens, path: str, scopes: tuple[str, ...] | None, status: int, words: str
    ) -> None:
        await file(client, "ä b.txt", is_public=False)
        bearer = {} if scopes is None else tokens.bearer(*scopes)
        answer = await client.get(path, headers={**self.NAVIGATION, **bearer})
        assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
        assert f"<h1>{words}</h1>" in answer.text
        assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-store", "Accept, Sec-Fetch-Mode")
        links = re.findall(r'href="([^"]*)"', answer.text)
        if status == 401:
            assert links[0] == f"/cms-login?redirectedFrom={quote(path, safe='')}"
        else:
            assert links == [client.kit.settings.public_url]

    async def test_browsers_that_do_not_say_what_they_ask_for(self, client: ServiceClient) -> None:
        answer = await client.get("/files/b.txt", headers={"Accept": "text/html,application/xml;q=0.9"})
        assert "<h1>File not found</h1>" in answer.text

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"Accept": "*/*"},
            {"Accept": "image/avif,image/webp,*/*;q=0.8"},
            {"Accept": "text/html", "Sec-Fetch-Mode": "no-cors"},
        ],
    )
    async def test_images_and_programs_are_told_the_problem(
        self, client: ServiceClient, headers: dict[str, str]
    ) -> None:
        answer = await client.get("/files/b.txt", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "file_not_found")

    async def test_what_somebody_may_see_is_the_file(self, client: ServiceClient, tokens: Tokens) -> None:
        await file(client, "a.txt", b"secret", is_public=False)
        answer = await client.get("/files/a.txt", headers={**self.NAVIGATION, **tokens.bearer("editor")})
        assert answer.content == b"secret"


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
