"""A post that moves from a page into what other pages show as well is known to be on these."""

from tests.content.blog import page_with
from tests.content.factory import Site, column_of, nodes_of


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
