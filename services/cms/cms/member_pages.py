"""The site's own pages for its members, which mails lead to."""

from urllib.parse import quote

from kit.errors import Unavailable
from kit.http import InternalClient
from kit.state import KitState


async def page_with(kit: KitState, plugin: str) -> str | None:
    """The path of the page that has the plugin; None where the site has none. Raises Unavailable."""
    found = await InternalClient(kit, "content").get("/private/pages/with-plugin", params={"ref": plugin})
    return quote(found["url"]) if found["url"] else None


async def page_or_screen(kit: KitState, plugin: str, screen: str) -> str:
    """The path of the page that has the plugin; of the screen that does the same where there is none, or content is away."""
    try:
        return await page_with(kit, plugin) or screen
    except Unavailable:
        return screen
