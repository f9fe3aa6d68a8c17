import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from content.app import app
from content.linked_data import service
from content.linked_data.declaration import PLACEHOLDERS
from content.linked_data.rules import MAX_BYTES, MAX_DEPTH, MAX_VALUES
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.contracts import ResourceContract
from tests.content.factory import JSON, Site, change_page, create_page, fault, put_site, refused
from tests.content.statements import Statements

VECTORS: JSON = json.loads((Path(__file__).parents[1] / "vectors" / "linked-data.json").read_text())


class TestContract(ResourceContract):
    app = app
    resource = service.items
    address = "/client/linked-data"

    @pytest.fixture
    async def client(self, start: Start, tokens: Tokens) -> ServiceClient:
        client = await start(self.app)
        await put_site(client, tokens)
        return client

    def payload(self, number: int) -> dict[str, Any]:
        data = {"@context": "https://schema.org", "@type": "Organization", "name": f"Willow {number}"}
        return {"name": f"Willow {number:02}", "data": data, "types": ["Organization"]}


async def add(site: Site, title: str = "Willow", **data: Any) -> JSON:
    body = {"name": title, "data": {"@type": "Organization", **data}}
    answer = await site.client.post("/client/linked-data", json=body, headers=site.editor)
    assert answer.status_code == 201, answer.text
    item: JSON = answer.json()
    return item


async def get(site: Site, item: JSON) -> JSON:
    answer = await site.client.get(f"/client/linked-data/{item['id']}", headers=site.editor)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def change(site: Site, item: JSON, **data: Any) -> JSON:
    body = {**item, "data": {"@type": "Organization", **data}}
    answer = await site.client.put(f"/client/linked-data/{item['id']}", json=body, headers=site.editor)
    assert answer.status_code == 200, answer.text
    changed: JSON = answer.json()
    return changed


async def settings(site: Site, page: JSON) -> JSON:
    answer = await site.client.get(f"/client/pages/{page['id']}", headers=site.editor)
    found: JSON = answer.json()
    return found


async def page_with(site: Site, *items: JSON, url: str = "/about") -> JSON:
    answer = await create_page(site, url, linkedData=[item["id"] for item in items])
    assert answer.status_code == 201, answer.text
    page: JSON = answer.json()
    return page


async def told(site: Site, url: str = "/about") -> list[str]:
    """The names that a visitor's render of a page has in its linked data."""
    render = (await site.render(url)).json()
    return [item["name"] for item in render["page"]["linkedData"]]


