"""Passwords: how long they are, how they are hashed, and how hashing is kept from starving the rest.

argon2id takes tens of milliseconds of one core and 32 MiB a time. It runs in threads, off the event
loop (argon2-cffi releases the interpreter lock while it works), and only a few at once: a flood of
logins waits for slots, and does not leave the machine without memory.
"""

import asyncio
import secrets
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated, TypeVar, cast

import anyio
import anyio.to_thread
from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import FastAPI
from pydantic import AfterValidator, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError
from sqlalchemy.ext.asyncio import AsyncSession

from auth.config import HashingCost, Settings
from auth.credentials.attempts import TooManyAttempts
from auth.credentials.common_passwords import is_too_common
from auth.credentials.errors import Busy
from kit.state import KitState

T = TypeVar("T")

MIN_LENGTH = 10
MAX_LENGTH = 256

AT_ONCE = 2
"""Hashes computed at the same time by one process."""

TIMEOUT = 5.0
"""Seconds that a caller waits for a slot: half of what browsers and the gateway wait for an answer."""

_RETRY_AFTER = "2"

PASSWORDS = "auth.passwords"
"""The key of the process's `Passwords` in a session's ``info``."""


class Passwords:
    """Hashes and checks passwords. One for a process; needs a running event loop."""

    def __init__(self, timeout: float | None = None, cost: HashingCost | None = None) -> None:
        self._timeout = TIMEOUT if timeout is None else timeout
        cost = cost or Settings.hashing_cost
        self._hasher = PasswordHasher(time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=1, type=Type.ID)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._inside: Counter[str] = Counter()
        self._waiting = 0
        # What an unknown account is checked against, so that it takes the time a known one takes.
        self._nobody = self._hasher.hash(secrets.token_urlsafe(16))

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return self._waiting

    @asynccontextmanager
    async def slot(self, callers: Mapping[str, int] | None = None) -> AsyncIterator[None]:
        """Hold one of the AT_ONCE slots.

        `callers` are those for whom it is, each with the number of slots that it may have or wait for (see
        `auth.credentials.limits.callers`). Raises at once `TooManyAttempts` when one of them has as many, and `Busy`
        when no slot becomes free in time.

        Attempts are counted inside a slot: then at most AT_ONCE guesses of a process are
        between their count and their verdict, however many arrive together.
        """
        callers = callers or {}
        if any(self._inside[caller] >= most for caller, most in callers.items()):
            detail = "Too many logins for this account or from this network. Try again in a moment."
            raise TooManyAttempts(detail, headers={"Retry-After": _RETRY_AFTER})
        self._inside.update(callers.keys())
        try:
            await self._acquire()
            try:
                yield
            finally:
                self._slots.release()
        finally:
            self._inside.subtract(callers.keys())
            # Else every name that was ever used would stay.
            self._inside = +self._inside

    async def _acquire(self) -> None:
        self._waiting += 1
        try:
            async with asyncio.timeout(self._timeout):
                await self._slots.acquire()
        except TimeoutError:
            detail = "Many people are logging in right now. Try again."
            raise Busy(detail, headers={"Retry-After": _RETRY_AFTER}) from None
        finally:
            self._waiting -= 1

    async def hash(self, password: str) -> str:
        """The argon2id hash to store, in PHC string form. Call it inside a slot."""
        return await _off_the_loop(partial(self._hasher.hash, _normal(password)))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether the password fits. `None` (no account, no password) takes the same time and never fits."""
        fits = await _off_the_loop(partial(self._fits, stored or self._nobody, _normal(password)))
        return fits and stored is not None

    async def is_too_common(self, password: str, words: Iterable[str]) -> bool:
        """Whether it would be guessed soon by somebody who tries these words too. Call it inside a slot."""
        return await _off_the_loop(partial(is_too_common, password, words))

    def is_dated(self, stored: str) -> bool:
        """Whether the hash was made with other costs than today's and should be made anew."""
        return self._hasher.check_needs_rehash(stored)

    def _fits(self, stored: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False


async def _off_the_loop(work: Callable[[], T]) -> T:
    # A limiter of its own: the default one is shared with every other use of threads in the process,
    # and the slots already bound how many come here.
    return await anyio.to_thread.run_sync(work, limiter=anyio.CapacityLimiter(1))


def _normal(password: str) -> bytes:
    """One byte string for one password, whichever way a keyboard composes its accents (NFKC)."""
    return unicodedata.normalize("NFKC", password).encode()


def _acceptable(password: str) -> str:
    if len(password) < MIN_LENGTH:
        raise PydanticCustomError("password_too_short", f"Use at least {MIN_LENGTH} characters.")
    if len(password) > MAX_LENGTH:
        raise PydanticCustomError("password_too_long", f"Use at most {MAX_LENGTH} characters.")
    return password


NewPassword = Annotated[
    str,
    AfterValidator(_acceptable),
    WithJsonSchema({"type": "string", "format": "password", "minLength": MIN_LENGTH, "maxLength": MAX_LENGTH}),
]
"""A password that somebody chooses: 10 to 256 characters, whatever they are. `auth.credentials.choosing` looks closer."""


PresentPassword = Annotated[str, StringConstraints(min_length=1, max_length=MAX_LENGTH)]
"""A password to compare with the stored one. Whether anybody could choose it today is not asked."""


@asynccontextmanager
async def password_hashing(app: FastAPI) -> AsyncIterator[None]:
    """Have the process's one `Passwords` for as long as the app runs."""
    state: KitState = app.state.kit
    state.database.provide({PASSWORDS: Passwords()})
    yield


def passwords_of(session: AsyncSession) -> Passwords:
    """What hashes and checks passwords in this process."""
    return cast("Passwords", session.info[PASSWORDS])
