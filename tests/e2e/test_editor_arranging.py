"""Rows, columns and plugins: put on the page, moved, set up and taken away."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import resting_box, until
from tests.whole.page_calls import create_page, new_id, put_actions, render

COLUMN_OF = "[data-type='col']:has(> [data-type='plugin'])"


@pytest.fixture
def url(owner_client: httpx.Client) -> str:
    """A page with a row of three columns: 'One' and 'Two' in the first, 'Three' in the second, the third empty."""
    page = create_page(owner_client, "Arranging")
    state = render(owner_client, page["url"])
    column = next(iter(state["page"]["blocks"]))
    existing = [node["id"] for node in state["page"]["blocks"][column]["nodes"]]
    columns = [{"id": new_id(), "type": "col", "block": {"nodes": []}} for _ in range(3)]
    actions = [
        {
            "name": "NODE_CREATE",
            "parentId": column,
            "index": 0,
            "node": {"id": new_id(), "type": "row", "block": {"nodes": columns}},
        }
    ]
    if existing and state["page"]["blocks"][column]["nodes"][0]["type"] == "plugin":
        actions = [{"name": "BLOCK_REMOVE_NODE", "nodeId": node} for node in existing] + actions
    else:
        actions = actions + [{"name": "NODE_DELETE", "nodeId": node} for node in existing]
    for text, at, index in (("One", 0, 0), ("Two", 0, 1), ("Three", 1, 0)):
        plugin = new_id()
        actions += [
            {"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": "cms.text", "fields": {"content": f"<p>{text}</p>"}},
            {
                "name": "BLOCK_ADD_PLUGIN_NODE",
                "parentId": columns[at]["id"],
                "index": index,
                "nodeId": new_id(),
                "pluginId": plugin,
            },
        ]
    answer = put_actions(owner_client, state, actions)
    assert answer.status_code == 200, answer.text
    return str(page["url"])


@pytest.fixture
def editor(owner_page: Page, url: str) -> EditorScreen:
    screen = EditorScreen(owner_page).edit(url)
    screen.leave_text()
    return screen


class TestRows:
    def test_a_row_of_three_columns_from_the_palette(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        editor.button("Row with 3 columns").click()
        expect(editor.column(1, 2)).to_be_visible()
        expect(editor.said).to_have_text("Row with 3 columns added")
        expect(editor.canvas.locator("[data-pw-empty-column]")).to_have_count(4)

    def test_a_row_between_rows_by_its_button(self, editor: EditorScreen) -> None:
        editor.button("Add a row before this one").click()
        editor.page.get_by_role("menuitem", name="2 columns").click()
        expect(editor.column(0, 1)).to_be_visible()
        expect(editor.column(0, 0)).not_to_contain_text("One")
        expect(editor.column(1, 0)).to_contain_text("One")

    def test_fewer_columns_keep_what_was_in_them(self, editor: EditorScreen) -> None:
        editor.keys("Escape", "Escape")
        editor.page.get_by_role("button", name="3 columns: change").click()
        editor.page.get_by_role("menuitem", name="1 column", exact=True).click()
        expect(editor.column(0, 0)).to_contain_text("Three")
        expect(editor.column(0, 1)).to_have_count(0)
        editor.keys("Control+z")
        expect(editor.column(0, 1)).to_contain_text("Three")


def is_at(one: Locator, other: Locator) -> bool:
    """Whether both are at the same place, to the pixel: beside a panel the page is drawn smaller."""
    first, second = sides(one), sides(other)
    return bool(first and second) and all(abs(a - b) < 1 for a, b in zip(first, second, strict=True))


def sides(locator: Locator) -> tuple[float, ...]:
    box = locator.bounding_box()
    return (box["x"], box["y"], box["width"], box["height"]) if box else ()


class TestPalette:
    def test_by_keyboard_into_an_empty_column(self, editor: EditorScreen) -> None:
        editor.button("Add to column 3").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.type("paragraph")
        editor.keys("Enter")
        expect(editor.caret).to_be_visible()
        editor.type("New here")
        expect(editor.column(0, 2)).to_contain_text("New here")

    def test_says_when_nothing_is_found(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.type("zeppelin")
        expect(editor.page.get_by_text("Nothing is called “zeppelin”.")).to_be_visible()

    def test_is_put_away_when_the_page_is_viewed(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.page.get_by_text("View", exact=True).click()
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        editor.start()
        expect(editor.page.get_by_label("Search for something to add")).to_have_count(0)

    @pytest.mark.parametrize("by", ["its button", "Escape", "the key that opened it"])
    def test_closed_gives_the_keyboard_back_to_where_it_was(self, by: str, editor: EditorScreen) -> None:
        search = editor.page.get_by_label("Search for something to add")

        def close() -> None:
            expect(search).to_be_focused()
            if by == "its button":
                editor.button("Close Add").click()
            else:
                editor.keys("Escape" if by == "Escape" else "Control+Shift+A")
            expect(search).to_have_count(0)

        editor.plugin("Two").click()
        expect(editor.caret).to_have_text("Two")
        editor.button("Add").click()
        close()
        expect(editor.caret).to_have_text("Two")
        editor.leave_text()
        editor.keys("Control+Shift+A")
        close()
        expect(editor.plugin("Two")).to_be_focused()
        editor.button("Add").press("Enter")
        close()
        expect(editor.button("Add")).to_be_focused()

    def test_what_is_added_is_outlined_as_it_stands_in_its_look(self, editor: EditorScreen) -> None:
        editor.button("Add to column 3").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.type("image")
        editor.keys("Enter")
        # The first of its kind on the page: its look comes with it.
        pair = editor.canvas.locator("[data-ref='cms.textImage']")
        expect(pair.locator(".pw-pair")).to_have_css("display", "grid")
        outline = editor.page.locator("[data-selected][data-editing]")
        expect(outline).to_be_visible()
        # Not at the very moment: what others add to the menu of the site moves both, one after the other.
        until(editor.page, lambda: is_at(outline, pair))

    def test_open_already_it_takes_the_keyboard_for_another_place(self, editor: EditorScreen) -> None:
        search = editor.page.get_by_label("Search for something to add")
        editor.button("Add").click()
        expect(search).to_be_focused()
        editor.button("Add to column 3").click()
        expect(search).to_be_focused()
        editor.type("parag")
        editor.keys("Enter")
        expect(editor.column(0, 2).locator("[data-pw-inline].ProseMirror-focused")).to_be_visible()

    def test_beside_it_the_page_keeps_its_width(self, editor: EditorScreen) -> None:
        body = editor.canvas.locator("body")
        width = body.evaluate("() => innerWidth")
        editor.button("Add").click()
        frame = editor.page.locator("iframe[title='Page']")
        expect(frame).to_have_css("transform", re.compile("^matrix"))
        assert body.evaluate("() => innerWidth") == width
        box = frame.bounding_box()
        assert box
        assert box["width"] < width
        # What is seen there is what is reached there.
        editor.plugin("Three").click()
        expect(editor.caret).to_have_text("Three")

    def test_dragged_into_the_page(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        offer = editor.page.get_by_role("button", name=re.compile("^Menu Links"))
        drag(editor, offer, editor.column(0, 2))
        expect(editor.column(0, 2).locator("[data-ref='cms.menu']")).to_have_count(1)


class TestMoving:
    def test_by_alt_and_arrows_and_said_aloud(self, editor: EditorScreen) -> None:
        editor.keys("Alt+ArrowDown")
        expect(editor.said).to_have_text("Text moved to position 2 of 2 in column 1")
        expect(editor.column(0, 0).locator("[data-type='plugin']").nth(1)).to_have_text("One")
        editor.keys("Alt+ArrowDown")
        expect(editor.said).to_have_text("Text moved to position 1 of 2 in column 2")
        editor.keys("Alt+ArrowRight")
        expect(editor.said).to_have_text("Text moved to position 1 of 1 in column 3")
        editor.keys("Alt+ArrowRight")
        expect(editor.said).to_have_text("Text cannot move further right")

    def test_while_writing_keeps_the_caret_in_it(self, editor: EditorScreen) -> None:
        editor.plugin("Three").click()
        expect(editor.caret).to_have_text("Three")
        editor.keys("End", "Alt+ArrowRight")
        expect(editor.said).to_have_text("Text moved to position 1 of 1 in column 3")
        editor.type("!")
        expect(editor.column(0, 2)).to_have_text("Three!")

    def test_by_dragging_the_handle(self, editor: EditorScreen) -> None:
        editor.select("Two")
        drag(editor, editor.page.locator("[data-pw-grip]"), editor.column(0, 2))
        expect(editor.column(0, 2)).to_contain_text("Two")
        expect(editor.said).to_have_text("Text moved to position 1 of 1 in column 3")

    def test_escape_lets_go_without_a_change(self, editor: EditorScreen) -> None:
        editor.select("Two")
        drag(editor, editor.page.locator("[data-pw-grip]"), editor.column(0, 2), drops=False)
        editor.keys("Escape")
        editor.page.mouse.up()
        expect(editor.column(0, 0)).to_contain_text("Two")
        expect(editor.unsaved).to_have_count(0)


class TestOutline:
    def test_shows_selects_and_moves(self, editor: EditorScreen) -> None:
        editor.button("Outline").click()
        tree = editor.page.get_by_role("tree", name="What is on the page")
        tree.get_by_role("treeitem").filter(has_text="Three").last.locator("div").first.click()
        expect(tree.locator("[aria-selected='true']")).to_contain_text("Three")
        editor.keys("Alt+ArrowRight")
        expect(editor.column(0, 2)).to_contain_text("Three")
        expect(tree.locator("[aria-selected='true']")).to_be_focused()
        editor.keys("ArrowUp")
        expect(tree.locator("[aria-selected='true']").first).to_contain_text("Column 3")


class TestRemoving:
    def test_offers_undo_and_asks_nothing(self, editor: EditorScreen) -> None:
        editor.select("Two")
        editor.keys("Delete")
        expect(editor.plugin("Two")).to_have_count(0)
        editor.button("Undo").last.click()
        expect(editor.plugin("Two")).to_have_count(1)

    def test_undo_of_a_removal_is_saved_as_nothing(self, editor: EditorScreen) -> None:
        editor.select("Two")
        editor.button("Remove").click()
        expect(editor.unsaved).to_have_count(1)
        editor.keys("Control+z")
        expect(editor.unsaved).to_have_count(0)
        editor.keys("Control+Shift+z")
        expect(editor.plugin("Two")).to_have_count(0)


class TestDuplicating:
    def test_by_key_goes_to_the_copy_is_said_aloud_and_taken_back_by_one_undo(
        self, editor: EditorScreen, owner_client: httpx.Client, url: str
    ) -> None:
        editor.select("One")
        editor.keys("Control+d")
        expect(editor.said).to_have_text("Text duplicated to position 2 of 3 in column 1")
        texts = editor.column(0, 0).locator("[data-type='plugin']")
        expect(texts).to_have_text(["One", "One", "Two"])
        expect(texts.nth(1)).to_be_focused()
        assert editor.save().status == 200
        instances = [each["id"] for each in texts_of(owner_client, url) if each["fields"]["content"] == "<p>One</p>"]
        assert len(set(instances)) == 2
        editor.keys("Control+z")
        expect(texts).to_have_text(["One", "Two"])

    def test_while_writing_the_caret_goes_on_in_the_copy(self, editor: EditorScreen) -> None:
        editor.plugin("Three").click()
        expect(editor.caret).to_have_text("Three")
        editor.keys("End")
        editor.type("!")
        editor.keys("Control+d")
        texts = editor.column(0, 1).locator("[data-type='plugin']")
        expect(texts).to_have_text(["Three!", "Three!"])
        expect(texts.nth(1).locator(editor.caret)).to_be_visible()
        editor.type("!")
        expect(texts).to_have_text(["Three!", "Three!!"])

    def test_a_row_by_its_bar_with_all_that_is_in_it(
        self, editor: EditorScreen, owner_client: httpx.Client, url: str
    ) -> None:
        editor.select("Two")
        editor.keys("Escape", "Escape")
        editor.button("Duplicate").click()
        expect(editor.said).to_have_text(re.compile("^Row duplicated to position 2 of "))
        expect(editor.column(1, 0)).to_have_text("OneTwo")
        expect(editor.column(1, 1)).to_have_text("Three")
        expect(editor.column(1, 2)).to_be_visible()
        assert editor.save().status == 200
        contents = sorted(each["fields"]["content"] for each in texts_of(owner_client, url))
        assert [content for content in contents if len(content) < 14] == [
            f"<p>{text}</p>" for text in ("One", "One", "Three", "Three", "Two", "Two")
        ]

    def test_what_there_is_once_cannot_be_duplicated(self, editor: EditorScreen) -> None:
        editor.canvas.locator("[data-ref='cms.menu']").click(position={"x": 4, "y": 4})
        for name in ("Column 1", "Row", "Header"):
            editor.keys("Escape")
            expect(editor.page.get_by_role("toolbar", name=f"{name}: tools")).to_be_visible()
        expect(editor.button("Duplicate")).to_be_disabled()

    def test_is_listed_among_the_shortcuts(self, editor: EditorScreen) -> None:
        editor.keys("?")
        dialog = editor.page.get_by_role("dialog", name="Keyboard shortcuts")
        entry = dialog.locator("dl > div", has=editor.page.get_by_text("Duplicate", exact=True))
        expect(entry.locator("kbd").last).to_have_text("D")

    def test_in_the_outline_keeps_the_keyboard_there(self, editor: EditorScreen) -> None:
        editor.button("Outline").click()
        tree = editor.page.get_by_role("tree", name="What is on the page")
        tree.get_by_role("treeitem").filter(has_text="Three").last.locator("div").first.click()
        editor.keys("Control+d")
        expect(editor.column(0, 1)).to_have_text("ThreeThree")
        expect(tree.locator("[aria-selected='true']")).to_be_focused()
        expect(tree.locator("[aria-selected='true']")).to_contain_text("Three")


class TestSettings:
    def test_of_a_shared_plugin_say_so_and_are_one_step(self, editor: EditorScreen) -> None:
        editor.canvas.locator("[data-ref='cms.menu']").click(position={"x": 4, "y": 4})
        expect(editor.page.get_by_text("Shared by all pages with this layout")).to_be_visible()
        editor.keys("Alt+Enter")
        dialog = editor.page.get_by_role("dialog", name="Menu")
        expect(dialog).to_be_visible()
        editor.page.mouse.click(5, 400)
        expect(dialog).to_be_visible()
        dialog.get_by_role("combobox").select_option("vertical")
        dialog.get_by_role("button", name="Apply").click()
        expect(editor.canvas.locator(".pw-menu")).to_have_attribute("data-orientation", "vertical")
        editor.keys("Control+z")
        expect(editor.canvas.locator(".pw-menu")).to_have_attribute("data-orientation", "horizontal")

    def test_background_classes_and_link_of_a_part(self, editor: EditorScreen) -> None:
        editor.button("Settings").click()
        fill(editor, "Colour", "#204060")
        fill(editor, "Classes", "lead wide")
        fill(editor, "Address", "example.org")
        one = editor.plugin("One")
        expect(one).to_have_class(re.compile("lead wide"))
        expect(one.locator("a.pw-link")).to_have_attribute("href", "https://example.org")
        expect(one).to_have_css("background-color", "rgb(32, 64, 96)")


def test_a_plugin_that_nobody_knows_is_shown_moved_and_kept(
    owner_page: Page, owner_client: httpx.Client, url: str
) -> None:
    state = render(owner_client, url)
    plugin = new_id()
    third = row_columns(state)[2]
    answer = put_actions(
        owner_client,
        state,
        [
            {"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": "acme.clock", "fields": {"zone": "UTC"}},
            {"name": "BLOCK_ADD_PLUGIN_NODE", "parentId": third, "index": 0, "nodeId": new_id(), "pluginId": plugin},
        ],
    )
    assert answer.status_code == 200, answer.text
    editor = EditorScreen(owner_page).edit(url)
    clock = editor.canvas.locator("[data-ref='acme.clock']")
    expect(clock).to_contain_text("acme.clock")
    clock.click()
    editor.keys("Alt+ArrowLeft")
    expect(editor.column(0, 1).locator("[data-ref='acme.clock']")).to_have_count(1)
    assert editor.save().status == 200
    assert render(owner_client, url)["plugins"][plugin]["fields"] == {"zone": "UTC"}


def texts_of(client: httpx.Client, url: str) -> list[dict]:  # type: ignore[type-arg]
    """The texts of a page as they are saved."""
    return [each for each in render(client, url)["plugins"].values() if each["ref"] == "cms.text"]


def row_columns(state: dict) -> list[str]:  # type: ignore[type-arg]
    """Ids of the columns of the page's own first row."""
    block = next(iter(state["page"]["blocks"].values()))
    return [column["id"] for column in block["nodes"][0]["block"]["nodes"]]


def fill(editor: EditorScreen, label: str, value: str) -> None:
    """Types into a field of the settings panel and confirms it."""
    editor.page.get_by_label(label, exact=True).fill(value)
    editor.keys("Enter")


def drag(editor: EditorScreen, what: Locator, place: Locator, *, drops: bool = True) -> None:
    """Drags from the middle of one element to the middle of another."""
    mouse = editor.page.mouse
    x, y = middle(what)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y, steps=4)
    # Only now: columns that something may land in make room for it.
    mouse.move(*middle(place), steps=8)
    if drops:
        mouse.up()


def middle(locator: Locator) -> tuple[float, float]:
    box = resting_box(locator)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
