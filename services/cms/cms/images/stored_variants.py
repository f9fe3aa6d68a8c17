"""Variants in the storage: made when they are first wanted, under keys that say what they are.

There are no rows of them. A key begins with that of the original, so that all variants of it are found when it goes.
"""

import asyncio
import hashlib
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import update

from cms.images.errors import ImageRefused
from cms.images.service import store_variant
from cms.images.variants import CENTRE, WIDTHS, Area, Aspect, Format, Picture, Size, area_of, fits, focal_of
from kit.errors import DomainError
from kit.image_crops import Crop, parsed_crop
from kit.jobs import FINISHED, Run, enqueue, task
from kit.state import KitState
from kit.storage import Storage
from kit.tables import Job

log = logging.getLogger(__name__)

PREFIX = "variants/"
MAKE = "images.make_variant"


@dataclass(frozen=True, slots=True)
class Variant:
    """An image in a size, a format and a quality; with a crop or an aspect, a part of it."""

    storage_key: str
    """Of the original."""
    picture: Picture
    size: Size
    format: Format
    quality: int
    aspect: Aspect | None
    focal_point: tuple[float, float]
    crop: str | None = None
    """As `kit.image_crops` writes it."""

    @property
    def area(self) -> Area | None:
        """The part of the image that it shows; None for all of it."""
        return area_of(self.picture, self.aspect, self.focal_point, self._crop)

    @property
    def is_possible(self) -> bool:
        """Whether its format can have an image as wide and as high as it is."""
        return fits(self.format, self.picture, self.size, self.area)

    @property
    def key(self) -> str:
        """The key of the variant in the storage: the same for the same picture."""
        identifier = self.storage_key.rpartition("/")[2]
        name = f"{self.size}-{self.format}-{self.quality}"
        if place := self._place:
            name += f"-{hashlib.sha256(place.encode()).hexdigest()[:16]}"
        return f"{prefix_of(identifier)}{name}"

    @property
    def _place(self) -> str:
        """What decides which part is shown: crops that show the same, as one that only says a focus, have the same key."""
        shape = "" if self.aspect is None else f"{self.aspect} {focal_of(self.focal_point, self._crop)}"
        if self._crop is None or self._crop.is_whole:
            return shape
        return f"{self._crop[:4]} {shape}"

    @property
    def _crop(self) -> Crop | None:
        return None if self.crop is None else parsed_crop(self.crop)

    def as_args(self) -> dict[str, Any]:
        """The arguments of the job that makes it: the same for the same key, so without what does not change the picture."""
        picture, crop = self.picture, self._crop
        focal_point = CENTRE if self.aspect is None else focal_of(self.focal_point, crop)
        return {
            "storageKey": self.storage_key,
            "picture": [picture.format, picture.width, picture.height, picture.frames, picture.has_alpha],
            "variant": [self.size, self.format, self.quality, self.aspect, *focal_point],
            # By itself: the previous release makes the whole image of it, under that one's key.
            "crop": None if crop is None or crop.is_whole else "-".join(str(number) for number in crop[:4]),
        }

    @classmethod
    def from_args(cls, args: dict[str, Any]) -> "Variant":
        """The variant that a job is to make."""
        size, format, quality, aspect, *focal_point = args["variant"]
        picture, crop = Picture(*args["picture"]), args.get("crop")
        return cls(args["storageKey"], picture, size, format, quality, aspect, tuple(focal_point), crop)


def prefix_of(identifier: str) -> str:
    """What the keys of all variants of an original begin with, by the last part of its own key."""
    return f"{PREFIX}{identifier[:2]}/{identifier}/"


async def keys_of_variants(storage: Storage, original: str) -> list[str]:
    """The keys of all variants of an original that are stored."""
    return [each.key async for each in storage.list(prefix_of(original.rpartition("/")[2]))]


async def renew_variants(kit: KitState, originals: Sequence[str]) -> None:
    """Have all variants of originals made anew whose bytes became others, also those that were refused as damaged."""
    for original in originals:
        await kit.storage.delete(await keys_of_variants(kit.storage, original))
    # As those that made a variant that is lost: see `_is_spent`.
    ended = update(Job).where(Job.name == MAKE, Job.state == "done", Job.args["storageKey"].astext.in_(originals))
    async with kit.database.transaction() as session:
        await session.execute(ended.values(result=None))


def original_of(key: str) -> str:
    """The key of the original that a variant is of; of any other object its own."""
    if not key.startswith(PREFIX):
        return key
    return "files/" + key.removeprefix(PREFIX).rpartition("/")[0]


