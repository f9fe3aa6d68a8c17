import uuid
from typing import Any

import httpx
import pytest

from content.blocks.errors import BranchShown
from content.blocks.service import remove, remove_rows
from content.blocks.tasks import REMOVE_BRANCH
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column_of,
    create_node,
    fault,
    id_,
    nodes_of,
    refused,
    update_plugin,
    whitelist,
)
from tests.content.statements import Statements
from tests.kit.working import run_jobs, with_worker


def branch_row(block_id: str) -> JSON:
    return {"id": id_(), "type": "row-branch", "blockId": block_id}


async def show(site: Site, url: str, block_id: str) -> JSON:
    """Make a page that shows a branch in its own column; its render."""
    page = await site.new_page(url)
    wrap = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
    return await site.saved(page, create_node(column_of(page), branch_row(block_id), 100, **wrap))


@pytest.fixture
async def branch(site: Site) -> JSON:
    answer = await site.client.post("/client/blocks", json={"name": "Opening hours"}, headers=site.editor)
    assert answer.status_code == 201
    made: JSON = answer.json()
    return made


class TestList:
    async def test_it_has_every_branch(self, site: Site, branch: JSON) -> None:
        answer = await site.client.get("/client/blocks/branches", headers=site.editor)
        assert [each["id"] for each in answer.json()["results"]] == [branch["id"]]

    async def test_it_reads_no_tree(self, site: Site, branch: JSON) -> None:
        """The editor's palette asks for a hundred of them."""
        async with Statements(site.client.kit).counted() as sent:
            [listed] = (await site.client.get("/client/blocks/branches", headers=site.editor)).json()["results"]
        assert listed == {name: value for name, value in branch.items() if name != "block"}
        [read] = [each for each in sent if "LIMIT" in each]
        assert "node_fields" not in read
        assert ".block" not in read


class TestCreate:
    async def test_it_is_one_empty_column(self, branch: JSON) -> None:
        [only] = branch["block"]["nodes"]
        assert (only["type"], only["block"]) == ("col", {"nodes": []})

    @pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "A", "block": {"nodes": []}}])
    async def test_it_takes_a_name(self, site: Site, body: JSON) -> None:
        answer = await site.client.post("/client/blocks", json=body, headers=site.editor)
        assert refused(answer) == (422, "validation_failed")

    async def test_it_can_be_shown_and_edited_on_a_page(self, site: Site, branch: JSON) -> None:
        render = await show(site, "/about", branch["id"])
        only = branch["block"]["nodes"][0]["id"]
        await site.saved(render, *add_text(only, "<p>Nine to five</p>"))
        assert "<p>Nine to five</p>" in (await site.render("/about")).text

    async def test_a_copy_has_nodes_and_plugins_of_its_own(self, site: Site, branch: JSON) -> None:
        text = id_()
        column = branch["block"]["nodes"][0]["id"]
        about = await show(site, "/about", branch["id"])
        await site.saved(
            about,
            *add_text(column, "<p>Nine to five</p>", plugin_id=text),
            {"name": "NODE_SET_IDS", "nodeId": column, "level": "site", "ids": ["hours"]},
            whitelist(column, ["club"]),
        )
        body = {"name": "Hours of the shop", "copyOf": branch["id"]}
        copy = (await site.client.post("/client/blocks", json=body, headers=site.editor)).json()
        assert (copy["name"], copy["pageCount"]) == ("Hours of the shop", 0)
        copied_column = copy["block"]["nodes"][0]
        copied_plugin = copied_column["block"]["nodes"][0]["pluginId"]
        assert copied_column["id"] != column
        assert copied_plugin != text
        shop = await show(site, "/shop", copy["id"])
        # Named once on a page, an id stays with the original; who may see it does not.
        assert shop["page"]["nodeFields"][copied_column["id"]] == {"site": {"scopeWhitelist": ["club"]}}
        await site.saved(shop, update_plugin(copied_plugin, "<p>Ten to six</p>"))
        assert (await site.page("/about"))["plugins"][text]["fields"]["content"] == "<p>Nine to five</p>"

    async def test_a_copy_of_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.post("/client/blocks", json={"name": "A", "copyOf": id_()}, headers=site.editor)
        assert refused(answer) == (422, "validation_failed")
        assert answer.json()["errors"][0]["field"] == "copyOf"


