"""Images that are uploaded: what is found in them, and what is refused."""

from typing import Any

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.picture_calls import OLDEST, editor, keys, kind, refused, uploaded
from tests.cms.pictures import MODEL, encoded, photograph, png_of_size, with_tags
from tests.cms.test_scanning import EICAR, Serve, clamd_answers, once, serve
from tests.cms.upload_calls import upload

__all__ = ["editor", "serve"]


class TestUpload:
    async def test_an_image_is_told_with_its_size_and_what_was_written_into_it(
        self, client: ServiceClient, editor: Any
    ) -> None:
        told = await uploaded(client, editor, "a.jpg", with_tags(photograph(64, 48), {MODEL: "Nikon"}, orientation=6))
        assert (told["width"], told["height"]) == (48, 64)
        assert told["metaData"]["exif"]["Model"] == "Nikon"

    async def test_one_that_nobody_could_show_is_refused_and_nothing_is_left(
        self, client: ServiceClient, editor: Any
    ) -> None:
        damaged = encoded(photograph(400, 300))
        assert await refused(client, editor, "a.jpg", damaged[: len(damaged) // 2]) == (422, "image_refused")
        assert await refused(client, editor, "b.png", png_of_size(50_000, 50_000)) == (422, "image_refused")
        assert await keys(client, "files/") == []

    @pytest.mark.parametrize("brand", [b"heic", b"heix", b"hevc", b"mif1", b"msf1"])
    async def test_what_cannot_be_encoded_anew_is_refused_with_what_a_phone_wrote_into_it(
        self, client: ServiceClient, editor: Any, brand: bytes
    ) -> None:
        content = b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0mif1heic" + b"Exif\0\0GPSLatitude" + bytes(100)
        for name in ("a.heic", "b.jpg", "c"):
            assert await refused(client, editor, name, content) == (422, "image_refused")
        assert await keys(client, "files/") == []

    async def test_an_image_that_says_late_that_it_is_an_avif_is_one(self, client: ServiceClient, editor: Any) -> None:
        content = encoded(photograph(300, 200), "avif")
        assert content[4:12] == b"ftypavif"
        assert b"avif" in content[16 : int.from_bytes(content[:4])]
        told = await uploaded(client, editor, "a.avif", content[:8] + b"mif1" + content[12:])
        assert (told["mimeType"], told["width"]) == ("image/avif", 300)
        assert kind(await client.get("/files/a.avif?size=xs", headers=OLDEST)) == "image/jpeg"

    async def test_what_is_no_image_is_not_looked_into(self, client: ServiceClient, editor: Any) -> None:
        told = await uploaded(client, editor, "a.txt", b"words")
        assert (told["width"], told["metaData"]["exif"]) == (None, None)

    async def test_an_infected_file_is_refused(self, start: Start, tokens: Tokens, serve: Serve) -> None:
        client = await start(app, clamd_address=await serve())
        headers = tokens.bearer("editor")
        assert await refused(client, headers, "a.txt", EICAR) == (422, "file_infected")
        assert await keys(client, "files/") == []
        assert (await uploaded(client, headers, "b.txt", b"words"))["size"] == 5

    async def test_without_the_scanner_none_of_several_files_is_there(
        self, start: Start, tokens: Tokens, serve: Serve
    ) -> None:
        client = await start(app, clamd_address=await serve(once(clamd_answers)))
        answer = await upload(client, tokens.bearer("editor"), ("a.txt", b"1"), ("b.txt", b"2"))
        assert (answer.status_code, answer.json()["code"]) == (503, "scanner_unavailable")
        assert await keys(client, "files/") == []
        listed = await client.get("/cms/file-entities", headers=tokens.bearer("editor"))
        assert listed.json()["total"] == 0
