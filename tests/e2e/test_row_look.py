"""How rows with colours and widths of their own look to visitors, in light and in dark, on wide screens and on phones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from tests.e2e.accessibility import faults_everywhere
from tests.e2e.waiting import until
from tests.stack import Stack
from tests.whole.page_calls import create_page, new_id, put_actions, render

TEXT = (
    "<h2>Heading</h2><p>Some text with <a href='/'>a link</a>, <code>code</code> and <mark>a mark</mark>.</p>"
    "<blockquote><p>A quotation</p></blockquote><table><tbody><tr><th>Oak</th></tr><tr><td>One</td></tr></tbody></table>"
)
# One that visitors could not read in dark mode, one in between light and dark, one that the page shines through.
COLOURS = ["#fbe6c8", "#12453a", "#0a8f6c", "#808080", "#00000014", "oklch(70% 0.1 240)"]


def add_row(client: httpx.Client, url: str, *settings: dict[str, Any], columns: int = 2) -> str:
    """Put a row of texts with these settings at the end of a page's own column; the row's id."""
    state = render(client, url)
    column = next(iter(state["page"]["blocks"]))
    row_id, actions, nodes = new_id(), [], []
    for _ in range(columns):
        plugin = new_id()
        actions.append({"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": "cms.text", "fields": {"content": TEXT}})
        place = {"id": new_id(), "type": "plugin", "pluginId": plugin}
        nodes.append({"id": new_id(), "type": "col", "block": {"nodes": [place]}})
    row = {"id": row_id, "type": "row", "block": {"nodes": nodes}}
    actions.append({"name": "NODE_CREATE", "parentId": column, "index": 100, "node": row} | wrapped())
    answer = put_actions(client, state, actions + [{**each, "nodeId": row_id, "level": "page"} for each in settings])
    assert answer.is_success, answer.text
    return row_id


def wrapped() -> dict[str, Any]:
    return {"wrapBefore": {"rowId": new_id(), "colId": new_id()}}


def background(**values: Any) -> dict[str, Any]:
    return {"name": "NODE_SET_BACKGROUND", "background": values}


def spacing(**values: str) -> dict[str, Any]:
    return {"name": "NODE_SET_SPACING", "spacing": values}


@pytest.fixture(scope="module")
def client(stack: Stack, owner_cookies: httpx.Cookies) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=30
    ) as client:
        yield client


@pytest.fixture(scope="module")
def coloured(client: httpx.Client) -> str:
    """A page with a row of each colour; the last reaches the edges."""
    url: str = create_page(client, "Coloured rows")["url"]
    for colour in COLOURS[:-1]:
        add_row(client, url, background(backgroundColour=colour))
    add_row(client, url, background(backgroundColour=COLOURS[-1]), spacing(width="full"))
    return url


class TestColours:
    def test_can_be_read_in_light_and_dark_everywhere(self, visitor_page: Page, coloured: str) -> None:
        visitor_page.goto(coloured)
        assert faults_everywhere(visitor_page) == []

    def test_a_picture_without_a_text_colour_keeps_every_page_light(
        self, visitor_page: Page, client: httpx.Client, coloured: str
    ) -> None:
        visitor_page.emulate_media(color_scheme="dark")
        assert paper_of(visitor_page, coloured) == "rgb(8, 18, 14)"
        url = create_page(client, "With a picture")["url"]
        row = add_row(client, url, background(backgroundImage="/assets/icon-1.svg"))
        try:
            until(visitor_page, lambda: paper_of(visitor_page, coloured) == "rgb(255, 255, 255)")
        finally:
            state = render(client, url)
            actions = [{"name": "NODE_SET_BACKGROUND", "nodeId": row, "level": "page", "background": None}]
            assert put_actions(client, state, actions).is_success
        until(visitor_page, lambda: paper_of(visitor_page, coloured) == "rgb(8, 18, 14)")


def paper_of(page: Page, url: str) -> str:
    """The colour behind a page that is opened anew: one that visitors saw before is the new one a moment after a change."""
    page.goto(url)
    colour: str = page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")
    return colour


def test_a_part_on_a_colour_keeps_its_text_from_the_edge_as_a_row_does(
    visitor_page: Page, client: httpx.Client
) -> None:
    url = create_page(client, "A coloured part")["url"]
    coloured = background(backgroundColour=COLOURS[0])
    row = add_row(client, url, coloured, columns=1)
    state = render(client, url)
    [block] = state["page"]["blocks"].values()
    [column] = block["nodes"][-1]["block"]["nodes"]
    [part] = column["block"]["nodes"]
    assert put_actions(client, state, [coloured | {"nodeId": part["id"], "level": "page"}]).is_success
    visitor_page.goto(url)
    paddings = [
        visitor_page.locator(f"[data-node='{node}']").evaluate("(element) => getComputedStyle(element).padding")
        for node in (row, part["id"])
    ]
    assert paddings[0] == paddings[1] != "0px"


def test_the_heading_of_a_part_on_a_colour_stays_within_it_on_a_phone(visitor_page: Page, client: httpx.Client) -> None:
    url = create_page(client, "A heading that is too long for the width of a phone and wraps")["url"]
    state = render(client, url)
    [block] = state["page"]["blocks"].values()
    part = next(node for node in block["nodes"] if node["type"] == "plugin")
    action = background(backgroundColour=COLOURS[0]) | {"nodeId": part["id"], "level": "page"}
    assert put_actions(client, state, [action]).is_success
    visitor_page.set_viewport_size({"width": 390, "height": 844})
    visitor_page.goto(url)
    widths = visitor_page.locator(f"[data-node='{part['id']}'] h1").evaluate(
        "(heading) => [heading, heading.parentElement].map((element) => element.getBoundingClientRect().width)"
    )
    assert widths[0] <= widths[1]


class TestWidths:
    @pytest.mark.parametrize("width", [1920, 1280, 390])
    def test_a_full_row_reaches_the_edges_and_its_text_stays_in_line(
        self, visitor_page: Page, coloured: str, width: int
    ) -> None:
        visitor_page.set_viewport_size({"width": width, "height": 800})
        visitor_page.goto(coloured)
        measured = visitor_page.evaluate("""() => {
            const left = (element) => Math.round(element.getBoundingClientRect().left);
            const row = document.querySelector('[data-width="full"]');
            const { width } = row.getBoundingClientRect();
            return {
                width: Math.round(width), window: document.documentElement.clientWidth,
                page: document.documentElement.scrollWidth, left: left(row),
                inLine: left(row.querySelector('h2')) === left(document.querySelector('h1')),
            };
        }""")
        assert measured == {"width": width, "window": width, "page": width, "left": 0, "inLine": True}

    def test_two_that_touch_have_no_gap_between_them(self, visitor_page: Page, client: httpx.Client) -> None:
        url = create_page(client, "Two bands")["url"]
        for colour in ("#12453a", "#fbe6c8"):
            add_row(client, url, background(backgroundColour=colour), spacing(width="full"))
        visitor_page.goto(url)
        first, second = (visitor_page.locator("[data-width='full']").nth(index).bounding_box() for index in (0, 1))
        assert first
        assert second
        assert first["y"] + first["height"] == pytest.approx(second["y"], abs=0.5)
