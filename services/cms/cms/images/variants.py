"""Which variants of an image there are, and which of them a browser gets.

A container's width says which size is right for it (specification §9): up to 128 pixels `xs`, 256 `sm`, 512 `md`, 1024
`lg`, wider `xl`. An address without a size is `md`; `full` is the whole image.

The twin of web/app/plugins/images/variants.ts and web/app/media/shapes.ts, held equal by tests/vectors/image-areas.json.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from kit.image_crops import UNITS, Crop

Format = Literal["jpeg", "png", "gif", "webp", "avif"]
Size = Literal["xs", "sm", "md", "lg", "xl", "full"]
Aspect = Literal["1:1", "5:4", "4:3", "3:2", "16:9", "2:1", "4:5", "3:4", "2:3", "9:16"]

WIDTHS: Mapping[Size, int | None] = {"xs": 128, "sm": 256, "md": 512, "lg": 1024, "xl": 2048, "full": None}
DEFAULT_SIZE: Size = "md"
DEFAULT_QUALITY = 80
CENTRE = (0.5, 0.5)
MEDIA_TYPES: Mapping[Format, str] = {format: f"image/{format}" for format in ("jpeg", "png", "gif", "webp", "avif")}


_LONGEST_WEBP = 16_383
"""Pixels of a side: the format has fourteen bits for it."""


class Area(TypedDict):
    """A part of an image in shares of its width and height, 0 to 1."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Picture:
    """What has to be known of an image to choose among its variants; width and height in pixels, as it is seen."""

    format: str
    width: int
    height: int
    frames: int
    has_alpha: bool

    @property
    def fallback(self) -> Format:
        """The format for browsers that accept nothing newer: as near to the original as every browser knows."""
        if self.format in ("gif", "png"):
            return "gif" if self.format == "gif" else "png"
        return "png" if self.has_alpha else "jpeg"

    def formats(self, size: Size) -> Sequence[Format]:
        """The formats that there are of a size, the best first.

        There is no AVIF of an animation, since it would be a film of its own kind, nor of a whole image: encoding that
        takes longer than anybody saves by it.
        """
        newer: list[Format] = ["webp"] if self.frames > 1 or size == "full" else ["avif", "webp"]
        return [*newer, self.fallback]

    def nearest(self, size: Size) -> Size:
        """The size that stands for ``size``: the whole image where that is no wider."""
        width = WIDTHS[size]
        return "full" if width is None or width >= self.width else size


def accepted_formats(formats: Sequence[Format], accept: str | None) -> Sequence[Format]:
    """Those of ``formats``, best first, that an ``Accept`` header names; the last is for everybody.

    Wildcards count for the last only: browsers that say ``image/*`` and nothing else know neither WebP nor AVIF.
    """
    named = {
        kind.strip().lower()
        for kind, _, parameters in (part.partition(";") for part in (accept or "")[:1_000].split(","))
        if parameters.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    }
    return [format for format in formats[:-1] if MEDIA_TYPES[format] in named] + [formats[-1]]


def fits(format: Format, picture: Picture, size: Size, area: Area | None) -> bool:
    """Whether a format can have a part of an image in a size, as wide and as high as that is."""
    if format != "webp":
        return True
    shown = area or _WHOLE
    width = max(1.0, picture.width * shown["width"])
    narrowed = min(1.0, (WIDTHS[size] or width) / width)
    # Rounded as the encoder may.
    return max(width, picture.height * shown["height"]) * narrowed + 1 <= _LONGEST_WEBP


_WHOLE = Area(left=0.0, top=0.0, width=1.0, height=1.0)


def area_of(
    picture: Picture, aspect: Aspect | None, focal: tuple[float, float] = CENTRE, crop: Crop | None = None
) -> Area | None:
    """The part of a picture that is shown, in shares, 0 to 1; None for all of it.

    That is the crop, and with an aspect the largest part of the crop that has it and is as near as can be to what has to be
    seen: what the crop says of that, else the focal point.
    """
    area = _WHOLE if crop is None else _cropped(crop)
    if aspect is not None:
        area = _shaped(picture, area, aspect, focal_of(focal, crop))
    return None if area["width"] == area["height"] == 1.0 else area


def focal_of(focal: tuple[float, float], crop: Crop | None) -> tuple[float, float]:
    """What has to be seen of an image in a use of it: what its crop says, else what the library says."""
    if crop is None or crop.focus is None:
        return focal
    return crop.focus[0] / UNITS, crop.focus[1] / UNITS


def _cropped(crop: Crop) -> Area:
    left, top, width, height = (number / UNITS for number in crop[:4])
    return Area(left=left, top=top, width=width, height=height)


def _shaped(picture: Picture, within: Area, aspect: Aspect, focal: tuple[float, float]) -> Area:
    across, down = (int(side) for side in aspect.split(":"))
    wanted = across / down
    present = (picture.width * within["width"]) / (picture.height * within["height"])
    width = within["width"] * min(1.0, wanted / present)
    height = within["height"] * min(1.0, present / wanted)
    return Area(
        left=_start(focal[0], width, within["left"], within["width"]),
        top=_start(focal[1], height, within["top"], within["height"]),
        width=width,
        height=height,
    )


def _start(centre: float, length: float, from_: float, room: float) -> float:
    """Where a stretch of this length begins that has its middle at ``centre`` as far as its room allows."""
    return min(max(centre - length / 2, from_), from_ + room - length)
