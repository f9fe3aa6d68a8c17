"""The site's logo and icon: files of the library, on every page."""

from typing import Any

import pytest

from content.site.events import keep_equal
from kit.testing import ServiceClient, Tokens
from tests.content.factory import JSON, Site, own_plugins
from tests.content.library import file, folder, pair_with, tell
from tests.content.statements import Statements
from tests.content.test_site import told


async def choose(site: Site, version: int = 7, **images: Any) -> None:
    """Have cms announce images of the site."""
    async with site.client.kit.database.transaction() as session:
        await keep_equal(session, told(version, **images))


async def images_of(site: Site, headers: JSON | None = None) -> JSON:
    answer = await site.render("/", headers)
    assert answer.status_code == 200, answer.text
    images: JSON = answer.json()["site"].get("images", {})
    return images


async def menu_of(site: Site) -> JSON:
    page = await site.page("/")
    data: JSON = next(each["data"] for each in page["plugins"].values() if each["ref"] == "cms.menu")
    return data


class TestShown:
    async def test_as_the_library_has_them(self, site: Site) -> None:
        logo, icon = file("logo.png", mimeType="image/png"), file("icon.png")
        await tell(site.client, logo, icon)
        await choose(site, logo={"file": logo["id"], "withName": True}, icon={"file": icon["id"]})
        images = await images_of(site)
        assert {name: (each["file"]["id"], each["withName"]) for name, each in images.items()} == {
            "logo": (logo["id"], True),
            "icon": (icon["id"], False),
        }
        assert images["logo"]["file"]["address"] == "/files/logo.png?v=abc-80"
        assert (await menu_of(site))["logo"] == images["logo"]
        tags = (await site.render("/")).json()["tags"]
        assert {f"file:{logo['id']}", f"file:{icon['id']}"} <= set(tags)

    async def test_a_drawing_with_the_dimensions_of_its_use(self, site: Site) -> None:
        logo = file("logo.svg", mimeType="image/svg+xml", width=None, height=None, hasSizes=False)
        await tell(site.client, logo)
        await choose(site, logo={"file": logo["id"], "width": 320, "height": 80})
        shown = (await images_of(site))["logo"]["file"]
        assert (shown["width"], shown["height"], shown["hasSizes"]) == (320, 80, False)

    @pytest.mark.parametrize(
        "changed",
        [
            {"isPublic": False},
            {"isDeleted": True},
            {"scopeWhitelist": ["members"]},
            {"mimeType": "application/pdf", "hasSizes": False},
        ],
    )
    async def test_to_nobody_what_not_everybody_may_see(self, site: Site, tokens: Tokens, changed: JSON) -> None:
        logo = file("logo.png")
        await tell(site.client, logo)
        await choose(site, logo={"file": logo["id"]})
        assert await images_of(site)
        await tell(site.client, {**logo, **changed, "version": 2})
        for headers in (None, tokens.bearer("editor"), tokens.bearer("members"), tokens.bearer("super")):
            assert await images_of(site, headers) == {}
        assert "logo" not in await menu_of(site)
        await tell(site.client, {**logo, "version": 3})
        assert await images_of(site)

    async def test_not_from_a_folder_for_some(self, site: Site) -> None:
        place, logo = folder("brand", "members"), file("logo.png")
        logo["folderId"] = place["id"]
        await tell(site.client, logo, folders=[place])
        await choose(site, logo={"file": logo["id"]})
        assert await images_of(site) == {}

    async def test_of_an_unknown_file_nothing_until_it_is_told(self, site: Site) -> None:
        logo = file("logo.png")
        await choose(site, logo={"file": logo["id"]})
        assert await images_of(site) == {}
        assert f"file:{logo['id']}" in (await site.render("/")).json()["tags"]
        await tell(site.client, logo)
        assert await images_of(site)

    async def test_a_logo_for_dark_pages(self, site: Site) -> None:
        logo, dark = file("logo.png"), file("dark.png")
        await tell(site.client, logo, dark)
        await choose(site, logo={"file": logo["id"]}, darkLogo={"file": dark["id"]})
        assert (await menu_of(site))["darkLogo"]["file"]["id"] == dark["id"]

    async def test_no_more_once_none_is_chosen(self, site: Site) -> None:
        logo = file("logo.png")
        await tell(site.client, logo)
        await choose(site, 7, logo={"file": logo["id"]})
        before = (await site.render("/")).json()["version"]
        await choose(site, 8, logo=None)
        assert await images_of(site) == {}
        assert (await site.render("/")).json()["version"] > before

    async def test_in_one_statement_with_the_files_of_the_page(self, site: Site) -> None:
        logo, icon, picture = file("logo.png"), file("icon.png"), file()
        await tell(site.client, logo, icon, picture)
        await choose(site, logo={"file": logo["id"]}, icon={"file": icon["id"]})
        await pair_with(site, {"file": picture["id"]})
        await site.render("/pictures")
        async with Statements(site.client.kit).counted() as sent:
            answer = await site.render("/pictures")
        assert len(sent) == 2
        assert set(own_plugins(answer.json())[-1]["files"]) == {picture["id"]}
        assert set(answer.json()["site"]["images"]) == {"logo", "icon"}


class TestForTheHost:
    async def test_tells_the_images_that_everybody_sees(self, site: Site, tokens: Tokens) -> None:
        icon, logo = file("icon.png"), file("logo.png", isPublic=False)
        await tell(site.client, icon, logo)
        await choose(site, icon={"file": icon["id"]}, logo={"file": logo["id"]})
        headers = tokens.internal("web", to="content")
        found = (await site.client.get("/private/site-images", headers=headers)).json()
        assert found["site"]["images"]["icon"]["file"]["address"] == "/files/icon.png?v=abc-80"
        assert set(found["site"]["images"]) == {"icon"}
        assert found["tags"] == sorted(["site", f"file:{icon['id']}", f"file:{logo['id']}"])

    async def test_has_nothing_to_tell_before_the_set_up(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.get("/private/site-images", headers=tokens.internal("web", to="content"))
        assert answer.json() == {"site": None, "tags": ["site"]}

    async def test_is_for_the_host_alone(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.get("/private/site-images", headers=tokens.bearer("super"))
        assert answer.status_code == 401
