from typing import Any

import pytest

from content.app import app
from content.blog.endpoints import categories
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.tree_contracts import TreeContract
from tests.content.factory import Site, fault, id_, put_site, refused


class TestCategories(TreeContract):
    app = app
    resource = categories
    address = "/cms/blog/categories"

    @pytest.fixture
    async def client(self, start: Start, tokens: Tokens) -> ServiceClient:
        """Content, set up: a change is counted by the site."""
        client = await start(app)
        await put_site(client, tokens)
        return client

    def payload(self, number: int) -> dict[str, Any]:
        return {"name": f"Travel {number:02}"}


class TestChosenId:
    async def test_a_category_that_was_deleted_comes_back_under_its_id(self, site: Site) -> None:
        body = {"name": "Travel", "blogCategoryId": id_()}
        for _ in range(2):
            made = await site.client.post("/cms/blog/categories", json=body, headers=site.editor)
            assert (made.status_code, made.json()["id"]) == (201, body["blogCategoryId"])
            await site.client.delete(f"/cms/blog/categories/{made.json()['id']}", headers=site.editor)

    async def test_one_that_is_taken_is_refused(self, site: Site) -> None:
        body = {"name": "Travel", "blogCategoryId": id_()}
        await site.client.post("/cms/blog/categories", json=body, headers=site.editor)
        again = await site.client.post("/cms/blog/categories", json=body, headers=site.editor)
        assert refused(again) == (409, "blog_category_taken")
        assert fault(again) == ("blogCategoryId", "blog_category_taken")


async def test_one_that_others_stand_below_stays_and_says_which(site: Site) -> None:
    add = {"name": "Travel", "parentId": None}
    above = (await site.client.post("/cms/blog/categories", json=add, headers=site.editor)).json()
    below = {"name": "Alps", "parentId": above["id"]}
    below = (await site.client.post("/cms/blog/categories", json=below, headers=site.editor)).json()
    answer = await site.client.delete(f"/cms/blog/categories/{above['id']}", headers=site.editor)
    assert refused(answer) == (409, "blog_category_in_use")
    named = [{"id": below["id"], "name": "Alps"}]
    assert (answer.json()["users"], answer.json()["categories"]) == (1, named)


async def test_children_are_those_right_below(site: Site) -> None:
    async def add(name: str, parent_id: str | None = None) -> str:
        body = {"name": name, "parentId": parent_id}
        answer = await site.client.post("/cms/blog/categories", json=body, headers=site.editor)
        identifier: str = answer.json()["id"]
        return identifier

    travel = await add("Travel")
    europe = await add("Europe", travel)
    await add("Alps", europe)
    children = (await site.client.get(f"/cms/blog/categories/{travel}/children")).json()
    assert [child["name"] for child in children["results"]] == ["Europe"]
    assert refused(await site.client.get(f"/cms/blog/categories/{id_()}/children")) == (404, "blog_category_not_found")
