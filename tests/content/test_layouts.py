from typing import Any

import httpx
import pytest

from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    fault,
    id_,
    nodes_of,
    refused,
    row,
    update_plugin,
    whitelist,
)
from tests.content.statements import Statements


@pytest.fixture
async def layout(site: Site) -> JSON:
    layout_id = (await site.page("/"))["page"]["layoutId"]
    found: JSON = (await site.client.get(f"/cms/layouts/{layout_id}", headers=site.editor)).json()
    return found


async def change(site: Site, layout: JSON, **body: Any) -> httpx.Response:
    headers = {**site.editor, "If-Match": f'"{layout["version"]}"'}
    return await site.client.put(f"/cms/layouts/{layout['id']}", json={"name": "Default", **body}, headers=headers)


def root_of(*nodes: JSON) -> JSON:
    return {"nodes": [{"id": id_(), "type": "root", "block": {"nodes": list(nodes)}}]}


class TestList:
    async def test_it_has_every_layout(self, site: Site) -> None:
        await site.new_page("/landing", "Landing", newLayout=True)
        answer = await site.client.get("/cms/layouts", headers=site.editor)
        assert [each["name"] for each in answer.json()["results"]] == ["Default", "Layout of Landing"]
        assert answer.json()["total"] == 2

    async def test_it_reads_no_tree(self, site: Site, layout: JSON) -> None:
        """A tree may weigh hundreds of kilobytes, and a list may have a hundred of them."""
        async with Statements(site.client.kit).counted() as sent:
            [listed] = (await site.client.get("/cms/layouts", headers=site.editor)).json()["results"]
        assert listed == {name: value for name, value in layout.items() if name not in ("block", "nodeFields")}
        [read] = [each for each in sent if "LIMIT" in each]
        assert "node_fields" not in read
        assert ".block" not in read


class TestGet:
    async def test_it_has_the_tree_that_pages_show(self, site: Site, layout: JSON) -> None:
        assert layout["block"] == (await site.page("/"))["page"]["layout"]["block"]

    async def test_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.get(f"/cms/layouts/{id_()}", headers=site.editor)
        assert refused(answer) == (404, "layout_not_found")


class TestListNodeData:
    async def test_every_node_with_its_fields(self, site: Site, layout: JSON) -> None:
        answer = await site.client.get(
            f"/cms/layouts/{layout['id']}/node-data", params={"limit": 100}, headers=site.editor
        )
        found = answer.json()["results"]
        assert [node["id"] for node in found] == [node["id"] for node in nodes_of(layout["block"])]
        header = next(node for node in found if node["type"] == "layout")
        assert header["fields"] == {"tagName": "header", "classNames": ["site-header"]}
        assert header["parentId"] == layout["block"]["nodes"][0]["id"]

    async def test_it_is_paged(self, site: Site, layout: JSON) -> None:
        address = f"/cms/layouts/{layout['id']}/node-data"
        answer = await site.client.get(address, params={"start": 1, "limit": 2}, headers=site.editor)
        assert [node["type"] for node in answer.json()["results"]] == ["layout", "row"]
        assert answer.json()["total"] == len(nodes_of(layout["block"]))

    async def test_visitors_get_none_of_it(self, site: Site, layout: JSON) -> None:
        assert refused(await site.client.get(f"/cms/layouts/{layout['id']}/node-data")) == (401, "unauthorized")


class TestCreate:
    async def create(self, site: Site, **body: Any) -> httpx.Response:
        return await site.client.post("/cms/layouts", json={"name": "Wide", **body}, headers=site.editor)

    async def test_it_is_one_column_of_the_pages_own(self, site: Site) -> None:
        made = (await self.create(site)).json()
        assert [node["type"] for node in nodes_of(made["block"])] == ["root", "row", "col-unique"]
        assert (made["name"], made["pageCount"], made["isDefault"]) == ("Wide", 0, False)
        page = await site.new_page("/wide", layoutId=made["id"])
        assert page["page"]["layoutId"] == made["id"]

    async def test_a_copy_looks_the_same_and_is_its_own(self, site: Site, layout: JSON) -> None:
        home = await site.page("/")
        made = (await self.create(site, copyOf=layout["id"])).json()
        types = [node["type"] for node in nodes_of(layout["block"])]
        assert [node["type"] for node in nodes_of(made["block"])] == types
        ids = {node["id"] for node in nodes_of(layout["block"])}
        assert ids.isdisjoint(node["id"] for node in nodes_of(made["block"]))
        assert sorted(map(str, made["nodeFields"].values())) == sorted(map(str, layout["nodeFields"].values()))
        page = await site.new_page("/copy", layoutId=made["id"])
        assert "cms.menu" in {plugin["ref"] for plugin in page["plugins"].values()}
        assert home["plugins"].keys().isdisjoint(page["plugins"])

    async def test_a_copy_of_one_that_is_not_there(self, site: Site) -> None:
        answer = await self.create(site, copyOf=id_())
        assert refused(answer) == (422, "validation_failed")


