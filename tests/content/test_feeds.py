"""Feeds have what anybody may see."""

from tests.content.blog import change, data_of, delete, field_of, list_page, post_page
from tests.content.factory import Site, id_
from tests.content.feeds import CLUB, feed


class TestFeeds:
    async def test_tell_what_anybody_may_see(self, site: Site) -> None:
        blog = await list_page(site, "/blog", "Blog")
        await list_page(site, "/blog/secret", "Secret society", CLUB)
        await post_page(site, "/blog/secret/rite", "The rite", CLUB)
        page = await post_page(site, "/blog/open", "Open", {"meta": {"description": "All of it."}})
        await post_page(site, "/other", "Other")
        whole, part = await feed(site, "/feed.xml"), await feed(site, "/blog/atom.xml")
        assert whole is not None
        assert part is not None
        assert [entry["title"] for entry in whole["entries"]] == ["Other", "Open"]
        [entry] = part["entries"]
        assert (entry["id"], entry["excerpt"], entry["categories"]) == (
            field_of(page, "blogPostId"),
            "All of it.",
            ["Blog"],
        )
        assert (part["id"], part["url"]) == (field_of(blog, "blogCategoryId"), "/blog")
        assert {f"page:{page['page']['id']}", "blog-posts", "address:/blog/atom.xml"} <= {*part["tags"]}

    async def test_name_no_category_that_some_alone_see(self, site: Site) -> None:
        secret = field_of(await list_page(site, "/secret", "Secret society", CLUB), "blogCategoryId")
        answer = await site.client.post("/cms/blog/categories", json={"name": "Loose ends"}, headers=site.editor)
        await post_page(site, "/one", "One", categories=[secret, answer.json()["id"]])
        whole = await feed(site, "/feed.xml")
        assert whole is not None
        assert [entry["categories"] for entry in whole["entries"]] == [["Loose ends"]]

    async def test_change_with_the_pages_of_their_posts(self, site: Site) -> None:
        page = await post_page(site, "/one", "One")
        await post_page(site, "/two", "Two")
        await change(site, page, meta={"description": "All of it."})
        whole = await feed(site, "/feed.xml")
        assert whole is not None
        [two, one] = whole["entries"]
        assert whole["updatedAt"] == one["updatedAt"] > two["updatedAt"] > one["publishedAt"]

    async def test_are_where_open_lists_are_and_no_pages(self, site: Site) -> None:
        assert await feed(site, "/feed.xml") is None
        await list_page(site, "/blog", "Blog")
        await list_page(site, "/secret", "Secret", CLUB)
        await list_page(site, "/cards", "Cards", displayMode="cards")
        await post_page(site, "/blog/one", "One")
        await site.new_page("/blog/atom.xml", "A page of its own")
        addresses = [
            "/blog/feed.xml",
            "/blog/atom.xml",
            "/secret/feed.xml",
            "/cards/feed.xml",
            "/nowhere/feed.xml",
            "/",
        ]
        assert [address for address in addresses if await feed(site, address)] == ["/blog/feed.xml"]

    async def test_a_category_without_a_page_has_its_own(self, site: Site) -> None:
        answer = await site.client.post("/cms/blog/categories", json={"name": "Loose ends"}, headers=site.editor)
        own = answer.json()["id"]
        await post_page(site, "/one", "One", categories=[own])
        await post_page(site, "/rite", "The rite", CLUB, categories=[own])
        for file in ("feed.xml", "atom.xml"):
            found = await feed(site, f"/categories/{own}/{file}")
            assert found is not None
            assert (found["id"], found["title"], found["url"]) == (own, "Loose ends", "/")
            assert [entry["title"] for entry in found["entries"]] == ["One"]
            assert {"blog-posts", "blog-categories", f"address:/categories/{own}/{file}"} <= {*found["tags"]}
        page = data_of((await site.render("/one")).json())["post"]["categories"]
        assert page == [{"name": "Loose ends", "url": None, "feed": f"/categories/{own}"}]
        for address in (f"/categories/{own.upper()}", f"/categories/{own}x", "/categories", f"/categories/{id_()}"):
            assert await feed(site, f"{address}/feed.xml") is None

    async def test_a_category_with_a_page_has_its_own_too_while_anybody_sees_that(self, site: Site) -> None:
        page = await list_page(site, "/blog", "Blog")
        own = field_of(page, "blogCategoryId")
        found = await feed(site, f"/categories/{own}/feed.xml")
        assert found is not None
        assert (found["url"], found["entries"]) == ("/blog", [])
        await change(site, page, **CLUB)
        assert await feed(site, f"/categories/{own}/feed.xml") is None

    async def test_a_page_at_its_address_comes_first(self, site: Site) -> None:
        answer = await site.client.post("/cms/blog/categories", json={"name": "Loose ends"}, headers=site.editor)
        address = f"/categories/{answer.json()['id']}/feed.xml"
        assert await feed(site, address)
        await site.new_page(address)
        assert await feed(site, address) is None

    async def test_a_hostile_address_has_none(self, site: Site) -> None:
        for address in ("feed.xml", "/%ff/feed.xml", "//feed.xml", "/../feed.xml", "/" + "a" * 5000 + "/feed.xml"):
            assert await feed(site, address) is None

    async def test_a_post_whose_page_went_is_in_none(self, site: Site) -> None:
        page = await post_page(site, "/one", "One")
        assert await feed(site, "/feed.xml")
        await delete(site, page)
        assert await feed(site, "/feed.xml") is None