class TestSave:
    async def test_the_context_is_schema_orgs(self, site: Site) -> None:
        item = await add(site)
        assert next(iter(item["data"].items())) == ("@context", "https://schema.org")
        other = await add(site, "Other", **{"@context": "http://schema.org/"})
        assert other["data"]["@context"] == "http://schema.org/"

    async def test_members_stay_in_the_order_they_were_written_in(self, site: Site) -> None:
        item = await add(site, zebra=1, a=2, about={"z": 1, "b": 2})
        assert list((await get(site, item))["data"]) == ["@context", "@type", "zebra", "a", "about"]
        changed = await change(site, item, a=2, zebra=1, about={"b": 2, "z": 1})
        assert list((await get(site, changed))["data"]) == ["@context", "@type", "a", "zebra", "about"]

    async def test_its_types_are_listed_and_searched(self, site: Site) -> None:
        item = await add(site, "Shop", **{"@type": ["LocalBusiness", "Store"]})
        await add(site, "Other")
        answer = await site.client.get("/client/linked-data", params={"q": "store"}, headers=site.editor)
        assert [(one["id"], one["types"]) for one in answer.json()["results"]] == [
            (item["id"], ["LocalBusiness", "Store"])
        ]

    @pytest.mark.parametrize("data", VECTORS["accepted"])
    async def test_takes(self, site: Site, data: JSON) -> None:
        body = {"name": "Willow", "data": data}
        answer = await site.client.post("/client/linked-data", json=body, headers=site.editor)
        assert answer.status_code == 201, answer.text
        assert answer.json()["data"] == {"@context": "https://schema.org", **data}

    @pytest.mark.parametrize("case", VECTORS["refused"], ids=lambda case: f"{case['field']}-{case['code']}")
    async def test_refuses_with_the_members_path(self, site: Site, case: JSON) -> None:
        item = await add(site)
        body = {"name": "Other", "data": case["data"]}
        for method, address in (("POST", "/client/linked-data"), ("PUT", f"/client/linked-data/{item['id']}")):
            headers = {**site.editor, "If-Match": "*"}
            answer = await site.client.request(method, address, json=body, headers=headers)
            assert refused(answer) == (422, "linked_data_invalid")
            assert fault(answer) == (case["field"], case["code"])
        assert await get(site, item) == item

    @pytest.mark.parametrize("case", VECTORS["warned"])
    async def test_warns_of_what_search_engines_miss(self, site: Site, case: JSON) -> None:
        body = {"name": "Willow", "data": case["data"]}
        answer = await site.client.post("/client/linked-data", json=body, headers=site.editor)
        assert answer.status_code == 201, answer.text
        warnings = answer.json()["warnings"]
        assert [[one["field"], one["code"]] for one in warnings] == case["warnings"]
        assert all(one["detail"] for one in warnings)
        listed = await site.client.get("/client/linked-data", headers=site.editor)
        assert [one["warnings"] for one in listed.json()["results"]] == [warnings]

    async def test_words_name_the_member_and_what_it_takes(self, site: Site) -> None:
        data = {"@type": "Product", "name": "Mug", "offers": {"@type": "Offer", "price": "19,00"}}
        answer = await site.client.post("/client/linked-data", json={"name": "x", "data": data}, headers=site.editor)
        assert answer.json()["errors"][0]["detail"] == (
            "Write “price” as a number such as 19.00, with a point and without a currency."
        )
        del data["offers"]
        answer = await site.client.post("/client/linked-data", json={"name": "x", "data": data}, headers=site.editor)
        assert answer.json()["warnings"][0]["detail"] == (
            "Search engines require “offers” or “review” or “aggregateRating” of “Product”."
            " Without it they show nothing of this."
        )

    @pytest.mark.parametrize(
        ("more", "code"),
        [
            ({"text": "x" * MAX_BYTES}, "too_large"),
            ({"list": [0] * MAX_VALUES}, "too_many_values"),
            (json.loads('{"a":' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1)), "too_deep"),
        ],
    )
    async def test_refuses_what_is_too_much(self, site: Site, more: JSON, code: str) -> None:
        body = {"name": "Willow", "data": {"@type": "Thing", **more}}
        answer = await site.client.post("/client/linked-data", json=body, headers=site.editor)
        assert (answer.status_code, fault(answer)) == (422, ("data", code))

    def test_knows_the_placeholders_that_pages_fill(self) -> None:
        assert list(PLACEHOLDERS) == VECTORS["placeholders"]


