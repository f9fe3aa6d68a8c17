"""What kind of content a file has, by its first bytes and its extension.

A table of our own, of what a site has to do with: libraries for this know hundreds of formats by chance matches of two
bytes, and none of them says which are harmless in a browser. A type that has a signature is believed only with it, so
HTML that is called ``.png`` is no image.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from cms.files.names import extension_of

UNKNOWN = "application/octet-stream"
HEIC = "image/heic"
HEAD = 4096
"""How many of the first bytes are looked at."""


class _Signature(NamedTuple):
    kind: str
    marks: tuple[tuple[int, bytes], ...]


_ZIP, _OLE, _FTYP = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"ftyp"
_SIGNATURES = [
    _Signature(kind, tuple(marks))
    for kind, *marks in (
        ("image/png", (0, b"\x89PNG\r\n\x1a\n")),
        ("image/jpeg", (0, b"\xff\xd8\xff")),
        ("image/gif", (0, b"GIF87a")),
        ("image/gif", (0, b"GIF89a")),
        ("image/webp", (0, b"RIFF"), (8, b"WEBP")),
        ("image/avif", (4, _FTYP), (8, b"avi")),
        ("image/heic", (4, _FTYP), (8, b"hei")),
        ("image/heic", (4, _FTYP), (8, b"hevc")),
        ("image/heic", (4, _FTYP), (8, b"hevx")),
        ("image/heic", (4, _FTYP), (8, b"hevm")),
        ("image/heic", (4, _FTYP), (8, b"hevs")),
        ("image/heic", (4, _FTYP), (8, b"mif1")),
        ("image/heic", (4, _FTYP), (8, b"msf1")),
        ("image/tiff", (0, b"II*\0")),
        ("image/tiff", (0, b"MM\0*")),
        ("image/x-icon", (0, b"\0\0\1\0")),
        ("image/bmp", (0, b"BM"), (6, b"\0\0\0\0")),
        ("application/pdf", (0, b"%PDF-")),
        ("video/quicktime", (4, _FTYP), (8, b"qt")),
        ("audio/mp4", (4, _FTYP), (8, b"M4A")),
        ("video/mp4", (4, _FTYP)),
        # QuickTime of before 2001 and of many cameras begins with any of its atoms. Some are words: those have a short size.
        ("video/quicktime", (4, b"moov")),
        ("video/quicktime", (4, b"mdat")),
        ("video/quicktime", (0, b"\0\0"), (4, b"wide")),
        ("video/quicktime", (0, b"\0\0"), (4, b"free")),
        ("video/quicktime", (0, b"\0\0"), (4, b"skip")),
        ("video/quicktime", (0, b"\0\0"), (4, b"pnot")),
        ("video/webm", (0, b"\x1a\x45\xdf\xa3")),
        ("video/x-msvideo", (0, b"RIFF"), (8, b"AVI ")),
        ("audio/wav", (0, b"RIFF"), (8, b"WAVE")),
        ("audio/mpeg", (0, b"ID3")),
        ("audio/mpeg", (0, b"\xff\xfb")),
        ("audio/mpeg", (0, b"\xff\xf3")),
        ("audio/mpeg", (0, b"\xff\xf2")),
        ("audio/mpeg", (0, b"\xff\xfa")),
        ("audio/mpeg", (0, b"\xff\xe3")),
        ("audio/mpeg", (0, b"\xff\xe2")),
        ("audio/ogg", (0, b"OggS")),
        ("audio/flac", (0, b"fLaC")),
        ("font/woff", (0, b"wOFF")),
        ("font/woff2", (0, b"wOF2")),
        ("font/ttf", (0, b"\0\1\0\0\0")),
        ("font/otf", (0, b"OTTO")),
        ("application/gzip", (0, b"\x1f\x8b")),
        ("application/zip", (0, _ZIP)),
        ("application/zip", (0, b"PK\5\6")),
        ("application/x-ole-storage", (0, _OLE)),
    )
]
_WORD = "application/vnd.openxmlformats-officedocument"
_OPEN = "application/vnd.oasis.opendocument"
# By extension: the type, and where it has a signature, as which type that is seen.
_EXTENSIONS: dict[str, tuple[str, str | None]] = {
    **{extension: (kind, kind) for extension, kind in {
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "heif": "image/heic", "tif": "image/tiff",
        "tiff": "image/tiff", "ico": "image/x-icon", "bmp": "image/bmp", "pdf": "application/pdf",
        "mov": "video/quicktime", "m4a": "audio/mp4", "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm",
        "avi": "video/x-msvideo", "wav": "audio/wav", "mp3": "audio/mpeg", "flac": "audio/flac", "woff": "font/woff",
        "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "gz": "application/gzip", "zip": "application/zip",
    }.items()},
    "mkv": ("video/x-matroska", "video/webm"),
    "ogg": ("audio/ogg", "audio/ogg"), "oga": ("audio/ogg", "audio/ogg"), "opus": ("audio/ogg", "audio/ogg"),
    "ogv": ("video/ogg", "audio/ogg"),
    "docx": (f"{_WORD}.wordprocessingml.document", "application/zip"),
    "xlsx": (f"{_WORD}.spreadsheetml.sheet", "application/zip"),
    "pptx": (f"{_WORD}.presentationml.presentation", "application/zip"),
    "odt": (f"{_OPEN}.text", "application/zip"), "ods": (f"{_OPEN}.spreadsheet", "application/zip"),
    "odp": (f"{_OPEN}.presentation", "application/zip"), "epub": ("application/epub+zip", "application/zip"),
    "doc": ("application/msword", "application/x-ole-storage"),
    "xls": ("application/vnd.ms-excel", "application/x-ole-storage"),
    "ppt": ("application/vnd.ms-powerpoint", "application/x-ole-storage"),
    "svg": ("image/svg+xml", "image/svg+xml"),
    **{extension: (kind, None) for extension, kind in {
        "txt": "text/plain", "text": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv",
        "tsv": "text/tab-separated-values", "ics": "text/calendar", "vcf": "text/vcard", "vtt": "text/vtt",
        "rtf": "application/rtf", "json": "application/json", "geojson": "application/geo+json",
        "gpx": "application/gpx+xml", "kml": "application/vnd.google-earth.kml+xml", "xml": "application/xml",
        "xhtml": "application/xhtml+xml", "html": "text/html", "htm": "text/html", "css": "text/css",
        "js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm",
    }.items()},
}  # fmt: skip
_SVG = re.compile(rb"<svg[\s>]", re.IGNORECASE)
_HTML = re.compile(
    rb"<(!doctype\s+html|html|head|body|script|iframe|img|a|table|style|title|div|h1|p)\b", re.IGNORECASE
)
_SPACE = b" \t\r\n\f"
# What a browser shows without being able to run anything in it; `cms.file_delivery` serves all else as a download.
_SHOWN = frozenset({"application/pdf", "text/plain", "image/svg+xml"})


def kind_of(name: str, head: bytes) -> str:
    """The type of a file with this name and these first bytes."""
    seen = _seen(head)
    kind, needed = _EXTENSIONS.get(extension_of(name), (UNKNOWN, None))
    if kind == UNKNOWN:
        return seen or UNKNOWN
    if needed is not None:
        return kind if seen == needed else seen or UNKNOWN
    # Text has no signature; what has the one of something else is that.
    is_markup = seen in {"text/html", "image/svg+xml", "application/xml"}
    return seen if seen is not None and not is_markup else kind


@cache
def extensions_of(kind: str) -> Sequence[str]:
    """The extensions of files of a type, the usual one first; none for a type that no extension stands for."""
    return [extension for extension, (known, _) in _EXTENSIONS.items() if known == kind]


def is_heic(name: str, kind: str) -> bool:
    """Whether a file of this name and type is a HEIC. Earlier releases took those of some brands for films."""
    return kind == HEIC or (kind == "video/mp4" and extension_of(name) in extensions_of(HEIC))


def is_shown(kind: str) -> bool:
    """Whether browsers may show it in place."""
    return kind in _SHOWN or kind.partition("/")[0] in {"image", "audio", "video", "font"}


def _is_avif(head: bytes) -> bool:
    """Whether an image whose first brand is that of all of its family says further on that it is an AVIF."""
    brands = head[16 : int.from_bytes(head[:4])]
    return b"avif" in (brands[at : at + 4] for at in range(0, len(brands), 4))


def _seen(head: bytes) -> str | None:
    for kind, marks in _SIGNATURES:
        if all(head.startswith(mark, place) for place, mark in marks):
            return "image/avif" if kind == HEIC and _is_avif(head) else kind
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip(_SPACE)
    if text.startswith((b"<?xml", b"<!--", b"<!DOCTYPE svg", b"<svg")) and _SVG.search(text):
        return "image/svg+xml"
    # As browsers do where nobody tells them not to.
    if _HTML.match(text) or (text.startswith(b"<!--") and _HTML.search(text)):
        return "text/html"
    return "application/xml" if text.startswith(b"<?xml") else None
