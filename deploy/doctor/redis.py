"""Redis: whether it is reached, and whether it keeps what it is given."""

import redis.asyncio as aioredis
from redis.exceptions import AuthenticationError, BusyLoadingError, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from deploy.doctor.findings import Finding, fault, ok, warning

_PART = "Redis"
_SECONDS = 5.0
_KEEPS = "keep everything: maxmemory-policy noeviction"


async def check_redis(url: str) -> list[Finding]:
    """Lines about Redis."""
    try:
        client = aioredis.Redis.from_url(url, socket_timeout=_SECONDS, socket_connect_timeout=_SECONDS)
    except ValueError:
        # What the library says has a part of a password that is not written as it should be.
        return [fault(_PART, "its address cannot be read: a password has / as %2F and # as %23", "correct REDIS_URL")]
    try:
        await client.ping()
        return _told(await client.info())
    except AuthenticationError as error:
        return [fault(_PART, f"refuses the login: {error}", "correct the password in REDIS_URL")]
    except BusyLoadingError:
        return [warning(_PART, "is reading its file", "wait a moment and look again")]
    except ResponseError as error:
        return [_refused(error)]
    except (RedisConnectionError, TimeoutError, OSError, RedisError) as error:
        said = f"does not answer: {error}"
        return [fault(_PART, said, "start Redis, and check host, port and firewall of REDIS_URL")]
    finally:
        await client.aclose()


def _refused(error: ResponseError) -> Finding:
    # What Redis before 6 says of a password, and what it says of a command that a managed one does not allow.
    if "AUTH" in str(error).upper() or "PASS" in str(error).upper():
        return fault(_PART, f"refuses the login: {error}", "correct the password in REDIS_URL")
    return fault(_PART, str(error), "give the login in REDIS_URL the right to the commands that it lacks")


def _told(info: dict[str, object]) -> list[Finding]:
    findings = []
    if not info.get("aof_enabled"):
        advice = "turn its append-only file on (appendonly yes)"
        findings.append(warning(_PART, "forgets ended sessions and limits when it restarts", advice))
    policy = str(info.get("maxmemory_policy", "noeviction"))
    if policy != "noeviction":
        findings.append(warning(_PART, f"may forget what it was given (maxmemory-policy {policy})", _KEEPS))
    return findings or [ok(_PART, f"version {info.get('redis_version', '?')}")]
