"""Images in the size and the format that suit who asks."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import cast

from starlette.datastructures import Headers

from cms.file_delivery.repository import DeliveredFile
from cms.images.stored_variants import Variant, make, make_later
from cms.images.variants import DEFAULT_SIZE, MEDIA_TYPES, WIDTHS, Aspect, Format, Size, accepted_formats
from kit.state import KitState

VARIES = "Accept, Sec-Fetch-Dest"
_EXTENSIONS: dict[Format, str] = {"jpeg": "jpg", "png": "png", "gif": "gif", "webp": "webp", "avif": "avif"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A file as it is delivered. ``is_best``: nothing better is on its way."""

    file: DeliveredFile
    is_best: bool = True


async def shown(kit: KitState, file: DeliveredFile, headers: Headers, size: str | None, aspect: Aspect | None) -> Shown:
    """A variant of an image; any other file as it is.

    What takes seconds is made by a worker, and something less good is shown until then. Raises ImageRefused, SandboxBusy,
    and what the storage raises.
    """
    if file.picture is None:
        return Shown(file)
    wanted = file.picture.nearest(_size_of(size, headers))
    formats = accepted_formats(file.picture.formats(wanted), headers.get("accept"))
    variants = [_variant(file, wanted, format, aspect) for format in formats]
    for place, variant in enumerate(variants):
        stored = await kit.storage.stat(variant.key)
        if stored is not None:
            return Shown(_as_file(file, variant, stored.size), is_best=place == 0)
        if variant.format == "avif":
            await make_later(kit, variant)
            continue
        return Shown(_as_file(file, variant, await make(kit, variant)), is_best=place == 0)
    raise AssertionError("the last format is none that a worker makes")


def _size_of(size: str | None, headers: Headers) -> Size:
    """Without a known size an image within a page is ``md``, as pages ask for that; by itself it is shown whole."""
    if size in WIDTHS:
        return cast("Size", size)
    return DEFAULT_SIZE if headers.get("sec-fetch-dest") == "image" else "full"


def _variant(file: DeliveredFile, size: Size, format: Format, aspect: Aspect | None) -> Variant:
    assert file.picture is not None
    return Variant(file.storage_key, file.picture, size, format, file.quality, aspect, file.focal_point)


def _as_file(file: DeliveredFile, variant: Variant, size: int) -> DeliveredFile:
    stem = file.name.rpartition(".")[0] or file.name
    return replace(
        file,
        name=f"{stem}.{_EXTENSIONS[variant.format]}",
        storage_key=variant.key,
        size=size,
        mime_type=MEDIA_TYPES[variant.format],
        etag=sha256(variant.key.encode()).hexdigest()[:32],
    )
