"""Passwords that people choose: looked at, then hashed."""

from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.mails import Recipient
from auth.credentials.errors import PasswordTooCommon
from auth.credentials.limits import callers
from auth.credentials.passwords import passwords_of
from auth.device import Device
from auth.site.service import host_of, site_settings
from kit.errors import FieldError
from kit.state import state_of


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
