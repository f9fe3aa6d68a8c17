"""The pages that the benchmark makes in bulk are what saves would have made: else it would measure another site."""

from typing import Any

from sqlalchemy import text

from tests.bench import growth
from tests.content.blog import list_page, post_page
from tests.content.factory import JSON, Site, add_text, column_of

_ROWS = {
    "pages": "SELECT * FROM pages WHERE url = :url",
    "plugins": "SELECT p.* FROM plugins p JOIN pages ON p.id = ANY (plugin_ids) WHERE url = :url ORDER BY ref",
    "plugin_versions": (
        "SELECT v.* FROM plugin_versions v JOIN plugins p ON p.id = plugin_id JOIN pages ON p.id = ANY (plugin_ids)"
        " WHERE url = :url ORDER BY ref"
    ),
    "blog_posts": (
        "SELECT r.* FROM blog_posts r JOIN blog_post_pages s ON s.post_id = r.id JOIN pages ON pages.id = page_id"
        " WHERE url = :url"
    ),
    "blog_post_pages": "SELECT s.* FROM blog_post_pages s JOIN pages ON pages.id = page_id WHERE url = :url",
    "blog_post_categories": (
        "SELECT c.* FROM blog_post_categories c JOIN blog_post_pages USING (post_id) JOIN pages ON pages.id = page_id"
        " WHERE url = :url"
    ),
    "search_documents": "SELECT d.* FROM search_documents d JOIN pages ON pages.id = page_id WHERE url = :url",
}
# What differs by what a page is, and not by how it was made.
_OWN = {
    "id",
    "url",
    "title",
    "meta",
    "config",
    "version",
    "created_at",
    "updated_at",
    "published_at",
    "fields",
    "blocks",
}
_OWN |= {"plugin_ids", "plugin_id", "post_id", "page_id", "body", "vector", "user_id", "author", "node_fields", "links"}


async def _stored(site: Site, url: str) -> dict[str, list[JSON]]:
    async with site.client.kit.database.reading() as session:
        return {
            table: [dict(row._mapping) for row in await session.execute(text(query), {"url": url})]
            for table, query in _ROWS.items()
        }


def _shape(value: Any) -> Any:
    """A value without what is said in it."""
    if isinstance(value, dict):
        return {key if key.count("-") != 4 else "id": _shape(part) for key, part in value.items()}
    return [_shape(part) for part in value] if isinstance(value, list) else type(value).__name__


async def test_are_what_saves_make(site: Site) -> None:
    await list_page(site, growth.JOURNAL, "Journal")
    post = await post_page(site, f"{growth.JOURNAL}/model", "A post", {"meta": {"description": "As all of them have."}})
    post = await site.saved(post, *add_text(column_of(post), "<h2>More</h2><p>Words</p>"))
    article = await site.new_page("/model", "An article")
    await site.saved(article, *add_text(column_of(article), "<h2>More</h2><p>Words</p>"))
    await site.client.get("/cms/search", params={"query": "words"})
    async with site.client.kit.database.sessions() as session:
        models = await growth.model_of(session, "/model"), await growth.model_of(session, f"{growth.JOURNAL}/model")
        await growth.grow(session, *models, range(3, 6))
    for saved, grown in (("/model", growth.address(5)), (f"{growth.JOURNAL}/model", growth.address(3))):
        wanted, made = await _stored(site, saved), await _stored(site, grown)
        assert {table: len(rows) for table, rows in made.items()} == {
            table: len(rows) for table, rows in wanted.items()
        }
        for table, rows in made.items():
            for row, other in zip(rows, wanted[table], strict=True):
                assert {k: v for k, v in row.items() if k not in _OWN} == {
                    k: v for k, v in other.items() if k not in _OWN
                }, table
                assert _shape(row.get("blocks")) == _shape(other.get("blocks")), table
        render = await site.page(grown)
        found = await site.client.get("/cms/search", params={"query": render["page"]["title"]})
        assert grown in [each["url"] for each in found.json()["results"]]
