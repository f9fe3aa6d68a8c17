"""What the blog's plugins show."""

from typing import Any

import pytest

from tests.content.blog import (
    add,
    categories,
    change,
    data_of,
    field_of,
    list_page,
    page_with,
    post_page,
    posts,
    replace,
    settings_of,
)
from tests.content.factory import JSON, Site, change_page, create_plugin, id_, leaf_of, place_plugin, refused
from tests.content.feeds import feed
from tests.content.statements import Statements
from tests.content.test_site import announced


def listed(render: JSON) -> list[str]:
    return [post["title"] for post in data_of(render)["posts"]]


async def seen(site: Site, url: str) -> JSON:
    """What anybody gets of a page."""
    render: JSON = (await site.render(url)).json()
    return render


async def dated(site: Site, *days: str) -> None:
    """Give the posts these days, in the order of their titles."""
    for post, day in zip(await posts(site, sort="title"), days, strict=True):
        await replace(site, "posts", post, publishedAt=f"{day}T10:00:00Z")


class TestList:
    async def test_has_the_newest_of_its_category_and_those_below_first(self, site: Site) -> None:
        await list_page(site, "/blog")
        await list_page(site, "/blog/alps", "Alps")
        await post_page(site, "/blog/alps/a", "A", {"meta": {"description": "About A."}})
        await post_page(site, "/blog/b", "B")
        await post_page(site, "/c", "C")
        await dated(site, "2020-01-01", "2021-01-01", "2022-01-01")
        render = await seen(site, "/blog")
        assert listed(render) == ["B", "A"]
        assert data_of(render)["posts"][1] == {
            "title": "A",
            "url": "/blog/alps/a",
            "publishedAt": "2020-01-01T10:00:00+00:00",
            "author": "",
            "excerpt": "About A.",
        }
        assert listed(await seen(site, "/blog/alps")) == ["A"]
        assert render["isCacheable"] is True

    async def test_has_pages(self, site: Site) -> None:
        await list_page(site, "/blog", count=2)
        for title in "ABC":
            await post_page(site, f"/blog/{title}", title)
        await dated(site, "2020-01-03", "2020-01-02", "2020-01-01")
        first, second = await seen(site, "/blog"), await seen(site, "/blog?posts-page=2&other=1")
        assert (listed(first), listed(second)) == (["A", "B"], ["C"])
        assert [(data_of(each)["page"], data_of(each)["hasOlder"]) for each in (first, second)] == [
            (1, True),
            (2, False),
        ]
        assert (second["query"], listed(await seen(site, "/blog?posts-page=x"))) == ({"posts-page": 2}, ["A", "B"])

    async def test_leads_to_the_first_page_of_each_post_that_the_viewer_sees(self, site: Site) -> None:
        page = await post_page(site, "/one", "One")
        await page_with(site, "/other", "Other", "cms.blogPost", blogPostId=field_of(page, "blogPostId"))
        await page_with(site, "/all", "All", "cms.blogList", displayMode="cards")
        assert [post["url"] for post in data_of(await seen(site, "/all"))["posts"]] == ["/one"]
        await change(site, page, config={"scopeWhitelist": ["club"]})
        assert [post["url"] for post in data_of(await seen(site, "/all"))["posts"]] == ["/other"]

    async def test_has_no_pages_past_its_end(self, site: Site) -> None:
        page = await list_page(site, "/blog", count=2)
        assert (await seen(site, "/blog?posts-page=1"))["isCacheable"] is True
        for title in "ABC":
            await post_page(site, f"/blog/{title}", title)
        assert refused(await site.render("/blog?posts-page=3")) == (404, "page_not_found")
        assert refused(await site.render("/blog?posts-page=10000", site.editor)) == (404, "page_not_found")
        # A second list on the page goes on after the first one has ended.
        await add(site, page, "cms.blogList", blogCategoryId=field_of(page, "blogCategoryId"), count=1)
        assert (await site.render("/blog?posts-page=3")).status_code == 200
        assert refused(await site.render("/blog?posts-page=4")) == (404, "page_not_found")

    async def test_of_cards_has_the_newest_of_all_or_of_a_category(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog"), "blogCategoryId")
        for url in ("/blog/a", "/b", "/c"):
            await post_page(site, url, url)
        await dated(site, "2020-01-03", "2020-01-01", "2020-01-02")
        await page_with(site, "/all", "All", "cms.blogList", displayMode="cards", count=2)
        await page_with(site, "/some", "Some", "cms.blogList", displayMode="titles", blogCategoryId=blog)
        assert listed(await seen(site, "/all")) == ["/b", "/c"]
        assert listed(await seen(site, "/some")) == ["/blog/a"]
        # Which part of a list the address names says nothing to cards.
        await page_with(site, "/both", "Both", "cms.blogList", blogCategoryId=blog, count=1)
        await add(site, await site.page("/both"), "cms.blogList", displayMode="cards", count=2)
        await post_page(site, "/blog/d", "/d")
        render = await seen(site, "/both?posts-page=2")
        assert ([each["title"] for each in data_of(render, -2)["posts"]], listed(render)) == (["/blog/a"], ["/d", "/b"])


class TestPost:
    async def test_is_that_of_the_page(self, site: Site) -> None:
        await list_page(site, "/blog", "Blog")
        page = await post_page(site, "/blog/one", "One", {"meta": {"description": "About it."}})
        for ref in ("cms.blogTitle", "cms.blogDate"):
            page = await add(site, page, ref)
        [post] = await posts(site)
        await replace(site, "posts", post, author="Ada", publishedAt="2020-01-01T10:00:00Z")
        render = await seen(site, "/blog/one")
        # Feeds tell what anybody sees, and are told to nobody else.
        [category] = data_of(render)["post"]["categories"]
        [known] = await categories(site)
        assert category.pop("feed") == f"/categories/{known['id']}"
        for position in (-2, -3):
            data_of(render, position)["post"]["categories"][0].pop("feed")
        assert "feed" not in data_of(await site.page("/blog/one"))["post"]["categories"][0]
        assert data_of(render) == data_of(render, -2) == data_of(render, -3)
        assert data_of(render)["post"] == {
            "title": "One",
            "author": "Ada",
            "publishedAt": "2020-01-01T10:00:00+00:00",
            "excerpt": "About it.",
            "readingMinutes": 1,
            "categories": [{"name": "Blog", "url": "/blog"}],
        }

    async def test_tells_of_the_feed_of_its_category_also_where_a_page_lists_several(self, site: Site) -> None:
        answer = await site.client.post("/cms/blog/categories", json={"name": "Alps"}, headers=site.editor)
        await add(site, await list_page(site, "/blog", "Blog"), "cms.blogList", blogCategoryId=answer.json()["id"])
        found = await categories(site)
        assert len(found) == 2
        await post_page(site, "/one", "One", categories=[category["id"] for category in found])
        told = data_of(await seen(site, "/one"))["post"]["categories"]
        feeds = [await feed(site, f"{category['feed']}/feed.xml") for category in told]
        assert {each and each["id"] for each in feeds} == {category["id"] for category in found}

    async def test_categories_are_told_with_feeds_that_are_there_and_are_theirs(self, site: Site) -> None:
        answer = await site.client.post("/cms/blog/categories", json={"name": "Alps"}, headers=site.editor)
        page = await add(
            site, await list_page(site, "/blog", "Blog"), "cms.blogList", blogCategoryId=answer.json()["id"]
        )
        answer = await site.client.post("/cms/blog/categories", json={"name": "Unlisted"}, headers=site.editor)
        unlisted = answer.json()["id"]
        known = await categories(site)
        await post_page(site, "/one", "One", categories=[category["id"] for category in known])
        for category in known:
            told = await feed(site, f"{category['feed']}/feed.xml")
            assert told is not None
            assert told["id"] == category["id"]
        settings = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
        await change_page(site, settings, config={"scopeWhitelist": ["club"]})
        feeds = {category["id"]: category["feed"] for category in await categories(site)}
        assert sorted(place or "" for place in feeds.values()) == ["", "", f"/categories/{unlisted}"]
        assert await feed(site, "/blog/feed.xml") is None
        assert await feed(site, f"/categories/{unlisted}/feed.xml") is not None

    async def test_a_category_of_the_home_page_has_feeds_of_its_own(self, site: Site) -> None:
        home, plugin_id = await site.page("/"), id_()
        create = create_plugin(plugin_id, ref="cms.blogList")
        await site.saved(home, create, place_plugin(leaf_of(home), plugin_id))
        [category] = await categories(site)
        # Those of the page are the whole blog's.
        assert category["feed"] == f"/categories/{category['id']}"

    async def test_is_none_where_the_page_has_none(self, site: Site) -> None:
        await page_with(site, "/one", "One", "cms.blogTitle")
        assert data_of(await seen(site, "/one")) == {"post": None}


class TestMenus:
    async def test_name_what_is_in_the_category_of_the_page(self, site: Site) -> None:
        await list_page(site, "/blog", "Blog")
        await list_page(site, "/blog/alps", "Alps")
        await list_page(site, "/blog/coast", "Coast")
        await list_page(site, "/blog/alps/west", "West")
        post = await add(site, await post_page(site, "/blog/one", "One"), "cms.blogMenu")
        await add(site, post, "cms.blogPostMenu")
        await post_page(site, "/elsewhere", "Elsewhere")
        render = await seen(site, "/blog/one")
        assert data_of(render, -2)["items"] == [
            {"name": "Alps", "url": "/blog/alps"},
            {"name": "Coast", "url": "/blog/coast"},
        ]
        assert listed(render) == ["One"]
        await page_with(site, "/plain", "Plain", "cms.blogMenu")
        assert data_of(await seen(site, "/plain"))["items"] == [{"name": "Blog", "url": "/blog"}]


class TestCardsOfMenu:
    """What to read next: the newest posts of the page's category but its own, and then those of others."""

    CARDS: JSON = {"displayMode": "cards", "count": 2}

    async def test_are_as_many_as_asked_for_without_the_post_of_the_page(self, site: Site) -> None:
        await list_page(site, "/blog", "Blog")
        pages = [await post_page(site, f"/blog/{title}", title) for title in "ABCD"]
        await dated(site, "2020-01-04", "2020-01-03", "2020-01-02", "2020-01-01")
        await post_page(site, "/elsewhere", "Elsewhere")
        for page, others in zip(pages, (["B", "C"], ["A", "C"], ["A", "B"], ["A", "B"]), strict=True):
            await add(site, page, "cms.blogPostMenu", **self.CARDS)
            assert listed(await seen(site, page["page"]["url"])) == others

    async def test_go_on_with_other_categories_where_there_are_too_few(self, site: Site) -> None:
        await list_page(site, "/blog", "Blog")
        await list_page(site, "/news", "News")
        page = await post_page(site, "/blog/one", "One")
        for url in ("/blog/two", "/news/three", "/four"):
            await post_page(site, url, url.rpartition("/")[2].title())
        await dated(site, "2020-01-03", "2019-01-01", "2020-01-02", "2018-01-01")
        page = await add(site, page, "cms.blogPostMenu", displayMode="cards", count=1)
        await add(site, page, "cms.blogPostMenu", displayMode="cards", count=5)
        render = await seen(site, "/blog/one")
        assert ([each["title"] for each in data_of(render, -2)["posts"]], listed(render)) == (
            ["Two"],
            ["Two", "Four", "Three"],
        )

    async def test_are_those_of_the_category_alone_on_its_list_page(self, site: Site) -> None:
        page = await list_page(site, "/blog", "Blog")
        await post_page(site, "/blog/one", "One")
        await post_page(site, "/elsewhere", "Elsewhere")
        await add(site, page, "cms.blogPostMenu", **self.CARDS)
        assert listed(await seen(site, "/blog")) == ["One"]

    async def test_are_none_where_the_post_is_the_only_one(self, site: Site) -> None:
        await add(site, await post_page(site, "/one", "One"), "cms.blogPostMenu", **self.CARDS)
        assert listed(await seen(site, "/one")) == []

    async def test_stand_beside_titles_which_have_the_post_of_the_page(self, site: Site) -> None:
        await post_page(site, "/two", "Two")
        page = await add(site, await post_page(site, "/one", "One"), "cms.blogPostMenu", **self.CARDS)
        await add(site, page, "cms.blogPostMenu", displayMode="titles")
        render = await seen(site, "/one")
        assert ([each["title"] for each in data_of(render, -2)["posts"]], listed(render)) == (["Two"], ["One", "Two"])


class TestStale:
    """What is shown to visitors is kept until one of its tags is announced."""

    @pytest.fixture
    async def tags(self, site: Site) -> set[str]:
        """Of a list with one post, of a page of another post's."""
        await list_page(site, "/blog", "Blog")
        await post_page(site, "/blog/one", "One")
        return {*(await seen(site, "/blog"))["tags"]}

    async def last(self, site: Site) -> set[str]:
        return {*(await announced(site.client))[-1]}

    async def test_when_a_post_comes_changes_or_goes(self, site: Site, tags: set[str]) -> None:
        page = await post_page(site, "/blog/two", "Two")
        assert tags & await self.last(site)
        await change(site, page, title="Second")
        assert tags & await self.last(site)
        await change(site, page, title="Second", url="/second")
        assert tags & await self.last(site)
        post = next(each for each in await posts(site) if each["title"] == "Second")
        post = await replace(site, "posts", post, author="Ada")
        assert tags & await self.last(site)
        address = f"/cms/blog/posts/{post['id']}/categories"
        await site.client.put(address, json={"categories": []}, headers={**site.editor, "If-Match": "*"})
        assert tags & await self.last(site)
        await site.client.delete(f"/client/pages/{page['page']['id']}", headers=site.editor)
        assert tags & await self.last(site)

    async def test_not_when_a_page_of_neither_is_saved(self, site: Site, tags: set[str]) -> None:
        page = await site.new_page("/plain", "Plain")
        assert not tags & await self.last(site)
        await change(site, page, title="Plainer")
        assert not tags & await self.last(site)

    async def test_when_a_list_page_is_hidden(self, site: Site) -> None:
        page = await list_page(site, "/blog", "Blog")
        await post_page(site, "/blog/one", "One")
        tags = {*(await seen(site, "/blog/one"))["tags"]}
        settings = await settings_of(site, page)
        await change(site, page, title=settings["title"], config={"scopeWhitelist": ["club"]})
        assert tags & await self.last(site)


@pytest.mark.parametrize("ref", ["cms.blogPost", "cms.blogList", "cms.blogTitle", "cms.blogMenu", "cms.blogPostMenu"])
async def test_however_many_there_are_one_statement_asks_for_all(site: Site, ref: str) -> None:
    async def statements(url: str, count: int) -> int:
        page = await page_with(site, url, "A page", ref)
        for _ in range(count - 1):
            page = await add(site, page, ref)
        await site.render(url)
        async with Statements(site.client.kit).counted() as sent:
            await site.render(url)
        return len(sent)

    assert await statements("/one", 1) == await statements("/many", 3) == 2


async def test_what_an_ordinary_post_shows_is_asked_for_in_as_few_statements_as_one_plugin_of_it(site: Site) -> None:
    page = await post_page(site, "/one", "One")
    for ref in ("cms.blogTitle", "cms.blogDate"):
        page = await add(site, page, ref)
    await site.render("/one")
    async with Statements(site.client.kit).counted() as sent:
        seen = (await site.render("/one")).json()
    assert {data_of(seen, position)["post"]["title"] for position in (-3, -2, -1)} == {"One"}
    assert len(sent) == 2


async def test_the_editor_sees_a_list_before_it_is_saved(site: Site) -> None:
    await post_page(site, "/one", "One")
    page = await site.new_page("/new")
    question: dict[str, Any] = {
        "page": {"id": page["page"]["id"], "url": page["page"]["url"]},
        "query": {},
        "plugins": [{"id": "new", "ref": "cms.blogList", "fields": {"displayMode": "cards"}}],
    }
    answer = await site.client.post("/client/plugin-data", json=question, headers=site.editor)
    assert [post["title"] for post in answer.json()["plugins"]["new"]["data"]["posts"]] == ["One"]
