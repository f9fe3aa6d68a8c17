"""Pages at whose addresses a URL map applies: nobody sees them there, so nothing links them."""

from typing import Any

import pytest

from tests.content.blog import add, data_of, list_page, post_page, replace
from tests.content.factory import JSON, Site, change_page, column_of, create_plugin, id_, place_plugin
from tests.content.test_site import announced
from tests.content.url_maps import added, led

IN_MENU = {"menu": {"visible": True}}
SHOWN_ON = {
    "cms.menu": "/menu",
    "cms.sitemap": "/map",
    "cms.relativeNavigation": "/news/around",
    "cms.breadcrumb": "/news/post/below",
    "cms.blogList": "/all",
    "cms.blogMenu": "/categories",
    "cms.blogPostMenu": "/newest",
}


@pytest.fixture
async def news(site: Site) -> Site:
    """A list page with a post below it, both in the menu, and a page with each plugin that links them."""
    await list_page(site, "/news", "News", {"config": IN_MENU})
    await post_page(site, "/news/post", "A post", {"config": IN_MENU})
    for ref, url in SHOWN_ON.items():
        fields = {"displayMode": "cards"} if ref == "cms.blogList" else {}
        await add(site, await site.new_page(url), ref, **fields)
    return site


async def links(site: Site, ref: str) -> str:
    """What anybody gets of the plugin's data, as text."""
    answer = await site.render(SHOWN_ON[ref])
    assert answer.status_code == 200, answer.text
    return str(data_of(answer.json()))


async def in_sitemap(site: Site) -> list[str]:
    answer = await site.client.get("/private/sitemap", headers=site.tokens.internal("web", to="content"))
    return [page["url"] for page in answer.json()["pages"]]


async def feed(site: Site, url: str) -> Any:
    internal = site.tokens.internal("web", to="content")
    answer = await site.client.get("/private/blog/feed", params={"url": url}, headers=internal)
    return answer.json()["feed"]


async def without(site: Site, source: str) -> JSON:
    """The URL map that leads an address elsewhere."""
    return await added(site, source, "https://other.example/")


async def shown_again(site: Site, url_map: JSON) -> None:
    answer = await site.client.delete(f"/cms/url-maps/{url_map['id']}", headers=site.editor)
    assert answer.status_code == 204


# A pattern does not apply at the address that it ends before.
@pytest.mark.parametrize("source", ["/news/post", "/news/po*"])
class TestPosts:
    @pytest.mark.parametrize("ref", [ref for ref in SHOWN_ON if ref not in ("cms.blogMenu", "cms.breadcrumb")])
    async def test_no_plugin_links_it_until_it_is_there_again(self, news: Site, ref: str, source: str) -> None:
        assert "'/news/post'" in await links(news, ref)
        url_map = await without(news, source)
        assert "'/news/post'" not in await links(news, ref)
        await shown_again(news, url_map)
        assert "'/news/post'" in await links(news, ref)

    async def test_neither_sitemap_nor_feeds_have_it(self, news: Site, source: str) -> None:
        url_map = await without(news, source)
        assert "/news/post" not in await in_sitemap(news)
        assert {"/news", "/"} <= {*await in_sitemap(news)}
        assert await feed(news, "/feed.xml") is None
        await shown_again(news, url_map)
        assert "/news/post" in await in_sitemap(news)
        assert [entry["url"] for entry in (await feed(news, "/feed.xml"))["entries"]] == ["/news/post"]

    async def test_editors_do_not_see_it_there_either(self, news: Site, source: str) -> None:
        await without(news, source)
        assert await led(news, "/news/post", news.editor) == ("https://other.example/", 301)
        for url in (SHOWN_ON["cms.sitemap"], SHOWN_ON["cms.menu"]):
            assert "'/news/post'" not in str(data_of(await news.page(url)))


class TestLists:
    @pytest.mark.parametrize("ref", ["cms.menu", "cms.sitemap", "cms.breadcrumb", "cms.blogMenu"])
    async def test_no_plugin_links_it_until_it_is_there_again(self, news: Site, ref: str) -> None:
        if ref == "cms.breadcrumb":
            page = await news.page("/news/post")
            plugin = id_()
            below = await news.new_page(SHOWN_ON[ref] + "/deeper")
            await news.saved(below, create_plugin(plugin, ref=ref), place_plugin(column_of(below), plugin))
            assert page["page"]["url"] in await links(news, ref)
        assert "'/news'" in await links(news, ref)
        url_map = await without(news, "/news")
        assert "'/news'" not in await links(news, ref)
        await shown_again(news, url_map)
        assert "'/news'" in await links(news, ref)

    async def test_its_category_is_named_without_a_link(self, news: Site) -> None:
        categories = (await news.client.get("/cms/blog/categories", headers=news.editor)).json()["results"]
        [record] = (await news.client.get("/cms/blog/posts/filters/page", headers=news.editor)).json()["results"]
        await replace(news, "posts", record, categories=[categories[0]["id"]])
        post = await news.page("/news/post")
        assert data_of(post)["post"]["categories"] == [{"name": "News", "url": "/news"}]
        await without(news, "/news")
        [category] = data_of((await news.render("/news/post")).json())["post"]["categories"]
        assert category == {"name": "News", "url": None, "feed": f"/categories/{categories[0]['id']}"}


class TestStaleness:
    async def test_what_links_a_page_is_stale_when_a_url_map_comes_and_goes(self, news: Site) -> None:
        tags: dict[str, set[str]] = {}
        for ref, url in SHOWN_ON.items():
            tags[ref] = {*(await news.render(url)).json()["tags"]}
        tags["feed"] = {*(await feed(news, "/feed.xml"))["tags"]}
        for source in ("/news", "/news/p*"):
            url_map = await without(news, source)
            stale = {*(await announced(news.client))[-1]}
            await shown_again(news, url_map)
            assert {*(await announced(news.client))[-1]} == stale
            assert "site" not in stale
            assert "pages" in stale
            left = {ref for ref, of_ref in tags.items() if not of_ref & stale}
            assert left == set()

    async def test_menus_stay_fresh_when_it_is_about_a_page_in_none(self, news: Site) -> None:
        await news.new_page("/elsewhere")
        await without(news, "/elsewhere")
        stale = {*(await announced(news.client))[-1]}
        assert "pages" in stale
        assert not {"menu", "blog-posts"} & stale


async def test_a_page_for_errors_is_in_no_list(site: Site) -> None:
    page = await site.new_page("/error/429", "Too many", config=IN_MENU)
    for ref, url in (("cms.menu", "/menu"), ("cms.sitemap", "/map")):
        await add(site, await site.new_page(url), ref)
        assert "/error/429" not in str(data_of((await site.render(url)).json()))
    moved = await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)
    assert (await change_page(site, moved.json(), url="/teapot", config=IN_MENU)).status_code == 200
    assert "'/teapot'" in str(data_of((await site.render("/menu")).json()))
