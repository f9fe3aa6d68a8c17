"""Categories that come, are renamed and go with the pages that show them."""

from tests.content.blog import (
    categories,
    change,
    data_of,
    delete,
    field_of,
    in_column,
    list_page,
    post_page,
    posts,
    replace,
    titles,
)
from tests.content.factory import Site, create_page, create_plugin, id_, own_plugins
from tests.content.test_site import announced


class TestCategoriesOfAPost:
    async def test_is_that_of_the_list_above_it_unless_others_are_chosen(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
        news = field_of(await list_page(site, "/news", "News"), "blogCategoryId")
        await post_page(site, "/blog/one", "One")
        await post_page(site, "/blog/two", "Two", categories=[news])
        assert {post["title"]: post["categories"] for post in await posts(site)} == {"One": [blog], "Two": [news]}

    async def test_are_those_that_the_plugin_is_given_later(self, site: Site) -> None:
        news = field_of(await list_page(site, "/news", "News"), "blogCategoryId")
        page = await post_page(site, "/one")
        update = {"name": "PLUGIN_UPDATE", "pluginId": own_plugins(page)[-1]["id"]}
        page = await site.saved(page, {**update, "fields": {"categories": [news, id_()]}})
        [post] = await posts(site)
        assert post["categories"] == [news]
        await site.saved(page, {**update, "fields": {"categories": []}})
        assert (await posts(site))[0]["categories"] == []

    async def test_are_those_that_the_plugin_is_given_in_a_shared_block(self, site: Site) -> None:
        news = field_of(await list_page(site, "/news", "News"), "blogCategoryId")
        page, shared = await in_column(site, "/one", "One")
        plugin_id = next(id for id, plugin in page["plugins"].items() if plugin["ref"] == "cms.blogPost")
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": id_(),
                "branchName": "Shared"}  # fmt: skip
        update = {"name": "PLUGIN_UPDATE", "pluginId": plugin_id}
        # By the save that shares it, and by a later one.
        page = await site.saved(page, {**update, "fields": {"categories": [news]}}, turn)
        assert (await posts(site))[0]["categories"] == [news]
        await site.saved(page, {**update, "fields": {"categories": []}})
        assert (await posts(site))[0]["categories"] == []

    async def test_that_are_set_by_a_call_are_what_the_plugin_says(self, site: Site) -> None:
        news = field_of(await list_page(site, "/news", "News"), "blogCategoryId")
        page = await post_page(site, "/one")
        [post] = await posts(site)
        address, stale = f"/cms/blog/posts/{post['id']}/categories", {**site.editor, "If-Match": f'"{post["version"]}"'}
        answer = await site.client.put(address, json={"categories": [news]}, headers=stale)
        assert answer.json()["categories"] == [news]
        assert field_of(await site.page("/one"), "categories") == [news]
        again = await site.client.put(address, json={"categories": []}, headers=stale)
        assert again.status_code == 412
        # A later save of something else leaves them.
        page = await site.page("/one")
        await site.saved(page, create_plugin(own_plugins(page)[0]["id"], "<h1>Other</h1>"))
        assert (await posts(site))[0]["categories"] == [news]


