"""The admin's list and form of pages, and how accessible its screens are, in a real browser."""

import re
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.waiting import come_to_rest

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture
def title() -> str:
    return f"Ledger {uuid.uuid4().hex[:8]}"


@pytest.fixture
def screen(owner_page: Page, title: str) -> Page:
    """The list, with one page of its own made through the form."""
    owner_page.goto("/cms-admin/pages/new")
    owner_page.get_by_label("Title", exact=True).fill(title)
    owner_page.get_by_role("button", name="Create page").click()
    expect(owner_page.get_by_text(f"“{title}” was saved.")).to_be_visible()
    owner_page.get_by_label("Search pages").fill(title)
    expect(row(owner_page, title)).to_be_visible()
    return owner_page


def row(page: Page, title: str) -> Locator:
    return page.get_by_role("link", name=title, exact=True)


def delete(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"More actions: {title}").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(row(page, title)).to_be_hidden()


def visit(page: Page, title: str) -> int:
    """Opens the address that the title has given its page; the status."""
    response = page.goto(f"/{title.lower().replace(' ', '-')}")
    assert response is not None
    return response.status


class TestPages:
    def test_a_page_that_was_made_is_there_for_visitors(self, screen: Page, visitor_page: Page, title: str) -> None:
        assert visit(visitor_page, title) == 200
        expect(visitor_page).to_have_title(re.compile(title))

    def test_an_address_that_is_taken_is_told_beside_its_field(self, screen: Page, title: str) -> None:
        screen.goto("/cms-admin/pages/new")
        screen.get_by_label("Title", exact=True).fill(title)
        screen.get_by_role("button", name="Create page").click()
        address = screen.get_by_label("Address")
        expect(address).to_have_attribute("aria-invalid", "true")
        expect(address).to_be_focused()

    def test_undo_keeps_it(self, screen: Page, title: str) -> None:
        delete(screen, title)
        screen.get_by_role("button", name="Undo").click()
        expect(row(screen, title)).to_be_visible()
        screen.reload()
        expect(row(screen, title)).to_be_visible()

    def test_leaving_deletes_what_was_not_undone(self, screen: Page, visitor_page: Page, title: str) -> None:
        delete(screen, title)
        with screen.expect_response(lambda response: response.request.method == "DELETE") as answer:
            screen.get_by_role("link", name="Dashboard", exact=True).click()
        assert answer.value.status == 204
        assert visit(visitor_page, title) == 404

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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize(
    ("path", "shows"),
    [
        ("/cms-admin", "Running"),
        ("/cms-admin/pages", "In menu"),
        ("/cms-admin/pages/new", "Search engines"),
        ("/cms-admin/emails", "The mail log: what the site wrote"),
        ("/cms-admin/users", "Visitors may register"),
        ("/cms-admin/users/new", "Getting in"),
        ("/cms-admin/scopes", "Built in"),
        ("/cms-admin/schemas/new", "Add a field"),
        ("/cms-admin/audit-log", "Logged in"),
        ("/cms-admin/nothing", "There is no screen at this address"),
    ],
)
def test_screens_are_accessible(owner_page: Page, path: str, shows: str, width: int, scheme: str) -> None:
    owner_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type] # of two words
    owner_page.set_viewport_size({"width": width, "height": 800})
    owner_page.goto(path)
    owner_page.get_by_text(shows).first.wait_for(state="attached")
    assert faults(owner_page) == []
    assert owner_page.evaluate("document.documentElement.scrollWidth <= innerWidth")


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


def faults(page: Page) -> list[str]:
    """What axe finds wrong on the screen, contrast included."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    come_to_rest(page)
    script = """async (tags) => {
        const { violations } = await axe.run(document, { runOnly: tags });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    }"""
    found: list[str] = page.evaluate(script, RULES)
    return found
