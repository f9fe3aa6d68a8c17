"""Saves whose changes were made on different versions: each is judged by its own."""

from typing import Any

import httpx
import pytest

from tests.content.factory import JSON, Site, add_text, column_of, id_, own_plugins, refused, update_plugin


@pytest.fixture
def colleague(site: Site) -> dict[str, str]:
    return site.tokens.bearer("editor")


def made_on(render: JSON, *actions: JSON) -> JSON:
    return {"version": render["version"], "actions": list(actions)}


async def save(site: Site, render: JSON, *changes: JSON, own: list[int] | None = None, **more: Any) -> httpx.Response:
    return await site.client.put(
        f"/client/page-render/{render['page']['id']}",
        json={"changes": list(changes), "ownVersions": own or [], **more},
        headers={**site.editor, "Idempotency-Key": id_()},
    )


class TestChanges:
    async def test_one_that_is_older_than_somebody_elses_is_a_conflict_whatever_the_others_are(
        self, site: Site, page: JSON, colleague: dict[str, str]
    ) -> None:
        """What was typed while a save was under way, whose answer brought somebody else's words along."""
        [title] = own_plugins(page)
        theirs = await site.saved(page, update_plugin(title["id"], "<h1>Theirs</h1>"), headers=colleague)
        seen = await site.saved(theirs, *add_text(column_of(page), "<p>First save</p>"))
        answer = await save(
            site,
            page,
            made_on(seen, *add_text(column_of(page), "<p>Later</p>")),
            made_on(page, update_plugin(title["id"], "<h1>Mine</h1>")),
        )
        assert refused(answer) == (409, "page_conflict")
        [conflict] = answer.json()["conflicts"]
        assert (conflict["resource"], conflict["actionIndexes"]) == (f"plugin:{title['id']}", [2])
        assert conflict["version"] == theirs["version"]
        assert own_plugins(await site.page("/about"))[0]["fields"] == {"content": "<h1>Theirs</h1>"}

    async def test_what_the_same_editor_saved_since_is_no_conflict(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        first = await site.save(page, update_plugin(title["id"], "<h1>One</h1>"))
        own = int(first.headers["Saved-Version"])
        assert own == first.json()["version"]
        answer = await save(site, page, made_on(page, update_plugin(title["id"], "<h1>Two</h1>")), own=[own])
        assert answer.status_code == 200
        assert own_plugins(answer.json())[0]["fields"] == {"content": "<h1>Two</h1>"}

    async def test_nobody_calls_somebody_elses_version_their_own(
        self, site: Site, page: JSON, colleague: dict[str, str]
    ) -> None:
        [title] = own_plugins(page)
        theirs = await site.saved(page, update_plugin(title["id"], "<h1>Theirs</h1>"), headers=colleague)
        mine = made_on(page, update_plugin(title["id"], "<h1>Mine</h1>"))
        assert refused(await save(site, page, mine, own=[theirs["version"]])) == (409, "page_conflict")

    async def test_a_retry_tells_the_version_that_the_first_one_made(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        first = await site.save(page, update_plugin(title["id"], "<h1>One</h1>"), key="retry")
        await site.saved(first.json(), *add_text(column_of(page), "<p>Since</p>"))
        again = await site.save(page, update_plugin(title["id"], "<h1>One</h1>"), key="retry")
        assert again.headers["Saved-Version"] == first.headers["Saved-Version"]
        assert again.json()["version"] == first.json()["version"] + 1

    async def test_one_that_changes_nothing_makes_no_version(self, site: Site, page: JSON) -> None:
        assert "Saved-Version" not in (await save(site, page, made_on(page))).headers

    @pytest.mark.parametrize(
        "body",
        [
            {"version": 1},
            {"actions": []},
            {"version": 1, "actions": [], "changes": []},
            {"changes": [{"version": 1, "actions": [{"name": "NODE_DELETE"}] * 600}] * 2},
            {"changes": [], "part": {"index": 2, "count": 2}},
        ],
    )
    async def test_of_no_clear_shape_are_refused(self, site: Site, page: JSON, body: JSON) -> None:
        answer = await site.client.put(
            f"/client/page-render/{page['page']['id']}", json=body, headers={**site.editor, "Idempotency-Key": id_()}
        )
        assert refused(answer) == (422, "validation_failed")


class TestFields:
    async def new_pair(self, site: Site, page: JSON) -> tuple[JSON, str]:
        plugin_id = id_()
        fields = {"heading": "Old", "text": "<p>Old</p>"}
        [create, place] = add_text(column_of(page), "", plugin_id=plugin_id)
        page = await site.saved(page, {**create, "ref": "cms.textImage", "fields": fields}, place)
        return page, plugin_id

    async def test_two_of_one_plugin_do_not_meet(self, site: Site, page: JSON, colleague: dict[str, str]) -> None:
        page, plugin_id = await self.new_pair(site, page)
        update = {"name": "PLUGIN_UPDATE", "pluginId": plugin_id}
        await site.saved(page, {**update, "fields": {"heading": "Theirs"}}, headers=colleague)
        after = await site.saved(page, {**update, "fields": {"text": "<p>Mine</p>"}})
        assert after["plugins"][plugin_id]["fields"] == {"heading": "Theirs", "text": "<p>Mine</p>"}

    async def test_the_same_meet_and_the_conflict_names_them(
        self, site: Site, page: JSON, colleague: dict[str, str]
    ) -> None:
        page, plugin_id = await self.new_pair(site, page)
        update = {"name": "PLUGIN_UPDATE", "pluginId": plugin_id}
        await site.saved(page, {**update, "fields": {"heading": "Theirs"}}, headers=colleague)
        answer = await site.save(page, {**update, "fields": {"heading": "Mine", "text": "<p>Mine</p>"}})
        [conflict] = answer.json()["conflicts"]
        assert conflict["parts"] == ["fields/heading"]

    async def test_null_takes_one_out(self, site: Site, page: JSON) -> None:
        page, plugin_id = await self.new_pair(site, page)
        after = await site.saved(
            page, {"name": "PLUGIN_UPDATE", "pluginId": plugin_id, "fields": {"heading": None, "side": "left"}}
        )
        assert after["plugins"][plugin_id]["fields"] == {"text": "<p>Old</p>", "side": "left"}

    async def test_a_plugin_replaced_as_a_whole_meets_those_that_it_changed(
        self, site: Site, page: JSON, colleague: dict[str, str]
    ) -> None:
        page, plugin_id = await self.new_pair(site, page)
        answer = await site.client.put(
            f"/cms/plugins/{plugin_id}",
            json={"fields": {"heading": "Theirs", "text": "<p>Old</p>"}},
            headers={**colleague, "If-Match": f'"{page["version"]}"'},
        )
        assert answer.status_code == 200
        update = {"name": "PLUGIN_UPDATE", "pluginId": plugin_id}
        assert (await site.save(page, {**update, "fields": {"heading": "Mine"}})).status_code == 409
        assert (await site.save(page, {**update, "fields": {"text": "<p>Mine</p>"}})).status_code == 200

    async def test_many_small_ones_of_an_unknown_plugin_stay_bounded(self, site: Site, page: JSON) -> None:
        plugin_id = id_()
        [create, place] = add_text(column_of(page), "", plugin_id=plugin_id)
        page = await site.saved(page, {**create, "ref": "acme.feed", "fields": {}}, place)
        update = {"name": "PLUGIN_UPDATE", "pluginId": plugin_id}
        large = [{**update, "fields": {f"part{number}": "x" * 600_000}} for number in range(2)]
        assert refused(await site.save(page, *large)) == (422, "action_refused")
