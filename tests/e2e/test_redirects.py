"""Addresses that pages leave, and addresses that visitors miss: from both to where they are sent."""

import re
import uuid
from functools import partial

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.waiting import until
from tests.whole.page_calls import (
    add_plugin,
    create_page,
    first_text,
    new_id,
    own_column,
    put_actions,
    render,
    set_text,
)


@pytest.fixture
def name() -> str:
    return f"guild-{uuid.uuid4().hex[:8]}"


def test_a_page_moves_with_those_below_and_its_redirect_can_be_taken_back(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client, name: str
) -> None:
    page = create_page(owner_client, f"Guild {name}", url=f"/{name}")
    create_page(owner_client, "Below", url=f"/{name}/below")
    assert visitor_client.get(f"/{name}/below").status_code == 200
    owner_page.goto(f"/cms-admin/pages/{page['id']}")
    owner_page.get_by_label("Address", exact=True).fill(f"/{name}-moved")
    expect(owner_page.get_by_label("Move the pages below it too")).to_be_checked()
    owner_page.get_by_role("button", name="Save").click()
    remove = owner_page.get_by_role("button", name="Remove redirect")
    # Its time does not run out while the pointer is on it.
    remove.hover()
    expect(owner_page.get_by_text(f"Visitors of /{name} are now sent to /{name}-moved.")).to_be_visible()

    def is_moved(left: str) -> bool:
        answer = visitor_client.get(f"{left}?from=mail")
        moved = left.replace(name, f"{name}-moved") + "?from=mail"
        return (answer.status_code, answer.headers.get("location")) == (301, moved)

    for left in (f"/{name}", f"/{name}/below"):
        until(owner_page, partial(is_moved, left))

    remove.click()
    expect(owner_page.get_by_text(f"Visitors of /{name} are no longer redirected.")).to_be_visible()
    until(owner_page, lambda: visitor_client.get(f"/{name}").status_code == 404)
    assert visitor_client.get(f"/{name}/below").status_code == 301


def test_a_link_to_a_redirect_leads_to_the_place_of_the_page_that_it_names(
    visitor_page: Page, owner_client: httpx.Client, name: str
) -> None:
    page, other = create_page(owner_client, "Guild"), create_page(owner_client, "Way there")
    state, node = render(owner_client, page["url"]), new_id()
    tall = "<p>Tall</p>" * 200
    placed = add_plugin(own_column(state), "cms.text", {"content": f"<h2>The team</h2>{tall}"}, 1, node_id=node)
    ids = {"name": "NODE_SET_IDS", "nodeId": node, "level": "page", "ids": ["team"]}
    assert put_actions(owner_client, state, [set_text(first_text(state), tall), *placed, ids]).is_success
    source = {"source": f"/{name}", "destination": f"{page['url']}#team"}
    assert owner_client.post("/cms/url-maps", json=source).status_code == 201
    state = render(owner_client, other["url"])
    link = f'<p><a href="/{name}">onward</a></p>'
    assert put_actions(owner_client, state, [set_text(first_text(state), link)]).is_success
    visitor_page.goto(other["url"])
    visitor_page.get_by_role("link", name="onward").click()
    expect(visitor_page).to_have_url(re.compile(re.escape(f"{page['url']}#team") + "$"))
    expect(visitor_page.get_by_role("heading", name="The team")).to_be_in_viewport()

    def hits() -> int:
        found = owner_client.get("/cms/url-maps", params={"q": name}).json()["results"]
        return int(found[0]["hits"])

    until(visitor_page, lambda: hits() > 0)
    assert hits() == 1


def test_what_visitors_missed_is_listed_and_redirected_from_there(
    owner_page: Page, visitor_page: Page, owner_client: httpx.Client, name: str
) -> None:
    home = owner_client.get("/client/page-render", params={"url": "/"}).json()["page"]["title"]
    visitor_page.goto(f"/{name}?campaign=1")
    expect(visitor_page.get_by_role("heading", name="Page Not Found")).to_be_visible()
    until(visitor_page, lambda: owner_client.get("/cms/url-maps/missing", params={"q": name}).json()["total"] == 1)
    owner_page.goto(f"/cms-admin/url-maps/missing?q={name}")
    owner_page.get_by_role("link", name=f"Redirect to…: /{name}").click()
    expect(owner_page.get_by_label("From", exact=True)).to_have_value(f"/{name}")
    owner_page.get_by_label("To", exact=True).fill("/")
    owner_page.get_by_role("button", name="Create redirect").click()
    expect(owner_page.get_by_role("link", name=f"/{name}")).to_be_visible()

    owner_page.get_by_label("Test an address").fill(name)
    expect(owner_page.get_by_text(f"Visitors see the page {home}.")).to_be_visible()
    visitor_page.goto(f"/{name}")
    expect(visitor_page).to_have_url(re.compile(r"//[^/]+/$"))
    owner_page.goto(f"/cms-admin/url-maps/missing?q={name}")
    expect(owner_page.get_by_text(f"Nothing found for “{name}”")).to_be_visible()
