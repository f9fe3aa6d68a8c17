import asyncio
import json
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from content.changes import service as changes
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column_of,
    create_plugin,
    fault,
    id_,
    own_plugins,
    place_plugin,
    refused,
    update_plugin,
)
from tests.waiting_transactions import until_somebody_waits


@pytest.fixture
def title(page: JSON) -> JSON:
    return own_plugins(page)[0]


async def change(site: Site, plugin: JSON, version: Any = None, **fields: Any) -> httpx.Response:
    headers = {**site.editor, "If-Match": f'"{version or plugin["version"]}"'}
    return await site.client.put(f"/cms/plugins/{plugin['id']}", json={"fields": fields}, headers=headers)


async def test_a_change_that_waits_for_another_is_refused(site: Site, title: JSON) -> None:
    async with site.client.kit.database.transaction() as session:
        await changes.lock(session)
        changing = asyncio.create_task(change(site, title, content="<p>Mine</p>"))
        await until_somebody_waits(session)
        await session.execute(
            text("UPDATE plugins SET version = version + 1 WHERE id = CAST(:id AS uuid)"), {"id": title["id"]}
        )
    assert refused(await changing) == (412, "precondition_failed")


class TestList:
    async def test_all_or_those_of_some_refs(self, site: Site, title: JSON) -> None:
        everything = (await site.client.get("/cms/plugins", headers=site.editor)).json()
        menus = (await site.client.get("/cms/plugins", params={"ref": "cms.menu"}, headers=site.editor)).json()
        both = (
            await site.client.get("/cms/plugins", params={"ref": ["cms.menu", "cms.textImage"]}, headers=site.editor)
        ).json()
        assert title["id"] in [plugin["id"] for plugin in everything["results"]]
        assert (menus["total"], both["total"]) == (2, 3)


class TestListUnused:
    async def test_it_has_what_no_page_layout_or_block_holds(self, site: Site, page: JSON) -> None:
        plugin_id, node_id = id_(), id_()
        after = await site.saved(page, *add_text(column_of(page), "<p>x</p>", plugin_id=plugin_id, node_id=node_id))
        before = (await site.client.get("/cms/plugins/unused", headers=site.editor)).json()
        await site.saved(after, {"name": "BLOCK_REMOVE_NODE", "nodeId": node_id})
        unused = (await site.client.get("/cms/plugins/unused", headers=site.editor)).json()
        assert before["total"] == 0
        assert [plugin["id"] for plugin in unused["results"]] == [plugin_id]


class TestListVersions:
    async def test_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.get(f"/cms/plugins/{id_()}/versions", headers=site.editor)
        assert refused(answer) == (404, "plugin_not_found")


class TestUpdate:
    async def test_pages_show_the_new_fields(self, site: Site, title: JSON) -> None:
        answer = await change(site, title, content="<h1>Us</h1><script>x()</script>")
        assert answer.json()["fields"] == {"content": "<h1>Us</h1>"}
        assert answer.json()["version"] > title["version"]
        assert "<h1>Us</h1>" in (await site.render("/about")).text
        versions = await site.client.get(f"/cms/plugins/{title['id']}/versions", headers=site.editor)
        assert versions.json()["total"] == 2

    async def test_the_same_fields_are_no_new_version(self, site: Site, title: JSON) -> None:
        answer = await change(site, title, **title["fields"])
        assert answer.json()["version"] == title["version"]
        versions = await site.client.get(f"/cms/plugins/{title['id']}/versions", headers=site.editor)
        assert versions.json()["total"] == 1

    @pytest.mark.parametrize(("before", "after"), [(1, True), (False, 0), ([{"n": 1}], [{"n": True}])])
    async def test_a_number_is_no_truth_value(self, site: Site, page: JSON, before: Any, after: Any) -> None:
        plugin_id = id_()
        create = create_plugin(plugin_id, ref="acme.counter", value=before)
        saved = await site.saved(page, create, place_plugin(column_of(page), plugin_id))
        answer = await change(site, saved["plugins"][plugin_id], value=after)
        assert answer.json()["version"] > saved["plugins"][plugin_id]["version"]
        stored = (await site.render("/about")).json()["plugins"][plugin_id]["fields"]
        assert json.dumps(stored) == json.dumps({"value": after})

    async def test_somebody_who_edits_it_on_a_page_hears_of_it(self, site: Site, page: JSON, title: JSON) -> None:
        await change(site, title, content="<h1>Us</h1>")
        answer = await site.save(page, update_plugin(title["id"], "<h1>Mine</h1>"), headers=site.admin)
        assert refused(answer) == (409, "page_conflict")

    async def test_fields_of_the_wrong_kind(self, site: Site, title: JSON) -> None:
        answer = await change(site, title, content=5)
        assert refused(answer) == (422, "plugin_fields_invalid")
        assert fault(answer) == ("fields.content", "wrong_type")

    async def test_on_sight_of_an_older_version(self, site: Site, title: JSON) -> None:
        await change(site, title, content="<h1>Newer</h1>")
        assert refused(await change(site, title, content="<h1>Mine</h1>")) == (412, "precondition_failed")


