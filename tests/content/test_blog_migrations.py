"""Who sees the posts and lists that an earlier release has stored."""

import json

from kit.testing.databases import WorkerDatabase
from tests.content.blog import field_of_ref, in_column, kept, list_page, page_with
from tests.content.factory import Site, id_
from tests.old_release import old_release

_COPY = """INSERT INTO content_of_old.{table} ({columns})
SELECT {columns} FROM jsonb_populate_record(NULL::content_of_old.{table}, $1::text::jsonb)"""
_TABLES = ("templates", "layouts", "branch_blocks", "plugins", "pages", "blog_posts", "blog_categories",
           "blog_post_pages", "blog_category_pages")  # fmt: skip
_PAIRS = """SELECT post_id, page_id, audience FROM {schema}.blog_post_pages
UNION ALL SELECT category_id, page_id, audience FROM {schema}.blog_category_pages ORDER BY 1, 2"""


async def test_the_data_of_the_release_before_is_right_once_it_is_migrated(
    site: Site, worker_database: WorkerDatabase
) -> None:
    page, shared = await in_column(site, "/one", "One")
    page = await kept(site, page, shared["id"])
    page = await kept(site, page, shared["block"]["nodes"][0]["id"], scopes=("rower", "coach"), level="page")
    turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": id_(), "branchName": "B"}
    await site.saved(page, turn)
    await page_with(site, "/two", "Two", "cms.blogPost", None, blogPostId=field_of_ref(page, "blogPostId"))
    await list_page(site, "/list", "List")
    async with old_release(worker_database, "content", "0016") as old:
        for table in _TABLES:
            columns = await old.connection.fetchval(
                "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns"
                " WHERE table_schema = 'content_of_old' AND table_name = $1 AND is_generated = 'NEVER'",
                table,
            )
            for record in await old.connection.fetch(f"SELECT to_jsonb(t)::text AS one FROM content.{table} t"):  # noqa: S608
                await old.connection.execute(_COPY.format(table=table, columns=columns), record["one"])
        await old.upgrade("0017")
        migrated, present = [
            [tuple(each) for each in await old.connection.fetch(_PAIRS.format(schema=schema))]
            for schema in ("content_of_old", "content")
        ]
    assert migrated == present
    assert sorted(json.loads(audience) != [[]] for _, _, audience in present) == [False, False, True]
