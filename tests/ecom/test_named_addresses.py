"""What pages' addresses may name for plugins of the shop, as the sitemap asks for it."""

import json
from pathlib import Path

import pytest

from kit.testing import Tokens
from tests.ecom.catalogue import Shop

ADDRESS = "/private/named-addresses"
MANIFESTS = Path(__file__).parents[2] / "services/content/content/fields/manifests.json"


class TestList:
    async def test_of_products_has_those_that_are_published(self, shop: Shop, tokens: Tokens) -> None:
        await shop.group(code="tee")
        unnamed = await shop.group()
        await shop.group(code="hidden", isPublished=False)
        web = tokens.internal("web", to="ecom")
        answer = await shop.client.get(ADDRESS, params={"ref": "ecom.product"}, headers=web)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert {each["name"] for each in found["names"]} == {"tee", unnamed["id"]}
        assert all(each["updatedAt"] for each in found["names"])
        assert found["tags"] == ["catalogue"]

    @pytest.mark.parametrize("ref", ["ecom.basketSummary", "cms.faq", "x"])
    async def test_of_a_plugin_that_shows_nothing_by_name_is_404(self, shop: Shop, tokens: Tokens, ref: str) -> None:
        await shop.group(code="tee")
        answer = await shop.client.get(ADDRESS, params={"ref": ref}, headers=tokens.internal("web", to="ecom"))
        assert (answer.status_code, answer.json()["code"]) == (404, "plugin_names_nothing")

    async def test_is_for_the_web_host_alone(self, shop: Shop, tokens: Tokens) -> None:
        cms = tokens.internal("cms", to="ecom")
        for headers in ({}, cms):
            answer = await shop.client.get(ADDRESS, params={"ref": "ecom.product"}, headers=headers)
            assert answer.status_code in {401, 403}

    async def test_knows_each_plugin_of_the_shop_that_is_named(self, shop: Shop, tokens: Tokens) -> None:
        """Of one that it does not know the sitemap would have no address."""
        manifests = json.loads(MANIFESTS.read_text())
        named = [each["ref"] for each in manifests if "namedBy" in each and each["dataFrom"] == "ecom"]
        assert "ecom.product" in named
        for ref in named:
            answer = await shop.client.get(ADDRESS, params={"ref": ref}, headers=tokens.internal("web", to="ecom"))
            assert answer.status_code == 200, ref
