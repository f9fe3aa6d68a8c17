"""The pages that a cms.sitemap and a cms.relativeNavigation link."""

from typing import Any

import pytest

from content.page_render import sitemap
from content.page_render.tree_of_pages import MAX_TREES, ListedPage, PagesOfSite
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    change_page,
    column_of,
    create_plugin,
    id_,
    own_plugins,
    place_plugin,
)
from tests.content.statements import Statements
from tests.content.test_site import announced

NAVIGATION = "cms.relativeNavigation"


async def with_plugins(site: Site, url: str, ref: str, count: int = 1, **fields: Any) -> JSON:
    page = await site.new_page(url, url.rsplit("/", 1)[1])
    actions = []
    for plugin in [id_() for _ in range(count)]:
        actions += [create_plugin(plugin, ref=ref, **fields), place_plugin(column_of(page), plugin)]
    return await site.saved(page, *actions)


async def data_of(site: Site, url: str, headers: JSON | None = None) -> Any:
    return own_plugins((await site.render(url, headers)).json())[-1]["data"]


def flat(items: list[JSON], level: int = 0) -> list[tuple[int, str]]:
    return [found for item in items for found in ((level, item["url"]), *flat(item["children"], level + 1))]


@pytest.fixture
async def boats(site: Site) -> Site:
    """A site with pages below pages, one of them below an address that no page has."""
    await site.new_page("/boats", "Boats")
    await site.new_page("/boats/red", "Red boats", config={"menu": {"visible": False, "order": 2, "label": "Red"}})
    await site.new_page("/boats/blue", "Blue boats", config={"menu": {"visible": False, "order": 1}})
    await site.new_page("/boats/gone/deep", "Deep")
    await site.new_page("/hidden", "Hidden", config={"noIndex": True})
    return site


class TestTrees:
    PAGES = (
        ListedPage("1", "/", "Home", []),
        ListedPage("2", "/team", "Team", ["staff"]),
        ListedPage("3", "/team/rota", "Rota", []),
    )

    def test_one_is_made_once_for_all_who_see_the_same(self) -> None:
        pages = PagesOfSite(self.PAGES)
        for_anybody = pages.tree_for(frozenset())
        assert pages.tree_for(frozenset({"unheard-of"})) is for_anybody
        assert list(for_anybody.by_url) == ["/", "/team/rota"]
        assert for_anybody.parent_url("/team/rota") == "/"
        for_staff = pages.tree_for(frozenset({"staff", "unheard-of"}))
        assert for_staff is pages.tree_for(frozenset({"staff"}))
        assert for_staff.parent_url("/team/rota") == "/team"
        assert "/team" in pages.tree_for(frozenset({"super"})).by_url

    def test_few_are_kept(self) -> None:
        scopes = [f"scope-{number}" for number in range(2 * MAX_TREES)]
        pages = PagesOfSite([*self.PAGES, ListedPage("4", "/all", "All", scopes)])
        for scope in scopes:
            assert "/all" in pages.tree_for(frozenset({scope})).by_url
        assert len(pages._trees) <= MAX_TREES


