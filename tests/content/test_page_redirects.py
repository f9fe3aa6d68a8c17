import httpx
import pytest
from sqlalchemy import select

from content.app import app
from kit.tables import OutboxRow
from tests.content.blog import list_page, settings_of
from tests.content.factory import JSON, Site, change_page, create_plugin, fault, id_, leaf_of, place_plugin, refused
from tests.content.statements import Statements
from tests.content.test_site import announced
from tests.content.url_maps import added, led, listed, moved, new


async def in_sitemap(site: Site, url: str = "/news/one") -> bool:
    answer = await site.client.get("/private/sitemap", headers=site.tokens.internal("web", to="content"))
    return url in {page["url"] for page in answer.json()["pages"]}


async def delete(site: Site, url_map: JSON) -> None:
    headers = {**site.editor, "If-Match": f'"{url_map["version"]}"'}
    answer = await site.client.delete(f"/cms/url-maps/{url_map['id']}", headers=headers)
    assert answer.status_code == 204, answer.text


async def remove(site: Site, page: JSON, **params: str) -> httpx.Response:
    return await site.client.delete(f"/client/pages/{page['id']}", params=params, headers=site.editor)


class TestPagesThatMove:
    async def test_the_former_address_leads_to_the_page_wherever_it_goes(self, site: Site) -> None:
        page = await new(site, "/one")
        page = await moved(site, page, "/two")
        await moved(site, page, "/three")
        assert await led(site, "/one") == ("/three", 301)
        assert await led(site, "/two") == ("/three", 301)
        assert {one["origin"] for one in await listed(site)} == {"page_moved"}

    async def test_the_pages_below_move_along(self, site: Site) -> None:
        page = await new(site, "/team")
        await new(site, "/team/ada")
        await new(site, "/team/ada/work")
        await new(site, "/teams")
        await moved(site, page, "/people")
        assert await led(site, "/people/ada/work") == 200
        assert await led(site, "/team/ada/work") == ("/people/ada/work", 301)
        assert await led(site, "/teams") == 200
        assert len(await listed(site)) == 3

    async def test_the_feeds_of_a_list_go_where_it_went(self, site: Site) -> None:
        page = await list_page(site, "/news")
        other = await new(site, "/plain")
        await moved(site, await settings_of(site, page), "/journal")
        await moved(site, other, "/simple")
        assert await led(site, "/news/feed.xml") == ("/journal/feed.xml", 301)
        assert await led(site, "/news/atom.xml") == ("/journal/atom.xml", 301)
        assert await led(site, "/news/other.xml") == 404
        assert await led(site, "/plain/feed.xml") == 404
        await moved(site, await settings_of(site, page), "/news")
        assert await led(site, "/journal/feed.xml") == ("/news/feed.xml", 301)
        # No page is there, and no redirect in the feed's way.
        assert await led(site, "/news/feed.xml") == 404

    async def test_the_feeds_of_a_list_on_the_home_page_are_at_its_root(self, site: Site) -> None:
        home, plugin_id = await site.page("/"), id_()
        await site.saved(home, create_plugin(plugin_id, ref="cms.blogList"), place_plugin(leaf_of(home), plugin_id))
        await added(site, "/news", "/")
        assert await led(site, "/news") == ("/", 301)
        assert await led(site, "/news/feed.xml") == ("/feed.xml", 301)

    async def test_however_many_the_statements_are_the_same(self, site: Site) -> None:
        """None with a parameter for each address, of which Postgres takes 32,767: a larger branch could not be moved."""
        sent = []
        for name, below in (("few", 1), ("many", 4)):
            page = await new(site, f"/{name}")
            for number in range(below):
                await new(site, f"/{name}/{number}")
            async with Statements(site.client.kit).counted() as statements:
                await moved(site, page, f"/{name}-others")
            sent.append([each for each in statements if "url_maps" in each])
        assert sent[0]
        assert sent[0] == sent[1]

    async def test_unless_they_are_to_stay(self, site: Site) -> None:
        page = await new(site, "/team")
        await new(site, "/team/ada")
        await moved(site, page, "/people", moveDescendants=False)
        assert await led(site, "/team/ada") == 200
        assert await led(site, "/people/ada") == 404

    async def test_a_page_may_move_below_itself_and_back(self, site: Site) -> None:
        page = await new(site, "/a")
        await new(site, "/a/b")
        page = await moved(site, page, "/a/b")
        assert await led(site, "/a/b/b") == 200
        assert await led(site, "/a") == ("/a/b", 301)
        page = await moved(site, page, "/a")
        assert await led(site, "/a") == 200
        assert await led(site, "/a/b") == 200
        assert await led(site, "/a/b/b") == ("/a/b", 301)

    async def test_a_page_in_the_way_of_one_below_refuses_the_move(self, site: Site) -> None:
        page = await new(site, "/a")
        await new(site, "/a/x")
        await new(site, "/b/x")
        answer = await change_page(site, page, url="/b")
        assert refused(answer) == (409, "url_taken")
        assert "/b/x" in answer.json()["detail"]
        assert await led(site, "/a/x") == 200

    async def test_a_page_below_keeps_an_address_that_would_be_too_long(self, site: Site) -> None:
        page = await new(site, "/a")
        await new(site, "/a/" + "x" * 900)
        answer = await change_page(site, page, url="/" + "b" * 200)
        assert refused(answer) == (422, "url_invalid")

    async def test_renders_of_all_of_them_go_stale(self, site: Site) -> None:
        page = await new(site, "/a")
        below = await new(site, "/a/b")
        before = (await site.page("/"))["version"]
        await moved(site, page, "/c")
        async with app.state.kit.database.transaction() as session:
            query = select(OutboxRow.payload).where(OutboxRow.name == "content.pages_changed")
            told = [payload for payload in await session.scalars(query) if payload["version"] > before]
        tags = {tag for payload in told for tag in payload["tags"]}
        assert {f"page:{page['id']}", f"page:{below['id']}", "address:/a", "address:/a/b", "address:/c/b"} <= tags

    async def test_a_new_page_is_seen_in_place_of_a_redirect(self, site: Site) -> None:
        await moved(site, await new(site, "/one"), "/two")
        await new(site, "/one")
        assert await led(site, "/one") == 200
        assert await listed(site) == []

    async def test_one_that_a_pattern_hides_says_so(self, site: Site) -> None:
        await added(site, "/old/*", "/")
        page = await new(site, "/old/there")
        assert page["isRedirected"] is True
        assert await led(site, "/old/there") == ("/", 301)

    @pytest.mark.parametrize("whitelist", [[], ["club"]])
    async def test_one_that_a_pattern_leads_back_to_where_it_was_is_seen(
        self, site: Site, whitelist: list[str]
    ) -> None:
        """Both addresses go round in circles; the former one was 404, and a link to the present one broken."""
        await added(site, "/news/*", "/blog/*")
        page = await new(site, "/blog/one", config={"scopeWhitelist": whitelist})
        await moved(site, page, "/news/one", config={"scopeWhitelist": whitelist})
        assert await led(site, "/blog/one", site.editor if whitelist else None) == ("/news/one", 301)
        assert await led(site, "/news/one", site.editor if whitelist else None) == 200
        # Its address is for few also where no redirect leads to the page itself.
        await added(site, "/former/*", "/news/*")
        assert await led(site, "/former/one", site.editor if whitelist else None) == ("/news/one", 301)
        if whitelist:
            addresses = ("/blog/one", "/news/one", "/former/one")
            assert [await led(site, address) for address in addresses] == [401] * 3
        source = {"source": "/blog/one"}
        tried = (await site.client.get("/cms/url-maps/trace", params=source, headers=site.editor)).json()
        assert (tried["pageId"], tried["outcome"]) == (page["id"], "restricted_page" if whitelist else "page")
        # An address without a page follows the pattern as before.
        assert await led(site, "/news/two") == ("/blog/two", 301)

    async def test_and_is_in_menus_and_the_sitemap_as_long_as_it_is_seen(self, site: Site) -> None:
        """It was seen at its address, and left out wherever pages are listed."""
        pattern = await added(site, "/news/*", "/blog/*")
        shown = {"config": {"menu": {"visible": True}}}
        page = await moved(site, await new(site, "/blog/one", **shown), "/news/one", **shown)
        assert (page["isRedirected"], await in_sitemap(site)) == (False, True)
        [led_back] = [each for each in await listed(site) if each["source"] == "/blog/one"]
        # Without any of the redirects in it the circle ends, and the pattern hides the page again.
        await delete(site, led_back)
        assert (await in_sitemap(site), await led(site, "/news/one")) == (False, ("/blog/one", 301))
        assert {"address:/news/one", "menu"} <= {*(await announced(site.client))[-1]}
        page = await moved(site, await moved(site, page, "/blog/one"), "/news/one")
        assert (await in_sitemap(site), await led(site, "/news/one")) == (True, 200)
        await new(site, "/blog/one")
        assert (await in_sitemap(site), await led(site, "/news/one")) == (False, ("/blog/one", 301))
        assert {"address:/news/one", "menu"} <= {*(await announced(site.client))[-2]}
        await delete(site, pattern)
        assert (await in_sitemap(site), await led(site, "/news/one")) == (True, 200)

    async def test_so_are_all_of_a_branch_in_as_many_statements(self, site: Site) -> None:
        sent = []
        for name, below in (("few", 1), ("many", 4)):
            await added(site, f"/{name}-new/*", f"/{name}/*")
            page = await new(site, f"/{name}")
            for number in range(below):
                await new(site, f"/{name}/{number}")
            async with Statements(site.client.kit).counted() as statements:
                await moved(site, page, f"/{name}-new")
            sent.append([each for each in statements if "url_maps" in each])
            for number in range(below):
                assert await in_sitemap(site, f"/{name}-new/{number}")
                assert await led(site, f"/{name}/{number}") == (f"/{name}-new/{number}", 301)
        assert sent[0] == sent[1]


