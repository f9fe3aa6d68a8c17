"""What the set-up does."""

import secrets
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import exists, select, text

from auth.attempts.counter import FailureCounts
from auth.attempts.limits import account_key, from_network
from auth.audit.service import Subject, record
from auth.config import settings_of
from auth.people.models import Person
from auth.scopes.repository import ScopeRepository
from auth.setup.errors import AlreadySetUp, SetupRunning, SetupUnfinished, WrongSetupCode
from auth.setup.schemas import SetUp
from auth.tokens.cookies import Issued
from auth.tokens.device import Client
from auth.tokens.service import Tokens
from auth.users.choosing import Chosen
from auth.users.models import User
from kit.db import Session
from kit.errors import DomainError
from kit.http import InternalClient
from kit.state import state_of

# Not the lock that waits: of many at once all but one are told at once, and none holds a connection
# while the winner calls the other services.
_LOCK = text("SELECT pg_try_advisory_xact_lock(hashtext('auth.setup'))")

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
        await self._check_code(form.code)
        if not await self.session.scalar(_LOCK):
            raise SetupRunning("Somebody is setting this site up just now.")
        # Asked again under the lock, which lasts until the commit: now it cannot change any more.
        await self._refuse_a_second()
        user = await self._first_user(form)
        await self._other_services(form)
        return await self.tokens.issue(user)

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

    async def _first_user(self, form: SetUp) -> User:
        person = Person(
            first_name=form.first_name,
            last_name=form.last_name,
            email_address=form.email_address,
            email_key=account_key(form.email_address),
            timezone=form.timezone,
        )
        password_hash = await self.chosen.hashed(form.password, person, site_name=form.site_name)
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


Setup = Annotated[SetupService, Depends()]
"""The service of the request."""
