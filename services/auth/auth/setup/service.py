"""What the set-up does."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.service import Subject, record
from auth.config import settings_of
from auth.credentials import choosing
from auth.credentials.attempts import failures_of
from auth.credentials.limits import account_key, from_network
from auth.device import Device
from auth.grants.repository import ScopeRepository
from auth.login import service as login
from auth.people.models import Person, User
from auth.sessions.refresh import Issued
from auth.setup.errors import AlreadySetUp, SetupRunning, SetupUnfinished, WrongSetupCode
from auth.setup.schemas import SetUp
from kit.db import release_connection
from kit.errors import DomainError
from kit.http import InternalClient
from kit.locks import lock_named, try_lock_named
from kit.state import state_of

# The first lock does not wait: of many at once all but one are told at once. The winner has it while it calls the other
# services, and the second one until its commit.
_LOCK = "auth.setup"
_LOCK_UNTIL_COMMIT = "auth.setup commit"

_MOST_WRONG_CODES = 10
_WINDOW = 15 * 60
# Seconds for another service's part: a machine that has just started everything is busy.
_TIMEOUT = 60.0


async def set_up(session: AsyncSession, data: SetUp, *, device: Device) -> Issued:
    """Make the site and log its first user in.

    Raises `AlreadySetUp`, `WrongSetupCode`, `TooManyAttempts`, `SetupRunning`, `PasswordTooCommon`, `SetupUnfinished`.
    """
    await _refuse_a_second(session)
    await release_connection(session)
    await _check_code(session, data.code, device=device)
    async with _alone(session):
        await lock_named(session, _LOCK_UNTIL_COMMIT)
        # Asked again: a set-up that held the lock has committed, and no other can take it now.
        await _refuse_a_second(session)
        await release_connection(session)
        person = _person(data)
        password_hash = await choosing.hashed(session, data.password, person, site_name=data.site_name, device=device)
        await _other_services(session, data)
        user = await _first_user(session, person, password_hash, device=device)
    return await login.issue(session, user, device=device)


@asynccontextmanager
async def _alone(session: AsyncSession) -> AsyncIterator[None]:
    """Keep all other set-ups out, from here to the commit of this one. Raises `SetupRunning`."""
    async with try_lock_named(state_of(session).database, _LOCK) as has_it:
        if not has_it:
            raise SetupRunning("Somebody else is setting up this site right now.")
        yield


async def _refuse_a_second(session: AsyncSession) -> None:
    if await session.scalar(select(exists().select_from(User))):
        raise AlreadySetUp("This site is already set up. Log in instead.")


async def _check_code(session: AsyncSession, code: str, *, device: Device) -> None:
    right = settings_of(session).setup_code.get_secret_value()
    limits = from_network("setup address", device.address, _MOST_WRONG_CODES, _WINDOW)
    await failures_of(session).check(*limits)
    if not secrets.compare_digest(code.encode(), right.encode()):
        # Counted afterwards, unlike a password: many who send the right code at once are to
        # learn that one of them won, not that they tried too often.
        await failures_of(session).consume(*limits)
        raise WrongSetupCode("The setup code is incorrect. It is printed when Pagewright starts.")


async def _first_user(session: AsyncSession, person: Person, password_hash: str, *, device: Device) -> User:
    await lock_named(session, _LOCK_UNTIL_COMMIT)
    # Once more: where Postgres restarted meanwhile the first lock is gone, and another set-up may have come to its end.
    await _refuse_a_second(session)
    scopes = ScopeRepository(session)
    await scopes.add_built_in()
    user = User(person=person, password_hash=password_hash, scopes=[*await scopes.named("super")])
    session.add(user)
    await session.flush()
    subject, details = Subject.of_user(user), {"by": "setup", "scopes": user.scope_names}
    await record(session, user.id, "user.created", subject=subject, details=details, device=device)
    return user


async def _other_services(session: AsyncSession, data: SetUp) -> None:
    """Have content make the first pages and cms the first config entries.

    Both may be asked again with other values: a set-up that fails after one of them is repeated.
    """
    site = {
        "name": data.site_name,
        "language": data.language,
        "timezone": data.timezone,
        "hasEcom": data.has_ecom,
        "hasCRM": data.has_crm,
    }
    state = state_of(session)
    try:
        await InternalClient(state, "content", timeout=_TIMEOUT).put("/private/site", json=site)
        await InternalClient(state, "cms", timeout=_TIMEOUT).put("/private/site", json=site)
    except DomainError as error:
        raise SetupUnfinished("The site's first pages could not be created. Nothing was saved: try again.") from error


def _person(data: SetUp) -> Person:
    return Person(
        first_name=data.first_name,
        last_name=data.last_name,
        email_address=data.email_address,
        email_key=account_key(data.email_address),
        timezone=data.timezone,
    )