class TestRedirectsOfTheirOwn:
    """A redirect that an editor has put at a page's address: its visitors have not seen the page."""

    async def test_stay_where_a_page_moves_away(self, site: Site) -> None:
        page = await new(site, "/two")
        url_map = await added(site, "/two", "https://other.example/", 302)
        page = await moved(site, page, "/three")
        assert await led(site, "/two") == ("https://other.example/", 302)
        assert await led(site, "/three") == 200
        [kept] = await listed(site)
        assert (kept["id"], kept["origin"], kept["version"]) == (url_map["id"], "manual", url_map["version"])
        page = await moved(site, page, "/two", isReturn=True)
        assert (page["isRedirected"], await led(site, "/two")) == (True, ("https://other.example/", 302))
        assert await led(site, "/three") == 404

    async def test_stay_where_a_page_below_comes_along_and_returns(self, site: Site) -> None:
        page = await new(site, "/team")
        await new(site, "/team/ada")
        await new(site, "/team/bob")
        await added(site, "/team/ada", None, 410)
        page = await moved(site, page, "/people")
        assert await led(site, "/team/ada") == 410
        assert await led(site, "/people/ada") == 200
        assert await led(site, "/team/bob") == ("/people/bob", 301)
        await moved(site, page, "/team", isReturn=True)
        assert await led(site, "/people/ada") == await led(site, "/people/bob") == 404
        assert (await led(site, "/team/ada"), await led(site, "/team/bob")) == (410, 200)
        assert [each["source"] for each in await listed(site)] == ["/team/ada"]

    async def test_are_gone_where_a_page_is_put_by_hand(self, site: Site) -> None:
        page = await new(site, "/two")
        await added(site, "/two", "https://other.example/")
        page = await moved(site, page, "/three")
        await moved(site, page, "/two")
        assert await led(site, "/two") == 200
        assert await led(site, "/three") == ("/two", 301)

    @pytest.mark.parametrize("destination", [None, "/there", "https://other.example/"])
    async def test_that_a_move_replaced_are_back_once_it_is_taken_back(
        self, site: Site, destination: str | None
    ) -> None:
        await new(site, "/there")
        before = await added(site, "/b", destination, 302 if destination else 410)
        below = await added(site, "/b/below", "/elsewhere")
        page = await new(site, "/a")
        await new(site, "/a/below")
        page = await moved(site, page, "/b")
        assert await led(site, "/b") == await led(site, "/b/below") == 200
        await moved(site, page, "/a", isReturn=True)
        assert await led(site, "/a") == await led(site, "/a/below") == 200
        assert await led(site, "/b") == ((destination, 302) if destination else 410)
        assert {each["id"]: each["version"] for each in await listed(site)} == {
            before["id"]: before["version"],
            below["id"]: below["version"],
        }

    async def test_that_led_to_a_page_that_is_gone_meanwhile_are_not(self, site: Site) -> None:
        there = await new(site, "/there")
        await added(site, "/b", "/there")
        page = await moved(site, await new(site, "/a"), "/b")
        assert (await remove(site, there)).status_code == 204
        await moved(site, page, "/a", isReturn=True)
        assert await led(site, "/b") == 404

    async def test_that_would_lead_in_a_circle_by_now_are_not(self, site: Site) -> None:
        await added(site, "/b", "/c")
        page = await moved(site, await new(site, "/a"), "/b")
        # To a page, as long as it is there.
        meanwhile = await added(site, "/c", "/b?from=c")
        await moved(site, page, "/a", isReturn=True)
        assert [each["id"] for each in await listed(site)] == [meanwhile["id"]]
        assert await led(site, "/c") == ("/b?from=c", 301)
        assert await led(site, "/b") == 404

    async def test_are_back_as_often_as_pages_go_to_and_fro(self, site: Site) -> None:
        await added(site, "/b", "https://other.example/")
        page = await new(site, "/a")
        for _ in range(3):
            page = await moved(site, page, "/b")
            assert (await led(site, "/a"), await led(site, "/b")) == (("/b", 301), 200)
            page = await moved(site, page, "/a", isReturn=True)
            assert (await led(site, "/a"), await led(site, "/b")) == (200, ("https://other.example/", 301))

    @pytest.mark.parametrize("source", ["/two", "/t*"])
    async def test_stay_where_a_page_is_deleted(self, site: Site, source: str) -> None:
        page = await moved(site, await new(site, "/one"), "/two")
        await added(site, source, "https://other.example/")
        assert (await remove(site, page)).status_code == 204
        assert await led(site, "/two") == ("https://other.example/", 301)
        # What led to the page leads on, as before.
        assert await led(site, "/one") == ("https://other.example/", 301)

    async def test_that_say_that_nothing_is_there_stay_so(self, site: Site) -> None:
        page = await moved(site, await new(site, "/one"), "/two")
        await added(site, "/two", None, 410)
        assert (await remove(site, page)).status_code == 204
        assert (await led(site, "/two"), await led(site, "/one")) == (410, 410)

    async def test_give_way_to_a_destination(self, site: Site) -> None:
        page = await new(site, "/two")
        await added(site, "/two", "https://other.example/")
        assert (await remove(site, page, destination="/")).status_code == 204
        assert await led(site, "/two") == ("/", 301)