class TestSitemap:
    async def test_it_has_the_pages_in_levels(self, boats: Site) -> None:
        await with_plugins(boats, "/zz-map", "cms.sitemap")
        found = flat((await data_of(boats, "/zz-map"))["items"])
        assert found == [
            (0, "/"),
            (0, "/boats"),
            (1, "/boats/blue"),
            (1, "/boats/red"),
            (1, "/boats/gone/deep"),
            (0, "/zz-map"),
        ]

    async def test_it_goes_as_deep_as_is_wanted_from_where_is_wanted(self, boats: Site) -> None:
        await with_plugins(boats, "/flat", "cms.sitemap", depth=1)
        assert {level for level, _ in flat((await data_of(boats, "/flat"))["items"])} == {0}
        start = (await boats.page("/boats"))["page"]["id"]
        await with_plugins(boats, "/below", "cms.sitemap", startPage=start)
        found = flat((await data_of(boats, "/below"))["items"])
        assert found == [(0, "/boats/blue"), (0, "/boats/red"), (0, "/boats/gone/deep")]
        await with_plugins(boats, "/none", "cms.sitemap", startPage=id_())
        assert (await data_of(boats, "/none"))["items"] == []

    async def test_a_page_that_the_visitor_may_not_see_is_not_named_in_any_way(self, boats: Site) -> None:
        club = await boats.new_page("/club", "Secret society", config={"scopeWhitelist": ["club"]})
        await boats.new_page("/club/open", "Open day")
        await with_plugins(boats, "/map", "cms.sitemap")
        await with_plugins(boats, "/club/map", NAVIGATION)
        for url in ("/map", "/club/map"):
            visitor = await boats.render(url)
            assert "Secret society" not in visitor.text
            assert club["page"]["id"] not in visitor.text
            assert visitor.json()["isCacheable"] is True
        assert (0, "/club/open") in flat((await data_of(boats, "/map"))["items"])
        member = flat((await data_of(boats, "/map", boats.tokens.bearer("club")))["items"])
        assert {(0, "/club"), (1, "/club/open")} <= {*member}

    async def test_it_has_only_so_many_links(self, boats: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sitemap, "MAX_LINKS", 3)
        await with_plugins(boats, "/map", "cms.sitemap")
        assert len(flat((await data_of(boats, "/map"))["items"])) == 3


class TestRelativeNavigation:
    async def test_it_has_what_is_around_the_page(self, boats: Site) -> None:
        await with_plugins(boats, "/boats/green", NAVIGATION)
        await boats.new_page("/boats/green/small", "Small")
        data = await data_of(boats, "/boats/green")
        assert data["parent"] == {"url": "/boats", "label": "Boats"}
        assert [page["url"] for page in data["siblings"]] == [
            "/boats/blue",
            "/boats/red",
            "/boats/gone/deep",
            "/boats/green",
        ]
        assert data["siblings"][1]["label"] == "Red"
        assert data["children"] == [{"url": "/boats/green/small", "label": "Small"}]
        assert (data["previous"]["url"], data["next"]) == ("/boats/gone/deep", None)


@pytest.mark.parametrize("ref", ["cms.sitemap", NAVIGATION])
class TestBoth:
    async def test_what_comes_moves_or_goes_makes_them_stale_and_texts_do_not(self, boats: Site, ref: str) -> None:
        await with_plugins(boats, "/map", ref)
        tags = set((await boats.render("/map")).json()["tags"])
        assert "pages" in tags
        made = await boats.new_page("/new", "New")
        assert "pages" in (await announced(boats.client))[-1]
        copied = await boats.client.post(f"/client/pages/{made['page']['id']}/duplicate", json={}, headers=boats.editor)
        assert copied.status_code == 201, copied.text
        assert "pages" in (await announced(boats.client))[-1]
        settings = (await boats.client.get(f"/client/pages/{made['page']['id']}", headers=boats.editor)).json()
        moved = await change_page(boats, {**settings, "url": "/newer"})
        assert moved.status_code == 200, moved.text
        assert "pages" in (await announced(boats.client))[-1]
        render = await boats.page("/newer")
        await boats.saved(render, *add_text(column_of(render), "<p>Words</p>"))
        assert not tags.intersection((await announced(boats.client))[-1])
        await boats.client.delete(f"/client/pages/{settings['id']}", headers=boats.editor)
        assert "pages" in (await announced(boats.client))[-1]

    async def test_however_many_there_are_no_statement_is_needed_but_the_pages_own(self, boats: Site, ref: str) -> None:
        await with_plugins(boats, "/one", ref, 1)
        await with_plugins(boats, "/many", ref, 5)
        await boats.render("/one")
        statements = Statements(boats.client.kit)
        async with statements.counted() as for_one:
            await boats.render("/one")
        async with statements.counted() as for_many:
            await boats.render("/many")
        assert (len(for_one), len(for_many)) == (1, 1)
