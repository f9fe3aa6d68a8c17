"""What an address asks of a list of products: anybody may write one."""

import pytest

from ecom.money import MAX_AMOUNT
from ecom.storefront.narrowing import narrowing_of
from kit.raw import is_uuid


@pytest.mark.parametrize(
    ("value", "page"),
    [("x", 1), (0, 1), (-5, 1), (1e300, 10_000), (float("nan"), 1), (float("inf"), 10_000), (3, 3)],
)
def test_a_page_is_one_that_can_be_meant(value: str | float, page: int) -> None:
    assert narrowing_of({"shop-page": value}, "GBP").page == page


@pytest.mark.parametrize(
    ("value", "least"), [(-1e308, 0), (1e308, MAX_AMOUNT), (19.99, 1999), (float("nan"), None), ("1", None)]
)
def test_a_price_is_one_that_can_be_meant(value: str | float, least: int | None) -> None:
    assert narrowing_of({"shop-least": value}, "GBP").least == least


@pytest.mark.parametrize(
    "text",
    ["{" + "0" * 32 + "}", "0" * 32, "1_1" + "0" * 29, "\uff10" * 32, "urn:uuid:0199a1b2-0000-7000-8000-000000000001"],
)
def test_what_the_driver_does_not_take_is_no_id(text: str) -> None:
    assert not is_uuid(text)
    assert is_uuid("0199a1b2-0000-7000-8000-000000000001")