class TestPagesThatAreDeleted:
    async def test_they_are_gone(self, site: Site) -> None:
        page = await moved(site, await new(site, "/one"), "/two")
        [before] = await listed(site)
        assert (await remove(site, page)).status_code == 204
        assert await led(site, "/two") == 410
        assert await led(site, "/one") == 410
        # Whoever has read it before does not know that.
        [after] = [each for each in await listed(site) if each["id"] == before["id"]]
        assert after["version"] == before["version"] + 1

    async def test_they_are_gone_also_where_a_pattern_applies_that_no_redirect_could_name(self, site: Site) -> None:
        page = await moved(site, await new(site, "/one"), "/t*o")
        await added(site, "/t*", "https://other.example/")
        assert (await remove(site, page)).status_code == 204
        assert await led(site, "/one") == 410

    async def test_or_lead_elsewhere(self, site: Site) -> None:
        page = await moved(site, await new(site, "/one"), "/two")
        other = await new(site, "/three")
        assert (await remove(site, page, destination="/three")).status_code == 204
        assert await led(site, "/one") == ("/three", 301)
        await moved(site, other, "/four")
        assert await led(site, "/two") == ("/four", 301)

    async def test_a_page_that_a_pattern_leads_to_instead_is_seen(self, site: Site) -> None:
        page, other = await new(site, "/two"), await new(site, "/one")
        await added(site, "/o*", "/two")
        assert await led(site, "/one") == ("/two", 301)
        before = len(await announced(site.client))
        assert (await remove(site, page, destination="/one")).status_code == 204
        found = await site.client.get(f"/client/pages/{other['id']}", headers=site.editor)
        assert found.json()["isRedirected"] is False
        assert await led(site, "/one") == 200
        assert f"page:{other['id']}" in {tag for tags in (await announced(site.client))[before:] for tag in tags}

    @pytest.mark.parametrize("destination", ["/one", "/round"])
    async def test_they_cannot_lead_to_what_leads_to_them(self, site: Site, destination: str) -> None:
        page = await moved(site, await new(site, "/one"), "/two")
        await added(site, "/round", "/one?from=round")
        answer = await remove(site, page, destination=destination)
        assert (refused(answer), fault(answer)) == ((422, "url_map_loop"), ("destination", "url_map_loop"))
        assert await led(site, "/one") == ("/two", 301)
        assert await led(site, "/two") == 200

    @pytest.mark.parametrize("destination", ["//evil.example", "/two", "nowhere"])
    async def test_a_destination_that_is_none_deletes_nothing(self, site: Site, destination: str) -> None:
        page = await new(site, "/two")
        answer = await remove(site, page, destination=destination)
        assert refused(answer) == (422, "url_map_invalid")
        assert await led(site, "/two") == 200
