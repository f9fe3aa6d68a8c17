"""A newsletter's form, from the editor that adds it to the administrator who sees who has subscribed."""

from __future__ import annotations

import re
from email.message import EmailMessage

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.connected import GROUP, owner, server, stack
from tests.e2e.editing import EditorScreen
from tests.e2e.mailing import arrived, owner_tab, send_without_script, text_of
from tests.mail_server import MailServer
from tests.stack import Stack
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

__all__ = ["owner", "server", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

FIELDS = {
    "heading": "Our news",
    "text": "<p>Once a month.</p>",
    "askName": "optional",
    "consent": "<p>I want the news.</p>",
    "button": "Subscribe",
    "message": "<p>Look into your mail.</p>",
}


@pytest.fixture(scope="module")
def form(owner: httpx.Client) -> str:
    """The address of a page with a newsletter's form."""
    url: str = create_page(owner, "News")["url"]
    state = render(owner, url)
    answer = put_actions(owner, state, add_plugin(own_column(state), "cms.newsletter", FIELDS, 0))
    assert answer.is_success, answer.text
    return url


def link_of(message: EmailMessage) -> str:
    found = re.search(r"http\S+/cms/newsletter/confirmation\?token=[\w.-]+", text_of(message))
    assert found
    return found[0]


def fill(page: Page, name: str) -> None:
    page.get_by_label("Email address").fill(f"{name}@example.org")
    page.get_by_label("I want the news.").check()


@pytest.mark.parametrize(
    ("width", "scheme"), [(390, "light"), (1280, "dark")], ids=["a phone in the light", "a desk in the dark"]
)
def test_with_a_script_somebody_subscribes_and_unsubscribes(
    new_context: OpenContext, form: str, server: MailServer, owner: httpx.Client, width: int, scheme: str
) -> None:
    name = f"zoe{width}"
    page = new_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
    page.goto(form)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Email address").fill("zoe@example.org,ann@example.org")
    page.locator("form").evaluate("form => { form.noValidate = true }")
    page.get_by_label("I want the news.").check()
    page.get_by_role("button", name="Subscribe").click()
    email = page.get_by_label("Email address")
    expect(email).to_have_attribute("aria-invalid", "true")
    expect(email).to_be_focused()
    assert faults(page) == []
    fill(page, name)
    page.get_by_role("button", name="Subscribe").dblclick()
    said = page.get_by_text("Look into your mail.")
    expect(said).to_be_visible()
    expect(page.get_by_role("status").filter(has=said)).to_be_focused()

    message = arrived(server, "To", f"{name}@example.org")
    page.goto(link_of(message))
    expect(page.get_by_role("heading", name="Confirm your subscription")).to_be_visible()
    assert faults(page) == []
    assert state_of(owner, name) == "pending"
    page.get_by_role("button", name="Confirm subscription").click()
    expect(page.get_by_role("heading", name="You are subscribed")).to_be_visible()
    assert faults(page) == []
    assert state_of(owner, name) == "confirmed"

    page.goto(str(message["List-Unsubscribe"]).strip("<>"))
    page.get_by_role("button", name="Unsubscribe").click()
    expect(page.get_by_role("heading", name="You are unsubscribed")).to_be_visible()
    assert state_of(owner, name) == "unsubscribed"


def state_of(owner: httpx.Client, name: str) -> str:
    [row] = owner.get("/cms/subscribers", params={"q": f"{name}@"}).raise_for_status().json()["results"]
    return str(row["state"])


def test_without_a_script_it_works_too(
    new_context: OpenContext, form: str, server: MailServer, owner: httpx.Client
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(form)
    fill(page, "ida")

    def what_was_typed_is_there() -> None:
        expect(page.get_by_label("Email address")).to_have_value("ida@example.org")

    send_without_script(page, "Subscribe", "Look into your mail.", what_was_typed_is_there)
    page.goto(link_of(arrived(server, "To", "ida@example.org")))
    page.get_by_role("button", name="Confirm subscription").click()
    expect(page.get_by_role("heading", name="You are subscribed")).to_be_visible()
    assert state_of(owner, "ida") == "confirmed"


def test_an_editor_adds_one_and_an_administrator_sees_who_came(
    new_context: OpenContext, stack: Stack, owner: httpx.Client
) -> None:
    made = owner.post("/cms/mailing-lists", json={"key": "garden", "name": "Garden letters"})
    list_id = made.raise_for_status().json()["id"]
    body = {"emailAddress": "bea@example.org", "name": "Bea", "listId": list_id}
    owner.post("/cms/subscribers", json=body).raise_for_status()
    url = create_page(owner, "Garden")["url"]
    editor = EditorScreen(owner_tab(new_context, stack, owner)).edit(url)
    editor.leave_text()
    editor.button("Add").click()
    editor.page.get_by_label("Search for something to add").fill("mailchimp")
    editor.page.get_by_role("button", name="A sign-up form for a mailing list").click()
    expect(editor.canvas.locator("[data-ref='cms.newsletter']")).to_be_visible()
    editor.button("Close Add").click()
    editor.keys("Alt+Enter")
    expect(editor.page.get_by_role("button", name="Edit newsletter")).to_be_focused()
    editor.keys("Enter")
    dialog = editor.page.get_by_role("dialog", name="Newsletter")
    dialog.get_by_label("Heading").fill("Letters from the garden")
    dialog.get_by_role("button", name="Apply").click()
    assert editor.save().ok

    page = editor.page.context.new_page()
    page.goto("/cms-admin/subscribers?q=bea")
    row = page.get_by_role("row").filter(has_text="bea@example.org")
    expect(row).to_contain_text("Garden letters")
    expect(row).to_contain_text("Subscribed")
    assert faults(page) == []
    row.get_by_role("checkbox").check()
    page.get_by_role("button", name="Unsubscribe").click()
    undo = page.get_by_role("button", name="Undo")
    # Its time does not run out while the pointer is on it.
    undo.hover()
    expect(row).to_contain_text("Unsubscribed")
    undo.click()
    expect(row).to_contain_text("Subscribed")
    row.get_by_role("link", name="bea@example.org").click()
    expect(page.get_by_text("By an administrator")).to_be_visible()
    assert faults(page) == []
