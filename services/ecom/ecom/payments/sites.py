"""What the site is called at providers."""

from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncSession

from kit.state import state_of

_MOST = 50


def site_of(session: AsyncSession) -> str:
    """The host of the site, with its port where it has one, as far as PayPal has room for it."""
    return urlsplit(state_of(session).settings.public_url).netloc[:_MOST]
