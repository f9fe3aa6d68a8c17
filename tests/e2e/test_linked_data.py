"""Linked data, from an item that begins with a type to the source of the pages that visitors get."""

import json
import re
import uuid
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.e2e.waiting import until
from tests.whole.page_calls import create_page

_SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def told(client: httpx.Client, url: str) -> list[dict[str, Any]]:
    """What the page at an address tells search engines."""
    return [json.loads(text) for text in _SCRIPT.findall(client.get(url).text)]


def test_an_item_is_written_attached_changed_and_deleted(
    owner_page: Page, visitor_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    title = f"Baskets </script> {uuid.uuid4().hex[:8]}"
    page = create_page(owner_client, title)
    assert told(visitor_client, page["url"]) == []

    owner_page.goto("/cms-admin/linked-data/new")
    owner_page.get_by_label("Start with").select_option("Article")
    owner_page.get_by_label("Name").fill(title)
    text = owner_page.get_by_label("JSON-LD", exact=True)
    written = text.input_value()
    text.fill(written.replace('"{{page.title}}",', '"{{page.titel}}"'))
    owner_page.get_by_role("button", name="Create linked data").click()
    expect(owner_page.get_by_text("A comma is missing at the end of this line.")).to_be_visible()
    text.fill(written.replace("{{page.title}}", "{{page.titel}}"))
    owner_page.get_by_role("button", name="Create linked data").click()
    expect(owner_page.get_by_text("There is no placeholder page.titel.")).to_be_visible()
    owner_page.get_by_role("button", name="Line 4").click()
    text.fill(written)
    owner_page.get_by_role("button", name="Create linked data").click()
    expect(owner_page.get_by_role("link", name=title)).to_be_visible()

    owner_page.goto(f"/cms-admin/pages/{page['id']}")
    owner_page.get_by_role("combobox", name="Linked data").fill(title[-8:])
    owner_page.get_by_role("option", name=re.compile(re.escape(title[-8:]))).click()
    owner_page.get_by_role("button", name="Save").click()
    expect(owner_page.get_by_text(f"“{title}” was saved.")).to_be_visible()
    until(owner_page, lambda: told(visitor_client, page["url"]) != [])
    [article] = told(visitor_client, page["url"])
    assert (article["@type"], article["headline"]) == ("Article", title)
    assert article["url"].endswith(page["url"])
    assert "image" not in article, "the page has none"

    # Who comes from another page gets it with the page, and what the item has become since.
    visitor_page.goto("/")
    visitor_page.evaluate("window.isSame = true")
    owner_page.goto(f"/cms-admin/linked-data?q={title[-8:]}")
    expect(owner_page.get_by_role("link", name="1 page")).to_be_visible()
    owner_page.get_by_role("link", name=title).click()
    text.fill(written.replace('"Article"', '"NewsArticle"'))
    owner_page.get_by_role("button", name="Save").click()
    expect(owner_page.get_by_text(f"“{title}” was saved.")).to_be_visible()
    until(owner_page, lambda: told(visitor_client, page["url"])[0]["@type"] == "NewsArticle")
    visitor_page.evaluate(
        "url => { const a = document.createElement('a'); a.href = url; a.id = 'on';"
        " a.textContent = 'on'; document.getElementById('page').append(a); }",
        page["url"],
    )
    visitor_page.locator("#on").click()
    expect(visitor_page).to_have_title(re.compile(re.escape(title)))
    scripts = visitor_page.locator('script[type="application/ld+json"]')
    expect(scripts).to_have_count(1)
    assert json.loads(scripts.text_content() or "")["@type"] == "NewsArticle"
    assert visitor_page.evaluate("window.isSame"), "the page was swapped in place"

    item = owner_client.get("/client/linked-data", params={"q": title[-8:]}).json()["results"][0]
    assert owner_client.delete(f"/client/linked-data/{item['id']}").status_code == 204
    until(owner_page, lambda: told(visitor_client, page["url"]) == [])
