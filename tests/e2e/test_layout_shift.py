"""Screens of the admin stay where they are while their parts arrive, however late one of them is."""

from __future__ import annotations

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.waiting import hold

# The shifts that no input has caused, as browsers report them, each with what has moved and from where to where.
_OBSERVE = """
window.shifts = [];
const said = ({ node, previousRect, currentRect }) => {
    const part = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
    const place = part?.closest('nav, main, header')?.localName;
    return `${place}: ${part?.textContent.slice(0, 40)} from ${previousRect.y} to ${currentRect.y}`;
};
const note = ({ value, hadRecentInput, sources }) => {
    if (!hadRecentInput) window.shifts.push([value, sources.map(said)]);
};
const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
observer.observe({ type: 'layout-shift', buffered: true });
window.takeShifts = async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // Shifts are reported with the frame after the one that they were drawn in.
    await frame();
    await frame();
    observer.takeRecords().forEach(note);
    return window.shifts.splice(0);
};
"""
# Nothing that anybody sees.
_LEAST = 0.005


class HeldBack:
    """The answer to one call, kept back until it is let go."""

    def __init__(self, page: Page, address: str) -> None:
        self.routes: list[Route] = []
        self.is_open = False
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.routes.append(route)

    def let_go(self) -> None:
        self.is_open = True
        for route in self.routes:
            route.continue_()


def assert_still(page: Page) -> None:
    """Fail where something on the page has moved since it was opened, or since its shifts were forgotten."""
    shifts: list[tuple[float, list[str]]] = page.evaluate("window.takeShifts()")
    assert sum(value for value, _ in shifts) < _LEAST, shifts


@pytest.mark.parametrize(("path", "list_address"), [("users", "**/auth/users?*"), ("emails", "**/cms/emails?*")])
def test_nothing_moves_when_it_is_said_that_mail_goes_nowhere(owner_page: Page, path: str, list_address: str) -> None:
    owner_page.set_viewport_size({"width": 390, "height": 844})
    owner_page.add_init_script(_OBSERVE)
    site = HeldBack(owner_page, "**/cms/site")
    with owner_page.expect_response(list_address):
        owner_page.goto(f"/cms-admin/{path}")
    site.let_go()
    expect(owner_page.get_by_text("No mail server is set up")).to_be_visible()
    expect(
        owner_page.get_by_role("main").get_by_role("table").or_(owner_page.get_by_text("No emails yet"))
    ).to_be_visible()
    assert_still(owner_page)


def test_nothing_moves_on_a_dashboard_that_was_seen_before(owner_page: Page) -> None:
    owner_page.set_viewport_size({"width": 390, "height": 844})
    owner_page.add_init_script(_OBSERVE)
    owner_page.goto("/cms-admin")
    part = owner_page.get_by_text("Running").first
    edited = owner_page.get_by_role("listitem").filter(has_text=re.compile("ago|just now", re.IGNORECASE))
    # Seen is what has all been there: of a page left sooner nothing is remembered.
    expect(part).to_be_visible()
    expect(edited.first).to_be_visible()
    pages = HeldBack(owner_page, "**/client/pages?*")
    site = HeldBack(owner_page, "**/cms/site")
    owner_page.reload()
    expect(owner_page.get_by_role("heading", name="Recently edited")).to_be_visible()
    site.let_go()
    expect(part).to_be_visible()
    pages.let_go()
    expect(edited.first).to_be_visible()
    assert_still(owner_page)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    ("path", "address", "comes"),
    [
        # A check that others begin meanwhile would show.
        pytest.param(
            *("link-checker", "**/client/links/checks/latest", "Last checked|Your links have not been checked yet"),
            marks=pytest.mark.xdist_group("check of all links"),
        ),
        ("blog/categories", "**/cms/blog/posts/filters/page?*state=public*", "Copy RSS address|The blog has no feeds"),
    ],
)
def test_nothing_moves_when_a_line_above_a_list_comes(
    owner_page: Page, path: str, address: str, comes: str, width: int
) -> None:
    owner_page.set_viewport_size({"width": width, "height": 900})
    owner_page.add_init_script(_OBSERVE)
    line = HeldBack(owner_page, address)
    owner_page.goto(f"/cms-admin/{path}")
    main = owner_page.get_by_role("main")
    expect(
        main.get_by_role("heading", name=re.compile("^No ")).or_(main.locator("[data-row]").filter(visible=True).first)
    ).to_be_visible()
    owner_page.evaluate("window.takeShifts()")
    line.let_go()
    expect(main.get_by_text(re.compile(comes)).first).to_be_visible()
    assert_still(owner_page)


def test_the_pager_stays_where_it_is_aimed_at(owner_page: Page, owner_client: httpx.Client) -> None:
    name = f"jetty-{uuid.uuid4().hex[:8]}"
    for number in range(12):
        body = {"source": f"/{name}-{number}", "destination": "/", "responseCode": 301}
        assert owner_client.post("/cms/url-maps", json=body).status_code == 201
    owner_page.set_viewport_size({"width": 1280, "height": 1000})
    owner_page.add_init_script(_OBSERVE)
    rows = HeldBack(owner_page, "**/cms/url-maps?*")
    owner_page.goto(f"/cms-admin/url-maps?q={name}")
    expect(owner_page.get_by_role("table")).to_be_visible()
    pager = owner_page.get_by_role("navigation", name="Pages of the list")
    expect(pager).to_have_count(0)
    rows.let_go()
    expect(pager).to_contain_text("10 of 12")
    before = pager.bounding_box()
    pager.get_by_role("button", name="Next").click()
    expect(pager).to_contain_text("12 of 12")
    assert pager.bounding_box() == before
    assert_still(owner_page)


def test_nothing_moves_in_the_navigation_at_the_first_visit(owner_page: Page) -> None:
    """Which areas the site has is not known yet: their lines would push those down that are."""
    owner_page.set_viewport_size({"width": 1280, "height": 800})
    owner_page.add_init_script(_OBSERVE)
    let_come = hold(owner_page, "**/cms/site")
    owner_page.goto("/cms-admin")
    navigation = owner_page.get_by_role("navigation", name="Admin")
    expect(navigation.get_by_role("link", name="Dashboard")).to_be_visible()
    expect(owner_page.get_by_role("heading", name="Recently edited")).to_be_visible()
    let_come()
    expect(navigation.get_by_role("link", name="Customer relationships")).to_be_visible()
    expect(navigation.get_by_role("heading", name="Shop")).to_be_visible()
    assert_still(owner_page)
