"""Hashing and checking passwords."""

import asyncio

import pytest

from auth.users.errors import Busy
from auth.users.passwords import AT_ONCE, Passwords


class TestVerify:
    async def test_only_the_password_itself_fits(self) -> None:
        passwords = Passwords()
        stored = await passwords.hash("correct horse")
        assert stored.startswith("$argon2id$")
        assert await passwords.verify(stored, "correct horse")
        for wrong in ("correct hors", "correct horse ", "Correct horse", ""):
            assert not await passwords.verify(stored, wrong)

    @pytest.mark.parametrize("stored", [None, "", "plain", "$argon2id$broken"])
    async def test_nothing_fits_what_is_no_hash(self, stored: str | None) -> None:
        assert not await Passwords().verify(stored, "correct horse")

    async def test_leaves_the_event_loop_to_others(self) -> None:
        passwords = Passwords()
        stored = await passwords.hash("correct horse")
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0.001)
                turns += 1

        working = asyncio.create_task(others())
        await passwords.verify(stored, "correct horse")
        working.cancel()
        # On the loop, the hash would have let nobody in.
        assert turns >= 3


class TestTurn:
    async def test_so_many_at_once_and_no_more(self) -> None:
        passwords = Passwords()
        inside = most = 0

        async def take() -> None:
            nonlocal inside, most
            async with passwords.turn():
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*[take() for _ in range(20)])
        assert most == AT_ONCE

    async def test_nobody_waits_for_ever_and_places_come_back(self) -> None:
        passwords = Passwords(patience=0.01)
        async with passwords.turn(), passwords.turn():
            with pytest.raises(Busy) as refusal:
                async with passwords.turn():
                    pass
        assert refusal.value.headers == {"Retry-After": "2"}
        for _ in range(AT_ONCE + 1):
            async with passwords.turn():
                pass
