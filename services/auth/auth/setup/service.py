"""What the set-up does."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import exists, select, text

from auth.audit.service import Subject, record
from auth.config import settings_of
from auth.credentials.attempts import FailureCounts
from auth.credentials.choosing import Chosen
from auth.credentials.limits import account_key, from_network
from auth.device import Client
from auth.grants.repository import ScopeRepository
from auth.login.service import Tokens
from auth.people.models import Person, User
from auth.sessions.cookies import Issued
from auth.setup.errors import AlreadySetUp, SetupRunning, SetupUnfinished, WrongSetupCode
from auth.setup.schemas import SetUp
from kit.db import Session, release_connection
from kit.errors import DomainError
from kit.http import InternalClient
from kit.state import state_of

# The first lock does not wait: of many at once all but one are told at once. It belongs to a connection and not to a
# transaction, and the winner holds it while it calls the other services; the second one it holds until its commit.
_LOCK = "SELECT pg_try_advisory_lock(hashtext('auth.setup'))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtext('auth.setup'))"
_LOCK_UNTIL_COMMIT = text("SELECT pg_advisory_xact_lock(hashtext('auth.setup commit'))")

_MOST_WRONG_CODES = 10
_WINDOW = 15 * 60


@dataclass(frozen=True, slots=True)
class SetupService:
    """Making a site out of nothing: its first user, and the other services' parts of it."""

    request: Request
    session: Session
    tokens: Tokens
    chosen: Chosen
    failures: FailureCounts
    device: Client

    async def set_up(self, form: SetUp) -> Issued:
        """Make the site and log its first user in.

        Raises `AlreadySetUp`, `WrongSetupCode`, `TooManyAttempts`, `SetupRunning`, `PasswordTooCommon`, `SetupUnfinished`.
        """
        await self._refuse_a_second()
        await release_connection(self.session)
        await self._check_code(form.code)
        async with self._alone():
            await self.session.execute(_LOCK_UNTIL_COMMIT)
            # Asked again: whoever was here before has committed, and nobody else comes in now.
            await self._refuse_a_second()
            await release_connection(self.session)
            person = _person(form)
            password_hash = await self.chosen.hashed(form.password, person, site_name=form.site_name)
            await self._other_services(form)
            user = await self._first_user(person, password_hash)
        return await self.tokens.issue(user)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Keep all other set-ups out, from here to the commit of this one. Raises `SetupRunning`."""
        async with state_of(self.request).database.pool.acquire() as connection:
            if not await connection.fetchval(_LOCK):
                raise SetupRunning("Somebody is setting this site up just now.")
            try:
                yield
            finally:
                await connection.execute(_UNLOCK)

    async def _refuse_a_second(self) -> None:
        if await self.session.scalar(select(exists().select_from(User))):
            raise AlreadySetUp("This site has been set up. Log in instead.")

    async def _check_code(self, code: str) -> None:
        right = settings_of(self.request).setup_code.get_secret_value()
        limits = from_network("setup address", self.device.address, _MOST_WRONG_CODES, _WINDOW)
        await self.failures.check(*limits)
        if not secrets.compare_digest(code.encode(), right.encode()):
            # Counted afterwards, unlike a password: many who send the right code at once are to
            # learn that one of them won, not that they tried too often.
            await self.failures.take(*limits)
            raise WrongSetupCode("This is not the code that the start-up printed.")

    async def _first_user(self, person: Person, password_hash: str) -> User:
        await self.session.execute(_LOCK_UNTIL_COMMIT)
        scopes = ScopeRepository(self.session)
        await scopes.add_built_in()
        user = User(person=person, password_hash=password_hash, scopes=[*await scopes.named("super")])
        self.session.add(user)
        await self.session.flush()
        subject, details = Subject.of_user(user), {"by": "setup", "scopes": user.scope_names}
        await record(self.session, "user.created", actor=user.id, subject=subject, details=details, device=self.device)
        return user

    async def _other_services(self, form: SetUp) -> None:
        """Have content make the first pages and cms the first config entries.

        Both may be asked again with other values: a set-up that fails after one of them is repeated.
        """
        site = {
            "name": form.site_name,
            "language": "en",
            "timezone": form.timezone,
            "hasEcom": form.has_ecom,
            "hasCRM": form.has_crm,
        }
        state = state_of(self.request)
        try:
            await InternalClient(state, "content").put("/private/site", json=site)
            await InternalClient(state, "cms").put("/private/site", json=site)
        except DomainError as error:
            raise SetupUnfinished(
                "The site's first pages could not be made. Nothing has been kept: try again."
            ) from error


def _person(form: SetUp) -> Person:
    return Person(
        first_name=form.first_name,
        last_name=form.last_name,
        email_address=form.email_address,
        email_key=account_key(form.email_address),
        timezone=form.timezone,
    )


Setup = Annotated[SetupService, Depends()]
"""The service of the request."""
