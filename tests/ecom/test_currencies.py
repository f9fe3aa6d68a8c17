"""The currencies that the shop can be in."""

from tests.ecom.catalogue import Shop


async def test_are_listed_with_their_places(shop: Shop) -> None:
    found = {each["code"]: each["decimalPlaces"] for each in (await shop.send("GET", "/ecom/currencies")).json()}
    assert [*found] == sorted(found)
    assert (found["GBP"], found["JPY"], found["KWD"]) == (2, 0, 3)


async def test_each_of_them_can_be_the_shops(shop: Shop) -> None:
    found = (await shop.send("GET", "/ecom/currencies")).json()
    for each in (found[0], found[-1]):
        answer = await shop.send("PUT", "/ecom/config/currency", {"value": each["code"]})
        assert answer.status_code == 200, answer.text
