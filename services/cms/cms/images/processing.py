"""What is done to images, by libvips: run in a sandbox (`cms.images.service.image_sandbox`), never in a service's own process.

Files come as open descriptors. What people upload is decoded by a few loaders only and by no other of libvips'; what
visitors get is always encoded anew, upright, in sRGB and with nothing in it but pixels.
"""

from typing import Any

import pyvips

from cms.images.variants import Area, Format
from kit.sandboxed import Refused

MOST_PIXELS = 200_000_000
"""Of all frames together; cameras make up to about 110 million."""
LONGEST_SIDE = 65_500
MOST_FRAMES = 1_000
_MOST_TAGS = 100
_BINARY_TAGS = frozenset({"MakerNote", "UserComment"})
_LONGEST_TAG = 500
_LOADERS = {
    "VipsForeignLoadJpeg": "jpeg",
    "VipsForeignLoadPng": "png",
    "VipsForeignLoadNsgif": "gif",
    "VipsForeignLoadWebp": "webp",
    "VipsForeignLoadHeif": "avif",
    "VipsForeignLoadTiff": "tiff",
}
# As an option of the loader: `thumbnail_source` does not pass its own on.
_STRICT = "fail_on=truncated"
_TALL = 10_000_000
"""A height that nothing reaches: only widths are bounded."""

pyvips.operation_block_set("VipsForeignLoad", True)
for _loader in _LOADERS:
    pyvips.operation_block_set(_loader, False)
# Each image is another; what the last one left is only memory.
pyvips.cache_set_max(0)


def probe(source: int) -> dict[str, Any]:
    """Say what an image is: format, width and height as it is seen, frames, whether it has transparency, its EXIF.

    Raises `Refused`: `not_an_image`, `image_too_large`, `image_damaged`.
    """
    image = _open(source)
    is_turned = _orientation(image) >= 5
    _decode(source)
    return {
        "format": _format(image),
        "width": image.height if is_turned else image.width,
        "height": image.width if is_turned else image.height,
        "frames": _frames(image),
        "hasAlpha": bool(image.hasalpha()),
        "exif": _exif(image),
    }


def make_variant(
    source: int, target: int, *, width: int | None, format: Format, quality: int, area: Area | None = None
) -> dict[str, int]:
    """Write the image upright, no wider than ``width`` (nothing is made larger), as ``format`` of ``quality`` 1 to 100.

    ``area`` is the part that is shown, of each frame. Animations stay so as GIF and WebP and give their first frame
    otherwise. Returns width and height. Raises as `probe` does, and `Refused` `too_costly`.
    """
    frames = _frames(_open(source)) if format in ("gif", "webp") else 1
    try:
        image = _shown(source, width, frames, area)
        _write(image, target, format, quality)
    except pyvips.Error:
        # All of it is freed first: to look at the image takes memory as well.
        image = None
    if image is None:
        # Encoders and libvips say of too little memory what they say of damage.
        _decode(source, frames)
        raise Refused("too_costly", "The image needs too much memory in this size and format.")
    return {"width": image.width, "height": image.height if frames == 1 else image.get("page-height")}


def _shown(source: int, width: int | None, frames: int, area: Area | None) -> pyvips.Image:
    shown = 1.0 if area is None else area["width"]
    original = _open(source)
    full = original.height if _orientation(original) >= 5 else original.width
    wanted = full if width is None else min(full, max(1, round(width / shown)))
    # Without a profile colours are taken for those of sRGB, and to convert them into themselves takes half as long again.
    profile = {"export_profile": "srgb"} if "icc-profile-data" in original.get_fields() else {}
    image = pyvips.Image.thumbnail_source(
        pyvips.Source.new_from_descriptor(source),
        wanted,
        height=_TALL,
        size="down",
        option_string=_options(frames),
        **profile,
    )
    image = _in_srgb(image)
    if area is None:
        return image
    return _cut(image, area) if frames == 1 else _cut_frames(image, area)


def _options(frames: int) -> str:
    return f"{_STRICT},n=-1" if frames > 1 else _STRICT


def _open(source: int) -> pyvips.Image:
    """The image with its header read, if it is one that is taken and not too large."""
    stream = pyvips.Source.new_from_descriptor(source)
    if pyvips.vips_lib.vips_foreign_find_load_source(stream.pointer) == pyvips.ffi.NULL:
        raise Refused("not_an_image", "This is not an image, or an image of an unsupported type.")
    try:
        image = pyvips.Image.new_from_source(stream, "", access="sequential")
    except pyvips.Error as error:
        raise _damaged(error) from None
    frames = _frames(image)
    # Of several pages only the first is open.
    if image.width * image.height * frames > MOST_PIXELS or max(image.width, image.height) > LONGEST_SIDE:
        most = MOST_PIXELS // 1_000_000
        raise Refused(
            "image_too_large",
            f"The image has {image.width} by {image.height} pixels. The most is {most} million.",
        )
    if frames > MOST_FRAMES:
        raise Refused("image_too_large", f"The animation has {frames} frames. The most is {MOST_FRAMES}.")
    return image


