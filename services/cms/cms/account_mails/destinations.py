"""Where the links in mails about accounts lead: to the site's own pages for members, else to the screens."""

from collections.abc import Mapping
from dataclasses import dataclass

from cms.config import settings_of
from cms.emails.kinds import KindName
from cms.member_pages import page_or_screen
from kit.state import KitState


@dataclass(frozen=True, slots=True)
class _Destination:
    screen: str
    plugin: str | None = None
    """The plugin that a page of the site has to have on it to do the same; None where only the screen does it."""
    kind: str | None = None
    """What the screen, or a page with several of these plugins, is told it is opened for."""


_DESTINATIONS: Mapping[KindName, _Destination] = {
    "already_registered": _Destination("/cms-login", "cms.login"),
    "confirm_registration": _Destination("/cms-login/confirm", "cms.register", "registration"),
    "confirm_address": _Destination("/cms-login/confirm", "cms.accountManagement", "email-address"),
    "invitation": _Destination("/cms-login/invitation"),
    "reset_password": _Destination("/cms-login/reset-password", "cms.resetPassword"),
}


async def link_for(kit: KitState, kind: KindName, *, is_staff: bool, token: str | None = None) -> str:
    """Returns the address that a mail of this kind leads to, with the token in its fragment.

    No server and no Referer ever gets a fragment. The address begins with the site's own, whatever a request claimed
    to be its host. While content does not answer, the link leads to the screen.
    """
    destination = _DESTINATIONS[kind]
    screen, plugin = destination.screen, destination.plugin
    page = screen if is_staff or plugin is None else await page_or_screen(kit, plugin, screen)
    parts = {"token": token, "kind": destination.kind}
    fragment = "&".join(f"{name}={value}" for name, value in parts.items() if value is not None)
    address = f"{settings_of(kit).public_url}{page}"
    return f"{address}#{fragment}" if fragment else address
