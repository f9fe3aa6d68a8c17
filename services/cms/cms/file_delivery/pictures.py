"""Images in the size and the format that suit who asks."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import cast

from starlette.datastructures import Headers

from cms.file_delivery.repository import DeliveredFile
from cms.files.kinds import is_heic
from cms.images.errors import ImageRefused
from cms.images.stored_variants import Variant, is_too_costly, make, make_later, was_too_costly
from cms.images.variants import DEFAULT_SIZE, MEDIA_TYPES, WIDTHS, Aspect, Format, Size, accepted_formats
from kit.state import KitState

VARIES = "Accept, Sec-Fetch-Dest"
_EXTENSIONS: dict[Format, str] = {"jpeg": "jpg", "png": "png", "gif": "gif", "webp": "webp", "avif": "avif"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A file as it is delivered. ``is_best``: nothing better is on its way."""

    file: DeliveredFile
    is_best: bool = True


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an address asks for of an image."""

    size: str | None = None
    aspect: Aspect | None = None
    crop: str | None = None
    is_used: Callable[[str], Awaitable[bool]] | None = None
    """Whether a crop is one that variants are made of; nobody is asked where one is there already."""


async def shown(kit: KitState, file: DeliveredFile, headers: Headers, wanted: Wanted) -> Shown:
    """A variant of an image; any other file as it is.

    What takes seconds is made by a worker, and something less good is shown until then. Of a crop that is not used all of
    the image is shown, as it is for a visitor whose page is older than the last change. Raises ImageRefused, SandboxBusy,
    and what the storage raises.
    """
    if file.picture is None:
        return Shown(file)
    size = file.picture.nearest(_size_of(wanted.size, headers))
    formats = accepted_formats(file.picture.formats(size), headers.get("accept"))
    better: Variant | None = None
    is_best = True
    for format in formats:
        variant = _variant(file, size, format, wanted)
        if not variant.is_possible:
            continue
        stored = await kit.storage.stat(variant.key)
        if stored is None and format == "avif":
            better, is_best = variant, False
            continue
        if stored is None and not await _is_made(wanted):
            whole = await shown(kit, file, headers, replace(wanted, crop=None))
            return replace(whole, is_best=False)
        is_last = format == formats[-1]
        if stored is None and not is_last and was_too_costly(variant):
            # The machine may only have been short of memory: what takes its place is not kept for long.
            is_best = False
            continue
        if better is not None:
            await make_later(kit, better)
        try:
            length = await make(kit, variant) if stored is None else stored.size
        except ImageRefused as error:
            # Of a very large image one format may need more than there is, and the next one less.
            if is_last or not is_too_costly(error):
                raise
            is_best = False
            continue
        return Shown(_as_file(file, variant, length), is_best=is_best)
    raise AssertionError("the last format is none that a worker makes")


def check_encoded(file: DeliveredFile) -> None:
    """Raise ImageRefused for an image that could only be given as it was uploaded, with the place that it was taken at.

    None such is uploaded any more: it is one of an earlier release, or of a backup of that.
    """
    if is_heic(file.name, file.mime_type):
        raise ImageRefused("Visitors are not shown HEIC images. Upload it as JPEG, PNG or WebP.")


async def _is_made(wanted: Wanted) -> bool:
    """Whether a variant that is not there yet is made."""
    return wanted.crop is None or wanted.is_used is None or await wanted.is_used(wanted.crop)


def _size_of(size: str | None, headers: Headers) -> Size:
    """Without a known size an image within a page is ``md``, as pages ask for that; by itself it is shown whole."""
    if size in WIDTHS:
        return cast("Size", size)
    return DEFAULT_SIZE if headers.get("sec-fetch-dest") == "image" else "full"


def _variant(file: DeliveredFile, size: Size, format: Format, wanted: Wanted) -> Variant:
    assert file.picture is not None
    place = (wanted.aspect, file.focal_point, wanted.crop)
    return Variant(file.storage_key, file.picture, size, format, file.quality, *place)


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
