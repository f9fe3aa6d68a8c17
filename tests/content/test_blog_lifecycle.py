"""Posts and categories that come, are renamed and go with pages."""

import asyncio

from tests.content.blog import add, categories, change, delete, field_of, list_page, post_page, posts, replace, titles
from tests.content.factory import (
    JSON,
    Site,
    column,
    column_of,
    create_node,
    create_page,
    create_plugin,
    fault,
    id_,
    nodes_of,
    own_plugins,
    place_plugin,
    refused,
    row,
)
from tests.content.test_site import announced
from tests.content.url_maps import added, led


def node_of(render: JSON, plugin_id: str) -> str:
    found: str = next(
        node["id"]
        for node in nodes_of(render["page"]["blocks"][column_of(render)])
        if node.get("pluginId") == plugin_id
    )
    return found


class TestPostOfAPage:
    async def test_is_made_with_the_name_that_the_page_is_shown_by(self, site: Site) -> None:
        page = await post_page(site, "/hills", "Hills", {"displayTitle": "A week in the hills"})
        [post] = await posts(site)
        assert (post["title"], post["id"]) == ("A week in the hills", field_of(page, "blogPostId"))
        assert [shown["url"] for shown in post["pages"]] == ["/hills"]
        assert "blog-posts" in (await announced(site.client))[-1]

    async def test_is_one_however_often_the_page_is_saved_and_shows_it(self, site: Site) -> None:
        page = await add(site, await post_page(site, "/hills"), "cms.blogPost", showTitle=True)
        page = await site.saved(page, create_plugin(own_plugins(page)[0]["id"], "<h1>Other</h1>"))
        [post] = await posts(site)
        assert {field_of(page, "blogPostId", position) for position in (1, 2)} == {post["id"]}

    async def test_follows_the_title_of_the_page(self, site: Site) -> None:
        page = await post_page(site, "/hills", "Hills")
        await change(site, page, title="Mountains")
        assert await titles(site) == ["Mountains"]
        await change(site, page, title="Mountains", displayTitle="High mountains")
        assert await titles(site) == ["High mountains"]

    async def test_may_come_with_a_new_page(self, site: Site) -> None:
        """Made in two calls, a post that failed left an entry for a page that had been removed at its address."""
        await list_page(site, "/travel", "Travel")
        [category] = await categories(site)
        other = await site.client.post("/cms/blog/categories", json={"name": "Food"}, headers=site.editor)
        answer = await create_page(site, "/travel/hills", "Hills", blogPost={"categories": [other.json()["id"]]})
        assert answer.status_code == 201, answer.text
        assert {"blog-posts", "pages"} <= {*(await announced(site.client))[-1]}
        page = await site.page("/travel/hills")
        assert [plugin["ref"] for plugin in own_plugins(page)] == ["cms.text", "cms.blogPost", "cms.text"]
        assert own_plugins(page)[-1]["fields"]["content"] == ""
        [post] = await posts(site)
        assert (post["title"], post["id"]) == ("Hills", own_plugins(page)[1]["fields"]["blogPostId"])
        assert (post["categories"], [shown["url"] for shown in post["pages"]]) == (
            [other.json()["id"]],
            ["/travel/hills"],
        )
        assert (await create_page(site, "/travel/lakes", "Lakes", blogPost={})).status_code == 201
        lakes = next(post for post in await posts(site) if post["title"] == "Lakes")
        assert lakes["categories"] == [category["id"]]

    async def test_leaves_nothing_where_it_cannot_come(self, site: Site) -> None:
        await added(site, "/hills", "/")
        name = {"name": "Without a place"}
        made = (await site.client.post("/cms/layouts", json=name, headers=site.editor)).json()
        block = {"nodes": [{"id": id_(), "type": "root", "block": {"nodes": [row(column())]}}]}
        headers = {**site.editor, "If-Match": f'"{made["version"]}"'}
        placeless = await site.client.put(f"/cms/layouts/{made['id']}", json={**name, "block": block}, headers=headers)
        assert placeless.status_code == 200, placeless.text
        for more, code, field in (
            ({"blogPost": {"showTitle": "yes"}}, "plugin_fields_invalid", "blogPost.showTitle"),
            ({"blogPost": {}, "layoutId": made["id"]}, "no_own_column", "layoutId"),
        ):
            answer = await create_page(site, "/hills", "Hills", **more)
            assert (refused(answer), fault(answer)[0]) == ((422, code), field)
        assert await led(site, "/hills") == ("/", 301)
        assert await posts(site) == []

    async def test_goes_with_its_only_page(self, site: Site) -> None:
        page = await post_page(site, "/hills")
        await delete(site, page)
        assert await posts(site) == []
        assert "blog-posts" in (await announced(site.client))[-1]

    async def test_stays_while_another_page_refers_to_it(self, site: Site) -> None:
        page = await post_page(site, "/hills")
        other = await post_page(site, "/again", blogPostId=field_of(page, "blogPostId"))
        await delete(site, page)
        [post] = await posts(site)
        assert [shown["url"] for shown in post["pages"]] == ["/again"]
        await delete(site, other)
        assert await posts(site) == []

    async def test_survives_being_taken_off_and_put_back(self, site: Site) -> None:
        page = await post_page(site, "/hills")
        plugin = own_plugins(page)[-1]
        page = await site.saved(page, {"name": "BLOCK_REMOVE_NODE", "nodeId": node_of(page, plugin["id"])})
        [post] = await posts(site)
        assert post["pages"] == []
        # Redo makes the plugin anew, as it was before the first save.
        page = await site.saved(
            page, create_plugin(plugin["id"], ref="cms.blogPost"), place_plugin(column_of(page), plugin["id"])
        )
        [again] = await posts(site)
        assert again["id"] == post["id"] == field_of(page, "blogPostId")
        assert [shown["url"] for shown in again["pages"]] == ["/hills"]

    async def test_is_made_anew_where_it_was_deleted(self, site: Site) -> None:
        news = field_of(await list_page(site, "/news", "News"), "blogCategoryId")
        page = await post_page(site, "/hills", categories=[news])
        [post] = await posts(site)
        await site.client.delete(f"/cms/blog/posts/{post['id']}", headers=site.editor)
        page = await site.saved(page, create_plugin(own_plugins(page)[0]["id"], "<h1>Other</h1>"))
        [anew] = await posts(site)
        assert post["id"] != anew["id"] == field_of(page, "blogPostId")
        assert anew["categories"] == [news]

    async def test_is_not_made_by_a_plugin_that_other_pages_share(self, site: Site) -> None:
        page = await site.new_page("/hills")
        band = page["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][-1]["id"]
        shared, plugin_id = column(), id_()
        await site.saved(
            page,
            create_node(band, row(shared)),
            create_plugin(plugin_id, ref="cms.blogPost"),
            place_plugin(shared["id"], plugin_id),
        )
        assert await posts(site) == []

    async def test_is_shown_by_every_page_of_a_block_that_it_moves_into(self, site: Site) -> None:
        page = await site.new_page("/hills")
        holder, inner, branch_id, plugin_id = column(), column(), id_(), id_()
        branch_row = row(inner)
        holder["block"]["nodes"].append(branch_row)
        wrap: JSON = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        page = await site.saved(
            page,
            create_node(column_of(page), row(holder), **wrap),
            create_plugin(plugin_id, ref="cms.blogPost"),
            place_plugin(inner["id"], plugin_id),
        )
        turned = {"nodeId": branch_row["id"], "type": "row-branch", "blockId": branch_id, "branchName": "B"}
        await site.saved(page, {"name": "NODE_SET_TYPE", **turned})
        [post] = await posts(site)
        assert [shown["url"] for shown in post["pages"]] == ["/hills"]
        other = await site.new_page("/other")
        shown_there = {"id": id_(), "type": "row-branch", "blockId": branch_id}
        await site.saved(other, create_node(column_of(other), shown_there, **wrap))
        [post] = await posts(site)
        assert [shown["url"] for shown in post["pages"]] == ["/hills", "/other"]

    async def test_keeps_its_plugin_when_all_other_fields_are_replaced(self, site: Site) -> None:
        page = await post_page(site, "/hills")
        plugin = own_plugins(page)[-1]
        answer = await site.client.put(
            f"/cms/plugins/{plugin['id']}",
            json={"fields": {"showDate": False}},
            headers={**site.editor, "If-Match": "*"},
        )
        assert answer.json()["fields"] == {"showDate": False, "blogPostId": plugin["fields"]["blogPostId"]}

    async def test_two_saves_at_once_make_one(self, site: Site) -> None:
        page = await site.new_page("/hills")
        answers = await asyncio.gather(
            *(
                site.save(page, create_plugin(plugin_id, ref="cms.blogPost"), place_plugin(column_of(page), plugin_id))
                for plugin_id in (id_(), id_())
            )
        )
        assert [answer.status_code for answer in answers] == [200, 200]
        assert len(await posts(site)) == 1


class TestCalls:
    async def test_a_post_that_is_made_by_a_call_is_shown_by_the_page_that_names_it(self, site: Site) -> None:
        made = await site.client.post(
            "/cms/blog/posts",
            json={"title": "Old", "author": "Ada", "publishedAt": "2019-03-01T10:00:00Z"},
            headers=site.editor,
        )
        post = made.json()
        assert (made.status_code, post["publishedAt"], post["pages"]) == (201, "2019-03-01T10:00:00Z", [])
        page = await post_page(site, "/old", "Old", blogPostId=post["id"])
        assert field_of(page, "blogPostId") == post["id"]
        [shown] = await posts(site)
        again = await replace(site, "posts", shown, author="Grace")
        assert (again["author"], again["publishedAt"]) == ("Grace", "2019-03-01T10:00:00Z")

    async def test_posts_of_a_category_include_those_below_it(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog"), "blogCategoryId")
        alps = field_of(await list_page(site, "/blog/alps"), "blogCategoryId")
        await post_page(site, "/blog/one", "One")
        await post_page(site, "/blog/alps/two", "Two")
        await post_page(site, "/other", "Other")
        asked = {"category-id": blog, "sort": "title"}
        assert await titles(site, **asked) == ["One", "Two"]
        assert await titles(site, **{**asked, "category-id": alps}) == ["Two"]
        assert await titles(site, sort="-title,publishedAt") == ["Two", "Other", "One"]

    async def test_an_unknown_category_is_refused(self, site: Site) -> None:
        body = {"title": "A", "categories": [id_()]}
        answer = await site.client.post("/cms/blog/posts", json=body, headers=site.editor)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "categories")
        assert await posts(site) == []

    async def test_a_category_takes_no_posts_along(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog"), "blogCategoryId")
        await post_page(site, "/blog/one", "One")
        answer = await site.client.delete(f"/cms/blog/categories/{blog}", headers=site.editor)
        assert answer.status_code == 204
        [post] = await posts(site)
        assert post["categories"] == []
