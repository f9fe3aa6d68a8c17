"""Going about the site in the editor: following links, new pages, page settings; on a phone; for everyone."""

from __future__ import annotations

import re
import uuid

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser_contexts import log_in
from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults_in_both_schemes
from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import resting_box, until
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text


def test_a_new_page_from_the_toolbar_is_edited_shown_in_the_menu_and_reached_without_a_reload(
    owner_page: Page, owner_client: httpx.Client
) -> None:
    title = f"Fresh {uuid.uuid4().hex[:6]}"
    editor = EditorScreen(owner_page).view("/")
    editor.button("More").click()
    owner_page.get_by_role("menuitem", name="New page").click()
    dialog = owner_page.get_by_role("dialog", name="New page")
    dialog.get_by_label("Title", exact=True).fill(title)
    dialog.get_by_label("Show in the menu").check()
    # The window of a small laptop: what the dialog is for is not to be looked for below its fold.
    owner_page.set_viewport_size({"width": 1280, "height": 560})
    create = dialog.get_by_role("button", name="Create page")
    expect(create).to_be_in_viewport(ratio=1)
    create.click()
    expect(owner_page).to_have_url(re.compile("/fresh-"))
    expect(editor.canvas.locator("[data-pw-node='root']")).to_be_visible()
    expect(editor.caret).to_be_visible()
    address = owner_page.evaluate("location.pathname")

    owner_page.get_by_text("View", exact=True).click()
    expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
    editor.canvas.get_by_role("link", name="Home").first.click()
    expect(owner_page).to_have_url(re.compile(r"/$"))
    frame = owner_page.locator("iframe[title='Page']").element_handle().content_frame()
    assert frame
    frame.evaluate("window.stayed = true")
    editor.canvas.get_by_role("link", name=title).first.click()
    expect(owner_page).to_have_url(re.compile(f"{address}$"))
    expect(owner_page.get_by_role("banner")).to_contain_text(title)
    assert frame.evaluate("window.stayed") is True


def test_a_page_made_while_another_is_edited_opens_in_place_of_it(owner_page: Page, owner_client: httpx.Client) -> None:
    before = create_page(owner_client, "Edited before")
    editor = EditorScreen(owner_page).edit(before["url"])
    editor.leave_text()
    title = f"Made meanwhile {uuid.uuid4().hex[:6]}"
    editor.button("More").first.click()
    owner_page.get_by_role("menuitem", name="New page").click()
    dialog = owner_page.get_by_role("dialog", name="New page")
    dialog.get_by_label("Title", exact=True).fill(title)
    dialog.get_by_role("button", name="Create page").click()
    expect(editor.caret).to_contain_text(title)
    expect(editor.canvas.locator("body")).not_to_contain_text("Edited before")


def test_edit_after_following_a_link_edits_the_page_it_led_to(owner_page: Page, owner_client: httpx.Client) -> None:
    first, second = (create_page(owner_client, title) for title in ("First visited", "Second visited"))
    state = render(owner_client, first["url"])
    link = set_text(first_text(state), f'<h1>First visited</h1><p><a href="{second["url"]}">Go on</a></p>')
    assert put_actions(owner_client, state, [link]).status_code == 200
    editor = EditorScreen(owner_page).edit(first["url"])
    owner_page.get_by_text("View", exact=True).click()
    expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
    editor.canvas.get_by_role("link", name="Go on").click()
    expect(owner_page.get_by_role("banner")).to_contain_text("Second visited")
    editor.start()
    expect(editor.caret).to_contain_text("Second visited")


def test_a_dialog_from_the_menu_gives_the_keyboard_back_to_the_menus_button(
    owner_page: Page, owner_client: httpx.Client
) -> None:
    editor = EditorScreen(owner_page).view(create_page(owner_client, "By keyboard")["url"])
    more = editor.button("More")
    for _ in range(2):  # the first time it is still to be loaded
        more.press("Enter")
        owner_page.get_by_role("menuitem", name="Keyboard shortcuts").press("Enter")
        # It is drawn before it listens to keys: it does so once the keyboard is in it.
        expect(owner_page.get_by_role("dialog", name="Keyboard shortcuts").locator(":focus")).to_have_count(1)
        editor.keys("Escape")
        expect(owner_page.get_by_role("dialog")).to_have_count(0)
        expect(more).to_be_focused()


def test_another_address_takes_along_what_is_not_saved(owner_page: Page, owner_client: httpx.Client) -> None:
    page = create_page(owner_client, "Moving house")
    editor = EditorScreen(owner_page).edit(page["url"])
    editor.keys("Control+End")
    editor.type(" Not saved yet.")
    editor.leave_text()
    editor.button("More").first.click()
    owner_page.get_by_role("menuitem", name="Page settings").click()
    dialog = owner_page.get_by_role("dialog", name="Page settings")
    moved = f"{page['url']}-moved"
    dialog.get_by_label("Address", exact=True).fill(moved)
    dialog.get_by_role("button", name="Save").click()
    expect(owner_page).to_have_url(re.compile(f"{moved}$"))
    expect(editor.canvas.locator("[data-pw-node='root']")).to_contain_text("Not saved yet.")
    assert editor.save().status == 200
    assert "Not saved yet." in str(render(owner_client, moved)["plugins"])


def test_page_settings_change_the_title_of_the_open_page(owner_page: Page, owner_client: httpx.Client) -> None:
    page = create_page(owner_client, "Old name")
    editor = EditorScreen(owner_page).edit(page["url"])
    editor.leave_text()
    editor.button("More").first.click()
    owner_page.get_by_role("menuitem", name="Page settings").click()
    dialog = owner_page.get_by_role("dialog", name="Page settings")
    dialog.get_by_label("Title", exact=True).fill("New name")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(owner_page.get_by_role("banner")).to_contain_text("New name")


