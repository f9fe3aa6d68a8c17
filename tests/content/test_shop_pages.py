"""The pages that a shop needs, made in one go."""

from typing import Any

import pytest

from tests.content.factory import (
    JSON,
    Site,
    column_of,
    create_plugin,
    fault,
    id_,
    own_plugins,
    place_plugin,
    put_site,
    refused,
    row,
)
from tests.content.url_maps import added, listed

ENGLISH = ["/order-placed", "/checkout", "/basket", "/shop/product", "/shop"]


@pytest.fixture
async def shop(site: Site) -> Site:
    """A site with a shop and no page for it."""
    await put_site(site.client, site.tokens, hasEcom=True)
    return site


async def made(site: Site) -> list[JSON]:
    answer = await site.client.post("/client/pages/shop", headers=site.editor)
    assert answer.status_code == 201, answer.text
    pages: list[JSON] = answer.json()
    return pages


async def addresses(site: Site) -> list[str]:
    return [page["url"] for page in await made(site)]


async def page_with(site: Site, url: str, ref: str, **fields: Any) -> None:
    page, plugin = await site.new_page(url), id_()
    await site.saved(page, create_plugin(plugin, ref=ref, **fields), place_plugin(column_of(page), plugin))


async def on(site: Site, url: str) -> list[tuple[str, JSON]]:
    """What stands on a page: refs and fields."""
    return [(plugin["ref"], plugin["fields"]) for plugin in own_plugins(await site.page(url))]


def titled(title: str, ref: str, **fields: str) -> list[tuple[str, JSON]]:
    return [("cms.text", {"content": f"<h1>{title}</h1>"}), (ref, fields)]


async def test_each_leads_to_the_next(shop: Site) -> None:
    assert await addresses(shop) == ENGLISH
    assert await on(shop, "/order-placed") == titled("Order placed", "ecom.checkoutSuccess", shopPage="/shop")
    assert await on(shop, "/checkout") == titled(
        "Checkout", "ecom.checkout", successPage="/order-placed", basketPage="/basket", shopPage="/shop"
    )
    assert await on(shop, "/basket") == titled(
        "Basket", "ecom.basketManagement", checkoutPage="/checkout", shopPage="/shop"
    )
    # The name of the product is its heading.
    assert await on(shop, "/shop/product") == [("ecom.product", {"basketPage": "/basket"})]
    assert await on(shop, "/shop") == titled("Shop", "ecom.category", productPage="/shop/product")
    answer = await shop.render("/shop")
    assert (answer.status_code, answer.json()["namingPages"]) == (200, {"ecom.product": ["/shop/product"]})


async def test_the_list_and_the_basket_are_in_the_menu_and_what_is_each_visitors_own_in_no_index(shop: Site) -> None:
    found = {
        page["url"]: (page["config"]["menu"]["visible"], page["config"].get("noIndex")) for page in await made(shop)
    }
    hidden = (False, True)
    assert found == {
        "/order-placed": hidden,
        "/checkout": hidden,
        "/basket": (True, True),
        "/shop/product": (False, None),
        "/shop": (True, None),
    }


async def test_the_list_comes_before_the_basket_in_the_menu(shop: Site) -> None:
    await shop.new_page("/about", config={"menu": {"visible": True, "order": 7}})
    await shop.new_page("/contact", config={"menu": {"visible": False, "order": 9}})
    places = {page["url"]: page["config"]["menu"].get("order") for page in await made(shop)}
    assert (places["/shop"], places["/basket"]) == (8, None)


async def test_they_are_called_as_the_sites_visitors_speak(shop: Site) -> None:
    await put_site(shop.client, shop.tokens, hasEcom=True, language="de-AT")
    pages = await made(shop)
    assert [(page["url"], page["title"]) for page in pages] == [
        ("/bestellung-aufgegeben", "Bestellung aufgegeben"),
        ("/kasse", "Kasse"),
        ("/warenkorb", "Warenkorb"),
        ("/shop/produkt", "Produkt"),
        ("/shop", "Shop"),
    ]


async def test_what_is_there_is_not_made_again(shop: Site) -> None:
    await made(shop)
    before = (await shop.page("/"))["version"]
    assert await made(shop) == []
    assert (await shop.page("/"))["version"] == before


