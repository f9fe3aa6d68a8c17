"""How many statements a request sends, whatever number of pages, posts and plugins there is."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.content.blog import add, categories, list_page, page_with, post_page
from tests.content.factory import JSON, Site, add_text, column_of, id_, own_plugins, update_plugin
from tests.content.search import rebuilt
from tests.content.statements import Statements

Request = Callable[[], Awaitable[Any]]
Prepare = Callable[[Site], Awaitable[Request]]
"""Finds out what a request needs to know."""


def page(url: str) -> Prepare:
    async def prepare(site: Site) -> Request:
        return lambda: site.render(url)

    return prepare


def get(path: str, **query: Any) -> Prepare:
    async def prepare(site: Site) -> Request:
        return lambda: site.client.get(path, params=query, headers=site.editor)

    return prepare


def internal(path: str, **query: Any) -> Prepare:
    async def prepare(site: Site) -> Request:
        headers = site.tokens.internal("web", to="content")
        return lambda: site.client.get(path, params=query, headers=headers)

    return prepare


async def search_in_category(site: Site) -> Request:
    [category] = await categories(site)
    return lambda: site.client.get(f"/cms/search/blog-categories/{category['id']}", params={"query": "post"})


async def save(site: Site) -> Request:
    """Whether by more or fewer words, the post takes as long to read. It has a description."""
    post: JSON = await site.page("/blog/0")
    return lambda: site.save(post, *add_text(column_of(post), "<p>More.</p>"))


async def save_minutes(site: Site) -> Request:
    post: JSON = await site.page("/blog/0")
    return lambda: site.save(post, *add_text(column_of(post), f"<p>{'word ' * 500}</p>"))


async def save_first_words(site: Site) -> Request:
    post: JSON = await site.page("/blog/1")
    plugin = next(each for each in own_plugins(post) if each["ref"] == "cms.text")
    return lambda: site.save(post, update_plugin(plugin["id"], f"<p>{id_()}</p>"))


REQUESTS: dict[str, tuple[int, Prepare]] = {
    "a post with what to read next": (3, page("/blog/0")),
    "a list": (2, page("/blog")),
    "its second page": (2, page("/blog?posts-page=2")),
    "a page with a search": (4, page("/search?query=post")),
    "a sitemap plugin": (1, page("/map")),
    "search": (4, get("/cms/search", query="post")),
    "search in a category": (4, search_in_category),
    "sitemap": (2, internal("/private/sitemap")),
    "feed": (3, internal("/private/blog/feed", url="/blog/feed.xml")),
    "feed of all": (2, internal("/private/blog/feed", url="/feed.xml")),
    "pages": (2, get("/client/pages")),
    "pages by plugin": (2, get("/client/pages", **{"plugin-ref": "cms.blogPostMenu", "plugin-fields": "count=3"})),
    "top of the tree": (3, get("/client/pages/tree")),
    "posts": (5, get("/cms/blog/posts/filters/page")),
    "categories": (4, get("/cms/blog/categories")),
    "uses of plugins": (2, get("/cms/plugins/places", ref="cms.blogPost")),
    "layouts": (2, get("/cms/layouts")),
    "a save of a post": (5, save),
    "one after which it takes longer to read": (9, save_minutes),
    "a save of a text after which a post begins otherwise": (10, save_first_words),
}


async def publish(site: Site, numbers: range) -> None:
    """Posts in a category, each with what to read next, one page in the menu for each, and a description for every other."""
    for number in numbers:
        settings = {"config": {"menu": {"visible": True}}, "meta": {} if number % 2 else {"description": "About it."}}
        post = await post_page(site, f"/blog/{number}", f"Post {number}", settings)
        post = await add(site, post, "cms.text", content="<p>It begins.</p>")
        await add(site, post, "cms.blogPostMenu", displayMode="cards", label="Read next", count=3)


async def test_as_many_statements_for_ten_posts_as_for_two(site: Site) -> None:
    async def counts() -> dict[str, int]:
        await rebuilt(site)
        found = {}
        for name, (_, prepare) in REQUESTS.items():
            await (await prepare(site))()
            request = await prepare(site)
            async with Statements(site.client.kit).counted() as sent:
                answer = await request()
            assert answer.status_code == 200, (name, answer.text)
            found[name] = len(sent)
        return found

    await list_page(site, "/blog", "Blog", count=1)
    await page_with(site, "/search", "Search", "cms.search")
    await page_with(site, "/map", "Map", "cms.sitemap")
    await publish(site, range(2))
    few = await counts()
    await publish(site, range(2, 10))
    assert await counts() == few
    assert few == {name: number for name, (number, _) in REQUESTS.items()}
