"""What a picker in a dialog of the editor suggests: it opens where there is room, and never over the dialog's buttons."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import WIDTHS
from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import until
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render


@pytest.fixture
def linked(owner_client: httpx.Client) -> str:
    """The address of a page with a plugin whose dialog ends with an address, and some pages to suggest."""
    for name in ("Boats", "Harbour", "Prices", "Tides"):
        create_page(owner_client, name)
    state = render(owner_client, create_page(owner_client, "Linked")["url"])
    put_actions(owner_client, state, add_plugin(own_column(state), "cms.profile", {"loginPage": ""})).raise_for_status()
    return str(state["page"]["url"])


def edges_of(locator: Locator) -> tuple[float, float]:
    """Where what is seen of it begins and ends, from above."""
    box = locator.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("width", WIDTHS)
def test_suggestions_cover_no_button_of_their_dialog(owner_page: Page, linked: str, width: int) -> None:
    page = owner_page
    editor = EditorScreen(page).view(linked)
    editor.start()
    editor.canvas.locator("[data-ref='cms.profile']").click(position={"x": 4, "y": 4})
    editor.keys("Alt+Enter")
    page.get_by_role("button", name="Edit profile").click()
    dialog = page.get_by_role("dialog", name="Profile")
    page.set_viewport_size({"width": width, "height": 800})
    address = dialog.get_by_label("Login page")
    address.click()
    pages = page.get_by_role("listbox", name="Pages of this site")
    expect(pages.get_by_role("option").nth(3)).to_be_visible()
    apply = dialog.get_by_role("button", name="Apply")

    def is_between() -> bool:
        begin, end = edges_of(pages)
        field_begin, field_end = edges_of(address)
        is_beside = begin >= field_end or end <= field_begin
        return (
            is_beside
            and begin > edges_of(dialog.get_by_role("heading", name="Profile"))[1]
            and end < edges_of(apply)[0]
        )

    until(page, is_between)
    # A few of them are seen at once.
    assert edges_of(pages)[1] - edges_of(pages)[0] > 150
    # Nothing is in the way of a press, which closes them first, and the button stays under it then.
    apply.click(trial=True)
    before = edges_of(apply)
    page.keyboard.press("Escape")
    expect(pages).to_be_hidden()
    expect(dialog).to_be_visible()
    assert edges_of(apply) == before
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
