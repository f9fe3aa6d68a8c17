"""What was found in an image."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cms.images.variants import Picture


@dataclass(frozen=True, slots=True)
class Found:
    """A picture that variants can be made of, and what its EXIF says."""

    picture: Picture
    exif: Mapping[str, str]

    def columns(self) -> dict[str, Any]:
        """What a file's row keeps of it."""
        picture = self.picture
        return {
            "width": picture.width,
            "height": picture.height,
            "exif": dict(self.exif),
            "image": {"format": picture.format, "frames": picture.frames, "hasAlpha": picture.has_alpha},
        }


def picture_of(width: int | None, height: int | None, image: Mapping[str, Any] | None) -> Picture | None:
    """The picture that a file's row tells of; none where variants cannot be made."""
    if width is None or height is None or image is None:
        return None
    return Picture(image["format"], width, height, image["frames"], image["hasAlpha"])
