"""Files of every kind that somebody else's site has, under the names that they have there."""

import re
import struct
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any

import pytest
from pypdf import PdfReader

from cms.app import app
from cms.files.kinds import kind_of
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.pictures import animation, encoded, photograph
from tests.cms.recordings import DOCUMENT_TEXT, FRAMES, SECONDS, document, film, frames_of, loudest_of, sound
from tests.real_pages import SAMPLE_DATA, former_origin


def _atom(kind: bytes, content: bytes = b"") -> bytes:
    return struct.pack(">I", 8 + len(content)) + kind + content


def _old_quicktime() -> bytes:
    """The head of a film of a time when they did not say what they are."""
    return _atom(b"wide") + _atom(b"mdat", bytes(4000)) + _atom(b"moov", _atom(b"mvhd", bytes(100)))


MADE: dict[str, tuple[Callable[[], bytes], str]] = {
    "jpg": (cache(lambda: encoded(photograph(640, 426))), "image/jpeg"),
    "png": (cache(lambda: encoded(photograph(150, 150), "png")), "image/png"),
    "gif": (cache(lambda: animation(48, 32, 3)), "image/gif"),
    "mov": (film, "video/quicktime"),
    "mp3": (lambda: sound("mp3"), "audio/mpeg"),
    "ogg": (lambda: sound("ogg"), "audio/ogg"),
    "pdf": (document, "application/pdf"),
}


@cache
def names() -> tuple[str, ...]:
    """What the export names of the former site's uploads, whatever it does with them."""
    text = (SAMPLE_DATA / "theme-unit-test.wxr.xml").read_text(encoding="utf-8")
    found = re.findall(rf"{re.escape(former_origin())}/wp-content/uploads/([^\s\"'<>?\]]+\.\w+)", text)
    found += re.findall(r"<wp:attachment_url>[^<]*/([^/<]+)</wp:attachment_url>", text)
    found += [f"named.{extension}" for extension in re.findall(r"\w\.(mp3|mov|ogg|pdf|png|gif)\b", text)]
    return tuple(sorted({PurePosixPath(name).name for name in found}))


def extension_of(name: str) -> str:
    return PurePosixPath(name).suffix[1:].lower().replace("jpeg", "jpg")


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


def test_all_kinds_of_the_export_are_there() -> None:
    assert {extension_of(name) for name in names()} == set(MADE)
    assert len(names()) > 35


async def test_they_are_stored_listed_by_type_and_served_as_what_they_are(
    client: ServiceClient, tokens: Tokens
) -> None:
    editor: Any = tokens.bearer("editor")
    files = [("files", (name, MADE[extension_of(name)][0]())) for name in names()]
    stored: dict[str, Any] = {}
    # As many as one request takes.
    for at in range(0, len(files), 20):
        answer = (await client.post("/cms/files", headers=editor, files=files[at : at + 20])).json()
        assert answer["failed"] == {}
        stored |= answer["success"]
    assert sorted(each["name"] for each in stored.values()) == sorted(names())
    for name in names():
        content, kind = MADE[extension_of(name)]
        answer = await client.get(f"/files/{name}", params={"size": "md"}, headers={"Range": "bytes=0-9"})
        assert answer.headers["content-type"] == kind, name
        assert answer.headers["content-disposition"].startswith("inline"), name
        if not kind.startswith("image/"):
            assert (answer.status_code, answer.content) == (206, content()[:10]), name
    for type, kinds in {"image": "image/", "video": "video/", "audio": "audio/", "document": "application/pdf"}.items():
        wanted = {name for name in names() if MADE[extension_of(name)][1].startswith(kinds)}
        listed = (await client.get("/cms/file-entities", headers=editor, params={"type": type, "limit": 100})).json()
        assert {each["name"] for each in listed["files"]} == wanted


async def test_what_is_in_them_is_delivered_whole(client: ServiceClient, tokens: Tokens) -> None:
    editor: Any = tokens.bearer("editor")
    files = [("files", (f"real.{extension}", MADE[extension][0]())) for extension in MADE]
    assert (await client.post("/cms/files", headers=editor, files=files)).json()["failed"] == {}
    delivered = {extension: (await client.get(f"/files/real.{extension}")).content for extension in MADE}
    assert frames_of(delivered["mov"]) == FRAMES
    for extension in ("mp3", "ogg"):
        seconds, loudest = loudest_of(delivered[extension])
        assert seconds == pytest.approx(SECONDS, abs=0.1), extension
        assert 0.4 < loudest < 0.6, extension
    [page] = PdfReader(BytesIO(delivered["pdf"])).pages
    assert page.extract_text().strip() == DOCUMENT_TEXT


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("film.mov", _old_quicktime(), "video/quicktime"),
        ("film.mov", _atom(b"mdat", bytes(40)), "video/quicktime"),
        ("film.mov", _atom(b"moov", bytes(40)), "video/quicktime"),
        ("letter.txt", b"The free lunch, and wide fields.", "text/plain"),
        ("letter.txt", b"The skip of the boat", "text/plain"),
        ("song.mp3", b"\xff\xe3\x18\xc4" + bytes(40), "audio/mpeg"),
        ("film.mov", b"<html><script>alert(1)</script>", "text/html"),
    ],
)
def test_older_kinds_are_known_and_words_are_none(name: str, head: bytes, kind: str) -> None:
    assert kind_of(name, head) == kind
