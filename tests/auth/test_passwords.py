"""Hashing and checking passwords."""

import asyncio
import os
import subprocess
import sys
import threading
from typing import Literal

import pytest
from argon2 import PasswordHasher

from auth.credentials.attempts import TooManyAttempts
from auth.credentials.errors import Busy
from auth.credentials.passwords import AT_ONCE, Passwords


class WaitingHasher(PasswordHasher):
    """Finds every password right, as soon as it may."""

    def __init__(self) -> None:
        super().__init__()
        self.is_checking = threading.Event()
        self.may_end = threading.Event()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.is_checking.set()
        assert self.may_end.wait(30)
        return True


class TestCost:
    def test_of_a_running_site_is_above_the_floor_whatever_its_environment_says(self) -> None:
        # In a process of its own: in this one, the tests have lowered it.
        named = {"HASHING_COST": '{"passes": 1, "memory_kib": 8}', "PASSES": "1", "MEMORY_KIB": "8"}
        script = "from auth.credentials.passwords import Passwords; print(Passwords()._hasher.hash('x'))"
        written = subprocess.check_output([sys.executable, "-c", script], env={**os.environ, **named}, text=True)
        assert written.startswith("$argon2id$v=19$m=32768,t=2,p=1$")


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
        hasher = passwords._hasher = WaitingHasher()
        checking = asyncio.create_task(passwords.verify("a hash", "correct horse"))
        # On the loop, the check would wait for what comes after it.
        while not hasher.is_checking.is_set():
            await asyncio.sleep(0)
        hasher.may_end.set()
        assert await checking


class TestSlot:
    async def test_so_many_at_once_and_no_more(self) -> None:
        passwords = Passwords()
        inside = most = 0

        async def take() -> None:
            nonlocal inside, most
            async with passwords.slot():
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*[take() for _ in range(20)])
        assert most == AT_ONCE

    async def test_nobody_waits_for_ever_and_places_come_back(self) -> None:
        passwords = Passwords(timeout=0.01)
        async with passwords.slot(), passwords.slot():
            with pytest.raises(Busy) as refusal:
                async with passwords.slot():
                    pass
        assert refusal.value.headers == {"Retry-After": "2"}
        for _ in range(AT_ONCE + 1):
            async with passwords.slot():
                pass

    async def test_a_caller_over_its_bound_is_refused_at_once_and_others_are_not(self) -> None:
        passwords = Passwords(timeout=60)

        async def take(name: str) -> None:
            async with passwords.slot({name: 3}):
                pass

        async with passwords.slot(), passwords.slot():
            waiting = [asyncio.create_task(take("many")) for _ in range(3)]
            while passwords.waiting < 3:
                await asyncio.sleep(0)
            with pytest.raises(TooManyAttempts) as refusal:
                await take("many")
            other = asyncio.create_task(take("other"))
        await asyncio.gather(*waiting, other)
        assert refusal.value.headers == {"Retry-After": "2"}
        await take("many")

    async def test_who_hangs_up_while_waiting_takes_no_slot(self) -> None:
        passwords = Passwords(timeout=60)

        async def take() -> None:
            async with passwords.slot({"one": 1}):
                pass

        async with passwords.slot(), passwords.slot():
            gone = asyncio.create_task(take())
            while not passwords.waiting:
                await asyncio.sleep(0)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
        assert not passwords.waiting
        for _ in range(AT_ONCE + 1):
            await take()
