import asyncio

import pytest

from kit.idempotency import (
    IdempotencyKeyReused,
    IdempotencyRow,
    begin_once,
    delete_old_keys,
    is_done,
)
from kit.testing import ServiceClient


async def answered(
    client: ServiceClient, key: str, request: bytes, effects: list[str], answer: str = "first"
) -> object:
    """Deal with a request once; what it was answered."""
    async with client.kit.database.transaction() as session:
        given = {"answer": answer}
        replay = await begin_once(session, scope="orders:olive", key=key, request=request, answer=given)
        if replay is not None:
            return replay.answer
        effects.append(answer)
        await asyncio.sleep(0)
        return given


class TestBeginOnce:
    async def test_a_retry_gets_the_answer_and_no_effect(self, client: ServiceClient) -> None:
        effects: list[str] = []
        for answer in ("first", "second"):
            assert await answered(client, "key", b"request", effects, answer) == {"answer": "first"}
        assert effects == ["first"]

    async def test_of_many_at_once_one_takes_effect(self, client: ServiceClient) -> None:
        effects: list[str] = []
        answers = await asyncio.gather(
            *(answered(client, "key", b"request", effects, f"number {number}") for number in range(5))
        )
        assert len(effects) == 1
        assert answers == [{"answer": effects[0]}] * 5

    async def test_another_request_under_the_key_is_refused(self, client: ServiceClient) -> None:
        await answered(client, "key", b"request", [])
        with pytest.raises(IdempotencyKeyReused):
            await answered(client, "key", b"another", [])

    async def test_what_fails_leaves_no_key(self, client: ServiceClient) -> None:
        with pytest.raises(ZeroDivisionError):
            async with client.kit.database.transaction() as session:
                await begin_once(session, scope="orders:olive", key="key", request=b"request")
                raise ZeroDivisionError
        async with client.kit.database.transaction() as session:
            assert await session.get(IdempotencyRow, ("orders:olive", "key")) is None


class TestForgetOldKeys:
    async def test_only_those_that_no_retry_comes_with(
        self, client: ServiceClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.idempotency._FORGOTTEN_AT_ONCE", 2)
        for number in range(6):
            await answered(client, f"key {number}", b"request", [])
        await client.kit.database.pool.execute(
            "UPDATE idempotency_keys SET at = now() - interval '8 days' WHERE key <> 'key 5'"
        )
        assert await delete_old_keys(client.kit.database) == 5
        async with client.kit.database.transaction() as session:
            assert await is_done(session, scope="orders:olive", key="key 5")
            assert not await is_done(session, scope="orders:olive", key="key 0")
