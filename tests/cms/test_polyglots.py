"""Files that are two things at once: each is stored as one of them, and no browser takes it for the other."""

import io
import struct
import zipfile
from collections.abc import Callable
from functools import cache

import httpx
import pytest
import pyvips

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.pictures import encoded, photograph

SCRIPT = b"alert(document.cookie)"
PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
)


MARKS = (b"%PDF", b"Evil.class", SCRIPT)
"""What the other thing has that the picture has not."""


@cache
def jpeg() -> bytes:
    return encoded(photograph(320, 200))


def in_comment(content: bytes) -> bytes:
    """A JPEG with something in a comment, right behind its first two bytes: readers of PDF look that far."""
    return jpeg()[:2] + b"\xff\xfe" + struct.pack(">H", len(content) + 2) + content + jpeg()[2:]


def archive() -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as made:
        made.writestr("META-INF/MANIFEST.MF", "Main-Class: Evil\n")
        made.writestr("Evil.class", b"\xca\xfe\xba\xbe")
    return into.getvalue()


def jpeg_and_pdf() -> bytes:
    return in_comment(PDF)


def pdf_and_jpeg() -> bytes:
    return PDF + b"\n%" + jpeg()


def jpeg_and_zip() -> bytes:
    """Archives are read from their end, images from their beginning."""
    return jpeg() + archive()


def jpeg_and_html() -> bytes:
    return in_comment(b"<!DOCTYPE html><script>" + SCRIPT + b"</script>")


def gif_and_script() -> bytes:
    """A picture whose size is the beginning of a comment: as a script it is `GIF89a = 1; alert(…)`."""
    size = b"/*\x01\0"
    table = b"\x80\0\0" + b"\0\0\0\xff\xff\xff"
    one = b"\x2c" + struct.pack("<HHHH", 0, 0, 1, 1) + b"\0\x02\x02\x44\x01\0\x3b"
    return b"GIF89a" + size + table + one + b"*/=1;" + SCRIPT


def script_and_gif() -> bytes:
    """Begins as a script does, and has a picture somewhere: no picture to anybody who looks at its first bytes."""
    return SCRIPT + b";/*" + gif_and_script() + b"*/"


def gif_and_zip() -> bytes:
    """What was called a GIFAR: an applet of the site, for browsers that still had a plugin for them."""
    return encoded(photograph(16, 16), "gif") + archive()


SEEN_AS: dict[Callable[[], bytes], dict[str, tuple[str, ...]]] = {
    jpeg_and_pdf: {"image/jpeg": ("photo.jpg", "letter.pdf", "page.html", "script.js", "nothing")},
    pdf_and_jpeg: {"application/pdf": ("letter.pdf", "photo.jpg", "page.html", "nothing")},
    jpeg_and_zip: {"image/jpeg": ("photo.jpg", "all.zip", "applet.jar", "letter.docx")},
    jpeg_and_html: {"image/jpeg": ("photo.jpg", "page.html", "page.xhtml", "nothing")},
    gif_and_script: {"image/gif": ("picture.gif", "script.js", "script.mjs", "page.html", "data.json")},
    script_and_gif: {"application/octet-stream": ("picture.gif", "script.js", "script.mjs", "nothing")},
    gif_and_zip: {"image/gif": ("picture.gif", "applet.jar", "all.zip")},
}
CASES = [(made, name, kind) for made, kinds in SEEN_AS.items() for kind, names in kinds.items() for name in names]


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


async def upload(client: ServiceClient, tokens: Tokens, name: str, content: bytes) -> None:
    headers = tokens.bearer("editor")
    answer = (await client.post("/cms/files", headers=headers, files={"files": (name, content, "text/html")})).json()
    assert answer["failed"] == {}


def is_inert(answer: httpx.Response) -> bool:
    """Nothing in it runs in a browser that shows it, and none guesses at another type."""
    policy = answer.headers["content-security-policy"]
    return answer.headers["x-content-type-options"] == "nosniff" and policy.startswith("default-src 'none'")


def test_they_are_what_they_are_made_to_be() -> None:
    for made in (jpeg_and_zip, gif_and_zip):
        with zipfile.ZipFile(io.BytesIO(made())) as read:
            assert "Evil.class" in read.namelist()
    for made in (jpeg_and_pdf, jpeg_and_zip, jpeg_and_html, gif_and_script, gif_and_zip):
        assert pyvips.Image.new_from_buffer(made(), "").width > 0
    assert b"%PDF-" in jpeg_and_pdf()[:1024]
    # The picture is within a comment, and all around it is a script.
    before, comment, after = gif_and_script().partition(b"/*")[0], *gif_and_script().partition(b"*/")[1:]
    assert (before, comment, after) == (b"GIF89a", b"*/", b"=1;" + SCRIPT)


@pytest.mark.parametrize(("made", "name", "kind"), CASES, ids=[f"{made.__name__}-{name}" for made, name, _ in CASES])
async def test_they_are_served_as_one_thing_whatever_they_are_called(
    client: ServiceClient, tokens: Tokens, made: Callable[[], bytes], name: str, kind: str
) -> None:
    await upload(client, tokens, name, made())
    answer = await client.get(f"/files/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    if kind.startswith("image/"):
        # Visitors get the picture alone, in its own size too.
        assert pyvips.Image.new_from_buffer(answer.content, "").width > 0
        assert not any(mark in answer.content for mark in MARKS)
    else:
        assert answer.content == made()
    assert answer.headers["x-content-type-options"] == "nosniff"
    is_shown = kind != "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("inline" if is_shown else "attachment")
    # The viewers of browsers for PDF need more than an inert page has; scripts of a PDF cannot reach the site.
    assert is_inert(answer) or kind == "application/pdf"
    part = await client.get(f"/files/{name}", headers={"Range": "bytes=6-40"})
    assert (part.status_code, part.headers["content-type"]) == (206, kind)
    assert part.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("made", [jpeg_and_pdf, jpeg_and_zip, jpeg_and_html])
async def test_images_in_other_sizes_are_images_alone(
    client: ServiceClient, tokens: Tokens, made: Callable[[], bytes]
) -> None:
    await upload(client, tokens, "photo.jpg", made())
    answer = await client.get("/files/photo.jpg?size=xs", headers={"Accept": "image/webp"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
    assert is_inert(answer)
    assert not any(mark in answer.content for mark in MARKS)
