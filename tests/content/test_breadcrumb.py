"""The pages above a page, as a cms.breadcrumb shows them."""

from typing import Any

import pytest

from content.address import addresses_above
from tests.content.factory import JSON, Site, column_of, create_plugin, id_, own_plugins, place_plugin
from tests.content.statements import Statements
from tests.content.test_site import announced


@pytest.mark.parametrize(
    ("url", "above"), [("/", []), ("/a", ["/"]), ("/a/b", ["/", "/a"]), ("/a/b/c", ["/", "/a", "/a/b"])]
)
def test_a_page_lies_below_the_addresses_that_its_own_begins_with(url: str, above: list[str]) -> None:
    assert addresses_above(url) == above


async def with_breadcrumbs(site: Site, url: str, count: int = 1) -> JSON:
    page = await site.new_page(url, "Leaf")
    plugins = [id_() for _ in range(count)]
    actions = [
        action
        for plugin in plugins
        for action in (create_plugin(plugin, ref="cms.breadcrumb"), place_plugin(column_of(page), plugin))
    ]
    return await site.saved(page, *actions)


def crumbs(render: JSON) -> list[tuple[str, str]]:
    items: list[dict[str, Any]] = own_plugins(render)[-1]["data"]["items"]
    return [(item["url"], item["label"]) for item in items]


async def test_it_names_the_pages_above_by_their_words_in_the_menu(site: Site) -> None:
    await site.new_page("/boats", "Boats for everybody", config={"menu": {"visible": True, "label": "Boats"}})
    await site.new_page("/boats/small", "Small boats")
    # Nothing is at /boats/small/red.
    await with_breadcrumbs(site, "/boats/small/red/one")
    render = (await site.render("/boats/small/red/one")).json()
    assert crumbs(render) == [("/", "Home"), ("/boats", "Boats"), ("/boats/small", "Small boats")]
    assert render["isCacheable"] is True


async def test_a_page_that_the_visitor_may_not_see_is_not_named_in_any_way(site: Site) -> None:
    club = await site.new_page("/club", "Secret society", config={"scopeWhitelist": ["club"]})
    await with_breadcrumbs(site, "/club/open")
    visitor = await site.render("/club/open")
    assert crumbs(visitor.json()) == [("/", "Home")]
    assert "Secret society" not in visitor.text
    assert club["page"]["id"] not in visitor.text
    member = (await site.render("/club/open", site.tokens.bearer("club"))).json()
    assert crumbs(member) == [("/", "Home"), ("/club", "Secret society")]


async def test_what_comes_changes_or_goes_above_a_page_makes_it_stale(site: Site) -> None:
    await with_breadcrumbs(site, "/boats/one")
    tags = set((await site.render("/boats/one")).json()["tags"])
    made = await site.new_page("/boats", "Boats")
    page_id = made["page"]["id"]
    assert tags.intersection((await announced(site.client))[-1]) == {"address:/boats"}
    headers = {**site.editor, "If-Match": f'"{made["version"]}"'}
    moved = await site.client.put(f"/client/pages/{page_id}", json={"title": "Boats", "url": "/ships"}, headers=headers)
    assert moved.status_code == 200, moved.text
    assert {"address:/boats", "address:/ships"} <= set((await announced(site.client))[-1])
    await site.client.delete(f"/client/pages/{page_id}", headers=site.editor)
    assert "address:/ships" in (await announced(site.client))[-1]


async def test_however_many_there_are_one_statement_asks_for_all(site: Site) -> None:
    await with_breadcrumbs(site, "/one/below", 1)
    await with_breadcrumbs(site, "/many/below", 5)
    # Since when nothing is remembered but what every page shows.
    await site.new_page("/other")
    await site.render("/other")
    statements = Statements(site.client.kit)
    async with statements.counted() as for_one:
        await site.render("/one/below")
    async with statements.counted() as for_many:
        await site.render("/many/below")
    assert (len(for_one), len(for_many)) == (2, 2)


async def test_what_lies_above_other_pages_is_read_once_for_a_version_of_the_site(site: Site) -> None:
    await site.new_page("/boats", "Boats")
    await with_breadcrumbs(site, "/boats/one")
    await with_breadcrumbs(site, "/boats/two")
    await site.render("/boats/one")
    statements = Statements(site.client.kit)
    async with statements.counted() as seen:
        render = (await site.render("/boats/two")).json()
    assert len(seen) == 1
    assert crumbs(render) == [("/", "Home"), ("/boats", "Boats")]


async def test_what_came_changed_or_went_above_a_page_is_shown_so_when_it_is_asked_for_again(site: Site) -> None:
    await with_breadcrumbs(site, "/boats/one")

    async def named() -> list[tuple[str, str]]:
        return crumbs((await site.render("/boats/one")).json())

    assert await named() == [("/", "Home")]
    made = await site.new_page("/boats", "Boats")
    assert await named() == [("/", "Home"), ("/boats", "Boats")]
    address = f"/client/pages/{made['page']['id']}"
    headers = {**site.editor, "If-Match": f'"{made["version"]}"'}
    renamed = await site.client.put(address, json={"title": "Ships", "url": "/boats"}, headers=headers)
    assert renamed.status_code == 200, renamed.text
    assert await named() == [("/", "Home"), ("/boats", "Ships")]
    removed = await site.client.delete(address, headers=site.editor)
    assert removed.is_success, removed.text
    assert await named() == [("/", "Home")]


async def test_of_more_addresses_than_are_remembered_each_page_has_its_own(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("content.page_render.breadcrumb.MOST_KNOWN", 2)
    for name in ("boats", "ships"):
        await site.new_page(f"/{name}", name.title())
        await with_breadcrumbs(site, f"/{name}/one")
    for name in ("boats", "ships", "boats"):
        render = (await site.render(f"/{name}/one")).json()
        assert crumbs(render) == [("/", "Home"), (f"/{name}", name.title())]
