"""Which crops variants are made of: anybody can write any into an address, and each would be kept for as long as its image."""

import uuid
from typing import Annotated

from pydantic import AfterValidator, StringConstraints
from pydantic_core import PydanticCustomError

from kit.auth import Caller
from kit.http import InternalClient
from kit.image_crops import MAX_CROP, is_crop
from kit.state import KitState

_WORDS = "Write a crop as left-top-width-height or left-top-width-height-x-y, in ten thousandths of the image's sides."


def _checked(written: str) -> str:
    if not is_crop(written):
        raise PydanticCustomError("invalid_crop", _WORDS)
    return written


WrittenCrop = Annotated[str, StringConstraints(max_length=MAX_CROP), AfterValidator(_checked)]


async def is_used(kit: KitState, caller: Caller, file_id: uuid.UUID, crop: str) -> bool:
    """Whether a saved plugin shows the file with this crop; an editor may be choosing one that is not saved yet.

    Raises CalleeUnavailable.
    """
    if caller.has("editor"):
        return True
    question = {"file": file_id, "crop": crop}
    answer = await InternalClient(kit, "content").post("/private/file-uses/crops", json=question)
    return bool(answer["isUsed"])