class TestAttach:
    async def test_pages_tell_their_items_in_order(self, site: Site) -> None:
        one, two = await add(site, "One", name="one"), await add(site, "Two", name="two")
        page = await page_with(site, two, one)
        assert page["linkedData"] == [two["id"], one["id"]]
        assert await told(site) == ["two", "one"]
        changed = (await change_page(site, page, linkedData=[one["id"], two["id"]])).json()
        assert changed["linkedData"] == (await settings(site, page))["linkedData"] == [one["id"], two["id"]]
        assert await told(site) == ["one", "two"]

    async def test_what_is_left_out_stays(self, site: Site) -> None:
        page = await page_with(site, await add(site, name="one"))
        changed = (await change_page(site, page, title="Another")).json()
        assert await told(site) == ["one"]
        await change_page(site, changed, linkedData=[])
        assert await told(site) == []

    async def test_lists_say_which_items_pages_have(self, site: Site) -> None:
        page = await page_with(site, await add(site))
        answer = await site.client.get("/client/pages", params={"q": "/about"}, headers=site.editor)
        assert [one["linkedData"] for one in answer.json()["results"]] == [page["linkedData"]]

    async def test_an_unknown_item_is_refused(self, site: Site) -> None:
        item = await add(site, name="one")
        page = await page_with(site, item)
        answer = await change_page(site, page, linkedData=[item["id"], str(uuid.uuid4())], title="Another")
        assert refused(answer) == (422, "unknown_linked_data")
        assert fault(answer) == ("linkedData.1", "unknown_reference")
        assert await settings(site, page) == page
        made = await create_page(site, "/other", linkedData=[str(uuid.uuid4())])
        assert fault(made) == ("linkedData.0", "unknown_reference")

    async def test_one_item_is_attached_once(self, site: Site) -> None:
        item = await add(site)
        answer = await create_page(site, "/about", linkedData=[item["id"], item["id"]])
        assert fault(answer) == ("linkedData.1", "duplicate")

    async def test_items_say_on_how_many_pages_they_are(self, site: Site) -> None:
        item, other = await add(site), await add(site, "Other")
        await page_with(site, item)
        await page_with(site, item, other, url="/more")
        assert (await get(site, item))["pageCount"] == 2
        found = await site.client.get("/client/pages", params={"linked-data": other["id"]}, headers=site.editor)
        assert [one["url"] for one in found.json()["results"]] == ["/more"]
        answer = await site.client.get("/client/linked-data", headers=site.editor)
        assert [one["pageCount"] for one in answer.json()["results"]] == [1, 2], "by name"

    async def test_the_render_is_one_statement(self, site: Site) -> None:
        await page_with(site, await add(site, "One"), await add(site, "Two"))
        await site.render("/about")
        async with Statements(site.client.kit).counted() as sent:
            await site.render("/about")
        assert len(sent) == 1

    async def test_a_save_of_the_page_keeps_them(self, site: Site) -> None:
        item = await add(site, name="one")
        page = await page_with(site, item)
        render = await site.page("/about")
        assert render["page"]["id"] == page["id"]
        await site.saved(render, {"name": "LINK_SET", "nodeId": _node(render), "href": "/", "targetBlank": False})
        assert await told(site) == ["one"]
        assert (await settings(site, page))["linkedData"] == [item["id"]]


class TestChange:
    async def test_pages_tell_the_item_as_it_is(self, site: Site) -> None:
        one, two = await add(site, "One", name="one"), await add(site, "Two", name="two")
        page = await page_with(site, one, two)
        before = await settings(site, page)
        await change(site, one, name="uno")
        assert await told(site) == ["uno", "two"]
        assert (await announced(site))[-1] == [f"page:{page['id']}"]
        assert await settings(site, page) == before, "the page's own settings are as they were"

    async def test_another_name_for_editors_makes_no_page_stale(self, site: Site) -> None:
        item = await add(site)
        await page_with(site, item)
        before = await announced(site)
        body = {**item, "name": "Renamed"}
        answer = await site.client.put(f"/client/linked-data/{item['id']}", json=body, headers=site.editor)
        assert (answer.status_code, answer.json()["pageCount"]) == (200, 1)
        assert await announced(site) == before

    async def test_of_many_pages_all_are_stale(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "_MOST_TAGS", 1)
        item = await add(site, name="one")
        for url in ("/about", "/more"):
            await page_with(site, item, url=url)
        await change(site, item, name="uno")
        assert (await announced(site))[-1] == ["site"]
        assert await told(site, "/more") == ["uno"]


class TestDelete:
    async def test_takes_it_off_its_pages(self, site: Site) -> None:
        one, two = await add(site, "One", name="one"), await add(site, "Two", name="two")
        page = await page_with(site, one, two)
        answer = await site.client.delete(f"/client/linked-data/{one['id']}", headers=site.editor)
        assert answer.status_code == 204
        assert await told(site) == ["two"]
        after = await settings(site, page)
        assert after["linkedData"] == [two["id"]]
        assert after["version"] > page["version"], "who saves the settings of before is told that they are stale"
        assert (await announced(site))[-1] == [f"page:{page['id']}"]

    async def test_a_stale_version_takes_it_off_no_page(self, site: Site) -> None:
        item = await add(site, name="one")
        await page_with(site, item)
        headers = {**site.editor, "If-Match": '"7"'}
        answer = await site.client.delete(f"/client/linked-data/{item['id']}", headers=headers)
        assert answer.status_code == 412
        assert await told(site) == ["one"]


async def announced(site: Site) -> list[list[str]]:
    """The tags of each announcement of stale renders, in order."""
    async with site.client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [row.payload["tags"] for row in rows if row.name == "content.pages_changed"]


def _node(render: JSON) -> str:
    found: str = next(iter(render["page"]["blocks"].values()))["nodes"][0]["id"]
    return found
