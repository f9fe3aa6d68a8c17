"""What the editor draws over the page covers nothing of it that somebody writes, or may want to click next."""

from __future__ import annotations

from base64 import b64encode
from functools import partial

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.editing import EditorScreen
from tests.e2e.starting_page import copy_of_start
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


# The highest contrast that any of the pixels across a part's left edge has to the ground that it stands on, outside of it.
CONTRAST = """async ([png, x, y]) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const luminance = (left) => {
        const [r, g, b] = [...canvas.getImageData(Math.round(left), Math.round(y), 1, 1).data].map((value) => value / 255)
            .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const ground = luminance(x - 10);
    return Math.max(...[-6, -5, -4, -3, -2].map((offset) => luminance(x + offset))
        .map((line) => Math.max(line, ground) / Math.min(line, ground)));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("look", ["Default", "Bold"])
def test_the_outline_is_seen_on_every_band(
    look: str, scheme: str, owner_page: Page, owner_client: httpx.Client
) -> None:
    owner_page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    editor = EditorScreen(owner_page).edit(copy_of_start(owner_client, look))
    for words in ("Your site starts here", "Three things", "A sentence from", "How it works", "Ready when you are"):
        text = editor.plugin(words)
        # All of it: the middle of its edge is looked at.
        text.scroll_into_view_if_needed()
        text.get_by_text(words).first.click()
        expect(text.locator(editor.caret)).to_be_visible()
        owner_page.mouse.move(0, 0)
        # It comes to its place with the frame after the one that moves the page.
        is_seen = partial(stands_out, editor, words)
        until(owner_page, is_seen)
        editor.leave_text()
        until(owner_page, is_seen)


def stands_out(editor: EditorScreen, words: str) -> bool:
    return contrast(editor, words) >= 3


def contrast(editor: EditorScreen, words: str) -> float:
    box = editor.plugin(words).bounding_box()
    assert box
    png = b64encode(editor.page.screenshot()).decode()
    return float(editor.page.evaluate(CONTRAST, [png, box["x"], box["y"] + box["height"] / 2]))


def test_the_page_shows_where_something_will_be_added(owner_page: Page, url: str) -> None:
    editor = EditorScreen(owner_page).edit(url)
    editor.leave_text()
    line = owner_page.locator("[data-insert-marker]")
    editor.select("One line above")
    expect(line).to_have_count(0)
    editor.button("Add below").click()
    expect(owner_page.get_by_label("Search for something to add")).to_be_focused()
    above, below = (editor.plugin(words).bounding_box() for words in ("One line above", "Left heading"))
    shown = line.bounding_box()
    assert above
    assert below
    assert shown
    assert above["y"] + above["height"] - 1 <= shown["y"] <= below["y"]
    editor.keys("Escape")
    expect(line).to_have_count(0)
    # From the bar: beside what is selected.
    editor.select("First line")
    owner_page.get_by_role("banner").get_by_role("button", name="Add", exact=True).click()
    first, second = (editor.plugin(words).bounding_box() for words in ("First line", "Second line"))
    expect(line).to_be_attached()
    shown = line.bounding_box()
    assert first
    assert second
    assert shown
    assert first["y"] + first["height"] - 1 <= shown["y"] <= second["y"]
