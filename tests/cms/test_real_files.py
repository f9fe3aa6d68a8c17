"""Files of every kind that somebody else's site has, under the names that they have there."""

import re
import struct
from collections.abc import Callable
from functools import cache
from pathlib import PurePosixPath
from typing import Any

import pytest

from cms.app import app
from cms.files.kinds import kind_of
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.pictures import animation, encoded, photograph
from tests.real_pages import SAMPLE_DATA, former_origin


def _atom(kind: bytes, content: bytes = b"") -> bytes:
    return struct.pack(">I", 8 + len(content)) + kind + content


def _quicktime(*, is_old: bool = False) -> bytes:
    """A film without a frame; an old one does not say what it is."""
    head = _atom(b"wide") if is_old else _atom(b"ftyp", b"qt  \0\0\0\0qt  ")
    return head + _atom(b"mdat", bytes(4000)) + _atom(b"moov", _atom(b"mvhd", bytes(100)))


def _mp3() -> bytes:
    """Second upon second of silence: MPEG 1 layer III of 128 kbit/s."""
    return (b"\xff\xfb\x90\x64" + bytes(413)) * 40


def _ogg() -> bytes:
    page = b"OggS\0\2" + bytes(8) + b"\1\0\0\0" + bytes(8) + b"\1\x1e\1vorbis" + bytes(23)
    return page * 20


def _pdf() -> bytes:
    return b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"


MADE: dict[str, tuple[Callable[[], bytes], str]] = {
    "jpg": (cache(lambda: encoded(photograph(640, 426))), "image/jpeg"),
    "png": (cache(lambda: encoded(photograph(150, 150), "png")), "image/png"),
    "gif": (cache(lambda: animation(48, 32, 3)), "image/gif"),
    "mov": (_quicktime, "video/quicktime"),
    "mp3": (_mp3, "audio/mpeg"),
    "ogg": (_ogg, "audio/ogg"),
    "pdf": (_pdf, "application/pdf"),
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


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("film.mov", _quicktime(is_old=True), "video/quicktime"),
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
