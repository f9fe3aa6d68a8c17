import asyncio
import hashlib
import json

import pytest
from sqlalchemy import text

from content.changes import service as changes
from content.changes.models import Change
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    fault,
    id_,
    own_plugins,
    place_plugin,
    refused,
    row,
    update_plugin,
)
from tests.waiting_transactions import until_somebody_waits


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

    async def test_a_text_alone_dates_the_page_and_leaves_its_settings_version(self, site: Site, page: JSON) -> None:
        async def record() -> JSON:
            found: JSON = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
            return found

        before = await record()
        [title] = own_plugins(page)
        after = await site.saved(page, update_plugin(title["id"], "<h1>Another</h1>"))
        changed = await record()
        assert changed["updatedAt"] > before["updatedAt"]
        assert after["page"]["updatedAt"] != page["page"]["updatedAt"]
        assert changed["version"] == before["version"]

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

    async def test_it_is_cleaned_while_others_can_save(
        self, site: Site, page: JSON, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cleaned: list[str] = []

        def clean(html: str) -> str:
            cleaned.append(html)
            return html

        monkeypatch.setattr("kit.field_values.check.clean_rich_text", clean)
        async with site.client.kit.database.transaction() as other:
            await changes.lock(other)
            saving = asyncio.create_task(site.save(page, *add_text(column_of(page), "<p>Long</p>")))
            await until_somebody_waits(other)
            assert cleaned == ["<p>Long</p>"]
        assert (await saving).status_code == 200
        assert cleaned == ["<p>Long</p>"]

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
        # It may hide what stands in the pages' own columns, such as the plugin that lists of products lead to.
        tags = [f"layout:{page['page']['layoutId']}", "naming:ecom.product"]
        assert await _last_event(site) == {"version": after["version"], "tags": tags}


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

    async def test_a_retry_of_what_the_release_before_applied_is_applied_no_second_time(
        self, site: Site, page: JSON
    ) -> None:
        body = json.dumps({"version": page["version"], "actions": add_text(column_of(page), "<p>Once</p>")}).encode()
        async with site.client.kit.database.transaction() as session:
            row = {"page": page["page"]["id"], "user": site.user_id, "hash": hashlib.sha256(body).digest()}
            await session.execute(
                text(
                    "INSERT INTO saves (page_id, key, version, request_hash, user_id)"
                    " VALUES (CAST(:page AS uuid), 'key', 7, :hash, CAST(:user AS uuid))"
                ),
                row,
            )
        headers = {**site.editor, "Idempotency-Key": "key", "Content-Type": "application/json"}
        answer = await site.client.put(f"/client/page-render/{page['page']['id']}", content=body, headers=headers)
        assert (answer.status_code, answer.headers["Saved-Version"]) == (200, "7")
        assert answer.json() == page

    async def test_a_save_needs_a_key(self, site: Site, page: JSON) -> None:
        answer = await site.client.put(
            f"/client/page-render/{page['page']['id']}", json={"version": 1, "actions": []}, headers=site.editor
        )
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer) == ("Idempotency-Key", "required")


class TestAllOrNone:
    async def test_one_bad_action_undoes_the_others(self, site: Site, page: JSON) -> None:
        bad = {"name": "NODE_DELETE", "nodeId": id_()}
        answer = await site.save(page, *add_text(column_of(page), "<p>x</p>"), bad)
        assert refused(answer) == (422, "action_refused")
        assert fault(answer) == ("actions.2.nodeId", "node_not_found")
        assert await site.page("/about") == page

    async def test_a_failure_while_writing_leaves_nothing(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        entry = Change(version=page["version"] + 1, resource=f"plugin:{title['id']}")
        async with site.client.kit.database.transaction() as session:
            session.add(entry)
        actions = [*add_text(column_of(page), "<p>x</p>"), update_plugin(title["id"], "<h1>Half</h1>")]
        assert refused(await site.save(page, *actions, key="key")) == (409, "duplicate")
        assert await site.page("/about") == page
        async with site.client.kit.database.transaction() as session:
            await session.delete(entry)
        assert (await site.save(page, *actions, key="key")).status_code == 200

    async def test_a_connection_that_breaks_leaves_nothing(self, site: Site, page: JSON) -> None:
        """What happens when the service is killed: Postgres loses the connection within the transaction."""
        async with site.client.kit.database.transaction() as blocker:
            await blocker.execute(text("SELECT FROM plugins FOR UPDATE"))
            [title] = own_plugins(page)
            saving = asyncio.create_task(site.save(page, update_plugin(title["id"], "<h1>Half</h1>")))
            [pid] = await until_somebody_waits(blocker)
            await blocker.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
            assert refused(await saving) == (503, "database_unavailable")
        assert await site.page("/about") == page


async def _last_event(site: Site) -> JSON:
    async with site.client.kit.database.transaction() as session:
        payload: JSON = await session.scalar(
            text("SELECT payload FROM outbox WHERE name = 'content.pages_changed' ORDER BY position DESC LIMIT 1")
        )
    return payload
