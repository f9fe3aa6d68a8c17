"""Passwords that people choose: looked at, then hashed."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from auth.audit.mails import Recipient
from auth.credentials.errors import PasswordTooCommon
from auth.credentials.limits import callers
from auth.credentials.passwords import Hasher
from auth.device import Client
from auth.site.service import host_of, site_settings
from kit.errors import FieldError
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class ChosenPasswords:
    """Every way to a new password leads through here."""

    request: Request
    passwords: Hasher
    device: Client

    async def hashed(self, password: str, person: Recipient, *, site_name: str | None = None) -> str:
        """What to store of a password that `person` is to have.

        Their name and address, and the site's, count as words that anybody would try. `site_name` is
        what the site is about to be called, before its set-up.

        Raises `PasswordTooCommon`, `TooManyAttempts`, `Busy`.
        """
        state = state_of(self.request)
        if site_name is None:
            site_name = (await site_settings(state)).name
        words = (person.name, person.email_address, site_name, host_of(state), "Pagewright")
        async with self.passwords.slot(callers(self.device.address)):
            if await self.passwords.is_too_common(password, words):
                detail = "This password is easy to guess. Use a few words that have nothing to do with each other."
                raise PasswordTooCommon(detail, errors=[FieldError("password", PasswordTooCommon.code, detail)])
            return await self.passwords.hash(password)


Chosen = Annotated[ChosenPasswords, Depends()]
"""The passwords that the request chooses."""
