"""JSON kept in Redis for a while, for all processes of a service.

For example::

    entries = JsonCache("cms:config", seconds=60)
    return await entries.read(state.redis, load)          # load() only when nothing is kept
    after_commit(session, partial(entries.clear, state.redis))

    return await people.read(state.redis, load, key=str(id))        # one value for each id; clear() forgets them all
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import orjson

from kit.redis_link import RedisLink, RedisUnavailable


class JsonCache:
    """One kept value, or one for each key. Without Redis nothing is kept, and nothing fails.

    A value is kept under the generation that was read before it was loaded, and clearing begins a
    new generation. So what was loaded before a change is never served after it.
    """

    def __init__(self, name: str, seconds: int) -> None:
        self._generation = f"cache:{name}:generation"
        self._value = f"cache:{name}"
        self._seconds = seconds

    async def read(self, redis: RedisLink, load: Callable[[], Awaitable[Any]], key: str | None = None) -> Any:
        """The kept value, or what ``load`` gives."""
        name = self._value if key is None else f"{self._value}:{key}"
        try:
            generation, kept = await redis.call(lambda client: client.mget(self._generation, name))
        except RedisUnavailable:
            return await load()
        current = int(generation or 0)
        if kept is not None:
            found = orjson.loads(kept)
            if found["generation"] == current:
                return found["value"]
        value = await load()
        encoded = orjson.dumps({"generation": current, "value": value})
        with suppress(RedisUnavailable):
            await redis.call(lambda client: client.set(name, encoded, ex=self._seconds))
        return value

    async def clear(self, redis: RedisLink) -> None:
        """Forget the value, or those of all keys. When Redis is away, it may come back with it for the rest of its time."""
        with suppress(RedisUnavailable):
            await redis.call(lambda client: client.incr(self._generation))
