"""The admin's list and form of pages, and how accessible its screens are, in a real browser."""

import re
import uuid
from functools import partial

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults, faults_everywhere, faults_in_both_schemes
from tests.e2e.line_count import lines
from tests.e2e.test_orders import IS_UNCOVERED
from tests.e2e.waiting import until
from tests.whole.page_calls import create_page


@pytest.fixture
def title() -> str:
    return f"Ledger {uuid.uuid4().hex[:8]}"


@pytest.fixture
def address(owner_client: httpx.Client, title: str) -> str:
    """The address of a page of the test's own."""
    return str(create_page(owner_client, title)["url"])


@pytest.fixture
def screen(owner_page: Page, title: str, address: str) -> Page:
    """The list, with that page alone in it."""
    owner_page.goto(f"/cms-admin/pages?q={title}")
    expect(row(owner_page, title)).to_be_visible()
    return owner_page


def row(page: Page, title: str) -> Locator:
    return page.get_by_role("link", name=title, exact=True)


def delete(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"More actions: {title}").click()
    page.get_by_role("menuitem", name="Delete").click()
    question = page.get_by_role("dialog", name=f"Delete “{title}”")
    expect(question).to_contain_text("Nothing on the site leads here.")
    question.get_by_role("button", name="Delete").click()
    # Under the pointer it can be undone however long the rest takes.
    page.get_by_role("button", name="Undo").hover()
    expect(row(page, title)).to_be_hidden()


def status(visitor: httpx.Client, address: str) -> int:
    """What a visitor is answered."""
    return visitor.get(address).status_code


class TestPages:
    def test_one_is_made_and_there_for_visitors_and_another_at_its_address_is_refused_beside_the_field(
        self, owner_page: Page, visitor_page: Page, title: str
    ) -> None:
        owner_page.goto("/cms-admin/pages/new")
        owner_page.get_by_label("Title", exact=True).fill(title)
        owner_page.get_by_role("button", name="Create page").click()
        expect(owner_page.get_by_text(f"“{title}” was created.")).to_be_visible()
        owner_page.get_by_label("Search pages").fill(title)
        expect(row(owner_page, title)).to_be_visible()
        visitor_page.goto(f"/{title.lower().replace(' ', '-')}")
        expect(visitor_page).to_have_title(re.compile(title))

        owner_page.get_by_role("link", name="New page").first.click()
        owner_page.get_by_label("Title", exact=True).fill(title)
        owner_page.get_by_role("button", name="Create page").click()
        address = owner_page.get_by_label("Address", exact=True)
        expect(address).to_have_attribute("aria-invalid", "true")
        expect(address).to_be_focused()

    def test_undo_keeps_it(self, screen: Page, title: str) -> None:
        delete(screen, title)
        screen.get_by_role("button", name="Undo").click()
        expect(row(screen, title)).to_be_visible()
        screen.reload()
        expect(row(screen, title)).to_be_visible()

    def test_leaving_deletes_what_was_not_undone(
        self, screen: Page, visitor_client: httpx.Client, title: str, address: str
    ) -> None:
        delete(screen, title)
        with screen.expect_response(lambda response: response.request.method == "DELETE") as answer:
            screen.get_by_role("link", name="Dashboard", exact=True).click()
        assert answer.value.status == 204
        assert status(visitor_client, address) == 410

    def test_a_title_stays_on_its_line_while_there_is_room(
        self, owner_page: Page, owner_client: httpx.Client, title: str
    ) -> None:
        fitting = f"{title}, delivery and returns"
        create_page(owner_client, fitting, url=f"/{title.replace(' ', '-').lower()}")
        endless = f"{title} with an endless address"
        create_page(owner_client, endless, url=f"/{title.replace(' ', '-').lower()}-{'endless' * 30}")
        owner_page.set_viewport_size({"width": 1280, "height": 800})
        owner_page.goto(f"/cms-admin/pages?q={fitting}")
        assert lines(row(owner_page, fitting)) == 1
        owner_page.goto(f"/cms-admin/pages?q={title}")
        expect(row(owner_page, endless)).to_be_visible()
        assert lines(row(owner_page, endless)) <= 3
        assert owner_page.evaluate("document.documentElement.scrollWidth") == 1280

    def test_on_a_phone_the_list_comes_before_its_filters(self, screen: Page, title: str) -> None:
        """Six filters stood before the first page, and the tools began a line of their own at the left."""
        screen.set_viewport_size({"width": 390, "height": 800})
        changed_by = screen.get_by_role("combobox", name="Changed by")
        expect(row(screen, title)).to_be_in_viewport()
        expect(changed_by).to_be_hidden()
        screen.get_by_role("button", name="Filters").click()
        expect(changed_by).to_be_visible()
        search, chosen, tool = (
            each.evaluate("(element) => element.getBoundingClientRect().right")
            for each in (
                screen.get_by_role("search").first,
                changed_by,
                screen.get_by_role("button", name="Export CSV"),
            )
        )
        assert chosen == tool > search

    def test_unsaved_changes_are_asked_about(self, screen: Page, title: str) -> None:
        row(screen, title).click()
        screen.get_by_label("Title", exact=True).fill("Changed")
        screen.get_by_role("link", name="Dashboard", exact=True).click()
        question = screen.get_by_role("dialog", name="Unsaved changes")
        expect(question).to_contain_text(
            "Are you sure you want to navigate away from this page? Any unsaved changes will be lost."
        )
        question.get_by_role("button", name="Stay").click()
        expect(screen.get_by_label("Title", exact=True)).to_have_value("Changed")


