"""What tests of the images of posts in lists arrange and see."""

from typing import Any

from tests.content.blog import add, page_with, post_page
from tests.content.factory import (
    JSON,
    Site,
    column_of,
    nodes_of,
    own_plugins,
)
from tests.content.library import tell
from tests.content.test_site import announced

POSTS = "blog-posts"


async def cards(site: Site, url: str = "/cards", **fields: Any) -> JSON:
    """A page with the newest posts."""
    return await page_with(site, url, "Cards", "cms.blogList", displayMode="cards", **fields)


async def seen(site: Site, headers: JSON | None = None, url: str = "/cards") -> JSON:
    """The list on a page, as somebody gets it."""
    answer = await site.render(url, headers)
    assert answer.status_code == 200, answer.text
    plugin: JSON = own_plugins(answer.json())[-1]
    return plugin


async def images(site: Site, headers: JSON | None = None, url: str = "/cards") -> dict[str, str | None]:
    """The files of the listed posts by their titles."""
    plugin = await seen(site, headers, url)
    found = {post["title"]: post["image"]["file"] if "image" in post else None for post in plugin["data"]["posts"]}
    # Of each file all is there that a view needs, and of no other.
    assert {*plugin.get("files", {})} == {id for id in found.values() if id}
    return found


async def image_of(site: Site, headers: JSON | None = None, url: str = "/cards") -> str | None:
    """The file of the only post."""
    [found] = (await images(site, headers, url)).values()
    return found


async def tags(site: Site, url: str = "/cards") -> set[str]:
    return {*(await site.render(url)).json()["tags"]}


async def last_tags(site: Site) -> set[str]:
    return {*(await announced(site.client))[-1]}


async def pictured(site: Site, *files: JSON, url: str = "/post", title: str = "Post") -> JSON:
    """A post with images."""
    page = await post_page(site, url, title)
    for each in files:
        await tell(site.client, each)
        page = await add(site, page, "cms.textImage", picture={"file": each["id"]}, text="")
    return page


def nodes_with(page: JSON, ref: str) -> list[JSON]:
    """The nodes of the page's own plugins of a kind."""
    nodes = nodes_of(page["page"]["blocks"][column_of(page)])
    return [each for each in nodes if each["type"] == "plugin" and page["plugins"][each["pluginId"]]["ref"] == ref]


def update(plugin_id: str, **fields: Any) -> JSON:
    return {"name": "PLUGIN_UPDATE", "pluginId": plugin_id, "fields": fields}
