"""Posts whose date is yet to come: editors alone find them, until the worker lists them."""

from collections.abc import Awaitable, Callable

import pytest

from content.blog.references import tag_of_post
from content.blog.tasks import list_due_posts
from tests.content.blog import NOBODY, add, categories, data_of, list_page, page_with, post_page, posts, replace, titles
from tests.content.factory import JSON, Site, create_plugin, id_, nodes_of, place_plugin, refused
from tests.content.search import found
from tests.content.test_site import announced

TO_COME = "2999-01-01T10:00:00Z"
Look = Callable[[Site, JSON], Awaitable[list[str]]]


async def scheduled(site: Site) -> JSON:
    """A list with a post of today and one to come, which this is."""
    await list_page(site, "/blog", "Blog")
    await post_page(site, "/blog/heron", "Heron")
    await post_page(site, "/blog/osprey", "Osprey")
    await page_with(site, "/menu", "Menu", "cms.blogList", displayMode="titles")
    await page_with(site, "/around", "Around", "cms.sitemap")
    [post] = [each for each in await posts(site) if each["title"] == "Osprey"]
    return await replace(site, "posts", post, publishedAt=TO_COME)


async def time_passes(site: Site) -> int:
    """Have it be a moment after all dates, and the worker look."""
    async with site.client.kit.database.transaction() as session:
        connection = await session.connection()
        await connection.exec_driver_sql("UPDATE blog_posts SET published_at = now() WHERE is_scheduled")
    listed: int = await list_due_posts(site.client.kit)
    return listed


async def _render(site: Site, headers: JSON, url: str) -> JSON:
    render: JSON = (await site.render(url, headers)).json()
    return render


async def _in_list(site: Site, headers: JSON) -> list[str]:
    return [post["title"] for post in data_of(await _render(site, headers, "/blog"))["posts"]]


async def _in_menu_of_posts(site: Site, headers: JSON) -> list[str]:
    return [post["title"] for post in data_of(await _render(site, headers, "/menu"))["posts"]]


async def _in_calls(site: Site, headers: JSON) -> list[str]:
    return await titles(site, headers)


async def _in_searches(site: Site, headers: JSON) -> list[str]:
    return [url.rpartition("/")[2].title() for url in await found(site, "osprey or heron", headers)]


async def _in_searches_of_the_category(site: Site, headers: JSON) -> list[str]:
    [category] = await categories(site)
    params = {"query": "osprey or heron"}
    answer = await site.client.get(f"/cms/search/blog-categories/{category['id']}", params=params, headers=headers)
    return [result["title"] for result in answer.json()["results"]]


async def _around(site: Site, headers: JSON) -> list[str]:
    items = data_of(await _render(site, headers, "/around"))["items"]
    return [child["label"] for item in items if item["url"] == "/blog" for child in item["children"]]


_LOOKS: list[Look] = [_in_list, _in_menu_of_posts, _in_calls, _in_searches, _in_searches_of_the_category, _around]


@pytest.mark.parametrize("look", _LOOKS)
async def test_visitors_find_them_from_their_date_on(site: Site, look: Look) -> None:
    await scheduled(site)
    member = site.tokens.bearer("member")
    for headers in ({}, member):
        assert set(await look(site, headers)) == {"Heron"}
    assert set(await look(site, site.editor)) == {"Osprey", "Heron"}
    assert await time_passes(site) == 1
    for headers in ({}, member):
        assert set(await look(site, headers)) == {"Osprey", "Heron"}


@pytest.mark.parametrize("address", ["/private/sitemap", "/private/blog/feed?url=/feed.xml"])
async def test_search_engines_and_readers_of_feeds_are_told_then(site: Site, address: str) -> None:
    await scheduled(site)
    web = site.tokens.internal("web", to="content")
    before = (await site.client.get(address, headers=web)).text
    assert ("/blog/heron" in before, "/blog/osprey" in before) == (True, False)
    await time_passes(site)
    assert "/blog/osprey" in (await site.client.get(address, headers=web)).text


async def test_what_is_cached_is_made_anew_at_that_moment_and_once(site: Site) -> None:
    post = await scheduled(site)
    render = await _render(site, {}, "/blog")
    tags = {*render["tags"]}
    assert render["isCacheable"]
    before = len(await announced(site.client))
    assert await list_due_posts(site.client.kit) == 0
    assert await time_passes(site) == 1
    assert await list_due_posts(site.client.kit) == 0
    [told] = (await announced(site.client))[before:]
    assert tags.intersection(told)
    assert {"pages", tag_of_post(post["id"])} <= {*told}


async def test_their_state_says_so(site: Site) -> None:
    post = await scheduled(site)
    assert post["state"] == "scheduled"
    assert await titles(site, state="scheduled") == ["Osprey"]
    assert await titles(site, state="public") == ["Heron"]
    assert refused(await site.client.get(f"/cms/blog/posts/{post['id']}")) == (404, "blog_post_not_found")
    await time_passes(site)
    assert await titles(site, state="scheduled") == []
    assert (await site.client.get(f"/cms/blog/posts/{post['id']}")).json()["state"] == "public"


async def test_another_date_lists_one_at_once_and_hides_it_again(site: Site) -> None:
    post = await scheduled(site)
    post = await replace(site, "posts", post, publishedAt="2020-01-01T10:00:00Z")
    assert await titles(site, {}) == ["Heron", "Osprey"]
    await replace(site, "posts", post, publishedAt=TO_COME)
    assert await titles(site, {}) == ["Heron"]


async def test_whoever_knows_the_page_can_read_it(site: Site) -> None:
    await scheduled(site)
    assert (await site.render("/blog/osprey")).status_code == 200


async def teaser_everywhere(site: Site, post_id: str) -> None:
    """A post in the layout of all pages."""
    page = await site.page("/")
    plugin_id = id_()
    column_id = next(node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared")
    create = create_plugin(plugin_id, ref="cms.blogPost", blogPostId=post_id)
    await site.saved(page, create, place_plugin(column_id, plugin_id))


async def test_are_not_listed_because_all_pages_show_another(site: Site) -> None:
    await scheduled(site)
    [out] = [each for each in await posts(site) if each["title"] == "Heron"]
    await teaser_everywhere(site, out["id"])
    assert await _in_searches(site, NOBODY) == ["Heron"]
    assert await _around(site, NOBODY) == ["Heron"]


async def test_hide_no_other_page_where_all_show_one(site: Site) -> None:
    post = await scheduled(site)
    await site.new_page("/plain", "Plain")
    await teaser_everywhere(site, post["id"])
    assert "/plain" in {item["url"] for item in data_of(await _render(site, NOBODY, "/around"))["items"]}
    assert await _around(site, NOBODY) == ["Heron"]


async def test_the_page_of_one_is_not_listed_once_another_on_it_is_deleted(site: Site) -> None:
    await scheduled(site)
    [out] = [each for each in await posts(site) if each["title"] == "Heron"]
    await add(site, await site.page("/blog/osprey"), "cms.blogPost", blogPostId=out["id"])
    headers = {**site.editor, "If-Match": "*"}
    assert (await site.client.delete(f"/cms/blog/posts/{out['id']}", headers=headers)).status_code == 204
    assert "pages" in (await announced(site.client))[-1]


async def test_the_page_of_one_that_is_deleted_is_listed_like_any_other(site: Site) -> None:
    post = await scheduled(site)
    headers = {**site.editor, "If-Match": f'"{post["version"]}"'}
    assert (await site.client.delete(f"/cms/blog/posts/{post['id']}", headers=headers)).status_code == 204
    assert "pages" in (await announced(site.client))[-1]
