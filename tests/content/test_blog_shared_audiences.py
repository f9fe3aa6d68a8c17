"""Layouts and branch blocks keep the posts of many pages to some at once."""

import json
from typing import Any

import pytest

from content.blog import audiences
from content.blog.tasks import mend_audiences
from content.model.visibility import placed_plugins
from tests.content.blog import NOBODY, change, field_of, in_column, kept, page_with, titles, wrapped
from tests.content.factory import Site, column, column_of, create_plugin, id_, nodes_of, place_plugin, row, whitelist
from tests.content.scopes.names import announced


class TestWhatManyPagesShow:
    async def test_a_layout_keeps_the_posts_of_its_pages_to_some(self, site: Site) -> None:
        for number in (1, 2):
            await page_with(site, f"/{number}", f"Post {number}", "cms.blogPost")
        page = await site.new_page("/plain", "Without a post")
        kept_page = await kept(site, page, column_of(page))
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club"), sort="title") == ["Post 1", "Post 2"]
        of_save = (await announced(site.client))[-2:]
        assert any({"blog-posts", "blog-categories"} <= {*each["tags"]} for each in of_save)
        own = await site.new_page("/own", "Own layout", newLayout=True)
        settings = await site.page("/1")
        await change(site, settings, layoutId=own["page"]["layoutId"])
        # Its post stands in a column that the layout does not have.
        assert await titles(site, site.tokens.bearer("club")) == ["Post 2"]
        await change(site, settings, layoutId=page["page"]["layoutId"])
        await kept(site, kept_page, column_of(page), scopes=())
        assert await titles(site, NOBODY, sort="title") == ["Post 1", "Post 2"]

    async def test_as_many_trees_are_walked_for_six_posts_as_for_two(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        walked: list[Any] = []

        def counted(page: Any) -> Any:
            walked.append(page)
            return placed_plugins(page)

        monkeypatch.setattr(audiences, "placed_plugins", counted)
        page = await site.new_page("/plain", "Without a post")
        counts: list[int] = []
        for numbers in (range(2), range(2, 6)):
            for number in numbers:
                await page_with(site, f"/{number}", f"Post {number}", "cms.blogPost")
            walked.clear()
            page = await kept(site, await site.page("/plain"), column_of(page))
            counts.append(len(walked))
            assert await titles(site, NOBODY) == []
            assert len(await titles(site, site.tokens.bearer("club"))) == numbers.stop
            await kept(site, page, column_of(page), scopes=())
            assert len(await titles(site, NOBODY)) == numbers.stop
        assert counts[0] == counts[1]

    async def test_a_new_tree_of_a_layout_loses_its_whitelists(self, site: Site) -> None:
        page = await page_with(site, "/1", "Post", "cms.blogPost")
        unique = column_of(page)
        page = await kept(site, page, unique)
        assert await titles(site, NOBODY) == []
        address = f"/cms/layouts/{page['page']['layoutId']}"
        layout = (await site.client.get(address, headers=site.editor)).json()
        block = json.loads(json.dumps(layout["block"]))
        next(node for node in nodes_of(block) if node["id"] == unique)["id"] = id_()
        body = {"name": layout["name"], "block": block}
        answer = await site.client.put(
            address, json=body, headers={**site.editor, "If-Match": f'"{layout["version"]}"'}
        )
        assert answer.status_code == 200, answer.text
        # The post's column is gone, and its whitelist with it: nobody sees the post on its page.
        assert await titles(site, NOBODY) == await titles(site, site.tokens.bearer("club")) == []
        assert await titles(site) == ["Post"]

    async def test_a_branch_block_keeps_nothing_to_some_where_it_is_not(self, site: Site) -> None:
        """A copy of a layout's tree has the same nodes as a branch block that one of its rows becomes in the other."""
        post_id = field_of(await page_with(site, "/post", "Post", "cms.blogPost"), "blogPostId")
        await kept(site, await site.page("/post"), column_of(await site.page("/post")))
        page, shared, plugin_id = await site.new_page("/one", "One"), row(column()), id_()
        [inner] = shared["block"]["nodes"]
        place = next(node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared")
        page = await site.saved(
            page,
            wrapped(place, shared),
            create_plugin(plugin_id, ref="cms.blogPost", blogPostId=post_id),
            place_plugin(inner["id"], plugin_id),
        )
        made = (await site.client.post("/cms/layouts", json={"name": "Copy"}, headers=site.editor)).json()
        copy = await site.client.put(
            f"/cms/layouts/{made['id']}",
            json={"name": "Copy", "block": page["page"]["layout"]["block"]},
            headers={**site.editor, "If-Match": f'"{made["version"]}"'},
        )
        assert copy.status_code == 200, copy.text
        await change(site, await site.new_page("/two", "Two"), layoutId=made["id"])
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": id_(),
                "branchName": "Shared"}  # fmt: skip
        await site.saved(await site.page("/one"), whitelist(inner["id"], ["club"]), turn)
        for _ in range(2):
            stored = await site.client.kit.database.pool.fetch(
                "SELECT url, audience FROM blog_post_pages JOIN pages ON id = page_id WHERE url IN ('/one', '/two')"
            )
            assert {row["url"]: row["audience"] for row in stored} == {"/one": [[["club"]]], "/two": [[]]}
            await site.client.kit.database.pool.execute("UPDATE blog_post_pages SET audience = NULL")
            await mend_audiences(site.client.kit)

    async def test_a_branch_block_keeps_its_posts_to_some_on_all_pages(self, site: Site) -> None:
        page, shared = await in_column(site, "/one", "One")
        branch_id = id_()
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
                "branchName": "Shared"}  # fmt: skip
        page = await site.saved(page, turn)
        other = await site.new_page("/two", "Two")
        other_row = id_()
        other = await site.saved(
            other,
            wrapped(column_of(other), {"id": other_row, "type": "row-branch", "blockId": branch_id}),
        )
        assert await titles(site, NOBODY) == ["One"]
        await kept(site, other, shared["block"]["nodes"][0]["id"])
        assert await titles(site, NOBODY) == []
        opened = await kept(site, await site.page("/one"), shared["block"]["nodes"][0]["id"], scopes=())
        page = await kept(site, opened, shared["id"])
        # On the second page it is still open.
        assert await titles(site, NOBODY) == ["One"]
        await kept(site, await site.page("/two"), other_row)
        assert await titles(site, NOBODY) == []
