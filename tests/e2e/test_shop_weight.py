"""How much script a visitor of the shop loads."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from itertools import chain

import httpx
import pytest
from playwright.sync_api import Response, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.shopping import put_into_basket
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

MOST_SCRIPT = 85 * 1024
"""Bytes of script, gzipped, of a page of the shop whose parts are all awake."""


def test_pages_of_the_shop_are_light(new_context: OpenContext, shop: dict[str, str], owner: httpx.Client) -> None:
    product = owner.get("/ecom/product-groups", params={"q": "Log basket"}).json()["results"][0]
    parts: dict[str, dict[str, str]] = {
        "ecom.basketDisplay": {},
        "ecom.product": {"product": product["id"]},
        "ecom.basketManagement": {},
        "ecom.checkout": {},
    }
    page = new_context().new_page()
    put_into_basket(page, shop, "S")
    scripts: dict[str, Response] = {}
    page.on("response", lambda answer: scripts.update({answer.url: answer}) if is_script(answer) else None)
    page.goto(page_with_all(owner, "All of the shop", parts))
    # All of them are to be awake: what is far below the view is not, until somebody comes there.
    expect(page.locator(".pw-product-buy:not([data-waiting])")).to_be_visible()
    page.get_by_role("spinbutton", name="Quantity of Log basket: S").scroll_into_view_if_needed()
    page.locator(".pw-till").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Place order")).to_be_visible()
    page.wait_for_load_state("networkidle")
    for own in ("ecom.basketDisplay", "ecom.product"):
        assert any(f"script-{own}" in url for url in scripts), own
    weight = sum(len(gzip.compress(answer.body())) for answer in scripts.values())
    assert weight <= MOST_SCRIPT, f"{weight} bytes of script"


def page_with_all(owner: httpx.Client, title: str, plugins: Mapping[str, Mapping[str, str]]) -> str:
    """The address of a page with several plugins, the first at the top, by their refs, each with its fields."""
    url: str = create_page(owner, title)["url"]
    state = render(owner, url)
    column = own_column(state)
    added = [add_plugin(column, ref, fields, place) for place, (ref, fields) in enumerate(plugins.items())]
    answer = put_actions(owner, state, [*chain.from_iterable(added)])
    assert answer.is_success, answer.text
    return url


def is_script(answer: Response) -> bool:
    return answer.request.resource_type == "script"
