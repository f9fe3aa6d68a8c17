"""Where plugins are used."""

import uuid
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select, text

from content.documents.places import _FEW, places_of
from content.plugins import finding
from content.plugins.models import Plugin
from tests.content.factory import (
    JSON,
    Site,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    place_plugin,
    row,
)
from tests.content.statements import Statements


async def places(site: Site, **query: Any) -> list[JSON]:
    answer = await site.client.get("/cms/plugins/places", params={"limit": 100, **query}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    assert answer.json()["total"] == len(answer.json()["results"])
    results: list[JSON] = answer.json()["results"]
    return results


async def with_rocket(site: Site, url: str, **fields: Any) -> tuple[JSON, str]:
    """A page with a plugin that is not installed."""
    page, plugin = await site.new_page(url, url), id_()
    saved = await site.saved(
        page, create_plugin(plugin, ref="acme.rocket", **fields), place_plugin(column_of(page), plugin)
    )
    return saved, plugin


class TestPlaces:
    async def test_they_say_what_of_the_page_holds_the_plugin(self, site: Site) -> None:
        page, own = await with_rocket(site, "/one")
        shared, inner, block = id_(), column(), id_()
        outer = row(inner)
        await site.saved(
            page,
            create_node(column_of(page), outer, wrapBefore={"rowId": id_(), "colId": id_()}),
            create_plugin(shared, ref="acme.rocket"),
            place_plugin(inner["id"], shared),
            {"name": "NODE_SET_TYPE", "nodeId": outer["id"], "type": "row-branch", "blockId": block,
             "branchName": "Launch pad"},
        )  # fmt: skip
        found = await places(site, ref="acme.rocket", sort="url")
        seen = {(one["pluginId"], one["page"]["url"], one["via"]) for one in found}
        assert seen == {(own, "/one", "page"), (shared, "/one", "branch")}
        assert [one["branch"]["name"] for one in found if one["branch"]] == ["Launch pad"]
        assert [one["pluginId"] for one in await places(site, ref="acme.rocket", via="page")] == [own]

    async def test_one_in_the_layout_is_on_each_of_its_pages(self, site: Site) -> None:
        await site.new_page("/two")
        found = await places(site, ref="cms.menu")
        assert {one["page"]["url"] for one in found} == {"/", "/error/404", "/error/500", "/two"}
        assert {(one["via"], bool(one["layout"]["name"])) for one in found} == {("layout", True)}

    async def test_by_a_field_and_what_it_has_in_it(self, site: Site) -> None:
        _, methane = await with_rocket(site, "/a", fuel="Methane", stages=2)
        _, plain = await with_rocket(site, "/b")
        asked = {"ref": "acme.rocket", "field": "fuel"}
        assert [(one["pluginId"], one["value"]) for one in await places(site, **asked)] == [(methane, "Methane")]
        assert len(await places(site, **asked, value="thane")) == 1
        assert await places(site, **asked, value="%") == []
        assert [one["value"] for one in await places(site, ref="acme.rocket", field="stages", value="2")] == ["2"]
        assert [one["pluginId"] for one in await places(site, ref="acme.rocket", q="/b")] == [plain]

    async def test_their_words_tell_several_of_a_page_apart(self, site: Site) -> None:
        found = await places(site, ref="cms.text", via="page", q="404")
        assert [one["words"] for one in found] == [
            "404 Page Not Found · The page you were looking for could not be found. · Go to the home page"
        ]
        await with_rocket(site, "/a", fuel="Methane")
        assert [one["words"] for one in await places(site, ref="acme.rocket")] == [""]

    async def test_words_that_were_stored_before_their_plugin_was_known_are_cleaned(self, site: Site) -> None:
        _, plugin = await with_rocket(site, "/a", text="<p>Lift<script>off()</script></p>")
        await site.client.kit.database.pool.execute(
            "UPDATE plugins SET ref = 'cms.textImage' WHERE ref = 'acme.rocket'"
        )
        found = await places(site, ref="cms.textImage", via="page")
        assert [one["words"] for one in found if one["pluginId"] == plugin] == ["Lift"]

    async def test_one_that_stands_nowhere(self, site: Site) -> None:
        page = await site.new_page("/gone")
        plugin = id_()
        await site.saved(page, create_plugin(plugin, ref="acme.rocket"))
        [found] = await places(site, ref="acme.rocket")
        assert (found["pluginId"], found["via"], found["page"]) == (plugin, "none", None)
        assert await places(site, ref="acme.rocket", via=["page", "layout", "branch"]) == []

    async def test_as_many_statements_however_many_places(self, site: Site) -> None:
        counts = []
        for url in ("/1", "/2", "/3"):
            await with_rocket(site, url)
            async with Statements(site.client.kit).counted() as sent:
                await places(site, ref="acme.rocket")
            counts.append(len(sent))
        assert len(set(counts)) == 1


def test_the_pages_of_few_plugins_are_looked_for_by_their_index() -> None:
    """An index takes far longer than a pass over all pages once the ids are thousands."""
    by_index = []
    for count in (0, 1, _FEW, _FEW + 1):
        ids = [uuid.UUID(id_()) for _ in range(count)]
        by_index.append("&&" in str(select(places_of(select(Plugin.id).cte("wanted"), ids))))
    assert by_index == [False, True, True, False]


async def test_plugins_are_counted_with_those_that_are_unused_and_not_installed(site: Site) -> None:
    await with_rocket(site, "/a")
    page, _ = await with_rocket(site, "/b")
    await site.saved(page, create_plugin(id_(), ref="acme.rocket"))
    answer = await site.client.get("/cms/plugins/uses", headers=site.editor)
    assert answer.status_code == 200, answer.text
    by_ref = {one["ref"]: one for one in answer.json()}
    rocket = {"ref": "acme.rocket", "label": "acme.rocket", "isInstalled": False}
    assert by_ref["acme.rocket"] == {**rocket, "instances": 3, "unused": 1, "pages": 2, "namingPages": []}
    assert by_ref["cms.faq"] == {
        "ref": "cms.faq", "label": "FAQ", "isInstalled": True, "instances": 0, "unused": 0, "pages": 0,
            "namingPages": [],
    }  # fmt: skip
    assert by_ref["cms.menu"]["pages"] == 5


async def test_uses_are_counted_once_for_all_kinds_of_plugins(site: Site) -> None:
    """The list of pages asks for them whenever it is opened; a count for each kind would go through all pages each time."""
    async with site.client.kit.database.reading() as session:
        plan = await session.scalar(text("EXPLAIN (FORMAT JSON) " + finding._USES.text))
    assert "CTE pages_of" in {part["Subplan Name"] for part in _parts(plan) if "Subplan Name" in part}


def _parts(plan: Any) -> Iterator[JSON]:
    """A plan of Postgres with all parts of it."""
    if isinstance(plan, list):
        for part in plan:
            yield from _parts(part)
    elif isinstance(plan, dict):
        yield plan
        for part in plan.values():
            yield from _parts(part)
