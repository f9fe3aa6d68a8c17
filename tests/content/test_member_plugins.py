"""What content tells the plugins for members: whether somebody is logged in, whether visitors may register, whether it has a shop."""

from typing import Any

import pytest

from content.page_render.members import REFS
from tests.content.factory import JSON, Site, column_of, create_plugin, id_, own_plugins, place_plugin
from tests.content.test_site import tell, told


async def page_with(site: Site, ref: str) -> JSON:
    page = await site.new_page("/members")
    plugin = id_()
    return await site.saved(page, create_plugin(plugin, ref=ref), place_plugin(column_of(page), plugin))


async def data_of(site: Site, headers: JSON | None) -> tuple[Any, bool]:
    """The plugin's data, and whether the page may be kept for everybody."""
    render = (await site.render("/members", headers)).json()
    return own_plugins(render)[-1]["data"], render["isCacheable"]


@pytest.mark.parametrize("ref", REFS)
async def test_each_learns_whether_somebody_is_logged_in(site: Site, ref: str) -> None:
    await page_with(site, ref)
    assert await data_of(site, None) == ({"isLoggedIn": False, "isRegistrationOpen": False, "hasShop": False}, True)
    member = site.tokens.bearer("members")
    assert await data_of(site, member) == ({"isLoggedIn": True, "isRegistrationOpen": False, "hasShop": False}, False)


async def test_it_shows_at_once_that_registration_is_open(site: Site) -> None:
    await page_with(site, "cms.register")
    before = (await site.render("/members")).json()["version"]
    await tell(site.client, told(7, allowRegistration=True))
    assert (await data_of(site, None))[0]["isRegistrationOpen"] is True
    assert (await site.render("/members")).json()["version"] > before


async def test_it_shows_at_once_that_there_is_a_shop(site: Site) -> None:
    await page_with(site, "cms.accountManagement")
    assert (await data_of(site, None))[0]["hasShop"] is False
    await tell(site.client, told(7, hasEcom=True))
    assert (await data_of(site, None))[0]["hasShop"] is True


async def test_an_editor_sees_what_a_visitor_sees(site: Site) -> None:
    await page_with(site, "cms.login")
    as_visitor = {**site.editor, "View-As": "-"}
    assert (await data_of(site, as_visitor))[0]["isLoggedIn"] is False
