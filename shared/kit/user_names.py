"""The names of users, which auth alone knows."""

import asyncio
import logging
from collections.abc import Iterable

from kit.errors import DomainError
from kit.http import InternalClient
from kit.state import KitState

log = logging.getLogger(__name__)

_MOST_AT_ONCE = 100
"""What auth takes in one question."""
# What somebody did is worth telling even when nobody knows the name.
_TIMEOUT = 2.0


async def user_names(state: KitState, user_ids: Iterable[str]) -> dict[str, str]:
    """Names by user ids. Those who are gone are left out, and all of whom auth does not tell in two seconds."""
    asked = sorted(set(user_ids))
    names: dict[str, str] = {}
    if not asked:
        return names
    auth = InternalClient(state, "auth")
    try:
        async with asyncio.timeout(_TIMEOUT):
            for start in range(0, len(asked), _MOST_AT_ONCE):
                names |= await auth.get("/private/people/names", params={"ids": asked[start : start + _MOST_AT_ONCE]})
    except (DomainError, TimeoutError) as error:
        log.warning("names unknown: %s", error)
    return names
