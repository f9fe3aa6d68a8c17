"""Pages that are made with something of the blog on them, in one call."""

from tests.content.blog import categories, field_of, posts
from tests.content.factory import Site, create_page, own_plugins


class TestListOfPosts:
    async def test_comes_with_its_page_and_gets_a_category(self, site: Site) -> None:
        answer = await create_page(site, "/blog", "Blog", config={"menu": {"visible": True}}, blogList={"count": 5})
        assert answer.status_code == 201, answer.text
        page = await site.page("/blog")
        assert [plugin["ref"] for plugin in own_plugins(page)] == ["cms.text", "cms.blogList"]
        assert field_of(page, "count") == 5
        [category] = await categories(site)
        assert (category["name"], category["id"]) == ("Blog", field_of(page, "blogCategoryId"))
        assert [shown["url"] for shown in category["pages"]] == ["/blog"]

    async def test_lists_the_posts_below_it(self, site: Site) -> None:
        assert (await create_page(site, "/blog", "Blog", blogList={})).status_code == 201
        assert (await create_page(site, "/blog/hills", "Hills", blogPost={})).status_code == 201
        [category] = await categories(site)
        assert [post["categories"] for post in await posts(site)] == [[category["id"]]]
        shown = own_plugins((await site.render("/blog")).json())[-1]
        assert [post["url"] for post in shown["data"]["posts"]] == ["/blog/hills"]

    async def test_leaves_nothing_where_its_fields_are_wrong(self, site: Site) -> None:
        answer = await create_page(site, "/blog", "Blog", blogList={"count": 0})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "blogList.count")
        assert await categories(site) == []
        assert (await site.render("/blog")).status_code == 404


class TestMenuOfPosts:
    async def test_ends_the_page_of_a_new_post(self, site: Site) -> None:
        fields = {"displayMode": "cards", "label": "Read next", "count": 3}
        answer = await create_page(site, "/one", "One", blogPost={}, blogPostMenu=fields)
        assert answer.status_code == 201, answer.text
        *others, menu = own_plugins(await site.page("/one"))
        assert [plugin["ref"] for plugin in others] == ["cms.text", "cms.blogPost", "cms.text"]
        assert (menu["ref"], menu["fields"]) == ("cms.blogPostMenu", fields)
        assert [post["title"] for post in await posts(site)] == ["One"]

    async def test_is_on_no_page_that_did_not_ask_for_it(self, site: Site) -> None:
        assert (await create_page(site, "/one", "One", blogPost={})).status_code == 201
        refs = [plugin["ref"] for plugin in own_plugins(await site.page("/one"))]
        assert refs == ["cms.text", "cms.blogPost", "cms.text"]

    async def test_leaves_nothing_where_its_fields_are_wrong(self, site: Site) -> None:
        answer = await create_page(site, "/one", "One", blogPost={}, blogPostMenu={"displayMode": "tiles"})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "blogPostMenu.displayMode")
        assert await posts(site) == []

    async def test_has_a_name_that_finds_no_page(self, site: Site) -> None:
        answer = await create_page(site, "/one", "Kestrel", blogPost={}, blogPostMenu={"label": "Heron"})
        assert answer.status_code == 201, answer.text

        async def found(query: str) -> list[str]:
            answer = await site.client.get("/cms/search", params={"query": query})
            return [each["url"] for each in answer.json()["results"]]

        assert await found("kestrel") == ["/one"]
        assert await found("heron") == []