def _decode(source: int, frames: int = 1) -> None:
    """Decode all of it, to be sure that it can be."""
    try:
        small = pyvips.Image.thumbnail_source(
            pyvips.Source.new_from_descriptor(source), 64, height=64, size="down", option_string=_options(frames)
        )
        small.avg()
    except pyvips.Error as error:
        raise _damaged(error) from None


def _damaged(error: pyvips.Error) -> Refused:
    reason = " ".join(str(error.detail).split())[:200]
    return Refused("image_damaged", f"The image is damaged or was cut off ({reason}).")


def _frames(image: pyvips.Image) -> int:
    # The pages of a TIFF and the images of an AVIF are no animation.
    if _format(image) not in ("gif", "webp"):
        return 1
    return int(image.get_n_pages())


def _format(image: pyvips.Image) -> str:
    loader: str = image.get("vips-loader")
    return next(format for format in _LOADERS.values() if loader.startswith({"avif": "heif"}.get(format, format)))


def _orientation(image: pyvips.Image) -> int:
    return int(image.get("orientation")) if "orientation" in image.get_fields() else 1


def _in_srgb(image: pyvips.Image) -> pyvips.Image:
    """Eight bits for each of the usual channels; colours of other kinds have been converted by their profiles."""
    if image.interpretation == "grey16":
        return image.colourspace("b-w")
    return image if image.interpretation in ("srgb", "b-w") else image.colourspace("srgb")


def _cut(image: pyvips.Image, area: Area) -> pyvips.Image:
    left = min(round(area["left"] * image.width), image.width - 1)
    top = min(round(area["top"] * image.height), image.height - 1)
    return image.crop(
        left,
        top,
        max(1, min(round(area["width"] * image.width), image.width - left)),
        max(1, min(round(area["height"] * image.height), image.height - top)),
    )


def _cut_frames(image: pyvips.Image, area: Area) -> pyvips.Image:
    """Cut each frame of an animation, which stand one below the other."""
    height = image.get_page_height()
    frames = [
        _cut(image.crop(0, top, image.width, height), area) for top in range(0, image.height - height + 1, height)
    ]
    joined = pyvips.Image.arrayjoin(frames, across=1).copy()
    joined.set_type(pyvips.GValue.gint_type, "page-height", frames[0].height)
    return joined


def _write(image: pyvips.Image, target: int, format: Format, quality: int) -> None:
    to = pyvips.Target.new_to_descriptor(target)
    match format:
        case "jpeg":
            opaque = image.flatten(background=255) if image.hasalpha() else image
            opaque.jpegsave_target(to, keep="none", Q=quality, optimize_coding=True, interlace=True)
        case "png":
            image.pngsave_target(to, keep="none", compression=8)
        case "gif":
            image.gifsave_target(to, keep="none", effort=4)
        case "webp":
            image.webpsave_target(to, keep="none", Q=quality, effort=4, smart_subsample=True)
        case "avif":
            image.heifsave_target(to, keep="none", Q=avif_quality(quality), compression="av1", effort=3)


def avif_quality(quality: int) -> int:
    """The quality at which an AVIF looks as a JPEG of ``quality`` does."""
    return max(20, round(quality * 0.7))


def _exif(image: pyvips.Image) -> dict[str, str]:
    """The tags that say something in words, by their names: bounded in number and length."""
    tags: dict[str, str] = {}
    for field in image.get_fields():
        if len(tags) == _MOST_TAGS:
            break
        # exif-ifd0-Model
        name = field.removeprefix("exif-ifd")[2:]
        if not field.startswith("exif-ifd") or name in _BINARY_TAGS:
            continue
        printable = "".join(each for each in _tag_value(str(image.get(field))) if each.isprintable()).strip()
        if printable:
            tags[name] = printable[:_LONGEST_TAG]
    return tags


def _tag_value(written: str) -> str:
    """The value of a tag that libvips writes as ``1/200 (1/200 sec., Rational, 1 components, 8 bytes)``.

    A text stands there twice in full, whatever brackets it has; a number has no brackets itself.
    """
    both = written.rsplit(", ", 3)[0]
    half = (len(both) - 2) // 2
    if both[:half] == both[half + 2 :]:
        return both[:half]
    return both.partition(" (")[0]