class TestCategoryOfAList:
    async def test_is_made_below_that_of_the_nearest_list_above(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
        await site.new_page("/blog/travel", "No list")
        page = await list_page(site, "/blog/travel/alps", "Alps", {"displayTitle": "The Alps"})
        alps, _ = await categories(site, sort="-name")
        assert (alps["name"], alps["parentId"], alps["id"]) == ("The Alps", blog, field_of(page, "blogCategoryId"))
        assert [shown["url"] for shown in alps["pages"]] == ["/blog/travel/alps"]

    async def test_of_the_first_list_has_the_posts_that_are_in_none(self, site: Site) -> None:
        """Who writes posts first and makes the page that lists them then read 'No posts yet' there."""
        await post_page(site, "/hills", "Hills")
        await post_page(site, "/aside", "Aside", categories=[])
        assert (await create_page(site, "/blog", "Blog", blogList={})).status_code == 201
        [category] = await categories(site)
        shown = {post["title"]: (post["categories"], post["version"]) for post in await posts(site)}
        assert shown == {"Hills": ([category["id"]], 2), "Aside": ([], 1)}
        assert [post["title"] for post in data_of(await site.page("/blog"))["posts"]] == ["Hills"]
        assert f"blog-post:{(await posts(site, sort='-title'))[0]['id']}" in (await announced(site.client))[-1]
        # Of another list nobody expects it.
        await post_page(site, "/lakes", "Lakes")
        page = await list_page(site, "/news", "News")
        assert data_of(page)["posts"] == []

    async def test_of_the_first_list_has_them_when_the_list_is_added_by_a_save(self, site: Site) -> None:
        await post_page(site, "/hills", "Hills")
        page = await list_page(site, "/blog", "Blog")
        assert [post["title"] for post in data_of(page)["posts"]] == ["Hills"]

    async def test_follows_the_title_and_outlives_its_page(self, site: Site) -> None:
        page = await list_page(site, "/blog", "Blog")
        await change(site, page, title="Journal")
        assert [category["name"] for category in await categories(site)] == ["Journal"]
        await delete(site, page)
        [category] = await categories(site)
        assert category["pages"] == []

    async def test_keeps_the_name_that_somebody_gave_it_until_the_page_is_called_something_else(
        self, site: Site
    ) -> None:
        page = await list_page(site, "/blog", "Blog")
        await post_page(site, "/blog/one", "One")
        for kind, renamed in (("categories", {"name": "Journal"}), ("posts", {"title": "First"})):
            [record] = await (categories(site) if kind == "categories" else posts(site))
            await replace(site, kind, record, **renamed)
        await change(site, page, config={"menu": {"visible": True}})
        await change(site, await site.page("/blog/one"), config={"noIndex": True})
        assert [category["name"] for category in await categories(site)] == ["Journal"]
        assert await titles(site) == ["First"]
        await change(site, page, title="Diary", config={"menu": {"visible": True}})
        assert [category["name"] for category in await categories(site)] == ["Diary"]

    async def test_is_not_made_in_other_display_modes_nor_where_one_is_chosen(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog"), "blogCategoryId")
        cards = await list_page(site, "/cards", displayMode="cards")
        same = await list_page(site, "/same", "Same", blogCategoryId=blog)
        assert field_of(cards, "blogCategoryId") is None
        assert field_of(same, "blogCategoryId") == blog
        [category] = await categories(site)
        assert [shown["url"] for shown in category["pages"]] == ["/blog", "/same"]
        # Titles of cards and of pages that show the list of another name it no more than the others.
        await change(site, cards, title="Cards of all")
        assert [each["name"] for each in await categories(site)] == [category["name"]]

    async def test_is_made_when_a_list_becomes_one(self, site: Site) -> None:
        page = await list_page(site, "/cards", "Cards", displayMode="cards")
        update = {"name": "PLUGIN_UPDATE", "pluginId": own_plugins(page)[-1]["id"], "fields": {"displayMode": "list"}}
        page = await site.saved(page, update)
        [category] = await categories(site)
        assert category["id"] == field_of(page, "blogCategoryId")

    async def test_is_left_by_cards_that_are_to_show_all_posts(self, site: Site) -> None:
        page = await list_page(site, "/blog")
        await post_page(site, "/one", "One")
        update = {"name": "PLUGIN_UPDATE", "pluginId": own_plugins(page)[-1]["id"]}
        page = await site.saved(page, {**update, "fields": {"displayMode": "cards", "blogCategoryId": None}})
        assert field_of(page, "blogCategoryId") is None
        assert [post["title"] for post in own_plugins(page)[-1]["data"]["posts"]] == ["One"]
        [category] = await categories(site)
        assert category["pages"] == []

    async def test_that_is_cleared_in_a_list_gives_way_to_one_of_the_pages_own(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog"), "blogCategoryId")
        page = await list_page(site, "/news", "News", blogCategoryId=blog)
        update = {"name": "PLUGIN_UPDATE", "pluginId": own_plugins(page)[-1]["id"], "fields": {"blogCategoryId": None}}
        page = await site.saved(page, update)
        assert field_of(page, "blogCategoryId") not in (None, blog)
        assert [each["name"] for each in await categories(site)] == ["Blog", "News"]
