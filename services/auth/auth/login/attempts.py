"""Trying a password: what comes before and after every check of one, wherever it is shown."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.attempts import Failures, failures_of
from auth.credentials.limits import Limit, callers
from auth.credentials.passwords import passwords_of
from auth.device import Device
from auth.login.limits import by_account, by_checks, by_network


@dataclass(frozen=True, slots=True)
class Attempt:
    """One check of a password, which counts as a failure until it is refunded."""

    failures: Failures
    account: Limit
    network: tuple[Limit, ...]

    async def refund(self) -> None:
        """The password was right: the account's failures are forgotten, and this one is nobody's."""
        await self.failures.reset(self.account)
        await self.failures.refund(*self.network)


@asynccontextmanager
async def attempt(session: AsyncSession, email: str, *, device: Device) -> AsyncIterator[Attempt]:
    """A slot in which one password for this address may be checked, known or not.

    Raises `TooManyAttempts`, also for the right password, and `Busy`.
    """
    account, network = by_account(email), by_network(device)
    limits = (account, *network, *by_checks(email, device))
    # A caller over a limit does not even wait for a slot.
    await failures_of(session).check(*limits)
    async with passwords_of(session).slot(callers(device.address, email)):
        await failures_of(session).consume(*limits)
        yield Attempt(failures_of(session), account, network)
