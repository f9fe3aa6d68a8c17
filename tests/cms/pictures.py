"""Images that tests make, of every kind and with every fault."""

import struct
import zlib
from collections.abc import Mapping
from typing import Any

import pyvips

SUFFIXES = {"jpeg": ".jpg", "png": ".png", "gif": ".gif", "webp": ".webp", "avif": ".avif", "tiff": ".tif"}


def photograph(width: int, height: int) -> pyvips.Image:
    """Something with colours and detail: red to the right, green downwards, and waves across."""
    across = pyvips.Image.xyz(width, height)
    waves = pyvips.Image.sines(width, height, hfreq=8, vfreq=5, uchar=True)
    image = (across[0] * (255 / width)).bandjoin([across[1] * (255 / height), waves])
    return image.cast("uchar").copy(interpretation="srgb")


def encoded(image: pyvips.Image, format: str = "jpeg", **options: Any) -> bytes:
    """The image as a file of the format."""
    return bytes(image.write_to_buffer(SUFFIXES[format], **options))


def animation(width: int, height: int, frames: int, format: str = "gif") -> bytes:
    """Frames of different shades, one after another."""
    shades = [pyvips.Image.black(width, height, bands=3) + (37 * each) % 256 for each in range(1, frames + 1)]
    strip = pyvips.Image.arrayjoin(shades, across=1).cast("uchar").copy(interpretation="srgb")
    strip.set_type(pyvips.GValue.gint_type, "page-height", height)
    return encoded(strip, format)


MODEL, DESCRIPTION, COPYRIGHT = 0x0110, 0x010E, 0x8298
_ORIENTATION = 0x0112


def with_tags(image: pyvips.Image, tags: Mapping[int, str], orientation: int | None = None) -> bytes:
    """A JPEG with texts in its EXIF, by their numbers. Written by hand, as libvips cuts texts at brackets."""
    entries = [(number, 2, text.encode() + b"\0") for number, text in tags.items()]
    if orientation is not None:
        entries.append((_ORIENTATION, 3, struct.pack(">H", orientation)))
    directory, values = b"", b""
    start = 8 + 2 + 12 * len(entries) + 4
    for number, kind, value in sorted(entries):
        count = len(value) if kind == 2 else 1
        place = value.ljust(4, b"\0") if len(value) <= 4 else struct.pack(">I", start + len(values))
        values += value if len(value) > 4 else b""
        directory += struct.pack(">HHI", number, kind, count) + place
    tiff = b"MM\0*" + struct.pack(">IH", 8, len(entries)) + directory + bytes(4) + values
    segment = b"Exif\0\0" + tiff
    plain = encoded(image, "jpeg", keep="none")
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + plain[2:]


def png_chunk(kind: bytes, data: bytes) -> bytes:
    """A piece of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_of_size(width: int, height: int) -> bytes:
    """A PNG that says it has this size, and has next to nothing."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", header)
        + png_chunk(b"IDAT", zlib.compress(bytes(1_000)))
        + png_chunk(b"IEND", b"")
    )


def opened(data: bytes) -> pyvips.Image:
    """What a file shows, all frames below one another."""
    image = pyvips.Image.new_from_buffer(data, "")
    return pyvips.Image.new_from_buffer(data, "n=-1") if image.get_n_pages() > 1 else image
