import asyncio
from typing import Any

import pytest
from sqlalchemy import text
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from content.app import app
from kit.testing import Start, Tokens
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    create_plugin,
    fault,
    id_,
    leaf_of,
    own_plugins,
    place_plugin,
    put_site,
    refused,
    row,
    update_plugin,
)


@pytest.fixture
async def page(site: Site) -> JSON:
    return await site.new_page("/about", "About")


class TestApply:
    async def test_the_answer_is_the_page_as_it_is_then(self, site: Site, page: JSON) -> None:
        after = await site.saved(page, *add_text(column_of(page), "<p>Hello</p>"))
        assert own_plugins(after)[1]["fields"] == {"content": "<p>Hello</p>"}
        assert after == await site.page("/about")
        assert after["version"] > page["version"]

    async def test_visitors_see_it_at_once(self, site: Site, page: JSON) -> None:
        await site.saved(page, *add_text(column_of(page), "<p>Hello</p>"))
        assert "<p>Hello</p>" in (await site.render("/about")).text

    async def test_a_shared_column_changes_on_every_page(self, site: Site, page: JSON) -> None:
        layout = page["page"]["layout"]["block"]["nodes"][0]
        footer = layout["block"]["nodes"][2]["block"]["nodes"][0]["block"]["nodes"][0]
        await site.saved(page, *add_text(footer["id"], "<p>Call us</p>"))
        assert "<p>Call us</p>" in (await site.render("/")).text

    async def test_an_empty_list_changes_nothing(self, site: Site, page: JSON) -> None:
        answer = await site.save(page)
        assert (answer.status_code, answer.json()) == (200, page)

    async def test_actions_that_change_nothing_leave_the_version(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        after = await site.saved(page, update_plugin(title["id"], title["fields"]["content"]))
        assert after == page

    async def test_fifty_actions(self, site: Site, page: JSON) -> None:
        actions = [action for number in range(25) for action in add_text(column_of(page), f"<p>{number}</p>")]
        after = await site.saved(page, *actions)
        assert [p["fields"]["content"] for p in own_plugins(after)[1:]] == [f"<p>{n}</p>" for n in range(25)]

    async def test_rich_text_is_cleaned(self, site: Site, page: JSON) -> None:
        after = await site.saved(page, *add_text(column_of(page), "<p onclick=x()>Hi<script>x()</script></p>"))
        assert own_plugins(after)[1]["fields"]["content"] == "<p>Hi</p>"

    async def test_a_removed_plugin_can_be_placed_again(self, site: Site, page: JSON) -> None:
        plugin_id, node_id = id_(), id_()
        after = await site.saved(page, *add_text(column_of(page), "<p>Hi</p>", plugin_id=plugin_id, node_id=node_id))
        after = await site.saved(after, {"name": "BLOCK_REMOVE_NODE", "nodeId": node_id})
        assert plugin_id not in after["plugins"]
        after = await site.saved(after, place_plugin(column_of(page), plugin_id))
        assert after["plugins"][plugin_id]["fields"] == {"content": "<p>Hi</p>"}

    async def test_a_branch_shows_on_two_pages_and_is_edited_once(self, site: Site, page: JSON) -> None:
        col, block_id, plugin_id = column(), id_(), id_()
        shared = row(col)
        wrap: JSON = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        await site.saved(
            page,
            create_node(column_of(page), shared, **wrap),
            *add_text(col["id"], "<p>One</p>", plugin_id=plugin_id),
            {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": block_id,
             "branchName": "Shared"},
        )  # fmt: skip
        other = await site.new_page("/other")
        branch_row = {"id": id_(), "type": "row-branch", "blockId": block_id}
        wrap = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        other = await site.saved(other, create_node(column_of(other), branch_row, **wrap))
        assert other["page"]["branches"][block_id]["name"] == "Shared"
        await site.saved(other, update_plugin(plugin_id, "<p>Two</p>"))
        answer = await site.render("/about")
        assert "<p>Two</p>" in answer.text
        assert f"branch:{block_id}" in answer.json()["tags"]

    async def test_a_branch_that_others_show_cannot_be_taken_apart(self, site: Site, page: JSON) -> None:
        col, block_id = column(), id_()
        shared, branch_row = row(col), {"id": id_(), "type": "row-branch", "blockId": block_id}
        wrap: JSON = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        to_branch = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": block_id,
                     "branchName": "Shared"}  # fmt: skip
        page = await site.saved(page, create_node(column_of(page), shared, **wrap), to_branch)
        other = await site.new_page("/other")
        wrap = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        await site.saved(other, create_node(column_of(other), branch_row, **wrap))
        answer = await site.save(
            await site.page("/about"), {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row"}
        )
        assert refused(answer) == (422, "action_refused")
        assert fault(answer)[1] == "type_not_possible"
        assert block_id in (await site.page("/other"))["page"]["branches"]

    async def test_node_fields_keep_to_their_level(self, site: Site, page: JSON) -> None:
        band = page["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][0]["id"]
        own = column_of(page)
        await site.saved(
            page,
            {"name": "NODE_SET_CLASS_NAMES", "nodeId": band, "level": "site", "classNames": ["wide"]},
            {"name": "NODE_SET_CLASS_NAMES", "nodeId": band, "level": "page", "classNames": ["dark"]},
            {"name": "NODE_SET_IDS", "nodeId": own, "level": "page", "ids": ["top"]},
        )
        about, home = await site.page("/about"), await site.page("/")
        assert about["page"]["nodeFields"][band]["site"]["classNames"] == ["wide"]
        assert about["page"]["nodeFields"][band]["page"] == {"classNames": ["dark"]}
        assert about["page"]["nodeFields"][own]["page"] == {"ids": ["top"]}
        assert home["page"]["nodeFields"][band] == {"site": about["page"]["nodeFields"][band]["site"]}

    async def test_each_change_of_a_plugin_is_a_version(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        after = await site.saved(page, update_plugin(title["id"], "<h1>Us</h1>"))
        answer = await site.client.get(f"/cms/plugins/{title['id']}/versions", headers=site.editor)
        latest, first = answer.json()["results"]
        assert (latest["fields"], latest["version"]) == ({"content": "<h1>Us</h1>"}, after["version"])
        assert latest["userId"] == site.user_id
        assert first["fields"] == title["fields"]


class TestEvent:
    async def test_a_save_tells_which_renders_are_stale(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        after = await site.saved(page, update_plugin(title["id"], "<h1>Us</h1>"))
        assert await _last_event(site) == {"version": after["version"], "tags": [f"plugin:{title['id']}"]}

    async def test_a_change_of_the_layout_is_told_as_one(self, site: Site, page: JSON) -> None:
        band = page["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][2]["id"]
        after = await site.saved(page, {"name": "NODE_DELETE", "nodeId": band})
        assert await _last_event(site) == {"version": after["version"], "tags": [f"layout:{page['page']['layoutId']}"]}


class TestIdempotency:
    async def test_a_retry_is_answered_the_same_and_applied_once(self, site: Site, page: JSON) -> None:
        actions = add_text(column_of(page), "<p>Once</p>")
        first = await site.save(page, *actions, key="retry-me")
        again = await site.save(page, *actions, key="retry-me")
        assert (first.status_code, again.status_code) == (200, 200)
        assert first.content == again.content
        assert len(own_plugins(again.json())) == 2

    async def test_twenty_at_once_are_applied_once(self, site: Site, page: JSON) -> None:
        actions = add_text(column_of(page), "<p>Once</p>")
        answers = await asyncio.gather(*(site.save(page, *actions, key="retry-me") for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1

    async def test_the_key_of_another_request_is_refused(self, site: Site, page: JSON) -> None:
        after = (await site.save(page, *add_text(column_of(page), "<p>A</p>"), key="key")).json()
        answer = await site.save(page, *add_text(column_of(page), "<p>B</p>"), key="key")
        assert refused(answer) == (422, "idempotency_key_reused")
        assert await site.page("/about") == after

    async def test_the_same_key_on_another_page_is_another_save(self, site: Site, page: JSON) -> None:
        other = await site.new_page("/other")
        first = await site.save(page, *add_text(column_of(page), "<p>A</p>"), key="key")
        second = await site.save(other, *add_text(column_of(other), "<p>B</p>"), key="key")
        assert (first.status_code, second.status_code) == (200, 200)

    async def test_a_save_needs_a_key(self, site: Site, page: JSON) -> None:
        answer = await site.client.put(
            f"/client/page-render/{page['page']['id']}", json={"version": 1, "actions": []}, headers=site.editor
        )
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer) == ("Idempotency-Key", "required")


class TestTwoEditors:
    @pytest.fixture
    def colleague(self, site: Site) -> dict[str, str]:
        return site.tokens.bearer("editor")

    async def test_different_parts_both_land(self, site: Site, page: JSON, colleague: dict[str, str]) -> None:
        first = id_()
        page = await site.saved(page, *add_text(column_of(page), "<p>A</p>", plugin_id=first))
        [title, _] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], "<h1>Mine</h1>"))
        after = await site.saved(page, update_plugin(first, "<p>Theirs</p>"), headers=colleague)
        assert [p["fields"]["content"] for p in own_plugins(after)] == ["<h1>Mine</h1>", "<p>Theirs</p>"]

    async def test_the_same_text_is_a_conflict(self, site: Site, page: JSON, colleague: dict[str, str]) -> None:
        [title] = own_plugins(page)
        mine = await site.saved(page, update_plugin(title["id"], "<h1>Mine</h1>"))
        actions = [*add_text(column_of(page), "<p>x</p>"), update_plugin(title["id"], "<h1>Theirs</h1>")]
        answer = await site.save(page, *actions, headers=colleague)
        assert refused(answer) == (409, "page_conflict")
        problem = answer.json()
        assert problem["current"] == mine == await site.page("/about")
        [conflict] = problem["conflicts"]
        assert conflict.pop("changedAt").endswith("+00:00")
        assert conflict == {
            "thing": f"plugin:{title['id']}",
            "actionIndexes": [2],
            "version": mine["version"],
            "changedBy": {"userId": site.user_id, "name": "someone"},
        }

    async def test_sent_again_on_sight_of_the_other_it_lands(
        self, site: Site, page: JSON, colleague: dict[str, str]
    ) -> None:
        [title] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], "<h1>Mine</h1>"))
        answer = await site.save(page, update_plugin(title["id"], "<h1>Theirs</h1>"), headers=colleague)
        after = await site.saved(answer.json()["current"], update_plugin(title["id"], "<h1>Theirs</h1>"))
        assert own_plugins(after)[0]["fields"]["content"] == "<h1>Theirs</h1>"

    async def test_a_node_that_somebody_removed_is_a_conflict_and_no_fault(
        self, site: Site, page: JSON, colleague: dict[str, str]
    ) -> None:
        node_id = page["page"]["blocks"][column_of(page)]["nodes"][0]["id"]
        await site.saved(page, {"name": "BLOCK_REMOVE_NODE", "nodeId": node_id})
        set_class = {"name": "NODE_SET_CLASS_NAMES", "nodeId": node_id, "level": "page", "classNames": ["big"]}
        answer = await site.save(page, set_class, headers=colleague)
        assert refused(answer) == (409, "page_conflict")
        assert answer.json()["conflicts"][0]["thing"] == f"node:{node_id}"

    async def test_ones_own_save_from_another_window_counts_too(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], "<h1>One window</h1>"))
        answer = await site.save(page, update_plugin(title["id"], "<h1>Another</h1>"))
        assert refused(answer) == (409, "page_conflict")

    async def test_of_twenty_at_once_on_one_text_one_lands(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        saves = (
            site.save(page, update_plugin(title["id"], f"<h1>{n}</h1>"), headers=site.tokens.bearer("editor"))
            for n in range(20)
        )
        answers = await asyncio.gather(*saves)
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19

    async def test_twenty_at_once_on_twenty_texts_all_land(self, site: Site, page: JSON) -> None:
        ids = [id_() for _ in range(20)]
        page = await site.saved(page, *(a for i in ids for a in add_text(column_of(page), "<p>x</p>", plugin_id=i)))
        answers = await asyncio.gather(*(site.save(page, update_plugin(i, f"<p>{i}</p>")) for i in ids))
        assert {answer.status_code for answer in answers} == {200}
        after = await site.page("/about")
        assert [p["fields"]["content"] for p in own_plugins(after)[1:]] == [f"<p>{i}</p>" for i in ids]

    async def test_a_conflict_names_who_changed_it(self, start: Start, tokens: Tokens) -> None:
        async def names(request: Any) -> JSONResponse:
            return JSONResponse(dict.fromkeys(request.query_params.getlist("ids"), "Ada Lovelace"))

        routes = [Route("/private/people/names", names), *tokens.app.routes]
        client = await start(app, mounts={"http://auth.test": Starlette(routes=routes)})
        await put_site(client, tokens)
        site = Site(client, tokens)
        page = await site.new_page("/about")
        [title] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], "<h1>Mine</h1>"))
        answer = await site.save(page, update_plugin(title["id"], "<h1>Other</h1>"), headers=tokens.bearer("editor"))
        assert answer.json()["conflicts"][0]["changedBy"] == {"userId": site.user_id, "name": "Ada Lovelace"}


