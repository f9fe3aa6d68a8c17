"""Passwords that people choose: looked at, then hashed."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from auth.mail import Recipient
from auth.site.service import host_of, site_settings
from auth.tokens.device import Client
from auth.tokens.limits import network_parties
from auth.users.errors import PasswordTooCommon
from auth.users.passwords import Hasher
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
        async with self.passwords.turn(*network_parties(self.device)):
            if await self.passwords.is_too_common(password, words):
                detail = "This password is easy to guess. Use a few words that have nothing to do with each other."
                raise PasswordTooCommon(detail, errors=[FieldError("password", PasswordTooCommon.code, detail)])
            return await self.passwords.hash(password)


Chosen = Annotated[ChosenPasswords, Depends()]
"""The passwords that the request chooses."""
