"""Pages of the shop stay where they are while their parts arrive: on a phone and on a desk, with a basket and without."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.identity import add_user, log_in
from tests.e2e.shopping import page_with, post, put_into_basket

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

# Every shift that no input has caused, with what moved, as browsers report it.
_OBSERVE = """
window.shifts = [];
window.observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
const note = ({ value, hadRecentInput, sources }) => {
    if (!hadRecentInput) window.shifts.push([value, ...sources.map(({ node }) => node?.className || node?.nodeName)]);
};
window.observer.observe({ type: 'layout-shift', buffered: true });
window.takeShifts = () => { window.observer.takeRecords().forEach(note); return window.shifts; };
"""
MOST = 0.02
"""The sum of the shifts of one visit. Web Vitals call 0.1 good."""
SIZES = [ViewportSize(width=390, height=844), ViewportSize(width=1280, height=800)]


@pytest.fixture(scope="module")
def category(owner: httpx.Client, shop: dict[str, str]) -> str:
    """The address of a category's page that holds the shop's product."""
    made = post(owner, "/ecom/categories", {"name": "Baskets"})
    [found] = owner.get("/ecom/product-groups", params={"q": "Log basket"}).json()["results"]
    group = owner.get(f"/ecom/product-groups/{found['id']}").json()
    answer = owner.put(
        f"/ecom/product-groups/{found['id']}",
        json={**group, "categoryIds": [made["id"]]},
        headers={"If-Match": f'"{group["version"]}"'},
    )
    assert answer.is_success, answer.text
    return page_with(owner, "Baskets", "ecom.category", category=made["id"])


def measured(page: Page, address: str, is_there: Callable[[], object]) -> float:
    """The sum of what moved on a page until all of it is there."""
    page.goto(address)
    is_there()
    page.wait_for_load_state("networkidle")
    # Shifts are reported with the frame after the one that they were drawn in.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts: list[list[float]] = page.evaluate("window.takeShifts()")
    total = sum(shift[0] for shift in shifts)
    assert total < MOST, (address, shifts)
    return total


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("who", ["guest", "member"])
class TestStill:
    @pytest.fixture
    def page(
        self, new_context: OpenContext, owner: httpx.Client, shop: dict[str, str], size: ViewportSize, who: str
    ) -> Page:
        page = new_context().new_page()
        page.set_viewport_size(size)
        if who == "member":
            page.goto(page_with(owner, "Login", "cms.login", afterLogin=shop["done"]))
            log_in(page, add_user(owner))
            page.wait_for_url(f"**{shop['done']}")
        page.add_init_script(_OBSERVE)
        return page

    def test_with_a_full_basket(self, page: Page, shop: dict[str, str], category: str) -> None:
        for product_size in ("S", "L"):
            put_into_basket(page, shop, product_size)
        waiting.until(page, lambda: page.evaluate("JSON.parse(localStorage['pagewright-basket']).length === 2"))
        measured(page, shop["basket"], lambda: expect(page.get_by_text("Log basket: S")).to_be_visible())
        measured(page, shop["till"], lambda: expect(page.get_by_role("button", name="Place order")).to_be_visible())
        awake = page.locator(".pw-product-buy:not([data-waiting])")
        measured(page, shop["product"], lambda: expect(awake).to_be_visible())
        measured(page, category, lambda: expect(page.get_by_role("heading", name="Log basket")).to_be_visible())

    def test_with_an_empty_basket(self, page: Page, shop: dict[str, str]) -> None:
        for address in (shop["basket"], shop["till"]):
            measured(page, address, lambda: expect(page.get_by_text("Your basket is empty.")).to_be_visible())
        measured(page, shop["done"], lambda: expect(page.get_by_text("There is no order to show here")).to_be_visible())

    def test_with_late_ways_to_pay(self, page: Page, shop: dict[str, str]) -> None:
        put_into_basket(page, shop, "S")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/ecom/payments/methods", hold)

        def arrives() -> None:
            waiting.until(page, lambda: bool(held))
            page.wait_for_load_state("load")
            held[0].continue_()
            expect(page.get_by_label("Invoice")).to_be_visible()

        measured(page, shop["till"], arrives)
