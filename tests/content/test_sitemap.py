"""What the sitemap is told of pages whose plugins say how they are found."""

from typing import Any

import pytest

from tests.content.factory import (
    JSON,
    Site,
    change_page,
    column_of,
    create_plugin,
    id_,
    nodes_of,
    place_plugin,
    put_site,
    whitelist,
)
from tests.content.test_site import announced

PRODUCT = {"service": "ecom", "ref": "ecom.product", "parameter": "product"}


@pytest.fixture
async def shop(site: Site) -> Site:
    await put_site(site.client, site.tokens, hasEcom=True)
    return site


async def page_with(site: Site, url: str, *refs: str, trade: str = "", **fields: Any) -> None:
    """A page with these plugins; one of them, or their column, is for the scope `trade` alone."""
    page = await site.new_page(url)
    actions = []
    for ref in refs:
        plugin, node = id_(), id_()
        actions += [create_plugin(plugin, ref=ref, **fields), place_plugin(column_of(page), plugin, node)]
        if trade == ref:
            actions.append(whitelist(node, ["trade"], "page"))
    if trade == "column":
        actions.append(whitelist(column_of(page), ["trade"], "page"))
    await site.saved(page, *actions)


async def told(site: Site) -> JSON:
    answer = await site.client.get("/private/sitemap", headers=site.tokens.internal("web", to="content"))
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def listed(site: Site) -> dict[str, dict[str, str] | None]:
    """The plugin that shows what each page's address names, by its address."""
    return {page["url"]: page["named"] for page in (await told(site))["pages"]}


async def test_lists_no_page_of_what_is_each_visitors_own(shop: Site) -> None:
    await page_with(shop, "/basket", "ecom.basketManagement")
    await page_with(shop, "/checkout", "ecom.checkout")
    await page_with(shop, "/thanks", "ecom.checkoutSuccess")
    await page_with(shop, "/summary", "ecom.basketSummary")
    found = await listed(shop)
    assert {"/", "/summary"} <= found.keys()
    assert not {"/basket", "/checkout", "/thanks"} & found.keys()


async def test_says_which_pages_show_what_their_address_names(shop: Site) -> None:
    await page_with(shop, "/product", "ecom.product")
    await page_with(shop, "/emptied", "ecom.product", product=None)
    await page_with(shop, "/shirt", "ecom.product", product=id_())
    found = await listed(shop)
    assert [found[url] for url in ("/", "/product", "/emptied", "/shirt")] == [None, PRODUCT, PRODUCT, None]


@pytest.mark.parametrize("trade", ["ecom.product", "column"])
async def test_lists_no_names_that_visitors_do_not_see(shop: Site, trade: str) -> None:
    await page_with(shop, "/trade", "ecom.product", trade=trade)
    await page_with(shop, "/both", "ecom.product", "ecom.product")
    found = await listed(shop)
    assert (found["/trade"], found["/both"]) == (None, PRODUCT)


async def test_leaves_no_page_out_for_what_visitors_do_not_see(shop: Site) -> None:
    await page_with(shop, "/basket", "ecom.basketManagement", trade="ecom.basketManagement")
    assert "/basket" in await listed(shop)


async def test_leaves_pages_out_whose_purpose_is_each_visitors_own(shop: Site) -> None:
    home = await shop.page("/")
    column = next(
        node["id"]
        for block in home["page"]["blocks"].values()
        for node in nodes_of(block)
        if node["type"] == "col" and all(inner["type"] == "plugin" for inner in node["block"]["nodes"])
    )
    plugin = id_()
    await shop.saved(home, create_plugin(plugin, ref="ecom.basketManagement"), place_plugin(column, plugin))
    await page_with(shop, "/shop", "ecom.category", "ecom.basketManagement")
    await page_with(shop, "/buy", "ecom.product", "ecom.checkout")
    await page_with(shop, "/basket", "cms.breadcrumb", "ecom.basketManagement", "ecom.basketSummary")
    await page_with(shop, "/trade", "ecom.basketManagement", "ecom.category", trade="ecom.category")
    found = await listed(shop)
    assert {"/", "/shop", "/buy"} <= found.keys()
    assert not {"/basket", "/trade"} & found.keys()


class TestRenewal:
    """The host drops the sitemap by the tags that it was told with, and by those of all pages."""

    async def renewed(self, site: Site, before: JSON) -> bool:
        return bool({"pages", "site", *before["tags"]} & {*(await announced(site.client))[-1]})

    async def test_when_a_page_is_restricted(self, shop: Site) -> None:
        page = await shop.new_page("/plain")
        before = await told(shop)
        settings = (await shop.client.get(f"/client/pages/{page['page']['id']}", headers=shop.editor)).json()
        await change_page(shop, settings, config={"scopeWhitelist": ["trade"]})
        assert await self.renewed(shop, before)
        assert "/plain" not in await listed(shop)

    @pytest.mark.parametrize("level", ["page", "site"])
    async def test_when_visitors_no_longer_see_what_is_named(self, shop: Site, level: str) -> None:
        await page_with(shop, "/product", "ecom.product")
        before, render = await told(shop), await shop.page("/product")
        await shop.saved(render, whitelist(column_of(render), ["trade"], level))
        assert await self.renewed(shop, before)
        assert (await listed(shop))["/product"] is None

    async def test_when_a_page_gets_what_is_each_visitors_own(self, shop: Site) -> None:
        await shop.new_page("/basket")
        before, render = await told(shop), await shop.page("/basket")
        plugin = id_()
        create = create_plugin(plugin, ref="ecom.basketManagement")
        await shop.saved(render, create, place_plugin(column_of(render), plugin))
        assert await self.renewed(shop, before)
        assert "/basket" not in await listed(shop)

    async def test_when_a_product_becomes_the_one_that_the_address_names(self, shop: Site) -> None:
        await page_with(shop, "/shirt", "ecom.product", product=id_())
        before, render = await told(shop), await shop.page("/shirt")
        [plugin] = [id for id, each in render["plugins"].items() if each["ref"] == "ecom.product"]
        await shop.saved(render, {"name": "PLUGIN_UPDATE", "pluginId": plugin, "fields": {"product": None}})
        assert await self.renewed(shop, before)
        assert (await listed(shop))["/shirt"] == PRODUCT

    async def test_not_when_somebody_writes_elsewhere(self, shop: Site) -> None:
        await page_with(shop, "/product", "ecom.product")
        before = await told(shop)
        await page_with(shop, "/text", "cms.text")
        render = await shop.page("/text")
        plugin = id_()
        await shop.saved(render, create_plugin(plugin), place_plugin(column_of(render), plugin))
        assert not await self.renewed(shop, before)
