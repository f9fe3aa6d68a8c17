"""Which crops variants are made of: anybody can write any into an address, and each would be kept for as long as its image."""

import logging
import uuid

from redis.asyncio import Redis

from cms.files.uses import services_that_use
from kit.auth import Caller
from kit.http import CalleeUnavailable, InternalClient
from kit.redis_link import RedisUnavailable
from kit.state import KitState

log = logging.getLogger(__name__)

MOST_QUESTIONS = 60
"""How often in a minute the other services are asked for crops of one file. A page has a few new ones."""

_MINUTE = 60


async def is_used(kit: KitState, caller: Caller, file_id: uuid.UUID, crop: str) -> bool:
    """Whether something saved shows the file with this crop; an editor may be choosing one that is not saved yet.

    Of one that nobody is asked for, be it since too many were or since a service is away, it is not known: the whole
    image does for a minute.
    """
    if caller.has("editor"):
        return True
    if await _is_asked_too_often(kit, file_id):
        return False
    question = {"file": file_id, "crop": crop}
    # One after another: most crops are those of pages, and the others are not asked then.
    for service in services_that_use(kit.settings):
        try:
            answer = await InternalClient(kit, service).post("/private/file-uses/crops", json=question)
        except CalleeUnavailable as error:
            log.warning("a crop of %s is not made: %s", file_id, error)
            continue
        if answer["isUsed"]:
            return True
    return False


async def _is_asked_too_often(kit: KitState, file_id: uuid.UUID) -> bool:
    """Count a question for crops of a file. Without Redis nothing is counted."""
    key = f"cms:crop-questions:{file_id}"

    async def count(client: Redis) -> int:
        async with client.pipeline() as steps:
            steps.set(key, 0, ex=_MINUTE, nx=True)
            steps.incr(key)
            _, counted = await steps.execute()
        return int(counted)

    try:
        return await kit.redis.call(count) > MOST_QUESTIONS
    except RedisUnavailable:
        return False
