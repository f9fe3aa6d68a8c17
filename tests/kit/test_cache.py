from kit.cache import JsonCache
from kit.testing import ServiceClient, Start
from tests.kit.service import app


class Source:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def load(self) -> int:
        self.asked += 1
        return self.asked


class TestCache:
    async def test_asks_once(self, client: ServiceClient) -> None:
        cache, source = JsonCache("numbers", seconds=60), Source()
        assert [await cache.read(client.kit.redis, source.load) for _ in range(3)] == [1, 1, 1]
        assert 0 < await client.kit.redis.client.ttl("cache:numbers") <= 60

    async def test_asks_again_once_cleared(self, client: ServiceClient) -> None:
        cache, source = JsonCache("numbers", seconds=60), Source()
        await cache.read(client.kit.redis, source.load)
        await cache.clear(client.kit.redis)
        assert await cache.read(client.kit.redis, source.load) == 2

    async def test_never_serves_what_was_loaded_before_it_was_cleared(self, client: ServiceClient) -> None:
        cache, source = JsonCache("numbers", seconds=60), Source()

        async def load_while_somebody_clears() -> int:
            value = await source.load()
            await cache.clear(client.kit.redis)
            return value

        await cache.read(client.kit.redis, load_while_somebody_clears)
        assert await cache.read(client.kit.redis, source.load) == 2

    async def test_keeps_a_value_for_each_key_and_forgets_them_together(self, client: ServiceClient) -> None:
        cache, source = JsonCache("numbers", seconds=60), Source()

        async def read_both() -> list[int]:
            return [await cache.read(client.kit.redis, source.load, key=key) for key in ("a", "b")]

        assert [await read_both(), await read_both()] == [[1, 2], [1, 2]]
        await cache.clear(client.kit.redis)
        assert await read_both() == [3, 4]

    async def test_asks_every_time_without_redis(self, start: Start) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        cache, source = JsonCache("numbers", seconds=60), Source()
        assert [await cache.read(client.kit.redis, source.load) for _ in range(2)] == [1, 2]
        await cache.clear(client.kit.redis)
