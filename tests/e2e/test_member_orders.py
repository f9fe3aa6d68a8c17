"""A member's orders on the account page, a basket on another device, and the mails about orders on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import ViewportSize, expect

import cms.email_templates.defaults
from cms.email_templates.rendering import render as render_mail
from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.identity import add_user, log_in
from tests.e2e.shopping import fill_in, page_with, put_into_basket

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

PHONE: ViewportSize = {"width": 390, "height": 844}
MAILS = sorted(Path(cms.email_templates.defaults.__file__).with_name("defaults").glob("*/*order*.liquid"))


def test_a_member_orders_finds_the_order_and_orders_again(
    new_context: OpenContext, shop: dict[str, str], owner: httpx.Client
) -> None:
    account = page_with(owner, "Account", "cms.accountManagement", basketPage=shop["basket"])
    login = page_with(owner, "Login", "cms.login", afterLogin=account)
    page = new_context().new_page()
    page.set_viewport_size(PHONE)
    page.goto(login)
    log_in(page, add_user(owner))
    expect(page.get_by_text("You have not ordered anything yet.")).to_be_visible()

    put_into_basket(page, shop, "L")
    page.goto(shop["till"])
    summary = page.get_by_role("heading", name="Your order")
    expect(summary).not_to_be_in_viewport()
    page.get_by_role("link", name="Your order £29.99").click()
    expect(summary).to_be_in_viewport()
    fill_in(page, "ada@example.org")
    page.get_by_label("Invoice").check()
    page.get_by_role("button", name="Place order").click()
    page.wait_for_url(f"**{shop['done']}")

    page.goto(account)
    page.get_by_role("button", name="Awaiting payment").click()
    expect(page.get_by_text(re.compile("^1 . Log basket: L$"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not faults(page)
    invoice = page.get_by_role("link", name="Invoice (PDF)").get_attribute("href")
    assert invoice is not None
    assert page.request.get(invoice).body().startswith(b"%PDF")
    page.get_by_role("button", name="Order again").click()
    page.get_by_role("link", name="To the basket").click()
    expect(page.get_by_text("Log basket: L")).to_be_visible()

    page.goto(shop["till"])
    expect(page.get_by_label("Street and number")).to_have_value("12 Mill Lane")
    expect(page.get_by_label("Postcode")).to_have_value("NR1 3JU")
    expect(page.locator("[data-delivery=charged]")).to_contain_text("£4.80")


def test_a_link_takes_the_basket_to_another_device(new_context: OpenContext, shop: dict[str, str]) -> None:
    page, other = new_context().new_page(), new_context().new_page()
    put_into_basket(page, shop, "S")
    page.goto(shop["basket"])
    # Without a clipboard the link is written out.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy a link to this basket").click()
    link = page.get_by_text(re.compile("#basket=")).inner_text()
    for _ in range(2):
        other.goto(link)
        expect(other.get_by_text("Log basket: S")).to_be_visible()
        expect(other.get_by_role("spinbutton")).to_have_value("1")
        other.wait_for_url(re.compile("^[^#]*$"))

    stranger = new_context().new_page()
    hostile = ["[", "null", '[["x",1]]', '[{"productId":"<img src=x onerror=alert(1)>"}]', "[[null,-1]]", "[" * 9999]
    for text in hostile:
        stranger.goto("about:blank")
        stranger.goto(f"{shop['basket']}#basket={text}")
        expect(stranger.get_by_text("Your basket is empty.")).to_be_visible()


@pytest.mark.parametrize("path", MAILS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_mails_about_orders_fit_a_phone(new_context: OpenContext, path: Path) -> None:
    long = "Zürcher Geschnetzeltes-Überraschungskörbchen mit Henkel"
    row = {"name": long, "quantity": 12, "unitPrice": 199_900, "totalExclTax": 2_398_800}
    order = {
        "reference": "7KD-2MX-RB4",
        "gateway": "invoice",
        "currency": "GBP",
        "contactName": "Zoë Ångström",
        "tracking": "https://tracking.example.com/" + "1" * 60,
        "billingName": "Llanfairpwllgwyngyll" * 4,
        "deliveryName": "x" * 90,
        "needsDelivery": True,
        "rows": [row] * 40,
        "deliveryExclTax": 400,
        "totalExclTax": 95_952_400,
        "tax": 19_190_480,
        "totalInclTax": 115_142_880,
        "refundedAmount": 119_900,
    }
    subject, _, content = path.read_text("utf-8").partition("\n")
    site = {"host": "willow.example", "siteName": "Willow", "siteUrl": "https://willow.example", "orderUrl": "/x"}
    drawn = render_mail(
        {
            "subject": subject,
            "content": content.lstrip(),
            "format": "html",
            "values": {**site, "order": order},
            "language": path.parent.name,
        }
    )
    page = new_context().new_page()
    page.set_viewport_size(PHONE)
    page.set_content(drawn["html"] or "")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
