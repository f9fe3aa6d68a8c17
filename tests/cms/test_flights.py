import asyncio

import pytest

from cms.analytics.flights import Flights


class Asked:
    """What is asked for: it answers when it is told to, with how often it was asked."""

    def __init__(self) -> None:
        self.count = 0
        self.may_answer = asyncio.Event()
        self.fails = False

    async def __call__(self) -> int:
        self.count += 1
        await self.may_answer.wait()
        if self.fails:
            raise ValueError("refused")
        return self.count


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_one_who_goes_away_does_not_end_it_for_the_others() -> None:
    flights, asked = Flights[int](seconds=60, most=5), Asked()
    first = asyncio.create_task(flights.get("a", asked))
    second = asyncio.create_task(flights.get("a", asked))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.cancel()
    asked.may_answer.set()
    assert await second == 1
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_an_answer_is_kept_for_its_time_and_a_failure_is_not() -> None:
    clock = Clock()
    flights, asked = Flights[int](seconds=60, most=5, clock=clock), Asked()
    asked.may_answer.set()
    asked.fails = True
    with pytest.raises(ValueError, match="refused"):
        await flights.get("a", asked)
    asked.fails = False
    assert [await flights.get("a", asked), await flights.get("a", asked)] == [2, 2]
    clock.now = 60.0
    assert await flights.get("a", asked) == 3
    flights.invalidate("a")
    assert await flights.get("a", asked) == 4


async def test_no_more_are_kept_than_there_is_room_for() -> None:
    flights, asked = Flights[int](seconds=60, most=2), Asked()
    asked.may_answer.set()
    for key in "abc":
        await flights.get(key, asked)
    assert [await flights.get("c", asked), await flights.get("a", asked)] == [3, 4]