@pytest.mark.parametrize(
    ("path", "shows"),
    [
        ("/cms-admin", "Running"),
        ("/cms-admin/pages", "In menu"),
        ("/cms-admin/pages?view=tree", "In menu"),
        ("/cms-admin/pages/new", "Search engines"),
        ("/cms-admin/plugin-page-finder", "plugins are on no page"),
        ("/cms-admin/emails", "Emails the site has sent"),
        ("/cms-admin/url-maps", "Test an address"),
        ("/cms-admin/url-maps/new", "What visitors get"),
        ("/cms-admin/url-maps/missing", "Missing addresses"),
        ("/cms-admin/linked-data", "Structured data (JSON-LD)"),
        ("/cms-admin/linked-data/new", "Preview"),
        ("/cms-admin/users", "Visitors may register"),
        ("/cms-admin/users/new", "How they log in"),
        ("/cms-admin/scopes", "Built in"),
        ("/cms-admin/schemas/new", "Add a field"),
        ("/cms-admin/audit-log", "Logged in"),
        ("/cms-admin/nothing", "There is no screen at this address"),
    ],
)
def test_screens_are_accessible(owner_page: Page, path: str, shows: str) -> None:
    owner_page.goto(path)
    owner_page.get_by_text(shows).first.wait_for(state="attached")
    assert faults_everywhere(owner_page) == []


def test_on_narrow_screens_everything_is_behind_the_menu(owner_page: Page) -> None:
    """Thirty screens stood in one line there, which had to be pushed along to find one."""
    page = owner_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/cms-admin/pages")
    expect(page.get_by_role("heading", level=1, name="Pages")).to_be_visible()
    menu = page.get_by_role("button", name="Menu", exact=True)
    navigation = page.get_by_role("navigation", name="Admin")
    expect(navigation).to_be_hidden()

    menu.focus()
    page.keyboard.press("Enter")
    expect(navigation.get_by_role("link", name="Pages", exact=True)).to_be_in_viewport()
    expect(page.get_by_role("link", name="Your account")).to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(navigation.get_by_role("link").first).to_be_focused()
    for width in (390, 700):
        page.set_viewport_size({"width": width, "height": 844})
        # Of the list beneath, a box that the menu covers down to the end of the window counts as a small one.
        assert faults_in_both_schemes(page, within="header") == []
    page.keyboard.press("Escape")
    expect(navigation).to_be_hidden()
    expect(menu).to_be_focused()

    # Also where nothing has the keyboard.
    menu.click()
    navigation.get_by_role("heading").first.click()
    page.keyboard.press("Escape")
    expect(navigation).to_be_hidden()
    expect(menu).to_be_focused()

    page.set_viewport_size({"width": 700, "height": 2000})
    menu.click()
    page.mouse.click(350, 1990)
    expect(navigation).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    menu.click()
    navigation.get_by_role("link", name="Missing addresses").click()
    expect(page.get_by_role("heading", level=1, name="Missing addresses")).to_be_visible()
    expect(navigation).to_be_hidden()

    menu.click()
    current = navigation.get_by_role("link", name="Missing addresses")
    expect(current).to_have_attribute("aria-current", "page")
    expect(current).to_be_in_viewport()


