"""Passwords that people choose: looked at, then hashed."""

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.mails import Recipient
from auth.credentials import one_time_tokens
from auth.credentials.errors import PasswordTooCommon
from auth.credentials.limits import callers
from auth.credentials.one_time_tokens import Purpose, Redeemed
from auth.credentials.passwords import passwords_of
from auth.device import Device
from auth.site.service import host_of, site_settings
from kit.db import release_connection
from kit.errors import FieldError
from kit.state import state_of


class Chosen(NamedTuple):
    """What a link stood for, and the hash of the password that was chosen by it."""

    redeemed: Redeemed
    password_hash: str


async def by_link(
    session: AsyncSession, purpose: Purpose, token: str, password: str, person: Recipient, *, device: Device
) -> Chosen:
    """Use up the link that `person` was mailed, with the password that they choose.

    Whatever it raises, and whatever its caller raises afterwards, the link can be tried again. Raises
    `TokenUnusable`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`.
    """
    # The password may wait for a slot: others get the connection meanwhile.
    await release_connection(session)
    password_hash = await hashed(session, password, person, device=device)
    return Chosen(await one_time_tokens.redeem(session, purpose, token, device=device), password_hash)


async def hashed(
    session: AsyncSession, password: str, person: Recipient, *, site_name: str | None = None, device: Device
) -> str:
    """What to store of a password that `person` is to have.

    Their name and address, and the site's, count as words that anybody would try. `site_name` is
    what the site is about to be called, before its set-up.

    Raises `PasswordTooCommon`, `TooManyAttempts`, `Busy`.
    """
    state = state_of(session)
    if site_name is None:
        site_name = (await site_settings(state)).name
    words = (person.name, person.email_address, site_name, host_of(state), "Pagewright")
    async with passwords_of(session).slot(callers(device.address)):
        if await passwords_of(session).is_too_common(password, words):
            detail = "This password is easy to guess. Use a few words that have nothing to do with each other."
            raise PasswordTooCommon(detail, errors=[FieldError("password", PasswordTooCommon.code, detail)])
        return await passwords_of(session).hash(password)
