"""Pages of the shop that the web host keeps, until what they say of a product changes."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.shopping import page_with, post
from tests.stack import Stack
from tests.waiting import eventually

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)


def test_a_page_that_is_kept_says_it_when_the_last_one_is_sold(
    stack: Stack, shop: dict[str, str], owner: httpx.Client
) -> None:
    last = {"sku": "one-of-a-kind", "prices": [{"amount": 1000}], "tracksStock": True, "stock": 1}
    group = post(owner, "/ecom/product-groups", {"name": "One of a kind", "isPublished": True, "products": [last]})
    url = page_with(owner, "One of a kind", "ecom.product", product=group["id"], basketPage=shop["basket"])
    with httpx.Client(base_url=stack.base_url, timeout=30) as visitor:

        def availability() -> set[str]:
            return {*re.findall(r"schema\.org/(InStock|OutOfStock|LimitedAvailability)", visitor.get(url).text)}

        eventually(lambda: availability() == {"LimitedAvailability"})
        product = owner.get(f"/ecom/product-groups/{group['id']}").json()["products"][0]
        address = {"country": "GB", "postcode": "NR1 3JU", "town": "Norwich"}
        basket = {"rows": [{"productId": product["id"], "quantity": 1}], "address": address}
        summary = visitor.post("/ecom/baskets/summary", json=basket).json()
        order = {
            "rows": basket["rows"],
            "summaryDigest": summary["digest"],
            "gateway": "invoice",
            "email": "last@example.org",
            "name": "Zoë Ångström",
            "billingName": "Zoë Ångström",
            "billingAddress1": "12 Mill Lane",
            "billingTown": "Norwich",
            "billingPostcode": "NR1 3JU",
            "billingCountryCode": "GB",
        }
        placed = visitor.post("/ecom/orders", json=order, headers={"Idempotency-Key": "one-of-a-kind"})
        assert placed.status_code == 201, placed.text
        eventually(lambda: availability() == {"OutOfStock"})


def test_a_page_that_is_kept_says_what_a_product_costs_now(
    stack: Stack, shop: dict[str, str], owner: httpx.Client
) -> None:
    product = {"sku": "dearer", "prices": [{"amount": 1100}]}
    group = post(owner, "/ecom/product-groups", {"name": "Dearer soon", "isPublished": True, "products": [product]})
    url = page_with(owner, "Dearer soon", "ecom.product", product=group["id"], basketPage=shop["basket"])
    with httpx.Client(base_url=stack.base_url, timeout=30) as visitor:
        eventually(lambda: prices_on(visitor, url) == {"£11.00"})
        [product] = group["products"]
        dearer = [{**product, "prices": [{**product["prices"][0], "amount": 1250}]}]
        answer = owner.put(f"/ecom/product-groups/{group['id']}", json={**group, "products": dearer})
        assert answer.is_success, answer.text
        eventually(lambda: prices_on(visitor, url) == {"£12.50"})


def test_a_list_that_is_kept_says_it_when_the_last_one_is_sold(stack: Stack, owner: httpx.Client) -> None:
    category = post(owner, "/ecom/categories", {"name": "Single pieces"})
    last = {"sku": "single-piece", "prices": [{"amount": 1300}], "tracksStock": True, "stock": 1}
    single = {"name": "Single piece", "isPublished": True, "categoryIds": [category["id"]], "products": [last]}
    [product] = post(owner, "/ecom/product-groups", single)["products"]
    url = page_with(owner, "Single pieces", "ecom.category", category=category["id"])
    with httpx.Client(base_url=stack.base_url, timeout=30) as visitor:

        def is_sold_out() -> bool | None:
            """None of a list that does not show it."""
            text = visitor.get(url).text
            return "Sold out" in text if "£13.00" in text else None

        eventually(lambda: is_sold_out() is False)
        adjusted = owner.post(
            f"/ecom/products/{product['id']}/stock-adjustments",
            json={"by": -1},
            headers={"Idempotency-Key": "single-piece"},
        )
        assert adjusted.is_success, adjusted.text
        eventually(lambda: is_sold_out() is True)


def prices_on(visitor: httpx.Client, url: str) -> set[str]:
    """The prices that the drawn page of a product shows."""
    return {*re.findall(r"£\d+\.\d\d", visitor.get(url).text)}