class TestDelete:
    async def delete(self, site: Site, layout: JSON) -> httpx.Response:
        return await site.client.delete(f"/cms/layouts/{layout['id']}", headers=site.editor)

    async def test_one_that_no_page_has(self, site: Site, layout: JSON) -> None:
        body = {"name": "Wide", "copyOf": layout["id"]}
        made = (await site.client.post("/cms/layouts", json=body, headers=site.editor)).json()
        assert (await self.delete(site, made)).status_code == 204
        assert refused(await self.delete(site, made)) == (404, "layout_not_found")
        assert (await site.render("/")).status_code == 200

    async def test_one_that_pages_have_is_refused(self, site: Site) -> None:
        page = await site.new_page("/landing", "Landing", newLayout=True)
        answer = await self.delete(site, {"id": page["page"]["layoutId"]})
        assert refused(answer) == (409, "layout_in_use")
        assert (answer.json()["users"], [page["url"] for page in answer.json()["pages"]]) == (1, ["/landing"])

    async def test_the_default_is_refused(self, site: Site, layout: JSON) -> None:
        assert layout["isDefault"] is True
        assert refused(await self.delete(site, layout)) == (409, "layout_in_use")


class TestUpdate:
    async def test_a_name(self, site: Site, layout: JSON) -> None:
        answer = await change(site, layout, name="Wide")
        assert (answer.json()["name"], answer.json()["block"]) == ("Wide", layout["block"])
        assert answer.json()["version"] > layout["version"]

    async def test_a_tree_shows_on_every_page(self, site: Site, layout: JSON) -> None:
        unique = column_of(await site.page("/"))
        answer = await change(site, layout, block=root_of(row({"id": unique, "type": "col-unique"})))
        assert answer.status_code == 200
        home = await site.page("/")
        assert [plugin["ref"] for plugin in home["plugins"].values()].count("cms.menu") == 0
        assert "Your site starts here" in (await site.render("/")).text
        assert answer.json()["nodeFields"] == {}

    async def test_fields_of_nodes_that_stay_are_kept(self, site: Site, layout: JSON) -> None:
        [root] = layout["block"]["nodes"]
        header = root["block"]["nodes"][0]
        answer = await change(site, layout, block={"nodes": [{**root, "block": {"nodes": [header]}}]})
        assert list(answer.json()["nodeFields"]) == [header["id"]]

    async def test_an_editor_of_one_of_its_nodes_hears_of_it(self, site: Site, layout: JSON) -> None:
        render = await site.page("/")
        await change(site, layout, block=root_of(row(column())))
        footer = nodes_of(layout["block"])[-2]["id"]
        answer = await site.save(render, *add_text(footer, "<p>x</p>"), headers=site.admin)
        assert refused(answer) == (409, "page_conflict")
        assert answer.json()["conflicts"][0]["resource"] == f"node:{footer}"

    async def test_an_editor_of_a_text_that_goes_hears_of_it(self, site: Site, layout: JSON) -> None:
        text, home = id_(), await site.page("/")
        footer = layout["block"]["nodes"][0]["block"]["nodes"][-1]["block"]["nodes"][0]["block"]["nodes"][0]["id"]
        render = await site.saved(home, *add_text(footer, "<p>Imprint</p>", plugin_id=text))
        newer = (await site.client.get(f"/cms/layouts/{layout['id']}", headers=site.editor)).json()
        await change(site, newer, block=root_of(row(column())))
        answer = await site.save(render, update_plugin(text, "<p>Other words</p>"))
        assert refused(answer) == (409, "page_conflict")
        assert answer.json()["conflicts"][0]["resource"] == f"plugin:{text}"

    async def test_a_whitelist_in_it_still_hides(self, site: Site, layout: JSON) -> None:
        [root] = layout["block"]["nodes"]
        footer = root["block"]["nodes"][2]
        await site.saved(await site.page("/"), whitelist(footer["id"], ["club"]))
        newer = (await site.client.get(f"/cms/layouts/{layout['id']}", headers=site.editor)).json()
        await change(site, newer, block={"nodes": [{**root, "block": {"nodes": [footer]}}]})
        answer = await site.render("/")
        assert footer["id"] not in answer.text
        assert answer.json()["isCacheable"] is False

    @pytest.mark.parametrize(
        ("block", "code"),
        [
            ({"nodes": []}, "child_not_allowed"),
            ({"nodes": [row(column())]}, "child_not_allowed"),
            (root_of(column()), "child_not_allowed"),
            (root_of(row()), "last_column"),
            (root_of(row(*(column() for _ in range(7)))), "too_many_columns"),
            (root_of(row(column({"id": id_(), "type": "plugin", "pluginId": id_()}))), "plugin_not_found"),
            (root_of({"id": id_(), "type": "row-branch", "blockId": id_()}), "branch_not_found"),
        ],
    )
    async def test_a_tree_that_no_layout_can_have(self, site: Site, layout: JSON, block: JSON, code: str) -> None:
        answer = await change(site, layout, block=block)
        assert refused(answer) == (422, "layout_invalid")
        assert fault(answer) == ("block", code)

    async def test_one_id_for_two_nodes(self, site: Site, layout: JSON) -> None:
        twice = row(column())
        answer = await change(site, layout, block=root_of(twice, twice))
        assert fault(answer) == ("block", "id_taken")

    async def test_on_sight_of_an_older_version(self, site: Site, layout: JSON) -> None:
        await change(site, layout, name="Newer")
        assert refused(await change(site, layout, name="Mine")) == (412, "precondition_failed")
