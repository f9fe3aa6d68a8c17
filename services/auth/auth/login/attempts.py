"""Trying a password: what comes before and after every check of one, wherever it is shown."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from auth.credentials.attempts import FailureCounts, Failures
from auth.credentials.limits import Limit, callers
from auth.credentials.passwords import Hasher
from auth.device import Client
from auth.login.limits import by_account, by_checks, by_network


@dataclass(frozen=True, slots=True)
class Attempt:
    """One check of a password, which counts as a failure until it is forgiven."""

    failures: Failures
    account: Limit
    network: tuple[Limit, ...]

    async def forgive(self) -> None:
        """The password was right: the account's failures are forgotten, and this one is nobody's."""
        await self.failures.forget(self.account)
        await self.failures.give_back(*self.network)


@dataclass(frozen=True, slots=True)
class PasswordAttempts:
    """Attempts of the request's device."""

    failures: FailureCounts
    passwords: Hasher
    device: Client

    @asynccontextmanager
    async def attempt(self, email: str) -> AsyncIterator[Attempt]:
        """A slot in which one password for this address may be checked, known or not.

        Raises `TooManyAttempts`, also for the right password, and `Busy`.
        """
        account, network = by_account(email), by_network(self.device)
        limits = (account, *network, *by_checks(email, self.device))
        # Whoever is over a limit does not even get into the line for a slot.
        await self.failures.check(*limits)
        async with self.passwords.slot(callers(self.device.address, email)):
            await self.failures.take(*limits)
            yield Attempt(self.failures, account, network)


Attempts = Annotated[PasswordAttempts, Depends()]
"""The attempts of the request."""
