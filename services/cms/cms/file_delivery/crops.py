"""Which crops variants are made of: anybody can write any into an address, and each would be kept for as long as its image."""

import logging
import uuid

from cms.files.uses import OTHERS
from kit.auth import Caller
from kit.http import CalleeUnavailable, InternalClient
from kit.state import KitState

log = logging.getLogger(__name__)


async def is_used(kit: KitState, caller: Caller, file_id: uuid.UUID, crop: str) -> bool:
    """Whether something saved shows the file with this crop; an editor may be choosing one that is not saved yet.

    What a service shows that is away nobody knows: then it is not used, and all of the image is shown for a minute.
    """
    if caller.has("editor"):
        return True
    question = {"file": file_id, "crop": crop}
    # One after another: most crops are those of pages, and the others are not asked then.
    for service in OTHERS:
        try:
            answer = await InternalClient(kit, service).post("/private/file-uses/crops", json=question)
        except CalleeUnavailable as error:
            log.warning("a crop of %s is not made: %s", file_id, error)
            continue
        if answer["isUsed"]:
            return True
    return False
