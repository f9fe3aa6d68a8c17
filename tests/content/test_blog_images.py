"""The images of posts in lists: the first on each post's page that everybody sees."""

import pytest

from content.blog.tasks import mend_summaries
from tests.content.blog import add, change, page_with, post_page
from tests.content.factory import (
    JSON,
    Site,
    column,
    create_node,
    create_plugin,
    id_,
    place_plugin,
    row,
    whitelist,
)
from tests.content.library import file, folder, tell
from tests.content.listed_images import POSTS, cards, image_of, images, last_tags, nodes_with, pictured, seen, tags
from tests.content.statements import Statements


class TestShown:
    async def test_the_first_that_everybody_sees_and_the_part_that_the_page_shows(self, site: Site) -> None:
        private, drawing, image = file("a.jpg", isPublic=False), file("b.svg", hasSizes=False), file("c.jpg")
        page = await pictured(site, private, drawing)
        await tell(site.client, image)
        part = {"aspect": "16:9", "crop": "0-0-5000-10000"}
        await add(site, page, "cms.gallery", images=[{"image": {"file": image["id"], **part}, "caption": ""}])
        await cards(site)
        plugin = await seen(site)
        assert plugin["data"]["posts"][0]["image"] == {"file": image["id"], **part}
        assert {*plugin["files"]} == {image["id"]}
        assert plugin["files"][image["id"]]["focalPoint"] == {"x": 0.5, "y": 0.25}
        # An editor sees no other one there.
        assert await image_of(site, site.editor) == image["id"]
        assert {f"file:{each['id']}" for each in (private, drawing, image)} <= await tags(site)

    async def test_by_its_address_in_a_text(self, site: Site) -> None:
        image = file("ä b.jpg")
        await tell(site.client, image)
        page = await post_page(site, "/post", "Post")
        await add(site, page, "cms.text", content='<p><img src="/files/%C3%A4%20b.jpg"></p>')
        await cards(site)
        assert await image_of(site) == image["id"]

    @pytest.mark.parametrize("fields", [{"displayMode": "titles"}, {"showImage": False}])
    async def test_not_where_a_list_is_without(self, site: Site, fields: JSON) -> None:
        await pictured(site, file())
        await page_with(site, "/cards", "List", "cms.blogList", **{"displayMode": "cards", **fields})
        plugin = await seen(site)
        assert [post["title"] for post in plugin["data"]["posts"]] == ["Post"]
        assert "image" not in plugin["data"]["posts"][0]
        assert "files" not in plugin

    @pytest.mark.parametrize(("fields", "has_image"), [({"displayMode": "cards"}, True), ({}, False)])
    async def test_in_the_cards_of_a_menu(self, site: Site, fields: JSON, *, has_image: bool) -> None:
        image = file()
        await pictured(site, image)
        await page_with(site, "/menu", "Menu", "cms.blogPostMenu", None, **fields)
        assert await image_of(site, url="/menu") == (image["id"] if has_image else None)
        assert (f"file:{image['id']}" in await tags(site, "/menu")) is has_image

    async def test_in_a_list_that_is_not_saved_yet(self, site: Site) -> None:
        image = file()
        await pictured(site, image)
        page = await site.new_page("/new")
        question = {
            "page": {"id": page["page"]["id"], "url": "/new"},
            "plugins": [{"id": "new", "ref": "cms.blogList", "fields": {"displayMode": "cards"}}],
        }
        answer = await site.client.post("/client/plugin-data", json=question, headers=site.editor)
        shown = answer.json()["plugins"]["new"]
        assert shown["data"]["posts"][0]["image"] == {"file": image["id"]}
        assert shown["files"][image["id"]]["name"] == image["name"]

    async def test_in_no_more_statements_for_many_than_for_one(self, site: Site) -> None:
        async def statements() -> int:
            await site.render("/cards")
            async with Statements(site.client.kit).counted() as sent:
                await site.render("/cards")
            return len(sent)

        page = await cards(site)
        await pictured(site, file("0.jpg"), url="/0", title="0")
        # The page, the posts, and all files.
        assert await statements() == 3
        for number in range(1, 4):
            await pictured(site, file(f"{number}.jpg"), file(f"{number}b.jpg"), url=f"/{number}", title=str(number))
        await tell(site.client, image := file("own.jpg"))
        page = await add(site, page, "cms.textImage", picture={"file": image["id"]}, text="")
        page = await add(site, page, "cms.blogList", displayMode="cards", count=2)
        assert all((await images(site)).values())
        assert await statements() == 3

    async def test_with_the_list_of_a_category_and_its_pages(self, site: Site) -> None:
        await page_with(site, "/blog", "Blog", "cms.blogList", count=1)
        for number in (1, 2):
            await pictured(site, file(f"{number}.jpg"), url=f"/blog/{number}", title=str(number))
        for url in ("/blog", "/blog?posts-page=2"):
            plugin = await seen(site, url=url)
            assert [*plugin["files"]] == [post["image"]["file"] for post in plugin["data"]["posts"]]
            assert len(plugin["files"]) == 1


