"""The line for turns: nobody fills it, and everybody gets their turn."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from auth.attempts.counter import TooManyAttempts
from auth.users.turns import Party, Turns

NETWORK = Party("network", most=80, weight=8)
PATIENCE = 60.0


def account(name: str, most: int = 40) -> Party:
    return Party(name, most, weight=1)


class Line:
    """Turns of one place, and in which order they were had."""

    def __init__(self, places: int = 1) -> None:
        self.turns = Turns(places)
        self.served: list[str] = []

    def ask(self, *parties: Party, patience: float = PATIENCE) -> asyncio.Task[None]:
        async def wait() -> None:
            async with self.turns.turn(parties, patience):
                self.served.append(parties[0].name)
                await asyncio.sleep(0)

        return asyncio.create_task(wait())

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Nobody is served meanwhile; whoever was asked before is in line."""
        async with self.turns.turn((account("keeper"),), PATIENCE):
            yield


async def settled() -> None:
    """Everything that was asked has got into the line."""
    await asyncio.sleep(0)


class TestOrder:
    async def test_who_asks_often_lets_another_account_in_between(self) -> None:
        line = Line()
        many = [line.ask(account("many")) for _ in range(30)]
        await settled()
        one = line.ask(account("one"))
        await asyncio.gather(*many, one)
        assert line.served.index("one") <= 2

    async def test_also_one_of_the_same_network(self) -> None:
        line = Line()
        many = [line.ask(account("many"), NETWORK) for _ in range(40)]
        await settled()
        one = line.ask(account("one"), NETWORK)
        await asyncio.gather(*many, one)
        assert line.served.index("one") <= 40 // NETWORK.weight + 1

    async def test_many_accounts_of_one_network_let_another_network_in_between(self) -> None:
        line = Line()
        many = [line.ask(account(f"spray {n}"), NETWORK) for n in range(60)]
        await settled()
        one = line.ask(account("one"), Party("another network", most=80, weight=8))
        await asyncio.gather(*many, one)
        assert line.served.index("one") <= NETWORK.weight + 1

    async def test_who_comes_later_does_not_pay_for_what_was_before(self) -> None:
        line = Line()
        await asyncio.gather(*[line.ask(account("once busy")) for _ in range(30)])
        first, second = line.ask(account("once busy")), line.ask(account("new"))
        await asyncio.gather(first, second)
        assert line.served[-2:] == ["once busy", "new"]


class TestBounds:
    async def test_a_party_over_its_bound_is_refused_at_once_and_others_are_not(self) -> None:
        line = Line()
        async with line.kept():
            waiting = [line.ask(account("many", most=3)) for _ in range(3)]
            await settled()
            with pytest.raises(TooManyAttempts) as refusal:
                await line.ask(account("many", most=3))
            assert refusal.value.headers == {"Retry-After": "2"}
            other = line.ask(account("other", most=3))
        await asyncio.gather(*waiting, other)
        await line.ask(account("many", most=3))
        assert line.served.count("many") == 4

    async def test_a_refusal_takes_no_place_of_the_other_parties(self) -> None:
        line = Line()
        network = Party("network", most=2, weight=8)
        async with line.kept():
            first = line.ask(account("a", most=1), network)
            await settled()
            with pytest.raises(TooManyAttempts):
                await line.ask(account("a", most=1), network)
            second = line.ask(account("b"), network)
        await asyncio.gather(first, second)
        assert line.served == ["a", "b"]


class TestGivingUp:
    async def test_a_place_in_line_is_free_again_after_patience_has_run_out(self) -> None:
        line = Line()
        async with line.turns.turn((account("long", most=2),), PATIENCE):
            with pytest.raises(TimeoutError):
                await line.ask(account("long", most=2), patience=0.01)
            again = line.ask(account("long", most=2))
            await settled()
        await again
        assert line.served == ["long"]

    @pytest.mark.parametrize("is_called", [True, False], ids=["in the moment of being called", "while waiting"])
    async def test_who_hangs_up_keeps_nobody_waiting(self, is_called: bool) -> None:
        line = Line()
        holder = asyncio.Event()

        async def hold() -> None:
            async with line.turns.turn((account("holder"),), PATIENCE):
                await holder.wait()

        holding = asyncio.create_task(hold())
        await settled()
        gone, stays = line.ask(account("gone")), line.ask(account("stays"))
        await settled()
        if is_called:
            holder.set()
            await settled()
        gone.cancel()
        holder.set()
        await asyncio.gather(holding, stays)
        assert line.served == ["stays"]
        await line.ask(account("gone", most=1))