async def test_what_is_missing_leads_to_what_is_there(shop: Site) -> None:
    await page_with(shop, "/till", "ecom.checkout")
    await page_with(shop, "/goods", "ecom.category")
    assert await addresses(shop) == ["/basket", "/goods/product"]
    assert (await on(shop, "/basket"))[1][1] == {"checkoutPage": "/till", "shopPage": "/goods"}
    # A checkout without a page for the thanks says them itself, and its page is somebody's own work.
    assert (await on(shop, "/till"))[1] == ("ecom.checkout", {})


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ([("/shirt", "ecom.product", {"product": id_()})], ENGLISH[:3]),
        ([("/goods", "ecom.category", {"productPage": "/shirt"})], ENGLISH[:3]),
        ([("/goods", "ecom.category", {}), ("/one", "ecom.product", {})], ENGLISH[:3]),
        ([("/thanks", "ecom.checkoutSuccess", {})], ENGLISH[1:]),
    ],
)
async def test_pages_by_hand_are_counted(shop: Site, there: list[tuple[str, str, JSON]], expected: list[str]) -> None:
    for url, ref, fields in there:
        await page_with(shop, url, ref, **fields)
    assert await addresses(shop) == expected


async def test_a_taken_address_is_left_to_who_has_it(shop: Site) -> None:
    await shop.new_page("/shop")
    await shop.new_page("/basket")
    await shop.new_page("/basket-2")
    await added(shop, "/checkout", "https://example.org/")
    assert await addresses(shop) == ["/order-placed", "/checkout-2", "/basket-3", "/shop-2/product", "/shop-2"]
    assert (await on(shop, "/basket-3"))[1][1]["checkoutPage"] == "/checkout-2"


async def test_deleted_pages_are_made_at_the_same_addresses(shop: Site) -> None:
    for page in await made(shop):
        headers = {**shop.editor, "If-Match": f'"{page["version"]}"'}
        assert (await shop.client.delete(f"/client/pages/{page['id']}", headers=headers)).status_code == 204
    assert (await shop.render("/shop")).status_code == 410
    assert await addresses(shop) == ENGLISH
    assert (await shop.render("/shop")).status_code == 200
    assert await listed(shop) == []


async def test_without_a_place_for_contents_none_is_made(shop: Site) -> None:
    layout_id = (await shop.page("/"))["page"]["layoutId"]
    answer = await shop.client.get(f"/cms/layouts/{layout_id}", headers=shop.editor)
    root = answer.json()["block"]["nodes"][0]
    bare = {
        "name": "Bare",
        "block": {"nodes": [{**root, "block": {"nodes": [row({"id": id_(), "type": "col", "block": {"nodes": []}})]}}]},
    }
    put = await shop.client.put(f"/cms/layouts/{layout_id}", json=bare, headers={**shop.editor, "If-Match": "*"})
    assert put.status_code == 200, put.text
    refused = await shop.client.post("/client/pages/shop", headers=shop.editor)
    assert (refused.status_code, refused.json()["code"]) == (422, "no_own_column")
    assert "default layout" in refused.json()["detail"]
    assert (await shop.render("/basket")).status_code == 404


async def test_a_site_without_a_shop_gets_none(site: Site) -> None:
    answer = await site.client.post("/client/pages/shop", headers=site.editor)
    assert (answer.status_code, answer.json()["code"]) == (409, "shop_missing")
    assert (await site.render("/basket")).status_code == 404


async def test_they_are_for_editors_to_make(shop: Site) -> None:
    assert (await shop.client.post("/client/pages/shop")).status_code == 401
    keeper = shop.tokens.bearer("ecom:write")
    assert (await shop.client.post("/client/pages/shop", headers=keeper)).status_code == 403


@pytest.mark.parametrize(
    "ref",
    [
        "ecom.basketDisplay",
        "ecom.basketManagement",
        "ecom.basketSummary",
        "ecom.category",
        "ecom.checkout",
        "ecom.checkoutSuccess",
        "ecom.product",
    ],
)
async def test_what_belongs_to_a_shop_comes_to_no_site_without_one(site: Site, ref: str) -> None:
    before = await site.new_page("/somewhere")
    plugin = id_()
    actions = [create_plugin(plugin, ref=ref), place_plugin(column_of(before), plugin)]
    answer = await site.save(before, *actions)
    assert refused(answer) == (422, "action_refused")
    assert fault(answer) == ("actions.0.ref", "module_missing")
    assert await site.page("/somewhere") == before
    await put_site(site.client, site.tokens, hasEcom=True)
    await site.saved(await site.page("/somewhere"), *actions)
    assert ref in [each for each, _ in await on(site, "/somewhere")]
