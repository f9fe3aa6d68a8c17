"""The pages as a tree: moved, brought back, and deleted with a look at what leads to them."""

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.waiting import until
from tests.whole.page_calls import create_page


@pytest.fixture
def name() -> str:
    # Among the first at the top, of which the tree shows fifty at once.
    return f"0-grove-{uuid.uuid4().hex[:8]}"


def branch(page: Page, title: str) -> Locator:
    return page.get_by_role("treeitem").filter(has=page.get_by_role("link", name=title, exact=True))


def test_a_page_is_moved_brought_back_and_deleted_with_a_redirect(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client, name: str
) -> None:
    """The whole way is gone by keyboard."""
    create_page(owner_client, f"Alder {name}", url=f"/{name}")
    create_page(owner_client, f"Birch {name}", url=f"/{name}-b")
    create_page(owner_client, f"Catkin {name}", url=f"/{name}-b/catkin")
    owner_page.goto("/cms-admin/pages")
    owner_page.get_by_role("button", name="Show as a tree").click()
    expect(owner_page).to_have_url(re.compile("view=tree"))
    alder, birch = branch(owner_page, f"Alder {name}"), branch(owner_page, f"Birch {name}")
    birch.focus()
    birch.press("Control+x")
    alder.focus()
    alder.press("Control+v")
    undo = owner_page.get_by_role("button", name="Undo")
    # Its time does not run out while the pointer is on it.
    undo.hover()
    expect(birch).to_have_attribute("aria-level", "2")
    expect(birch).to_be_focused()
    moved = f"/{name}/{name}-b"
    answer = visitor_client.get(f"/{name}-b/catkin")
    assert (answer.status_code, answer.headers["location"]) == (301, f"{moved}/catkin")

    undo.click()
    expect(birch).to_have_attribute("aria-level", "1")
    until(owner_page, lambda: visitor_client.get(f"/{name}-b/catkin").status_code == 200)
    until(owner_page, lambda: visitor_client.get(f"{moved}/catkin").status_code == 404)

    birch.focus()
    birch.press("Delete")
    dialog = owner_page.get_by_role("dialog", name=f"Delete “Birch {name}”")
    expect(dialog.get_by_text("1 page below keeps its address.")).to_be_visible()
    dialog.get_by_label("Redirect visitors to").fill(f"Alder {name}")
    owner_page.get_by_role("option", name=re.compile(f"Alder {name}")).click()
    dialog.get_by_role("button", name="Delete and redirect").click()
    dismiss = owner_page.get_by_role("button", name="Dismiss")
    dismiss.hover()
    expect(birch).to_be_hidden()
    dismiss.click()
    expect(branch(owner_page, f"Catkin {name}")).to_have_attribute("aria-level", "1")
    answer = visitor_client.get(f"/{name}-b")
    assert (answer.status_code, answer.headers["location"]) == (301, f"/{name}")


def test_the_finder_opens_the_editor_at_the_plugin(owner_page: Page, owner_client: httpx.Client, name: str) -> None:
    create_page(owner_client, f"Fern {name}", url=f"/{name}")
    owner_page.goto(f"/cms-admin/plugin-page-finder?plugin=cms.text&field=content&value=Fern {name}")
    row = owner_page.get_by_role("row").filter(has_text=f"/{name}")
    expect(row).to_contain_text("The page itself")
    row.get_by_role("link", name=f"Open in the editor: Fern {name}").click()
    expect(owner_page.get_by_role("toolbar", name="Text")).to_be_visible()
    expect(owner_page).to_have_url(re.compile(f"/{name}$"))
