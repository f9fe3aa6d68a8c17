"""The currencies that the shop can be in."""

from pydantic import TypeAdapter

from ecom.money import Currency
from tests.ecom.catalogue import Shop


async def test_are_listed_with_their_places(shop: Shop) -> None:
    found = {each["code"]: each["decimalPlaces"] for each in (await shop.send("GET", "/ecom/currencies")).json()}
    assert [*found] == sorted(found)
    assert (found["GBP"], found["JPY"], found["KWD"]) == (2, 0, 3)
    assert all(TypeAdapter(Currency).validate_python(code) == code for code in found)
