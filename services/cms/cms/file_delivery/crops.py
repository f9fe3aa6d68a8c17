"""Which crops variants are made of: anybody can write any into an address, and each would be kept for as long as its image."""

import uuid

from cms.files.uses import OTHERS
from kit.auth import Caller
from kit.http import InternalClient
from kit.state import KitState


async def is_used(kit: KitState, caller: Caller, file_id: uuid.UUID, crop: str) -> bool:
    """Whether something saved shows the file with this crop; an editor may be choosing one that is not saved yet.

    Raises CalleeUnavailable.
    """
    if caller.has("editor"):
        return True
    question = {"file": file_id, "crop": crop}
    # One after another: most crops are those of pages, and the others are not asked then.
    for service in OTHERS:
        answer = await InternalClient(kit, service).post("/private/file-uses/crops", json=question)
        if answer["isUsed"]:
            return True
    return False
