"""A post that moves from a page into what other pages show as well is known to be on these."""

from tests.content.blog import in_column, page_with
from tests.content.factory import Site, column_of, create_node, id_, nodes_of
from tests.content.test_blocks import branch_row


async def pages_of_posts(site: Site) -> set[str]:
    rows = await site.client.kit.database.pool.fetch("SELECT url FROM blog_post_pages JOIN pages ON id = page_id")
    return {row["url"] for row in rows}


async def test_from_a_page_into_its_layout_and_back(site: Site) -> None:
    page = await page_with(site, "/one", "One", "cms.blogPost")
    await site.new_page("/plain", "Plain")
    [node] = [
        each for each in nodes_of(page["page"]["blocks"][column_of(page)])
        if each["type"] == "plugin" and page["plugins"][each["pluginId"]]["ref"] == "cms.blogPost"
    ]  # fmt: skip
    shared = next(each["id"] for each in nodes_of(page["page"]["layout"]["block"]) if each["type"] == "col-shared")
    move = {"name": "LAYOUT_MOVE_NODE", "nodeId": node["id"], "index": 0}
    page = await site.saved(page, {**move, "parentId": shared})
    assert {"/one", "/plain"} <= await pages_of_posts(site)
    await site.saved(page, {**move, "parentId": column_of(page)})
    assert await pages_of_posts(site) == {"/one"}


async def test_out_of_a_shared_block_that_a_save_shows_for_a_moment(site: Site) -> None:
    """It is put on another page, changed there, and taken off again before that is saved."""
    page, shared = await in_column(site, "/one", "One", "cms.blogList")
    branch_id = id_()
    turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
            "branchName": "Shared"}  # fmt: skip
    page = await site.saved(page, turn)
    [node] = [each for each in nodes_of(page["page"]["branches"][branch_id]["block"]) if each["type"] == "plugin"]
    pages = "SELECT url FROM blog_category_pages JOIN pages ON id = page_id"
    assert [row["url"] for row in await site.client.kit.database.pool.fetch(pages)] == ["/one"]
    other, shown = await site.new_page("/other"), branch_row(branch_id)
    await site.saved(
        other,
        create_node(other["page"]["layout"]["block"]["nodes"][0]["id"], shown),
        {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]},
        {"name": "NODE_DELETE", "nodeId": shown["id"]},
    )
    assert await site.client.kit.database.pool.fetch(pages) == []
