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
    await with_breadcrumbs(site, "/one", 1)
    await with_breadcrumbs(site, "/many", 5)
    await site.render("/one")
    statements = Statements(site.client.kit)
    async with statements.counted() as for_one:
        await site.render("/one")
    async with statements.counted() as for_many:
        await site.render("/many")
    assert (len(for_one), len(for_many)) == (2, 2)