class TestAllOrNone:
    async def test_one_bad_action_undoes_the_others(self, site: Site, page: JSON) -> None:
        bad = {"name": "NODE_DELETE", "nodeId": id_()}
        answer = await site.save(page, *add_text(column_of(page), "<p>x</p>"), bad)
        assert refused(answer) == (422, "action_refused")
        assert fault(answer) == ("actions.2.nodeId", "node_not_found")
        assert await site.page("/about") == page

    async def test_a_failure_while_writing_leaves_nothing(
        self, site: Site, page: JSON, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def killed(*_: Any) -> None:
            raise ConnectionResetError

        monkeypatch.setattr("content.page_render.writes.remember", killed)
        answer = await site.save(page, *add_text(column_of(page), "<p>x</p>"), key="key")
        assert answer.status_code == 500
        assert await site.page("/about") == page
        monkeypatch.undo()
        answer = await site.save(page, *add_text(column_of(page), "<p>x</p>"), key="key")
        assert answer.status_code == 200

    async def test_a_connection_that_breaks_leaves_nothing(self, site: Site, page: JSON) -> None:
        """What happens when the service is killed: Postgres loses the connection within the transaction."""
        async with site.client.kit.database.transaction() as blocker:
            await blocker.execute(text("SELECT FROM plugins FOR UPDATE"))
            [title] = own_plugins(page)
            saving = asyncio.create_task(site.save(page, update_plugin(title["id"], "<h1>Half</h1>")))
            waiting = text("SELECT pid FROM pg_locks WHERE NOT granted")
            async with asyncio.timeout(10):
                while not (pids := (await blocker.scalars(waiting)).all()):
                    await asyncio.sleep(0.01)
            await blocker.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pids[0]})
            assert refused(await saving) == (503, "database_unavailable")
        assert await site.page("/about") == page