class TestUpdate:
    async def test_a_name(self, site: Site, branch: JSON) -> None:
        address = f"/client/blocks/{branch['id']}"
        seen = {**site.editor, "If-Match": f'"{branch["version"]}"'}
        answer = await site.client.put(address, json={"name": "Hours"}, headers=seen)
        assert (answer.json()["name"], answer.json()["block"]) == ("Hours", branch["block"])

    async def test_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.put(f"/client/blocks/{id_()}", json={"name": "Hours"}, headers=site.editor)
        assert refused(answer) == (404, "branch_not_found")


class TestListPages:
    async def test_those_that_show_it_themselves_in_a_block_or_by_their_layout(self, site: Site, branch: JSON) -> None:
        outer = (await site.client.post("/client/blocks", json={"name": "Outer"}, headers=site.editor)).json()
        await show(site, "/itself", branch["id"])
        within = await show(site, "/within", outer["id"])
        await site.saved(within, create_node(outer["block"]["nodes"][0]["id"], branch_row(branch["id"])))
        await site.new_page("/without")
        layout = await site.new_page("/layout", newLayout=True)
        root = layout["page"]["layout"]["block"]["nodes"][0]["id"]
        await site.saved(layout, create_node(root, branch_row(branch["id"])))
        answer = await site.client.get(
            f"/client/blocks/{branch['id']}/pages", params={"sort": "url"}, headers=site.editor
        )
        assert [page["url"] for page in answer.json()["results"]] == ["/itself", "/layout", "/within"]
        filtered = {"block-id": branch["id"], "sort": "url"}
        found = await site.client.get("/client/pages", params=filtered, headers=site.editor)
        assert found.json()["results"] == answer.json()["results"]
        listed = await site.client.get("/client/blocks/branches", params={"q": "hours"}, headers=site.editor)
        assert [(each["name"], each["pageCount"]) for each in listed.json()["results"]] == [("Opening hours", 3)]

    async def test_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.get(f"/client/blocks/{id_()}/pages", headers=site.editor)
        assert refused(answer) == (404, "branch_not_found")


