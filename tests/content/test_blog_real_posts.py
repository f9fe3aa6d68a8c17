"""A blog of real posts, in all its categories: the Theme Unit Test."""

from typing import Any

from tests.content.blog import add, data_of, list_page, post_page, posts, replace
from tests.content.factory import JSON, Site
from tests.content.feeds import NOBODY, feed
from tests.real_pages import SourcePage, published_items

SOURCES = [item for item in published_items() if item.kind == "post"]
SHOWN = 10


def titles_in(found: Any) -> list[str]:
    return [post["title"] for post in found]


def expected(category: str | None = None) -> list[str]:
    """The titles of a category's posts, the newest first."""
    chosen = [source for source in SOURCES if category is None or category in source.categories]
    return [source.title or "Untitled" for source in sorted(chosen, key=lambda each: each.published_at, reverse=True)]


async def add_post(site: Site, number: int, source: SourcePage, ids: dict[str, str]) -> None:
    chosen = [ids[name] for name in dict.fromkeys(source.categories)]
    title = (source.title or "Untitled")[:200]
    render = await post_page(site, f"/post-{number}", title, categories=chosen)
    post_id = next(
        plugin["fields"]["blogPostId"] for plugin in render["plugins"].values() if plugin["ref"] == "cms.blogPost"
    )
    post: JSON = (await site.client.get(f"/cms/blog/posts/{post_id}")).json()
    await replace(site, "posts", post, publishedAt=source.published_at)


async def test_lists_calls_and_feeds_have_each_post_where_it_belongs(site: Site) -> None:
    ids: dict[str, str] = {}
    for name in sorted({name for source in SOURCES for name in source.categories}):
        made = await site.client.post("/cms/blog/categories", json={"name": name}, headers=site.editor)
        ids[name] = made.json()["id"]
    for number, source in enumerate(SOURCES):
        await add_post(site, number, source, ids)
    assert len(SOURCES) > 40

    assert titles_in(await posts(site, NOBODY)) == expected()
    for name, category_id in ids.items():
        found = await posts(site, NOBODY, **{"category-id": category_id})
        assert titles_in(found) == expected(name), name

    largest = max(ids, key=lambda name: len(expected(name)))
    page = await list_page(site, "/category", largest, blogCategoryId=ids[largest])
    await add(site, page, "cms.blogList", displayMode="titles", count=SHOWN)
    parts = [(await site.render(f"/category?posts-page={number}")).json() for number in (1, 2)]
    shown = [title for part in parts for title in titles_in(data_of(part, -2)["posts"])]
    assert shown == expected(largest)[: 2 * SHOWN]
    assert titles_in(data_of(parts[0])["posts"]) == expected()[:SHOWN]
    whole, part = await feed(site, "/feed.xml"), await feed(site, "/category/feed.xml")
    assert whole is not None
    assert part is not None
    assert titles_in(whole["entries"]) == expected()[:20]
    assert titles_in(part["entries"]) == expected(largest)[:20]