class TestRefused:
    async def test_only_editors_save(self, site: Site, page: JSON) -> None:
        anonymous = await site.client.put(f"/client/page-render/{page['page']['id']}", json={})
        member = await site.save(page, headers=site.tokens.bearer("crm:write"))
        assert refused(anonymous) == (401, "unauthorized")
        assert refused(member) == (403, "scope_missing")

    async def test_a_page_that_is_not_there(self, site: Site, page: JSON) -> None:
        missing = {**page, "page": {**page["page"], "id": id_()}}
        assert refused(await site.save(missing, *add_text(column_of(page), "x"))) == (404, "page_not_found")
        assert refused(await site.save(missing)) == (404, "page_not_found")

    async def test_a_version_of_the_future(self, site: Site, page: JSON) -> None:
        answer = await site.save(page, *add_text(column_of(page), "x"), version=page["version"] + 1)
        assert refused(answer) == (422, "version_unknown")

    async def test_a_column_in_a_root(self, site: Site, page: JSON) -> None:
        root = page["page"]["layout"]["block"]["nodes"][0]["id"]
        answer = await site.save(page, create_node(root, column()))
        assert fault(answer) == ("actions.0.parentId", "child_not_allowed")

    async def test_seven_columns(self, site: Site, page: JSON) -> None:
        wide = row(*(column() for _ in range(6)))
        home = await site.page("/")
        answer = await site.save(home, create_node(column_of(home), wide), create_node(wide["id"], column()))
        assert fault(answer) == ("actions.1.parentId", "too_many_columns")
        assert leaf_of(await site.page("/")) == leaf_of(home)

    async def test_ten_thousand_actions(self, site: Site, page: JSON) -> None:
        answer = await site.save(page, *([update_plugin(id_(), "x")] * 10_000))
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer) == ("actions", "too_long")

    @pytest.mark.parametrize(
        ("fields", "field", "code"),
        [
            ({"content": 5}, "fields.content", "wrong_type"),
            ({"content": ["<p>"]}, "fields.content", "wrong_type"),
            ({"colour": "red"}, "fields.colour", "unknown_field"),
            ({"content": "x" * 200_001}, "fields.content", "too_long"),
        ],
    )
    async def test_fields_of_the_wrong_kind(self, site: Site, page: JSON, fields: JSON, field: str, code: str) -> None:
        create = {"name": "PLUGIN_CREATE", "pluginId": id_(), "ref": "cms.text", "fields": fields}
        answer = await site.save(page, create_plugin(id_()), create)
        assert refused(answer) == (422, "action_refused")
        assert fault(answer) == (f"actions.1.{field}", code)

    @pytest.mark.parametrize("raw", [b"NaN", b"1e400", b'"\\ud800"', b'"\\u0000"', b"-Infinity"])
    async def test_what_json_cannot_hold(self, site: Site, page: JSON, raw: bytes) -> None:
        create = b'{"name":"PLUGIN_CREATE","pluginId":"%s","ref":"acme.x","fields":{"a":%s}}' % (id_().encode(), raw)
        answer = await site.client.put(
            f"/client/page-render/{page['page']['id']}",
            content=b'{"version":%d,"actions":[%s]}' % (page["version"], create),
            headers={**site.editor, "Idempotency-Key": id_(), "Content-Type": "application/json"},
        )
        assert answer.status_code == 422
        assert await site.page("/about") == page

    @pytest.mark.parametrize(
        "action",
        [
            {"name": "NODE_EXPLODE", "nodeId": id_()},
            {"nodeId": id_()},
            {"name": "NODE_DELETE", "nodeId": id_(), "force": True},
            {"name": "NODE_DELETE", "nodeId": "../../etc"},
            {"name": "NODE_SET_TAG_NAME", "nodeId": id_(), "level": "site", "tagName": "script"},
            {"name": "NODE_SET_HREF", "nodeId": id_(), "level": "site", "href": "javascript:x()", "hrefTarget": ""},
        ],
    )
    async def test_actions_of_the_wrong_shape(self, site: Site, page: JSON, action: JSON) -> None:
        answer = await site.save(page, action)
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer)[0].startswith("actions.0")

    async def test_a_plugin_of_another_ref_under_the_same_id(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        answer = await site.save(page, create_plugin(title["id"], ref="cms.menu"))
        assert fault(answer) == ("actions.0.pluginId", "id_taken")

    async def test_an_id_that_another_page_uses_with_another_ref(self, site: Site, page: JSON) -> None:
        other = await site.new_page("/other")
        [title] = own_plugins(other)
        answer = await site.save(page, create_plugin(title["id"], ref="cms.menu"))
        assert fault(answer) == ("actions.0.pluginId", "id_taken")
        assert own_plugins(await site.page("/other")) == [title]


async def _last_event(site: Site) -> JSON:
    async with site.client.kit.database.transaction() as session:
        payload: JSON = await session.scalar(
            text("SELECT payload FROM outbox WHERE name = 'content.changed' ORDER BY id DESC LIMIT 1")
        )
    return payload