def test_links_in_the_page_rest_while_it_is_edited(owner_page: Page, owner_client: httpx.Client) -> None:
    page = create_page(owner_client, "Resting links")
    editor = EditorScreen(owner_page).edit(page["url"])
    editor.canvas.get_by_role("link", name="Home").first.click()
    # The click has come by then; a page that it led to would be begun before its notice is drawn.
    expect(owner_page.get_by_text("Shared by all pages with this layout")).to_be_visible()
    assert owner_page.url.endswith(page["url"])
    expect(editor.canvas.locator("h1")).to_have_text("Resting links")


def test_the_widths_of_devices_are_real(owner_page: Page) -> None:
    editor = EditorScreen(owner_page).view("/")
    editor.button("Width of the page").click()
    owner_page.get_by_role("menuitem", name="Phone, 390 wide").click()
    frame = owner_page.locator("iframe[title='Page']")
    expect(frame).to_have_js_property("clientWidth", 390)


@pytest.fixture
def phone(new_context: OpenContext, stack: Stack) -> BrowserContext:
    context = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    log_in(context, stack, *new_owner_login(stack))
    return context


def test_on_a_phone_by_touch(phone: BrowserContext, owner_client: httpx.Client) -> None:
    page = create_page(owner_client, "On a phone")
    editor = EditorScreen(phone.new_page())
    editor.page.goto(page["url"])
    expect(editor.canvas.locator("h1")).to_have_text("On a phone")
    editor.page.get_by_role("radio", name="Edit").locator("..").tap()
    expect(editor.canvas.locator("[data-pw-node='root']")).to_be_visible()
    editor.canvas.locator("h1").tap()
    expect(editor.caret).to_be_visible()
    editor.keys("End")
    editor.type(", too")
    bar = resting_box(editor.page.locator("[data-pw-bar]"))
    assert bar["x"] >= 0
    assert bar["x"] + bar["width"] <= 390
    assert bar["y"] + bar["height"] <= 844
    editor.save_button.tap()
    expect(editor.save_button).to_have_text("Saved")
    assert editor.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_on_a_phone_what_is_said_leaves_the_tools_in_reach(phone: BrowserContext, owner_client: httpx.Client) -> None:
    page = create_page(owner_client, "Said on a phone")
    editor = EditorScreen(phone.new_page())
    editor.page.goto(page["url"])
    expect(editor.canvas.locator("h1")).to_have_text("Said on a phone")
    editor.page.get_by_role("radio", name="Edit").locator("..").tap()
    editor.canvas.locator("[data-pw-node] h1").tap()
    expect(editor.caret).to_be_visible()
    editor.leave_text()
    editor.button("Remove").tap()
    expect(editor.page.get_by_text("Text removed", exact=True).last).to_be_visible()
    tools = editor.page.get_by_role("toolbar", name="Column 1: tools")
    # A tap waits for what it would hit to be the button and nothing over it.
    tools.get_by_role("button", name="More").tap()
    expect(editor.page.get_by_role("menuitem", name="Who sees this")).to_be_visible()


def test_nothing_is_out_of_reach_for_assistive_technology(owner_page: Page, owner_client: httpx.Client) -> None:
    editor = EditorScreen(owner_page).edit(create_page(owner_client, "For everyone")["url"])
    assert faults_in_both_schemes(owner_page) == []
    for panel in ("Add", "Outline", "Settings"):
        editor.button(panel).click()
        expect(owner_page.get_by_role("complementary", name=panel)).to_be_visible()
        assert faults_in_both_schemes(owner_page) == [], panel


def test_a_link_out_of_the_site_opens_beside_the_editor(
    owner_page: Page, owner_context: BrowserContext, owner_client: httpx.Client
) -> None:
    page = create_page(owner_client, "Ways out")
    state = render(owner_client, page["url"])
    way_out = '<p><a href="https://example.invalid/">Out</a></p>'
    assert put_actions(owner_client, state, [set_text(first_text(state), way_out)]).status_code == 200
    editor = EditorScreen(owner_page).view(page["url"])
    with owner_context.expect_page() as opened:
        editor.canvas.get_by_role("link", name="Out").click()
    opened.value.close()
    expect(editor.canvas.get_by_role("link", name="Out")).to_be_visible()


def test_a_page_whose_frame_stays_empty_says_so(owner_page: Page, owner_client: httpx.Client) -> None:
    page = create_page(owner_client, "Unreachable")

    def only_the_frame(route: Route) -> None:
        if route.request.frame.parent_frame:
            route.abort()
        else:
            route.continue_()

    owner_page.route(f"**{page['url']}", only_the_frame)
    owner_page.goto(page["url"])
    expect(owner_page.get_by_role("button", name="Try again")).to_be_visible()


def test_edit_pressed_while_the_page_still_loads_waits_for_it(owner_page: Page, owner_client: httpx.Client) -> None:
    url = create_page(owner_client, "Slow to load")["url"]
    documents: list[Route] = []

    def hold_the_frame(route: Route) -> None:
        documents.append(route)
        if len(documents) == 1:
            route.continue_()

    owner_page.route(f"**{url}", hold_the_frame)
    owner_page.goto(url, wait_until="commit")
    owner_page.get_by_text("Edit", exact=True).click()
    until(owner_page, lambda: len(documents) > 1)
    documents[1].continue_()
    expect(EditorScreen(owner_page).caret).to_have_text("Slow to load")