class TestDelete:
    async def test_one_that_a_page_holds_stays(self, site: Site, title: JSON) -> None:
        answer = await site.client.delete(f"/cms/plugins/{title['id']}", headers=site.editor)
        assert refused(answer) == (409, "plugin_in_use")
        assert (answer.json()["users"], [page["url"] for page in answer.json()["pages"]]) == (1, ["/about"])

    async def test_an_unused_one_goes_with_its_versions(self, site: Site, page: JSON, title: JSON) -> None:
        await site.client.delete(f"/client/pages/{page['page']['id']}", headers=site.editor)
        address = f"/cms/plugins/{title['id']}"
        assert (await site.client.delete(address, headers=site.editor)).status_code == 204
        assert refused(await site.client.delete(address, headers=site.editor)) == (404, "plugin_not_found")
        assert refused(await site.client.get(f"{address}/versions", headers=site.editor)) == (404, "plugin_not_found")


class TestPluginsThatBecomeKnown:
    async def test_what_was_stored_before_is_cleaned_before_anybody_sees_it(self, site: Site, page: JSON) -> None:
        plugin_id = id_()
        fields = {"content": "<p>Kept</p><img src=x onerror=pwned()>", "colour": "red"}
        unknown = {"name": "PLUGIN_CREATE", "pluginId": plugin_id, "ref": "acme.text", "fields": fields}
        add = [unknown, place_plugin(column_of(page), plugin_id)]
        after = await site.saved(page, *add)
        assert after["plugins"][plugin_id]["fields"] == fields
        # A release that brings the plugin along.
        async with site.client.kit.database.transaction() as session:
            await session.execute(text("UPDATE plugins SET ref = 'cms.text' WHERE ref = 'acme.text'"))
        shown = (await site.render("/about")).json()["plugins"][plugin_id]
        assert shown["fields"] == {"content": '<p>Kept</p><img src="x">'}

    async def test_saving_something_else_leaves_it_as_it_was_stored(self, site: Site, page: JSON) -> None:
        plugin_id, stored = id_(), text("SELECT fields FROM plugins WHERE ref = 'cms.text' AND NOT checked")
        add = [create_plugin(plugin_id, ref="acme.text", n=1), place_plugin(column_of(page), plugin_id)]
        await site.saved(page, *add)
        async with site.client.kit.database.transaction() as session:
            await session.execute(text("UPDATE plugins SET ref = 'cms.text' WHERE ref = 'acme.text'"))
        now = await site.page("/about")
        await site.saved(now, update_plugin(own_plugins(now)[0]["id"], "<h1>Other</h1>"))
        async with site.client.kit.database.transaction() as session:
            assert await session.scalar(stored) == {"n": 1}