_under_way: dict[str, asyncio.Task[int]] = {}
"""What this process is making, by keys: those who want the same at the same time wait for the same."""


async def make(kit: KitState, variant: Variant) -> int:
    """Make a variant and store it; its size in bytes. Raises ImageRefused, SandboxBusy, and what the storage raises."""
    task = _under_way.get(variant.key)
    if task is None:
        task = _under_way[variant.key] = asyncio.create_task(_make(kit, variant))
        task.add_done_callback(lambda _: _under_way.pop(variant.key, None))
    # A caller that is cancelled does not cancel the task for the other callers.
    return await asyncio.shield(task)


async def _make(kit: KitState, variant: Variant) -> int:
    try:
        return await store_variant(
            kit,
            variant.storage_key,
            variant.key,
            width=WIDTHS[variant.size],
            format=variant.format,
            quality=variant.quality,
            area=variant.area,
        )
    except ImageRefused as error:
        if is_too_costly(error):
            _note(_costly, variant.key)
        raise


_MOST_NOTED = 10_000


def _note(moments: OrderedDict[str, float], key: str) -> None:
    moments[key] = time.monotonic()
    moments.move_to_end(key)
    if len(moments) > _MOST_NOTED:
        moments.popitem(last=False)


_costly: OrderedDict[str, float] = OrderedDict()
"""When this process last found that a variant takes too long, or too much memory, by its key; the oldest first."""


def is_too_costly(error: ImageRefused) -> bool:
    """Whether an image was refused for what it takes to make a variant, and not for what it is."""
    return error.extensions.get("reason") == _TOO_COSTLY


def was_too_costly(variant: Variant) -> bool:
    """Whether this process tried to make it within the last day, and it took too long, or too much memory."""
    tried = _costly.get(variant.key, -math.inf)
    return time.monotonic() - tried < _TRY_COSTLY_AGAIN.total_seconds()


_asked: OrderedDict[str, float] = OrderedDict()
"""When this process last asked for a variant that is to be made later, by its key; the oldest first."""
_ASK_AGAIN_SECONDS = 60.0
_TRY_AGAIN = timedelta(hours=1)
"""After which one that could not be made is tried again: the storage may have been away."""
_TRY_COSTLY_AGAIN = timedelta(days=1)
"""After which one that took too long, or too much memory, is tried again: the machine may have been short of them."""
_TOO_COSTLY = "too_costly"


async def make_later(kit: KitState, variant: Variant) -> None:
    """Have a worker make it, once.

    Until it is there, everybody who wants the image comes by: the database is asked for it once a minute. Where that is
    refused, what there is meanwhile is shown on.
    """
    key = variant.key
    if time.monotonic() - _asked.get(key, -math.inf) < _ASK_AGAIN_SECONDS:
        return
    try:
        async with kit.database.transaction() as session:
            await enqueue(session, MAKE, variant.as_args(), key=key, is_spent=_is_spent)
    except DomainError as error:
        # Among others, a job of the release before this one has the key with other arguments.
        log.warning("the variant %s was not asked for: %s", key, error)
    _note(_asked, key)


def _is_spent(job: Job) -> bool:
    """Whether a job made a variant that is lost, or failed some time ago.

    What was refused as damaged stays so for as long as the job's key is known (`kit.idempotency.KEPT_DAYS`). What was too costly
    is tried once a day: each try may take a minute of a core, and the next visitor would ask for the next.
    """
    if job.state == "done" and job.result is None:
        return True
    if job.state == "done" and job.result.get("reason") != _TOO_COSTLY:
        return False
    pause = _TRY_COSTLY_AGAIN if job.state == "done" else _TRY_AGAIN
    is_over = job.finished_at is not None and job.finished_at < datetime.now(UTC) - pause
    return job.state in FINISHED and is_over


@task(MAKE, queue="background", timeout=180, attempts=3)
async def make_variant(run: Run, args: dict[str, Any]) -> dict[str, str] | None:
    """Make a variant that takes too long to be waited for. Where the image is too much for that, gives why.

    That is no failure that somebody has to look into: visitors get another format.
    """
    variant = Variant.from_args(args)
    if await run.state.storage.stat(variant.key) is not None:
        return None
    try:
        await make(run.state, variant)
    except ImageRefused as error:
        log.warning("the variant %s is not made: %s", variant.key, error.detail)
        return {"refused": error.detail or error.title, "reason": str(error.extensions.get("reason", ""))}
    return None
