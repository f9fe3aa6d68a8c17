"""Images that are something else as well, and images that say or hold more than they are."""

import io
import struct
import zipfile
import zlib
from typing import Any

import pytest

from kit.testing import ServiceClient, Tokens
from tests.cms.picture_calls import BROWSER, OLDEST, uploaded
from tests.cms.pictures import encoded, opened, photograph, png_chunk
from tests.cms.upload_calls import upload

SCRIPT = b"<script>alert('both')</script>"
MB = 1024 * 1024
FORMATS = ("png", "jpeg", "gif", "webp")
# The first chunk of a PNG, after its eight bytes, has 25.
PNG_HEAD = 33


@pytest.fixture
def editor(tokens: Tokens) -> Any:
    return tokens.bearer("editor")


def archive() -> bytes:
    """A ZIP, whose readers look for it from the end of a file."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        packed.writestr("index.html", SCRIPT)
    return written.getvalue()


def in_png(kind: bytes, data: bytes) -> bytes:
    png = encoded(photograph(64, 48), "png")
    return png[:PNG_HEAD] + png_chunk(kind, data) + png[PNG_HEAD:]


def in_jpeg(marker: int, data: bytes) -> bytes:
    jpeg = encoded(photograph(64, 48), "jpeg", keep="none")
    return jpeg[:2] + bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data + jpeg[2:]


def with_directory(entries: bytes, count: int, following: int) -> bytes:
    """A JPEG whose EXIF has this directory: entries of 12 bytes, how many it says there are, and where the next one is."""
    tiff = b"MM\0*" + struct.pack(">IH", 8, count) + entries + struct.pack(">I", following)
    return in_jpeg(0xE1, b"Exif\0\0" + tiff)


class TestPolyglots:
    """What is an image and something else is given as the image alone."""

    @pytest.mark.parametrize("format", FORMATS)
    @pytest.mark.parametrize(
        "other",
        [SCRIPT, archive(), b"<?php echo 1 ?>" + SCRIPT, b"%PDF-1.7\n" + SCRIPT],
        ids=["html", "zip", "php", "pdf"],
    )
    async def test_what_hangs_on_to_its_end_stays_behind(
        self, client: ServiceClient, editor: Any, format: str, other: bytes
    ) -> None:
        await self._is_an_image_alone(client, editor, encoded(photograph(64, 48), format) + other)

    @pytest.mark.parametrize(
        "content",
        [in_jpeg(0xFE, b"*/" + SCRIPT + b"/*"), in_jpeg(0xE3, SCRIPT), in_png(b"tEXt", b"Comment\0" + SCRIPT)],
        ids=["comment of a jpeg", "segment of a jpeg", "text of a png"],
    )
    async def test_what_is_hidden_in_it_stays_behind(self, client: ServiceClient, editor: Any, content: bytes) -> None:
        await self._is_an_image_alone(client, editor, content)

    async def _is_an_image_alone(self, client: ServiceClient, editor: Any, content: bytes) -> None:
        # Whatever it is called: a browser that guessed by the name would run it.
        told = await uploaded(client, editor, "both.html", content)
        assert told["mimeType"].startswith("image/")
        for query in ("size=full", "size=xs", ""):
            for accept in (OLDEST, BROWSER):
                answer = await client.get(f"{told['path']['versioned']}&{query}", headers=accept)
                assert answer.headers["content-type"].startswith("image/"), query
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert "sandbox" in answer.headers["content-security-policy"]
                assert b"alert" not in answer.content
                assert b"PK\x03\x04" not in answer.content
                assert opened(answer.content).width == 64


class TestBombs:
    """What is said of an image is bounded, whatever it says of itself; what would become too much is refused."""

    @pytest.mark.parametrize(
        "content",
        [
            # A directory that leads to itself, and one that says that it has more entries than there are bytes.
            with_directory(struct.pack(">HHI", 0x010F, 2, 4) + b"abc\0", 1, 8),
            with_directory(struct.pack(">HHI", 0x010F, 2, 4) + b"abc\0", 65_535, 0),
            # Texts that say they are four gigabytes long, or begin beyond the end.
            with_directory(struct.pack(">HHII", 0x010F, 2, 0xFFFFFFFF, 8), 1, 0),
            with_directory(struct.pack(">HHII", 0x010F, 2, 4_000, 0xFFFFFFF0), 1, 0),
            # Very many entries.
            with_directory(
                b"".join(struct.pack(">HHI", 0x9000 + n % 4_000, 2, 4) + b"abc\0" for n in range(5_000)), 5_000, 0
            ),
        ],
        ids=["leads to itself", "says too many", "says too long", "leads away", "has many"],
    )
    async def test_what_it_says_of_itself_is_bounded(self, client: ServiceClient, editor: Any, content: bytes) -> None:
        told = await uploaded(client, editor, "a.jpg", content)
        exif = told["metaData"]["exif"]
        assert len(exif) <= 100
        assert all(len(text) <= 500 for text in exif.values())
        assert opened((await client.get("/files/a.jpg?size=xs", headers=OLDEST)).content).width == 64

    @pytest.mark.parametrize("kind", [b"zTXt", b"iTXt", b"iCCP"])
    async def test_what_unpacks_to_hundreds_of_megabytes_does_no_harm(
        self, client: ServiceClient, editor: Any, kind: bytes
    ) -> None:
        packed = zlib.compress(bytes(300 * MB), 9)
        before = {b"zTXt": b"Comment\0\0", b"iTXt": b"Comment\0\1\0\0\0", b"iCCP": b"Profile\0\0"}[kind]
        answer = await upload(client, editor, ("a.png", in_png(kind, before + packed)))
        told = answer.json()["success"]["a.png"]
        assert told["width"] == 64
        assert sum(map(len, told["metaData"]["exif"].values())) < 1_000
        shown = await client.get("/files/a.png?size=full", headers=OLDEST)
        assert opened(shown.content).width == 64
        assert len(shown.content) < MB
