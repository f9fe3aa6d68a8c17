"""What Redis knows of ended sessions and revoked API tokens.

Auth writes a key for each that has ended lately, and one more, the epoch, once all of them are there.
A Redis that has lost its memory has lost the epoch with it, and is believed nothing: services that check
a token ask auth then. Auth puts both back within seconds, with a new epoch.
"""

from typing import NamedTuple

from kit.redis_link import RedisLink

EPOCH = "auth:revocations"
"""Its value is drawn anew whenever there is none."""


class Revocation(NamedTuple):
    """Whether something is revoked, as far as Redis knows; it may not know all without an ``epoch``."""

    is_revoked: bool
    epoch: bytes | None


def key_of(identifier: object) -> str:
    """The key that is there while a session or an API token with this id is refused."""
    return f"auth:revoked:{identifier}"


async def look_up(redis: RedisLink, identifier: str) -> Revocation:
    """One question for both. Raises `RedisUnavailable`."""
    epoch, revoked = await redis.call(lambda client: client.mget(EPOCH, key_of(identifier)))
    return Revocation(revoked is not None, epoch)
