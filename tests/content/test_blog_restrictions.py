"""Who sees a post follows each restriction around it, with the save that sets it."""

import pytest

from content.blog.references import CATEGORIES
from tests.content.blog import NOBODY, categories, change, field_of, in_column, kept, list_page, page_with, titles
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    nodes_of,
    place_plugin,
    row,
    whitelist,
)
from tests.content.statements import Statements
from tests.content.test_site import announced


def path_to(nodes: list[JSON], node_id: str) -> list[str]:
    """The ids from the root to a node; none where it is not among these."""
    for node in nodes:
        if node["id"] == node_id:
            return [node_id]
        if below := path_to(node.get("block", {"nodes": []})["nodes"], node_id):
            return [node["id"], *below]
    return []


class TestARestrictionHoldsWithItsSave:
    """Whatever it is on, and whatever else the page has got before it."""

    @pytest.mark.parametrize("level", ["site", "page"])
    async def test_on_each_node_around_a_post(self, site: Site, level: str) -> None:
        page, shared = await in_column(site, "/rite", "The rite")
        inner = shared["block"]["nodes"][0]["id"]
        [node] = [
            node["id"] for node in nodes_of(page["page"]["blocks"][column_of(page)])
            if node["type"] == "plugin" and page["plugins"][node["pluginId"]]["ref"] == "cms.blogPost"
        ]  # fmt: skip
        around = path_to(page["page"]["layout"]["block"]["nodes"], column_of(page))
        around += path_to(page["page"]["blocks"][column_of(page)]["nodes"], node)
        assert {node, shared["id"], column_of(page)} < {*around}
        for each in around:
            page = await site.saved(page, *add_text(inner, "<p>Beside it.</p>"))
            assert await titles(site, NOBODY) == ["The rite"]
            page = await kept(site, page, each, level=level)
            assert await titles(site, NOBODY) == [], each
            assert await titles(site, site.tokens.bearer("club")) == ["The rite"]
            page = await kept(site, page, each, level=level, scopes=("rower",))
            assert await titles(site, site.tokens.bearer("club")) == [], each
            # What is added meanwhile opens nothing.
            page = await site.saved(page, *add_text(inner, "<p>More of it.</p>"))
            assert await titles(site, NOBODY) == []
            page = await kept(site, page, each, level=level, scopes=())
            assert await titles(site, NOBODY) == ["The rite"], each

    async def test_on_each_node_around_the_list_of_a_category(self, site: Site) -> None:
        page = await list_page(site, "/blog", "Blog")
        [node] = [
            node["id"] for node in nodes_of(page["page"]["blocks"][column_of(page)])
            if node["type"] == "plugin" and page["plugins"][node["pluginId"]]["ref"] == "cms.blogList"
        ]  # fmt: skip
        around = path_to(page["page"]["layout"]["block"]["nodes"], column_of(page))
        around += path_to(page["page"]["blocks"][column_of(page)]["nodes"], node)
        for each in around:
            page = await site.saved(page, *add_text(column_of(page), "<p>Beside it.</p>"))
            page = await kept(site, page, each)
            assert await categories(site, NOBODY) == [], each
            assert len(await categories(site, site.tokens.bearer("club"))) == 1
            page = await kept(site, page, each, scopes=())
            assert len(await categories(site, NOBODY)) == 1, each

    async def test_on_a_list_beside_which_the_same_save_puts_a_post(self, site: Site) -> None:
        """Pages of its posts name the category as long as they are not told."""
        page, plugin_id = await list_page(site, "/blog", "Blog"), id_()
        before = len(await announced(site.client))
        await site.saved(
            page,
            whitelist(column_of(page), ["club"]),
            create_plugin(plugin_id, ref="cms.blogPost"),
            place_plugin(column_of(page), plugin_id),
        )
        assert await categories(site, NOBODY) == []
        assert CATEGORIES in {tag for tags in (await announced(site.client))[before:] for tag in tags}

    async def test_on_the_page(self, site: Site) -> None:
        page = await page_with(site, "/rite", "The rite", "cms.blogPost")
        await change(site, page, config={"scopeWhitelist": ["club"]})
        await site.saved(await site.page("/rite"), *add_text(column_of(page), "<p>Beside it.</p>"))
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club")) == ["The rite"]

    async def test_on_a_row_that_comes_around_the_post_in_the_same_save(self, site: Site) -> None:
        page, _ = await in_column(site, "/rite", "The rite")
        other = row(column())
        [node] = [
            each for each in nodes_of(page["page"]["blocks"][column_of(page)])
            if each["type"] == "plugin" and page["plugins"][each["pluginId"]]["ref"] == "cms.blogPost"
        ]  # fmt: skip
        await site.saved(
            page,
            {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]},
            create_node(column_of(page), other, 0),
            place_plugin(other["block"]["nodes"][0]["id"], node["pluginId"]),
            whitelist(other["id"], ["club"], "page"),
        )
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club")) == ["The rite"]

    async def test_on_a_layout_whatever_else_comes_into_it(self, site: Site) -> None:
        """A plugin that comes into a layout shows nothing of the blog to more or fewer: the audiences of its pages stay."""
        await page_with(site, "/one", "One", "cms.blogPost")
        page = await page_with(site, "/two", "Two", "cms.blogPost")
        shared = next(node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared")
        async with Statements(site.client.kit).counted() as sent:
            page = await site.saved(page, *add_text(shared, "<p>In all headers.</p>"))
        assert not [each for each in sent if "SET audience" in each]
        assert await titles(site, NOBODY, sort="title") == ["One", "Two"]
        restriction = whitelist(column_of(page), ["club"])
        page = await site.saved(page, *add_text(shared, "<p>And this.</p>"), restriction)
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club"), sort="title") == ["One", "Two"]

    async def test_on_a_row_of_a_layout_that_shows_a_post(self, site: Site) -> None:
        post_id = field_of(await page_with(site, "/one", "One", "cms.blogPost"), "blogPostId")
        page = await site.new_page("/plain", "Plain")
        plugin_id = id_()
        column_id = next(
            node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared"
        )
        actions = [
            create_plugin(plugin_id, ref="cms.blogPost", blogPostId=post_id),
            place_plugin(column_id, plugin_id),
        ]
        page = await site.saved(page, *actions)
        await kept(site, await site.page("/one"), column_of(page))
        # By the header of any page.
        assert await titles(site, NOBODY) == ["One"]
        page = await site.saved(await site.page("/plain"), whitelist(column_id, ["club"]))
        assert await titles(site, NOBODY) == []
        await site.saved(page, whitelist(column_id, []))
        assert await titles(site, NOBODY) == ["One"]


async def test_a_post_that_moves_between_rows_is_seen_as_they_are(site: Site) -> None:
    page, shared = await in_column(site, "/one", "One")
    other = row(column())
    page = await site.saved(page, create_node(column_of(page), other, 0), whitelist(shared["id"], ["club"]))
    [plugin_node] = [node for node in nodes_of(page["page"]["blocks"][column_of(page)]) if node["type"] == "plugin"
                     and page["plugins"][node["pluginId"]]["ref"] == "cms.blogPost"]  # fmt: skip
    assert await titles(site, NOBODY) == []
    page = await site.saved(
        page,
        {"name": "BLOCK_REMOVE_NODE", "nodeId": plugin_node["id"]},
        place_plugin(other["block"]["nodes"][0]["id"], plugin_node["pluginId"]),
    )
    assert await titles(site, NOBODY) == ["One"]
    await site.saved(page, whitelist(other["id"], ["club"]))
    assert await titles(site, NOBODY) == []
