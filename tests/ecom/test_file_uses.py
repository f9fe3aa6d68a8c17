"""Which products use files of the library, as cms asks for it."""

from typing import Any

import pytest

from kit.testing import Tokens
from tests.ecom.catalogue import NOBODY, Shop, product_of

CUP, BACK = "0192f000-0000-7000-8000-0000000000c1", "0192f000-0000-7000-8000-0000000000c2"
CHART = {"id": "0192f000-0000-7000-8000-0000000000c3", "path": "docs/size chart.pdf"}


async def ask(shop: Shop, tokens: Tokens, *files: dict[str, str]) -> Any:
    headers = tokens.internal("cms", to="ecom")
    answer = await shop.client.post("/private/file-uses", json={"files": [*files]}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def file(id: str) -> dict[str, str]:
    return {"id": id, "path": f"{id}.jpg"}


@pytest.fixture
async def tea(shop: Shop) -> dict[str, Any]:
    return await shop.group(
        name="Tea",
        description='<p><a href="/files/docs/size%20chart.pdf">Sizes</a></p>',
        images=[{"file": CUP}, {"file": CUP, "alt": "Again"}],
        products=[product_of(image={"file": BACK})],
    )


class TestFind:
    async def test_names_the_product_of_images_of_variants_and_of_descriptions(
        self, shop: Shop, tokens: Tokens, tea: dict[str, Any]
    ) -> None:
        await shop.group(name="Mug", images=[{"file": CUP}])
        found = await ask(shop, tokens, file(CUP), file(BACK), CHART, file(NOBODY))
        assert sorted((use["title"], use["fileId"], use["count"]) for use in found["uses"]) == [
            ("Mug", CUP, 1),
            ("Tea", CUP, 2),
            ("Tea", BACK, 1),
            ("Tea", CHART["id"], 1),
        ]
        assert {use["id"] for use in found["uses"] if use["title"] == "Tea"} == {tea["id"]}
        assert found["totals"] == {CUP: 2, BACK: 1, CHART["id"]: 1}

    async def test_of_what_was_deleted_there_are_none(self, shop: Shop, tokens: Tokens, tea: dict[str, Any]) -> None:
        await shop.send("DELETE", f"/ecom/product-groups/{tea['id']}")
        assert await ask(shop, tokens, file(CUP)) == {"uses": [], "totals": {}}

    async def test_only_cms_may_ask(self, shop: Shop, tokens: Tokens) -> None:
        for headers in (shop.writer, tokens.internal("content", to="ecom")):
            answer = await shop.client.post("/private/file-uses", json={"files": []}, headers=headers)
            assert answer.status_code in {401, 403}


class TestUsed:
    async def test_has_all_ids_and_paths(self, shop: Shop, tokens: Tokens, tea: dict[str, Any]) -> None:
        await shop.group(name="Plain", images=[{"address": "/files/plain.jpg"}])
        answer = await shop.client.get("/private/file-uses/all", headers=tokens.internal("cms", to="ecom"))
        found = answer.json()
        assert found["ids"] == [CUP, BACK]
        assert {CHART["path"], "plain.jpg"} <= {*found["paths"]}
