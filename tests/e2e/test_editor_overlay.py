"""What the editor draws over the page covers nothing of it that somebody writes, or may want to click next."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import until
from tests.whole.page_calls import add_plugin, create_page, new_id, put_actions, render

# Each of the page's plugins, and what lies over some point of it instead of the page's frame.
COVERED = """async () => {
    // Tools come to their places with the frame after the one that moves the page.
    for (let count = 0; count < 2; count += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    const frame = document.querySelector('iframe[title=Page]');
    const view = frame.getBoundingClientRect();
    const found = new Set();
    for (const plugin of frame.contentDocument.querySelectorAll('[data-type=plugin]')) {
        const { left, top, right, bottom } = plugin.getBoundingClientRect();
        for (let y = Math.max(top, 0) + 1; y < Math.min(bottom, view.height); y += 4)
            for (let x = Math.max(left, 0) + 1; x < Math.min(right, view.width); x += 4) {
                const over = document.elementFromPoint(view.left + x, view.top + y);
                if (over !== frame) found.add(`${plugin.textContent}: ${over?.ariaLabel ?? over?.outerHTML.slice(0, 80)}`);
            }
    }
    return [...found];
}"""
# Each two tools of the bar that stand one over the other.
OVERLAPPING = """() => {
    const tools = [...document.querySelectorAll('header button, header a, header label')]
        .map((tool) => [tool.ariaLabel ?? tool.textContent, tool.getBoundingClientRect()])
        .filter(([, { width }]) => width > 0);
    return tools.flatMap(([name, one], index) => tools.slice(index + 1)
        .filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1)
        .map(([other]) => `${name}, ${other}`));
}"""
# Rows, their columns, and the texts in each.
ROWS = [
    [["<p>First line</p>", "<p>Second line</p>"]],
    [["<p>One line above</p>"]],
    [["<h2>Left heading</h2><p>Left.</p>"], ["<h2>Right heading</h2>"]],
    [["<p>Left below</p>"], ["<p>Right below</p>"], ["<p>Far right</p>"]],
]


@pytest.fixture
def url(owner_client: httpx.Client) -> str:
    """A page that is set closely: texts of one line below one another, and rows of columns."""
    page = create_page(owner_client, "Closely set", config={"menu": {"visible": False}})
    state = render(owner_client, page["url"])
    own = next(iter(state["page"]["blocks"]))
    actions = [{"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]} for node in state["page"]["blocks"][own]["nodes"]]
    for index, texts in enumerate(ROWS):
        columns = [{"id": new_id(), "type": "col", "block": {"nodes": []}} for _ in texts]
        row = {"id": new_id(), "type": "row", "block": {"nodes": columns}}
        actions.append({"name": "NODE_CREATE", "parentId": own, "index": index, "node": row})
        for column, stack in zip(columns, texts, strict=True):
            for at, html in enumerate(stack):
                actions += add_plugin(str(column["id"]), "cms.text", {"content": html}, at)
    answer = put_actions(owner_client, state, actions)
    assert answer.status_code == 200, answer.text
    return str(page["url"])


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_of_it_covers_a_part(width: int, owner_page: Page, url: str) -> None:
    owner_page.set_viewport_size({"width": width, "height": 900})
    editor = EditorScreen(owner_page)
    owner_page.goto(url)
    owner_page.get_by_role("radio", name="Edit").locator("..").click()
    expect(editor.caret).to_be_visible()
    texts = editor.canvas.locator("[data-type='col-unique'] [data-ref='cms.text']")
    expect(texts).to_have_count(8)
    buttons = owner_page.get_by_role("button", name="Row", exact=False).and_(owner_page.locator("[aria-haspopup]"))
    for index in range(8):
        # At its beginning and at its end, where there were buttons and the bar of the part below.
        box = texts.nth(index).bounding_box()
        assert box
        for x in (2, box["width"] - 2):
            texts.nth(index).click(position={"x": x, "y": 4})
            expect(texts.nth(index).locator(editor.caret)).to_be_visible()
        until(owner_page, lambda: owner_page.evaluate(COVERED) == [])
        editor.leave_text()
        until(owner_page, lambda: owner_page.evaluate(COVERED) == [])
        texts.nth((index + 3) % 8).hover()
        expect(buttons.first).to_be_attached()
        until(owner_page, lambda: owner_page.evaluate(COVERED) == [])


@pytest.mark.parametrize("width", [1280, 1000, 999, 640, 390])
def test_no_tool_of_the_bar_stands_over_another(width: int, owner_page: Page, url: str) -> None:
    owner_page.set_viewport_size({"width": width, "height": 900})
    editor = EditorScreen(owner_page)
    owner_page.goto(url)
    owner_page.get_by_role("radio", name="Edit").locator("..").click()
    expect(editor.caret).to_be_visible()
    until(owner_page, lambda: owner_page.evaluate(OVERLAPPING) == [])
    editor.type("More ")
    expect(owner_page.get_by_role("img", name="1 unsaved change")).to_be_visible()
    until(owner_page, lambda: owner_page.evaluate(OVERLAPPING) == [])


def test_what_has_no_room_in_the_page_is_in_the_bar(owner_page: Page, url: str) -> None:
    owner_page.set_viewport_size({"width": 390, "height": 900})
    editor = EditorScreen(owner_page)
    owner_page.goto(url)
    owner_page.get_by_role("radio", name="Edit").locator("..").click()
    editor.plugin("Right heading").click()
    expect(editor.caret).to_have_text("Right heading")
    editor.button("Add beside this").click()
    owner_page.get_by_role("menuitem", name="2 columns before").click()
    expect(editor.column(2, 1)).to_be_visible()
    expect(editor.column(3, 0)).to_contain_text("Left heading")
    editor.plugin("Right heading").click()
    editor.button("Add beside this").click()
    owner_page.get_by_role("menuitem", name="Below it").click()
    expect(owner_page.get_by_label("Search for something to add")).to_be_focused()
    editor.type("paragraph")
    editor.keys("Enter")
    expect(editor.caret).to_be_visible()
    editor.type("Below")
    expect(editor.column(3, 1)).to_have_text("Right headingBelow")
