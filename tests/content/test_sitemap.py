"""What the sitemap is told of pages whose plugins say how they are found."""

from typing import Any

import pytest

from tests.content.factory import Site, column_of, create_plugin, id_, place_plugin, put_site


@pytest.fixture
async def shop(site: Site) -> Site:
    await put_site(site.client, site.tokens, hasEcom=True)
    return site


async def page_with(site: Site, url: str, ref: str, **fields: Any) -> None:
    page = await site.new_page(url)
    plugin = id_()
    await site.saved(page, create_plugin(plugin, ref=ref, **fields), place_plugin(column_of(page), plugin))


async def listed(site: Site) -> dict[str, str | None]:
    """The parameter that names what each page shows, by its address."""
    answer = await site.client.get("/private/sitemap", headers=site.tokens.internal("web", to="content"))
    assert answer.status_code == 200, answer.text
    return {page["url"]: page["named"] for page in answer.json()["pages"]}


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
    assert [found[url] for url in ("/", "/product", "/emptied", "/shirt")] == [None, "product", "product", None]
