import asyncio

import pytest

from kit.cancelling import cancel


class TestCancel:
    async def test_ends_a_task_that_loses_its_first_cancellation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kit.cancelling._TIMEOUT", 0.05)

        async def deaf_once() -> None:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                await asyncio.sleep(30)

        task = asyncio.create_task(deaf_once())
        await asyncio.sleep(0)
        await asyncio.wait_for(cancel(task), 60)
        assert task.cancelled()

    async def test_takes_tasks_that_have_ended_or_fail(self) -> None:
        async def fail() -> None:
            try:
                await asyncio.sleep(30)
            finally:
                raise RuntimeError("on the way out")

        done, failing = asyncio.create_task(asyncio.sleep(0)), asyncio.create_task(fail())
        await asyncio.sleep(0.01)
        await cancel(done, failing)
        assert isinstance(failing.exception(), RuntimeError)

    async def test_of_nothing_is_nothing(self) -> None:
        await cancel()

    async def test_leaves_nothing_behind_when_it_is_cancelled_itself(self) -> None:
        async def deaf_once() -> None:
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                await asyncio.sleep(30)

        inner = asyncio.create_task(deaf_once())

        async def own() -> None:
            try:
                await asyncio.sleep(30)
            finally:
                await cancel(inner)

        outer = asyncio.create_task(own())
        await asyncio.sleep(0)
        outer.cancel()
        # It waits for the inner one by now, which has lost its first cancellation.
        await asyncio.sleep(0.01)
        outer.cancel()
        await asyncio.wait({outer}, timeout=60)
        assert outer.cancelled()
        assert inner.cancelled()
