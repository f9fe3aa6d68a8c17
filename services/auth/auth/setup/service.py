import secrets
from typing import Annotated

from fastapi import Depends, Request
from kit.db import Session
from kit.errors import DomainError
from kit.http import InternalClient
from kit.state import state_of
from sqlalchemy import exists, select, text

from auth.attempts.counter import FailureCounts
from auth.attempts.limits import Limit, account_key
from auth.config import settings_of
from auth.people.models import Person
from auth.scopes.repository import ScopeRepository
from auth.setup.errors import AlreadySetUp, SetupRunning, SetupUnfinished, WrongSetupCode
from auth.setup.schemas import SetUp
from auth.tokens.cookies import Issued
from auth.tokens.device import Client
from auth.tokens.service import Tokens
from auth.users.models import User
from auth.users.passwords import Hasher

# Not the lock that waits: of many at once all but one are told at once, and none holds a connection
# while the winner calls the other services.
_LOCK = text("SELECT pg_try_advisory_xact_lock(hashtext('auth.setup'))")

_MOST_WRONG_CODES = 10
_WINDOW = 15 * 60


class SetupService:
    """Making a site out of nothing: its first user, and the other services' parts of it."""

    def __init__(
        self,
        request: Request,
        session: Session,
        tokens: Tokens,
        passwords: Hasher,
        failures: FailureCounts,
        device: Client,
    ) -> None:
        self._kit = state_of(request)
        self._code = settings_of(request).setup_code.get_secret_value()
        self._session = session
        self._tokens = tokens
        self._passwords = passwords
        self._failures = failures
        self._device = device

    async def set_up(self, form: SetUp) -> Issued:
        """Make the site and log its first user in.

        Raises `AlreadySetUp`, `WrongSetupCode`, `TooManyAttempts`, `SetupRunning`, `SetupUnfinished`.
        """
        await self._refuse_a_second()
        await self._check_code(form.code)
        if not await self._session.scalar(_LOCK):
            raise SetupRunning("Somebody is setting this site up just now.")
        # Asked again under the lock, which lasts until the commit: now it cannot change any more.
        await self._refuse_a_second()
        user = await self._first_user(form)
        await self._other_services(form)
        return await self._tokens.issue(user)

    async def _refuse_a_second(self) -> None:
        if await self._session.scalar(select(exists().select_from(User))):
            raise AlreadySetUp("This site has been set up. Log in instead.")

    async def _check_code(self, code: str) -> None:
        limit = Limit("setup address", self._device.network, _MOST_WRONG_CODES, _WINDOW)
        await self._failures.check(limit)
        if not secrets.compare_digest(code.encode(), self._code.encode()):
            # Counted afterwards, unlike a password: many who send the right code at once are to
            # learn that one of them won, not that they tried too often.
            await self._failures.take(limit)
            raise WrongSetupCode("This is not the code that the start-up printed.")

    async def _first_user(self, form: SetUp) -> User:
        async with self._passwords.turn():
            password_hash = await self._passwords.hash(form.password)
        scopes = ScopeRepository(self._session)
        await scopes.add_built_in()
        person = Person(
            first_name=form.first_name,
            last_name=form.last_name,
            email_address=form.email_address,
            email_key=account_key(form.email_address),
            timezone=form.timezone,
        )
        user = User(person=person, password_hash=password_hash, scopes=[*await scopes.named("super")])
        self._session.add(user)
        await self._session.flush()
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
        try:
            await InternalClient(self._kit, "content").put("/private/site", json=site)
            await InternalClient(self._kit, "cms").put("/private/site", json=site)
        except DomainError as error:
            raise SetupUnfinished(
                "The site's first pages could not be made. Nothing has been kept: try again."
            ) from error


Setup = Annotated[SetupService, Depends()]
"""The service of the request."""
