"""What auth has to know of the site's settings, which cms keeps."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from kit.http import InternalClient
from kit.state import KitState


@dataclass(frozen=True, slots=True)
class Site:
    """The site, as far as identities go."""

    name: str
    allows_registration: bool


async def site_of(state: KitState) -> Site:
    """The site as it is now. Raises `Unavailable` when cms does not answer."""
    answer = await InternalClient(state, "cms").get("/cms/site")
    return Site(answer["siteName"] or "", bool(answer["allowRegistration"]))


def host_of(state: KitState) -> str:
    """The name by which the site is reached, such as ``example.org``."""
    return urlsplit(state.settings.public_url).hostname or ""
