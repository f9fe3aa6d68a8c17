"""What the address of a file says to mean its present content."""

from collections.abc import Mapping

from cms.files.models import Entity
from cms.images.variants import CENTRE, DEFAULT_QUALITY


def content_version_of(entity: Entity) -> str:
    """What an address says to mean the present content of a file."""
    quality = None if entity.image is None else entity.meta_data.get("jpegQuality") or DEFAULT_QUALITY
    return content_version(entity.sha256 or "", quality, focal_point_of(entity.meta_data.get("focalPoint")))


def content_version(sha256: str, quality: int | None, focal_point: tuple[float, float] = CENTRE) -> str:
    """What an address says to mean this content of a file, and of an image how it is shown."""
    if quality is None:
        return sha256[:16]
    place = "" if focal_point == CENTRE else f"-{focal_point[0]}-{focal_point[1]}"
    return f"{sha256[:16]}-{quality}{place}"


def focal_point_of(stored: Mapping[str, float] | None) -> tuple[float, float]:
    """What has to be seen of an image, as its metadata says it; its centre where they say nothing."""
    return CENTRE if stored is None else (stored["x"], stored["y"])
