"""Reading and converting images, each in a sandbox. Files are open ones of the local file system."""

from typing import BinaryIO, cast

from cms.images.processing import Area, Format
from cms.images.variants import Picture
from kit.sandbox import MB, Limits, Sandbox
from kit.state import KitState

_LIMITS = Limits(memory=768 * MB, written=256 * MB)
_PROBE_SECONDS = 15.0
_VARIANT_SECONDS = 60.0
"""An AVIF of 2048 pixels takes five on one core, and the machine may do other things."""


def image_sandbox(kit: KitState) -> Sandbox:
    """The processes that images are parsed in."""
    return kit.sandboxes.of("cms.images.processing", _LIMITS)


async def probe(kit: KitState, source: BinaryIO) -> tuple[Picture, dict[str, str]]:
    """What an image is, and its EXIF tags. Raises `kit.sandbox.InputRefused` for what is no image, too large, damaged."""
    found = await image_sandbox(kit).call("probe", source, seconds=_PROBE_SECONDS)
    picture = Picture(found["format"], found["width"], found["height"], found["frames"], found["hasAlpha"])
    return picture, cast("dict[str, str]", found["exif"])


async def make_variant(
    kit: KitState,
    source: BinaryIO,
    target: BinaryIO,
    *,
    width: int | None,
    format: Format,
    quality: int,
    area: Area | None = None,
) -> None:
    """Write a variant of ``source`` into ``target``. See `cms.images.processing.make_variant`."""
    await image_sandbox(kit).call(
        "make_variant", source, target, seconds=_VARIANT_SECONDS, width=width, format=format, quality=quality, area=area
    )