def test_on_a_phone_a_message_covers_nothing_of_the_open_menu(screen: Page, title: str) -> None:
    delete(screen, title)
    screen.set_viewport_size({"width": 390, "height": 844})
    undo = screen.get_by_role("button", name="Undo")
    # Its time does not run out while the pointer is on it.
    undo.hover()
    screen.get_by_role("button", name="Menu", exact=True).press("Enter")
    log_out = screen.get_by_role("button", name="Log out")
    expect(log_out).to_be_visible()
    until(screen, partial(log_out.evaluate, IS_UNCOVERED))
    expect(undo).to_be_visible()
    undo.click()


def test_many_messages_leave_a_dialog_its_buttons_in_a_low_window(screen: Page, title: str) -> None:
    screen.set_viewport_size({"width": 844, "height": 390})
    screen.get_by_role("button", name=f"More actions: {title}").click()
    screen.get_by_role("menuitem", name="Delete").click()
    question = screen.get_by_role("dialog", name=f"Delete “{title}”")
    expect(question.get_by_role("button", name="Delete")).to_be_visible()
    # As high as three that failed; real ones would lapse one after the other.
    screen.get_by_role("region", name="Messages", include_hidden=True).evaluate("""section => {
        for (let count = 0; count < 3; count += 1) {
            const message = document.createElement('div');
            message.setAttribute('style', 'flex: none; height: 5rem; pointer-events: auto');
            section.append(message);
        }
    }""")
    for name in ("Cancel", "Delete"):
        button = question.get_by_role("button", name=name, exact=True)
        until(screen, partial(button.evaluate, IS_UNCOVERED))
    question.get_by_role("button", name="Cancel", exact=True).click()


def test_on_a_phone_no_bar_of_the_screen_lies_over_the_open_menu(owner_page: Page) -> None:
    page = owner_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/cms-admin/site")
    page.get_by_role("textbox", name="Name", exact=True).fill("Willow")
    discard = page.get_by_role("button", name="Discard", exact=True)
    expect(discard).to_be_visible()
    page.get_by_role("button", name="Menu", exact=True).click()
    log_out = page.get_by_role("button", name="Log out")
    expect(log_out).to_be_visible()
    until(page, partial(log_out.evaluate, IS_UNCOVERED))
    page.keyboard.press("Escape")
    discard.click()
    expect(discard).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chosen_scheme_is_there_from_the_first_byte(new_context: OpenContext, scheme: str) -> None:
    other = "dark" if scheme == "light" else "light"
    page = new_context(color_scheme=other).new_page()
    page.goto("/cms-login")
    page.get_by_role("button", name=re.compile("^Colours")).click()
    page.get_by_role("menuitemradio", name=scheme.capitalize()).click()
    html = page.request.get("/cms-login").text()
    assert f'data-mantine-color-scheme="{scheme}"' in html
    assert faults(page) == []


def test_without_motion_colours_change_at_once(owner_page: Page) -> None:
    """Each element came to its colour after the one around it, frame by frame, and out of view not at all until then."""
    owner_page.emulate_media(reduced_motion="reduce", color_scheme="light")
    owner_page.goto("/cms-admin/pages?view=tree")
    expect(owner_page.get_by_role("treeitem").first).to_be_visible()
    moving = owner_page.evaluate("""() => {
        document.documentElement.dataset.mantineColorScheme = 'dark';
        return document.getAnimations().length;
    }""")
    assert moving == 0


def test_what_a_backup_is_scheduled_by_stands_in_one_line(owner_page: Page) -> None:
    """One of the fields has a hint above it."""
    page = owner_page
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/cms-admin/backups")
    schedule = page.get_by_label("Create backups")
    schedule.select_option("weekly")
    try:
        fields = [schedule, page.get_by_label("On", exact=True), page.get_by_label("At", exact=True)]
        for field in fields:
            expect(field).to_be_visible()
        ends = [box["y"] + box["height"] for field in fields if (box := field.bounding_box()) is not None]
        assert len(ends) == len(fields)
        assert max(ends) - min(ends) < 1
    finally:
        schedule.select_option("off")
        expect(page.get_by_label("At", exact=True)).to_have_count(0)
