"""What the plugins that ask where something goes are told."""

from tests.ecom.paying import Shop, shop

__all__ = ["shop"]


async def told(shop: Shop, ref: str) -> dict[str, object]:
    question = {"page": {"id": "1", "url": "/till"}, "query": {}, "plugins": [{"id": "p", "ref": ref, "fields": {}}]}
    answer = await shop.client.post("/ecom/plugin-data", json=question)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["plugins"]["p"]["data"])


async def test_the_till_names_the_providers_that_are_offered(shop: Shop) -> None:
    assert await told(shop, "ecom.checkout") == {"country": "GB", "providers": ["stripe", "paypal"]}
    await shop.configure(cardOn=False)
    assert await told(shop, "ecom.checkout") == {"country": "GB", "providers": ["paypal"]}
    await shop.configure(paypalClientId="")
    assert await told(shop, "ecom.checkout") == {"country": "GB", "providers": []}


async def test_the_basket_names_none(shop: Shop) -> None:
    assert await told(shop, "ecom.basketManagement") == {"country": "GB"}
