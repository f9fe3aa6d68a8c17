"""Trying a password: what comes before and after every check of one, wherever it is shown."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from auth.attempts.counter import FailureCounts, Failures
from auth.attempts.limits import Limit
from auth.tokens.device import Client
from auth.tokens.limits import account_party, by_account, by_checks, by_network, network_parties
from auth.users.passwords import Hasher


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
        """A turn in which one password for this address may be checked, known or not.

        Raises `TooManyAttempts`, also for the right password, and `Busy`.
        """
        account, network = by_account(email), by_network(self.device)
        limits = (account, *network, *by_checks(email, self.device))
        # Whoever is over a limit does not even get into the line for a turn.
        await self.failures.check(*limits)
        async with self.passwords.turn(account_party(email), *network_parties(self.device)):
            await self.failures.take(*limits)
            yield Attempt(self.failures, account, network)


Attempts = Annotated[PasswordAttempts, Depends()]
"""The attempts of the request."""
