"""Which variants of an image there are, and which of them a browser gets.

A container's width says which size is right for it (specification §9): up to 128 pixels `xs`, 256 `sm`, 512 `md`, 1024
`lg`, wider `xl`. An address without a size is `md`; `full` is the whole image.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

Format = Literal["jpeg", "png", "gif", "webp", "avif"]
Size = Literal["xs", "sm", "md", "lg", "xl", "full"]
Aspect = Literal["1:1", "5:4", "4:3", "3:2", "16:9", "2:1", "4:5", "3:4", "2:3", "9:16"]

WIDTHS: Mapping[Size, int | None] = {"xs": 128, "sm": 256, "md": 512, "lg": 1024, "xl": 2048, "full": None}
DEFAULT_SIZE: Size = "md"
DEFAULT_QUALITY = 80
CENTRE = (0.5, 0.5)
MEDIA_TYPES: Mapping[Format, str] = {format: f"image/{format}" for format in ("jpeg", "png", "gif", "webp", "avif")}


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


def area_of(picture: Picture, aspect: Aspect | None, focal: tuple[float, float] = CENTRE) -> Area | None:
    """The largest part of a picture that has the aspect and is as near to the focal point as can be; shares, 0 to 1."""
    if aspect is None:
        return None
    across, down = (int(side) for side in aspect.split(":"))
    wanted, present = across / down, picture.width / picture.height
    width, height = min(1.0, wanted / present), min(1.0, present / wanted)
    if width == height == 1.0:
        return None
    return Area(left=_within(focal[0], width), top=_within(focal[1], height), width=width, height=height)


def _within(centre: float, length: float) -> float:
    """Where a stretch of this length begins that has its middle at ``centre`` as far as 0 to 1 allows."""
    return min(max(centre - length / 2, 0.0), 1.0 - length)
