import asyncio
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from content.app import app
from content.page_render import conflicts
from kit.testing import Start, Tokens
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    change_page,
    column,
    column_of,
    id_,
    nodes_of,
    own_plugins,
    put_site,
    refused,
    row,
    update_plugin,
    whitelist,
)
from tests.content.test_layouts import root_of


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
            "resource": f"plugin:{title['id']}",
            "actionIndexes": [2],
            "parts": ["fields/content"],
            "version": mine["version"],
            "changedBy": {"userId": site.user_id, "name": "someone"},
        }

    async def test_is_told_with_the_page_as_it_was_compared(
        self, site: Site, page: JSON, colleague: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What a third save brings in between was compared with nothing, and its receiver would have seen it."""
        first = id_()
        page = await site.saved(page, *add_text(column_of(page), "<p>A</p>", plugin_id=first))
        [title, _] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], "<h1>Mine</h1>"))
        in_between = [update_plugin(first, "<p>In between</p>")]

        async def find(*given: Any) -> Any:
            found = await conflicts_find(*given)
            if in_between:
                await site.saved(await site.page("/about"), in_between.pop())
            return found

        conflicts_find = conflicts.find
        monkeypatch.setattr(conflicts, "find", find)
        actions = update_plugin(title["id"], "<h1>Theirs</h1>"), update_plugin(first, "<p>Theirs</p>")
        problem = (await site.save(page, *actions, headers=colleague)).json()
        assert not in_between
        resources = [each["resource"] for each in problem["conflicts"]]
        assert resources == [f"plugin:{title['id']}", f"plugin:{first}"]
        assert problem["current"] == await site.page("/about")

    async def test_in_a_column_that_another_layout_does_not_show_is_a_conflict(
        self, site: Site, page: JSON, colleague: dict[str, str]
    ) -> None:
        """It stays with the page, so it would be saved where nobody sees it."""
        [title] = own_plugins(page)
        [node] = page["page"]["blocks"][column_of(page)]["nodes"]
        other = await site.new_page("/other", newLayout=True)
        # Kept to some, so that what others have seen does not move there.
        other = await site.saved(other, whitelist(column_of(other), ["club"]))
        settings = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
        answer = await change_page(site, settings, layoutId=other["page"]["layoutId"])
        assert answer.status_code == 200, answer.text
        set_class = {"name": "NODE_SET_CLASS_NAMES", "nodeId": node["id"], "level": "page", "classNames": ["big"]}
        for action in (update_plugin(title["id"], "<h1>Mine</h1>"), set_class):
            answer = await site.save(page, action, headers=colleague)
            assert refused(answer) == (409, "page_conflict"), action

    @pytest.mark.parametrize("is_other_layout", [True, False])
    async def test_in_a_column_of_a_shared_block_that_the_layout_shows_no_more_is_a_conflict(
        self, site: Site, page: JSON, colleague: dict[str, str], is_other_layout: bool
    ) -> None:
        [title], own = own_plugins(page), await site.new_page("/own", newLayout=True)
        settings = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
        assert (await change_page(site, settings, layoutId=own["page"]["layoutId"])).status_code == 200
        around = next(node for node in nodes_of(own["page"]["layout"]["block"]) if node["type"] == "row")
        await site.saved(await site.page("/own"), {"name": "NODE_SET_TYPE", "nodeId": around["id"], "type": "row-branch",
                                                   "blockId": id_(), "branchName": "Shared"})  # fmt: skip
        page = await site.page("/about")
        if is_other_layout:
            other = await site.new_page("/other", newLayout=True)
            await site.saved(other, whitelist(column_of(other), ["club"]))
            settings = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
            answer = await change_page(site, settings, layoutId=other["page"]["layoutId"])
        else:
            answer = await site.client.get(f"/cms/layouts/{own['page']['layoutId']}", headers=site.editor)
            body = {"name": "Other", "block": root_of(row(column()))}
            headers = {**site.editor, "If-Match": answer.headers["ETag"]}
            answer = await site.client.put(f"/cms/layouts/{own['page']['layoutId']}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        late = await site.save(page, update_plugin(title["id"], "<h1>Mine</h1>"), headers=colleague)
        assert refused(late) == (409, "page_conflict")

    async def test_a_new_layout_takes_over_what_is_in_a_column_of_a_shared_block(self, site: Site, page: JSON) -> None:
        own, other = await site.new_page("/own", newLayout=True), await site.new_page("/other", newLayout=True)
        for layout in (own, other):
            settings = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
            assert (await change_page(site, settings, layoutId=layout["page"]["layoutId"])).status_code == 200
            around = next(node for node in nodes_of(layout["page"]["layout"]["block"]) if node["type"] == "row")
            turn = {"name": "NODE_SET_TYPE", "nodeId": around["id"], "type": "row-branch", "blockId": id_(),
                    "branchName": "Shared"}  # fmt: skip
            await site.saved(await site.page(layout["page"]["url"]), turn)
        now = await site.page("/about")
        column_id = next(
            node["id"] for branch in now["page"]["branches"].values() for node in nodes_of(branch["block"])
            if node["type"] == "col-unique"
        )  # fmt: skip
        assert [node["pluginId"] for node in now["page"]["blocks"][column_id]["nodes"]] == [own_plugins(page)[0]["id"]]

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
        assert answer.json()["conflicts"][0]["resource"] == f"node:{node_id}"

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
