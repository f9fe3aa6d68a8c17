"""What the posts and lists that an earlier release has stored are known to be of."""

import json
from typing import Any

from kit.testing.databases import WorkerDatabase
from tests.content.blog import field_of_ref, in_column, kept, list_page, page_with
from tests.content.factory import Site, create_plugin, id_, nodes_of, place_plugin
from tests.old_release import OldRelease, old_release

_COPY = """INSERT INTO content_of_old.{table} ({columns})
SELECT {columns} FROM jsonb_populate_record(NULL::content_of_old.{table}, $1::text::jsonb)"""
_TABLES = ("templates", "layouts", "branch_blocks", "plugins", "pages", "blog_posts", "blog_categories",
           "blog_post_pages", "blog_category_pages")  # fmt: skip
_PAIRS = """SELECT post_id, page_id, audience FROM {schema}.blog_post_pages
UNION ALL SELECT category_id, page_id, audience FROM {schema}.blog_category_pages ORDER BY 1, 2"""
_OF_LAYOUTS = """SELECT url, is_of_layout, post_id FROM {schema}.blog_post_pages
JOIN {schema}.pages ON id = page_id ORDER BY 1, 3"""


async def _take_over(old: OldRelease) -> None:
    """Have the old release's tables hold what the present ones do, as far as they have the columns."""
    for table in _TABLES:
        columns = await old.connection.fetchval(
            "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns"
            " WHERE table_schema = 'content_of_old' AND table_name = $1 AND is_generated = 'NEVER'",
            table,
        )
        for record in await old.connection.fetch(f"SELECT to_jsonb(t)::text AS one FROM content.{table} t"):  # noqa: S608
            await old.connection.execute(_COPY.format(table=table, columns=columns), record["one"])


async def _migrated_and_present(old: OldRelease, query: str) -> list[list[tuple[Any, ...]]]:
    return [
        [tuple(each) for each in await old.connection.fetch(query.format(schema=schema))]
        for schema in ("content_of_old", "content")
    ]


async def test_who_sees_them(site: Site, worker_database: WorkerDatabase) -> None:
    page, shared = await in_column(site, "/one", "One")
    page = await kept(site, page, shared["id"])
    page = await kept(site, page, shared["block"]["nodes"][0]["id"], scopes=("rower", "coach"), level="page")
    turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": id_(), "branchName": "B"}
    await site.saved(page, turn)
    await page_with(site, "/two", "Two", "cms.blogPost", None, blogPostId=field_of_ref(page, "blogPostId"))
    await list_page(site, "/list", "List")
    async with old_release(worker_database, "content", "0016") as old:
        await _take_over(old)
        await old.upgrade("0017")
        migrated, present = await _migrated_and_present(old, _PAIRS)
    assert migrated == present
    assert sorted(json.loads(audience) != [[]] for _, _, audience in present) == [False, False, True]


async def test_which_of_them_only_the_layout_of_a_page_shows(site: Site, worker_database: WorkerDatabase) -> None:
    """A post is on its page, in a shared block of another, and in the layout of all: one of these has it itself, too."""
    page, shared = await in_column(site, "/one", "One")
    turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": id_(), "branchName": "B"}
    page = await site.saved(page, turn)
    post_id = field_of_ref(page, "blogPostId")
    await page_with(site, "/two", "Two", "cms.blogPost", None, blogPostId=post_id)
    await site.new_page("/plain", "Plain")
    plugin_id = id_()
    column_id = next(node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared")
    create = create_plugin(plugin_id, ref="cms.blogPost", blogPostId=post_id)
    await site.saved(page, create, place_plugin(column_id, plugin_id))
    async with old_release(worker_database, "content", "0039") as old:
        await _take_over(old)
        await old.upgrade("0040")
        migrated, present = await _migrated_and_present(old, _OF_LAYOUTS)
    assert migrated == present
    ways = {url: is_of_layout for url, is_of_layout, _ in present}
    assert [ways[url] for url in ("/one", "/two", "/plain")] == [False, False, True]