class TestAudiences:
    """A list shows no file that only some visitors may see, not even to those visitors."""

    async def test_no_file_that_is_kept_to_some(self, site: Site) -> None:
        place, image = folder("inside", "club"), file(scopeWhitelist=["club"], isPublic=False, alt="Secret plans")
        other = file("b.jpg", folderId=place["id"], isPublic=False, alt="Secret plans")
        await tell(site.client, folders=[place])
        await pictured(site, image, other)
        await cards(site)
        for headers in (None, site.tokens.bearer("club"), site.editor, site.admin):
            assert await image_of(site, headers) is None
            assert "Secret plans" not in (await site.render("/cards", headers)).text

    async def test_no_image_in_a_part_that_is_kept_to_some(self, site: Site) -> None:
        page = await pictured(site, first_one := file("a.jpg"), open_one := file("b.jpg"))
        await cards(site)
        first = nodes_with(page, "cms.textImage")[0]["id"]
        for level in ("site", "page"):
            kept = await site.saved(await site.page("/post"), whitelist(first, ["club"], level))
            assert POSTS in await last_tags(site)
            for headers in (None, site.tokens.bearer("club"), site.editor):
                assert await image_of(site, headers) == open_one["id"]
            await site.saved(kept, whitelist(first, [], level))
        assert await image_of(site) == first_one["id"]

    async def test_no_image_of_a_post_that_is_for_members(self, site: Site) -> None:
        page = await pictured(site, image := file())
        await cards(site)
        await change(site, page, config={"scopeWhitelist": ["club"]})
        assert await images(site) == {}
        assert image["id"] not in (await site.render("/cards")).text
        assert await image_of(site, site.tokens.bearer("club")) == image["id"]

    async def test_none_of_what_the_layout_shows(self, site: Site) -> None:
        page = await post_page(site, "/post", "Post", {"newLayout": True})
        await tell(site.client, image := file())
        root = page["page"]["layout"]["block"]["nodes"][0]["id"]
        shared, plugin_id = row(column()), id_()
        create = create_plugin(plugin_id, ref="cms.textImage", picture={"file": image["id"]}, text="")
        place = place_plugin(shared["block"]["nodes"][0]["id"], plugin_id)
        await site.saved(page, create_node(root, shared, 0), create, place)
        await cards(site)
        assert await image_of(site) is None


async def test_what_is_not_known_has_none_until_the_worker_has_looked(site: Site) -> None:
    pages = [await pictured(site, file(f"{number}.jpg"), url=f"/{number}", title=str(number)) for number in range(3)]
    await cards(site)
    # As the release before stores it.
    await site.client.kit.database.pool.execute("UPDATE blog_post_pages SET images = NULL")
    assert await images(site) == {"0": None, "1": None, "2": None}
    assert await mend_summaries(site.client.kit) == len(pages)
    assert POSTS in await last_tags(site)
    assert all((await images(site)).values())
    assert await mend_summaries(site.client.kit) == 0
