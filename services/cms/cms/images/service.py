"""Reading and converting images, each in a sandbox, from the storage and into it."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import BinaryIO, cast

from cms.images.errors import ImageRefused
from cms.images.found import Found
from cms.images.variants import Area, Format, Picture
from kit.sandbox import MB, InputRefused, Limits, Sandbox
from kit.state import KitState
from kit.storage import pieces_in
from kit.storage.local import named_faults

EXAMINED = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/tiff"})
"""The kinds that variants are made of."""
_LIMITS = Limits(memory=768 * MB, written=256 * MB)
_PROBE_SECONDS = 15.0
_VARIANT_SECONDS = 60.0
"""An AVIF of 2048 pixels takes five on one core, and the machine may do other things."""


def image_sandbox(kit: KitState) -> Sandbox:
    """The processes that images are parsed in."""
    return kit.sandboxes.of("cms.images.processing", _LIMITS)


async def examine(kit: KitState, storage_key: str) -> Found:
    """What an image in the storage is. Raises `ImageRefused`, SandboxBusy, and what the storage raises."""
    async with _copy_of(kit, storage_key) as source:
        try:
            return await probe(kit, source)
        except InputRefused as error:
            raise ImageRefused(error.detail, **error.extensions) from None


async def probe(kit: KitState, source: BinaryIO) -> Found:
    """What an image in an open file is. Raises InputRefused for what is no image, too large, or damaged."""
    found = await image_sandbox(kit).call("probe", source, seconds=_PROBE_SECONDS)
    picture = Picture(found["format"], found["width"], found["height"], found["frames"], found["hasAlpha"])
    return Found(picture, cast("dict[str, str]", found["exif"]))


async def store_variant(
    kit: KitState,
    storage_key: str,
    target_key: str,
    *,
    width: int | None,
    format: Format,
    quality: int,
    area: Area | None,
) -> int:
    """Make a variant of an image in the storage, and store it under ``target_key``; its size in bytes.

    Raises `ImageRefused`, SandboxBusy, and what the storage raises.
    """
    async with _copy_of(kit, storage_key) as source:
        with tempfile.TemporaryFile() as target:
            try:
                await make_variant(kit, source, target, width=width, format=format, quality=quality, area=area)
            except InputRefused as error:
                raise ImageRefused(error.detail, **error.extensions) from None
            return (await kit.storage.put(target_key, pieces_in(target))).size


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


@asynccontextmanager
async def _copy_of(kit: KitState, storage_key: str) -> AsyncIterator[BinaryIO]:
    """An object of the storage as an open file, which a sandbox can be given wherever the storage is.

    It lies where TMPDIR says, which may be another disk.
    """
    with tempfile.TemporaryFile() as copy:
        async with kit.storage.reading(storage_key) as pieces:
            async for piece in pieces:
                with named_faults():
                    await asyncio.to_thread(copy.write, piece)
        with named_faults():
            copy.flush()
        yield copy
