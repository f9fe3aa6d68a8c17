"""The part of an image that one use of it shows: the twin of web/app/page/image-crops.ts.

A crop is written as ``left-top-width-height``, or with what has to be seen in it as ``left-top-width-height-x-y``: ten
thousandths of the image's width and height. It says a part of whatever content the file has, so it outlives a replacement.
"""

import re
import uuid
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, StringConstraints
from pydantic_core import PydanticCustomError

from kit.schemas import Out, Schema

MAX_CROP = 35
UNITS = 10_000
LEAST_UNITS = 100
"""The least width and height: one hundredth of the image's."""

_NUMBER = "(0|[1-9][0-9]{0,4})"
_CROP = re.compile(f"{_NUMBER}-{_NUMBER}-{_NUMBER}-{_NUMBER}(?:-{_NUMBER}-{_NUMBER})?")


class Crop(NamedTuple):
    """A part of an image, and what has to be seen in it, in ten thousandths of the image's width and height."""

    left: int
    top: int
    width: int
    height: int
    focus: tuple[int, int] | None

    @property
    def is_whole(self) -> bool:
        """Whether it is all of the image."""
        return self.width == self.height == UNITS


def parsed_crop(written: str) -> Crop | None:
    """The crop that is written so; None where that is none."""
    found = _CROP.fullmatch(written)
    if found is None:
        return None
    left, top, width, height = (int(number) for number in found.groups()[:4])
    if not _is_within(left, width) or not _is_within(top, height):
        return None
    if found[5] is None:
        return Crop(left, top, width, height, None)
    focus = x, y = int(found[5]), int(found[6])
    is_seen = left <= x <= left + width and top <= y <= top + height
    return Crop(left, top, width, height, focus) if is_seen else None


def is_crop(written: str) -> bool:
    """Whether a text is a crop."""
    return parsed_crop(written) is not None


def _is_within(start: int, length: int) -> bool:
    return length >= LEAST_UNITS and start + length <= UNITS


_WORDS = "Write a crop as left-top-width-height or left-top-width-height-x-y, in ten thousandths of the image's sides."


def _checked(written: str) -> str:
    if not is_crop(written):
        raise PydanticCustomError("invalid_crop", _WORDS)
    return written


WrittenCrop = Annotated[str, StringConstraints(max_length=MAX_CROP), AfterValidator(_checked)]
"""A crop in a request."""


class CropQuestion(Schema):
    """Whether a service shows a file with this crop: cms asks it of each that shows files."""

    file: uuid.UUID
    crop: WrittenCrop


class CropUse(Out):
    """Whether it does."""

    is_used: bool