class TestDelete:
    async def delete(self, site: Site, branch: JSON, **headers: str) -> httpx.Response:
        """Call, with a worker at hand."""
        call = site.client.delete(f"/client/blocks/{branch['id']}", headers={**site.editor, **headers})
        return await with_worker(site.client, call)

    async def test_it_leaves_every_tree(self, site: Site, branch: JSON) -> None:
        about = await show(site, "/about", branch["id"])
        shown = next(n["id"] for n in nodes_of(about["page"]["blocks"][column_of(about)]) if n.get("blockId"))
        await site.saved(
            about,
            *add_text(branch["block"]["nodes"][0]["id"], "<p>Nine to five</p>"),
            whitelist(shown, ["club"], "page"),
            {"name": "LINK_SET", "nodeId": shown, "href": "/hours", "targetBlank": False},
        )
        layout = await site.new_page("/layout", newLayout=True)
        root = layout["page"]["layout"]["block"]["nodes"][0]["id"]
        await site.saved(layout, create_node(root, branch_row(branch["id"])))
        answer = await self.delete(site, branch)
        assert (answer.status_code, answer.json()) == (200, {"documents": 2})
        after = await site.page("/about")
        assert after["page"]["branches"] == {}
        assert shown not in str(after)
        assert after["page"]["hasScopeWhitelist"] is False
        assert "row-branch" not in (await site.render("/layout")).text
        listed = await site.client.get("/client/blocks/branches", headers=site.editor)
        assert listed.json()["total"] == 0

    async def test_more_documents_than_are_read_at_once(
        self, site: Site, branch: JSON, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("content.blocks.repository.AT_ONCE", 2)
        for number in range(5):
            await show(site, f"/{number}", branch["id"])
        answer = await self.delete(site, branch)
        assert answer.json() == {"documents": 5}
        assert "row-branch" not in (await site.render("/4")).text

    async def test_saves_go_through_while_it_is_under_way(
        self, site: Site, branch: JSON, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Between two steps somebody saves a page, and shows the block on one that was done."""
        monkeypatch.setattr("content.blocks.repository.AT_ONCE", 1)
        for number in range(3):
            await show(site, f"/{number}", branch["id"])
        page = await site.new_page("/late")
        steps: list[float] = []

        async def progress(share: float) -> None:
            steps.append(share)
            if len(steps) == 1:
                wrap = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
                row = branch_row(branch["id"])
                await site.saved(page, create_node(column_of(page), row, 100, **wrap))

        database, branch_id = site.client.kit.database, uuid.UUID(branch["id"])
        assert await remove_rows(database, branch_id, None, progress) == 4
        assert steps == sorted(steps)
        assert steps[-1] == 1
        async with database.transaction() as session:
            await remove(session, branch_id, None)
        for url in ("/0", "/1", "/2", "/late"):
            assert "row-branch" not in (await site.render(url)).text

    async def test_one_that_is_shown_is_left(self, site: Site, branch: JSON) -> None:
        await show(site, "/about", branch["id"])
        async with site.client.kit.database.transaction() as session:
            with pytest.raises(BranchShown):
                await remove(session, uuid.UUID(branch["id"]), None)
        assert "row-branch" in (await site.render("/about")).text

    async def test_an_attempt_that_was_broken_off_is_taken_up(
        self, site: Site, branch: JSON, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("content.blocks.repository.AT_ONCE", 1)
        for number in range(2):
            await show(site, f"/{number}", branch["id"])

        async def end(share: float) -> None:
            raise RuntimeError("the worker is killed")

        with pytest.raises(RuntimeError):
            await remove_rows(site.client.kit.database, uuid.UUID(branch["id"]), None, end)
        assert (await self.delete(site, branch)).json() == {"documents": 1}

    async def test_asked_to_respond_at_once_it_gives_the_jobs_address(self, site: Site, branch: JSON) -> None:
        answer = await self.delete(site, branch, Prefer="respond-async")
        assert answer.status_code == 202
        job = await site.client.get(answer.headers["Location"], headers=site.editor)
        assert (job.json()["state"], job.json()["result"]) == ("done", {"documents": 0})

    async def test_asked_for_twice_it_is_done_once(self, site: Site, branch: JSON) -> None:
        await show(site, "/about", branch["id"])
        jobs = []
        for _ in range(2):
            answer = await site.client.delete(
                f"/client/blocks/{branch['id']}", headers={**site.editor, "Prefer": "respond-async"}
            )
            assert answer.status_code == 202
            jobs.append(answer.headers["Location"])
        await run_jobs(site.client, REMOVE_BRANCH)
        ends = [(await site.client.get(job, headers=site.editor)).json() for job in jobs]
        assert [end["state"] for end in ends] == ["done", "done"]
        assert sorted(end["result"]["documents"] for end in ends) == [0, 1]
        assert "row-branch" not in (await site.render("/about")).text

    async def test_an_editor_of_it_hears_of_it(self, site: Site, branch: JSON) -> None:
        render = await show(site, "/about", branch["id"])
        await self.delete(site, branch)
        answer = await site.save(render, *add_text(branch["block"]["nodes"][0]["id"], "<p>x</p>"), headers=site.admin)
        assert refused(answer) == (409, "page_conflict")

    async def test_an_editor_of_a_text_in_it_hears_of_it(self, site: Site, branch: JSON) -> None:
        render, text = await show(site, "/about", branch["id"]), id_()
        column = branch["block"]["nodes"][0]["id"]
        render = await site.saved(render, *add_text(column, "<p>Nine to five</p>", plugin_id=text))
        await self.delete(site, branch)
        answer = await site.save(render, update_plugin(text, "<p>Ten to six</p>"))
        assert refused(answer) == (409, "page_conflict")
        assert answer.json()["conflicts"][0]["resource"] == f"plugin:{text}"

    async def test_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.delete(f"/client/blocks/{id_()}", headers=site.editor)
        assert refused(answer) == (404, "branch_not_found")


class TestCycle:
    async def test_a_block_cannot_be_put_into_itself(self, site: Site, branch: JSON) -> None:
        render = await show(site, "/about", branch["id"])
        answer = await site.save(render, create_node(branch["block"]["nodes"][0]["id"], branch_row(branch["id"])))
        assert fault(answer)[1] == "move_into_itself"

    async def test_nor_through_another_that_the_page_does_not_show(self, site: Site, branch: JSON) -> None:
        other: Any = (await site.client.post("/client/blocks", json={"name": "Other"}, headers=site.editor)).json()
        render = await show(site, "/one", branch["id"])
        await site.saved(render, create_node(branch["block"]["nodes"][0]["id"], branch_row(other["id"])))
        render = await show(site, "/two", other["id"])
        answer = await site.save(render, create_node(other["block"]["nodes"][0]["id"], branch_row(branch["id"])))
        assert fault(answer)[1] == "move_into_itself"
