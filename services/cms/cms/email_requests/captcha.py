"""Whether a person has solved a captcha, as its provider says.

The three providers speak one language: a POST of ``secret`` and ``response``, answered by ``success``, ``hostname`` and
``error-codes``. A value is good once, and for the site alone that it was solved on.
"""

import logging
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY, entries
from cms.email_requests.errors import CaptchaFailed, CaptchaNotConfigured, CaptchaUnavailable
from kit.errors import FieldError
from kit.outside import check_no_transaction
from kit.state import KitState, state_of

log = logging.getLogger(__name__)

_ADDRESSES = {
    "recaptcha": "https://www.google.com/recaptcha/api/siteverify",
    "hcaptcha": "https://api.hcaptcha.com/siteverify",
    "turnstile": "https://challenges.cloudflare.com/turnstile/v0/siteverify",
}
_SECONDS = 10
# What is wrong with the site's settings, and not with what the visitor has sent.
_OURS = frozenset({"missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch", "bad-request"})


@dataclass(frozen=True, slots=True)
class Captcha:
    """The provider that the site has chosen, with the key that pages show its captcha by."""

    provider: str
    site_key: str
    address: str
    secret: str


async def chosen(session: AsyncSession) -> Captcha | None:
    """The site's captcha; None without one, and while it lacks a key: nobody could solve it then."""
    provider = await entries.get(session, CAPTCHA_PROVIDER)
    site_key = await entries.get(session, CAPTCHA_SITE_KEY) if provider else ""
    secret = await entries.get(session, CAPTCHA_SECRET) if site_key else None
    if not provider or not site_key or not secret:
        return None
    address = settings_of(state_of(session)).captcha_url or _ADDRESSES[provider]
    return Captcha(provider, site_key, address, secret)


async def configured(session: AsyncSession) -> Captcha:
    """The site's captcha. Raises `CaptchaNotConfigured`."""
    captcha = await chosen(session)
    if captcha is None:
        raise CaptchaNotConfigured("This site does not accept messages yet: it has no captcha provider.")
    return captcha


async def verify(kit: KitState, captcha: Captcha, value: str, field: str) -> None:
    """Raises `CaptchaFailed` and `CaptchaUnavailable`."""
    check_no_transaction("the captcha provider")
    asked = {"secret": captcha.secret, "response": value}
    try:
        answer = await kit.http.post(captcha.address, data=asked, timeout=_SECONDS)
        said = orjson.loads(answer.content)
    except (httpx.HTTPError, orjson.JSONDecodeError) as error:
        raise CaptchaUnavailable("The captcha provider does not answer.") from error
    if not isinstance(said, dict) or not answer.is_success:
        raise CaptchaUnavailable("The captcha provider sent an unexpected answer.")
    listed = said.get("error-codes")
    codes = listed if isinstance(listed, list) else []
    if _OURS.intersection(map(str, codes)):
        log.error("the captcha provider does not take the site's settings: %s", codes)
        raise CaptchaUnavailable("The captcha provider rejected the site's settings.")
    if said.get("success") is not True or not _is_ours(kit, said.get("hostname")):
        fault = FieldError(field, "captcha_failed", "Solve the captcha again.")
        raise CaptchaFailed("The captcha was not solved.", errors=[fault])


def _is_ours(kit: KitState, hostname: object) -> bool:
    """Whether it was solved on this site; a provider that does not say where checks that itself."""
    own = urlsplit(settings_of(kit).public_url).hostname or ""
    return not hostname or str(hostname).lower() == own.lower()
