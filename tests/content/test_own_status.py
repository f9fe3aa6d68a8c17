"""What the site's own addresses answer: judged by what it has, and within its network nobody is asked."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from content.links import internal
from content.url_maps.models import UrlMap
from kit import outbound
from tests.content.blog import categories, list_page, post_page
from tests.content.factory import Site, change_page, create_page
from tests.content.test_external_status import HERE, elsewhere, named, status_of
from tests.content.url_maps import added, moved, new

__all__ = ["elsewhere", "named"]


class TestTheSiteItself:
    @pytest.mark.parametrize(
        ("url", "status"),
        [
            *(("/", 200), ("/about", 200), ("/about/?a=1#there", 200), ("about", 200), ("/restricted", 200)),
            *(("/nowhere", 404), ("/a8gone", 410), ("/cms-login", 200), ("/sitemap.xml", 200)),
            *(("/news/feed.xml", 200), ("/about/feed.xml", 404), ("/error/404", 200)),
        ],
    )
    @pytest.mark.parametrize("is_absolute", [False, True])
    async def test_answers_as_the_host_would(self, site: Site, url: str, status: int, is_absolute: bool) -> None:
        await create_page(site, "/about")
        await create_page(site, "/restricted", config={"scopeWhitelist": ["club"]})
        await list_page(site, "/news")
        await added(site, "/a8gone", None, 410)
        if is_absolute:
            host = site.client.kit.settings.public_url
            url = f"{host}/{url.removeprefix('/')}"
        assert await status_of(site, url) == {"url": url, "status": status, "reason": None}

    async def test_knows_the_feeds_of_categories(self, site: Site) -> None:
        answer = await site.client.post("/cms/blog/categories", json={"name": "Loose ends"}, headers=site.editor)
        assert (await status_of(site, f"/categories/{answer.json()['id']}/feed.xml"))["status"] == 200
        assert (await status_of(site, f"/categories/{site.user_id}/feed.xml"))["status"] == 404

    async def test_feeds_that_visitors_do_not_get_are_missing(self, site: Site) -> None:
        page = (await list_page(site, "/club", settings={"config": {"scopeWhitelist": ["club"]}}))["page"]
        [category] = await categories(site)
        for url in ("/club/feed.xml", f"/categories/{category['id']}/feed.xml", "/feed.xml"):
            assert (await status_of(site, url))["status"] == 404, url
        settings = (await site.client.get(f"/client/pages/{page['id']}", headers=site.editor)).json()
        assert (await change_page(site, settings, config={})).status_code == 200
        for url in ("/club/feed.xml", f"/categories/{category['id']}/feed.xml"):
            assert (await status_of(site, url))["status"] == 200, url
        assert (await status_of(site, "/feed.xml"))["status"] == 404
        await post_page(site, "/post")
        assert (await status_of(site, "/feed.xml"))["status"] == 200

    async def test_follows_redirects(self, site: Site) -> None:
        await create_page(site, "/about")
        await added(site, "/old", "/older")
        await added(site, "/older", "/about")
        await added(site, "/lost", "/nowhere")
        assert await status_of(site, "/old") == {"url": "/about", "status": 200, "reason": None}
        assert await status_of(site, "/lost") == {"url": "/nowhere", "status": 404, "reason": None}

    async def test_asks_where_a_url_map_leads_to_another_site(
        self, site: Site, named: Callable[..., None], monkeypatch: pytest.MonkeyPatch, elsewhere: str
    ) -> None:
        await added(site, "/out", elsewhere)
        assert await status_of(site, "/out") == {"url": elsewhere, "status": None, "reason": "address_not_public"}
        outside = f"http://outside.test:{urlsplit(elsewhere).port}/page"
        named("127.0.0.1")
        monkeypatch.setattr(outbound, "is_public", lambda address: address == HERE)
        await added(site, "/open", outside)
        assert await status_of(site, "/open") == {"url": outside, "status": 410, "reason": None}

    @pytest.mark.parametrize("url", ["/files/a.pdf", "/auth/users"])
    @pytest.mark.parametrize("is_absolute", [False, True])
    async def test_says_of_what_content_does_not_have_that_it_is_not_checked(
        self, site: Site, url: str, is_absolute: bool
    ) -> None:
        url = f"{site.client.kit.settings.public_url if is_absolute else ''}{url}"
        assert await status_of(site, url) == {"url": url, "status": None, "reason": "not_checked"}

    @pytest.mark.parametrize("is_absolute", [False, True])
    async def test_goes_round_no_loop(self, site: Site, is_absolute: bool) -> None:
        # No call saves a loop.
        async with site.client.kit.database.transaction() as session:
            for source, destination in (("/here", "/there"), ("/there", "/here")):
                session.add(UrlMap(source=source, destination=destination, response_code=301, origin="manual"))
        url = f"{site.client.kit.settings.public_url if is_absolute else ''}/here"
        assert await status_of(site, url) == {"url": url, "status": None, "reason": "redirect_loop"}

    async def test_ends_a_circle_at_the_page_in_it(self, site: Site) -> None:
        await added(site, "/news/*", "/blog/*")
        await moved(site, await new(site, "/blog/one"), "/news/one")
        for url in ("/news/one", "/blog/one"):
            assert await status_of(site, url) == {"url": "/news/one", "status": 200, "reason": None}

    async def test_reads_what_is_there_and_no_more(self, site: Site) -> None:
        for url in ("/about", "/other"):
            await create_page(site, url)
        for url in ("/news", "/more"):
            await list_page(site, url)
        await added(site, "/old", "/about")
        pool = site.client.kit.database.pool
        found = {
            address: await internal.read_site_at(pool, address, {})
            for address in ("/about?a=1", "/old", "/news/feed.xml", "/nowhere")
        }
        assert {address: [*each.pages] for address, each in found.items()} == {
            "/about?a=1": ["/about"],
            "/old": ["/about"],
            "/news/feed.xml": ["/news"],
            "/nowhere": [],
        }
        assert {each.lists for each in found.values()} == {frozenset(), frozenset({"/news"})}

    @pytest.mark.parametrize("url", ["//169.254.169.254/", "/\\169.254.169.254/", "mailto:a@b.example", "javascript:x"])
    async def test_takes_no_other_address_for_its_own(self, site: Site, url: str) -> None:
        found = await status_of(site, url)
        assert (found["status"], found["reason"]) == (None, "address_invalid")
