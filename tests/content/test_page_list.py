from typing import Any

import pytest

from tests.content.factory import (
    JSON,
    Site,
    column,
    column_of,
    create_node,
    fault,
    id_,
    place_plugin,
    row,
)


async def listed(site: Site, **query: Any) -> list[str]:
    """Addresses of the pages in a list."""
    answer = await site.client.get("/client/pages", params=query, headers=site.editor)
    assert answer.status_code == 200, answer.text
    return [page["url"] for page in answer.json()["results"]]


class TestList:
    async def test_it_is_paged_and_sorted(self, site: Site) -> None:
        for letter in "cab":
            await site.new_page(f"/{letter}", letter.upper())
        assert await listed(site, sort="url", start=1, limit=3) == ["/a", "/b", "/c"]
        assert await listed(site, sort="-title", limit=2) == ["/", "/c"]

    async def test_search_looks_at_title_and_address(self, site: Site) -> None:
        await site.new_page("/team", "Who we are")
        await site.new_page("/honest", "100%_real")
        assert await listed(site, q="ARE we") == ["/team"]
        assert await listed(site, q="team who") == ["/team"]
        assert await listed(site, q="/TEA") == ["/team"]
        assert await listed(site, q="%_r") == ["/honest"]

    async def test_by_the_plugins_on_them(self, site: Site) -> None:
        page = await site.new_page("/rocket")
        rocket = id_()
        fields = {"fuel": "methane", "stages": 2}
        create_rocket = {"name": "PLUGIN_CREATE", "pluginId": rocket, "ref": "acme.rocket", "fields": fields}
        await site.saved(page, create_rocket, place_plugin(column_of(page), rocket))
        asked = {"plugin-ref": "acme.rocket"}
        assert await listed(site, **asked) == ["/rocket"]
        assert await listed(site, **asked, **{"plugin-fields": ["fuel=methane", "stages=2"]}) == ["/rocket"]
        assert await listed(site, **asked, **{"plugin-fields": ["fuel=methane", "stages=3"]}) == []
        assert await listed(site, **{"plugin-ref": "cms.text", "plugin-fields": "fuel=methane"}) == []
        assert await listed(site, **{"plugin-ref": ["acme.rocket", "acme.moon"]}) == ["/rocket"]

    async def test_a_plugin_in_the_layout_is_on_every_page(self, site: Site) -> None:
        await site.new_page("/about")
        assert len(await listed(site, **{"plugin-ref": "cms.menu"})) == 4

    async def test_a_plugin_in_a_block_within_a_block_is_on_the_page(self, site: Site) -> None:
        page = await site.new_page("/nested")
        inner, outer = column(), column()
        inner_row, outer_row = row(inner), row(outer)
        rocket, inside, outside = id_(), id_(), id_()
        await site.saved(
            page,
            create_node(column_of(page), outer_row, wrapBefore={"rowId": id_(), "colId": id_()}),
            create_node(outer["id"], inner_row),
            {"name": "PLUGIN_CREATE", "pluginId": rocket, "ref": "acme.rocket", "fields": {}},
            place_plugin(inner["id"], rocket),
            {"name": "NODE_SET_TYPE", "nodeId": inner_row["id"], "type": "row-branch", "blockId": inside,
             "branchName": "Inner"},
            {"name": "NODE_SET_TYPE", "nodeId": outer_row["id"], "type": "row-branch", "blockId": outside,
             "branchName": "Outer"},
        )  # fmt: skip
        assert await listed(site, **{"plugin-ref": "acme.rocket"}) == ["/nested"]
        assert rocket in (await site.render("/nested")).json()["plugins"]

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ({"sort": "version"}, "unknown_sort"),
            ({"limit": 101}, "less_than_equal"),
            ({"start": -1}, "greater_than_equal"),
            ({"plugin-fields": "fuel"}, "field_filter_invalid"),
        ],
    )
    async def test_what_cannot_be_asked(self, site: Site, query: JSON, code: str) -> None:
        answer = await site.client.get("/client/pages", params=query, headers=site.editor)
        assert answer.status_code == 422
        assert fault(answer)[1] == code
