"""Where the links in mails lead: to the site's own pages for members where it has any, else to the screens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from auth.mail import link_to
from kit.errors import Unavailable
from kit.http import InternalClient
from kit.state import KitState

Destination = Literal["log in", "confirm a registration", "confirm an address"]


@dataclass(frozen=True, slots=True)
class _Place:
    screen: str
    plugin: str
    """What a page of the site has to have on it to do the same."""
    kind: str | None = None
    """What the screen, or a page with several of these plugins, is told it is opened for."""


_PLACES: Mapping[Destination, _Place] = {
    "log in": _Place("/cms-login", "cms.login"),
    "confirm a registration": _Place("/cms-login/confirm", "cms.register", "registration"),
    "confirm an address": _Place("/cms-login/confirm", "cms.accountManagement", "email-address"),
}


async def link_for(state: KitState, destination: Destination, *, staff: bool, token: str | None = None) -> str:
    """The address that a mail to a member, or to somebody of the staff, leads to."""
    place = _PLACES[destination]
    page = None if staff else await _page_with(state, place.plugin)
    further = {"kind": place.kind} if place.kind else {}
    return link_to(state, page or place.screen, token, **further)


async def _page_with(state: KitState, plugin: str) -> str | None:
    """The page of the site that has the plugin. The screens do too, so that content's absence stops no mail."""
    try:
        found = await InternalClient(state, "content").get("/private/pages/with-plugin", params={"ref": plugin})
    except Unavailable:
        return None
    return quote(found["url"]) if found["url"] else None
