"""Posts whose pages begin with words that may be kept to some, and everything that tells them."""

import json
from typing import Any

import pytest

from tests.content.blog import add, data_of, field_of, list_page, page_with, post_page
from tests.content.factory import JSON, Site, own_plugins
from tests.content.feeds import feed
from tests.content.listed_images import cards, update
from tests.content.search import rebuilt
from tests.content.test_site import announced

SECRET = "Zanzibar"
OPEN = "Rain and tea."
CLUB = {"config": {"scopeWhitelist": ["club"]}}


def text(content: str) -> JSON:
    return {"ref": "cms.text", "content": content}


async def post(site: Site, *paragraphs: str, settings: JSON | None = None, url: str = "/post") -> JSON:
    """A post's page that says nothing but these."""
    page = await post_page(site, url, "Post", settings)
    first = own_plugins(page)[0]["id"]
    page = await site.saved(page, update(first, content=""))
    for paragraph in paragraphs:
        page = await add(site, page, **text(f"<p>{paragraph}</p>"))
    return page


async def listed(site: Site, headers: JSON | None = None, url: str = "/cards") -> list[str | None]:
    answer = await site.render(url, headers)
    assert answer.status_code == 200, answer.text
    return [each["excerpt"] for each in data_of(answer.json())["posts"]]


async def everywhere(site: Site) -> str:
    """What anybody is told of posts by lists, menus, feeds, teasers and the post's own page."""
    told: list[Any] = []
    for url in ("/cards", "/list", "/menu", "/teaser", "/post"):
        answer = (await site.render(url)).json()
        told += [plugin.get("data") for plugin in answer["plugins"].values()]
    told += [await feed(site, "/feed.xml"), await feed(site, "/list/atom.xml")]
    return json.dumps(told)


@pytest.fixture
async def shown(site: Site) -> JSON:
    """A post of which everything tells: first what a club may read, then what everybody may."""
    page = await post(site, SECRET, OPEN)
    await list_page(site, "/list", "List")
    await cards(site)
    await page_with(site, "/menu", "Menu", "cms.blogPostMenu", displayMode="cards")
    await page_with(site, "/teaser", "Teaser", "cms.blogPost", None, blogPostId=field_of(page, "blogPostId", 1))
    await rebuilt(site)
    return page


async def last_events(site: Site) -> list[list[str]]:
    return (await announced(site.client))[-2:]
