"""A contact form, from the editor that builds it to the mail that arrives."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, Request, expect

from tests.browser_fixtures import OpenContext
from tests.cms.pictures import encoded, photograph
from tests.e2e.accessibility import faults
from tests.e2e.connected import GROUP, owner, server, stack
from tests.e2e.editing import EditorScreen
from tests.e2e.mailing import arrived, configure, owner_tab, send_without_script, text_of
from tests.mail_server import MailServer
from tests.stack import Stack
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

__all__ = ["owner", "server", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

PICTURE = encoded(photograph(300, 200), "png")
CHOSEN: FilePayload = {"name": "me.png", "mimeType": "image/png", "buffer": PICTURE}
FIELDS: list[dict[str, Any]] = [
    {"kind": "text", "name": "name", "label": "Your name", "isRequired": True, "width": "half"},
    {"kind": "email", "name": "email", "label": "Email address", "isRequired": True, "width": "half"},
    {"kind": "phone", "name": "phone", "label": "Phone"},
    {"kind": "radios", "name": "room", "label": "Room", "options": "Blue\nRed"},
    {"kind": "text", "name": "why", "label": "Why red?", "isRequired": True, "when": "room", "equals": "Red"},
    {"kind": "file", "name": "picture", "label": "Picture", "accepts": ["images"]},
    {"kind": "consent", "name": "ok", "label": "Privacy", "isRequired": True, "statement": "<p>I agree.</p>"},
]
# Those that go on in another line, as no word of a label has to on the narrowest phone.
BROKEN_WORDS = """(labels) => labels.flatMap(({ firstChild: text }) =>
    [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word))"""


@pytest.fixture(scope="module")
def form(owner: httpx.Client) -> str:
    """The address of a page with a form."""
    configure(owner, "contactAddress", "office@willow.example")
    url: str = create_page(owner, "Write to us")["url"]
    state = render(owner, url)
    fields = {"heading": "Contact us", "fields": FIELDS, "button": "Send", "message": "<p>It is on its way.</p>"}
    actions = add_plugin(own_column(state), "cms.contact", fields, 0)
    # It brings the look of forms once more, below that of this one.
    actions += add_plugin(own_column(state), "cms.loginButton", {}, 1)
    answer = put_actions(owner, state, actions)
    assert answer.is_success, answer.text
    return url


def fill(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Email address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Picture").set_input_files(CHOSEN)
    page.get_by_label("I agree.").check()


def test_with_a_script_it_is_sent_in_place(new_context: OpenContext, form: str, server: MailServer) -> None:
    page, scripts = new_context().new_page(), list[str]()

    def note(request: Request) -> None:
        if request.resource_type == "script":
            scripts.append(request.url)

    page.on("request", note)
    page.goto(form)
    assert page.locator(".pw-contact").evaluate("form => getComputedStyle(form).maxWidth") == "704px"
    assert page.get_by_text("Blue").evaluate("label => getComputedStyle(label).fontWeight") == "400"
    expect(page.get_by_label("Why red?")).to_be_hidden()
    page.get_by_label("Red", exact=True).check()
    expect(page.get_by_label("Why red?")).to_be_visible()
    fill(page, "Zoe")
    page.get_by_label("Why red?").fill("It is warm.")
    page.get_by_label("Phone").fill("call me")
    page.get_by_role("button", name="Send").click()
    # What the server refuses stands beside its field, which has the keyboard; the file is still chosen.
    phone = page.get_by_label("Phone")
    expect(phone).to_be_focused()
    expect(phone).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Your name")).to_have_value("Zoe")
    assert page.get_by_label("Picture").evaluate("input => input.files.length") == 1
    assert faults(page) == []
    phone.fill("+44 20 7946 0000")
    page.get_by_role("button", name="Send").dblclick()
    said = page.get_by_text("It is on its way.")
    expect(said).to_be_visible()
    expect(page.get_by_role("status").filter(has=said)).to_be_focused()
    assert httpx.URL(page.url).path == form
    assert all(httpx.URL(each).host == httpx.URL(page.url).host for each in scripts)
    message = arrived(server, "Reply-To", "zoe@example.org")
    assert message["To"] == "office@willow.example"
    assert all(words in text_of(message) for words in ("It is warm.", "I agree.", form))
    [attachment] = message.iter_attachments()
    assert (attachment.get_filename(), attachment.get_content()) == ("me.png", PICTURE)
    html = message.get_body(("html",))
    assert html is not None
    mail = new_context(viewport={"width": 320, "height": 600}).new_page()
    mail.set_content(html.get_content())
    assert mail.locator("th").evaluate_all(BROKEN_WORDS) == []
    assert mail.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_a_script_it_is_sent_and_shown(new_context: OpenContext, form: str, server: MailServer) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(form)
    expect(page.get_by_label("Why red?")).to_be_visible()
    fill(page, "Ida")
    page.get_by_label("Phone").fill("call me")
    page.get_by_role("button", name="Send").click()
    phone = page.get_by_label("Phone")
    expect(phone).to_have_value("call me")
    expect(phone).to_be_focused()
    expect(page.get_by_text("Enter a phone number.")).to_be_visible()

    def fill_in() -> None:
        page.get_by_label("Phone").fill("+44 20 7946 0000")
        page.get_by_label("Picture").set_input_files(CHOSEN)

    send_without_script(page, "Send", "It is on its way.", fill_in)
    assert httpx.URL(page.url).params["sent"]
    page.reload()
    expect(page.get_by_text("It is on its way.")).to_be_visible()
    [attachment] = arrived(server, "Reply-To", "ida@example.org").iter_attachments()
    assert attachment.get_content() == PICTURE


def test_an_editor_builds_a_form(new_context: OpenContext, stack: Stack, owner: httpx.Client) -> None:
    url = create_page(owner, "Appointments")["url"]
    editor = EditorScreen(owner_tab(new_context, stack, owner)).edit(url)
    editor.leave_text()
    editor.button("Add").click()
    editor.page.get_by_label("Search for something to add").fill("contact form")
    editor.page.get_by_role("button", name="A customisable contact form").click()
    expect(editor.canvas.locator("[data-ref='cms.contact']")).to_be_visible()
    editor.button("Close Add").click()
    editor.keys("Alt+Enter")
    opener = editor.page.get_by_role("button", name="Edit contact")
    expect(opener).to_be_focused()
    editor.keys("Enter")
    dialog = editor.page.get_by_role("dialog", name="Contact")
    expect(dialog.get_by_text("Messages go to office@willow.example.")).to_be_visible()
    dialog.get_by_role("button", name="Feedback").click()
    dialog.get_by_role("button", name="Add field").click()
    item = dialog.locator("[data-item]").last
    item.get_by_label("Kind").select_option("date")
    item.get_by_label("Label").fill("When was it?")
    dialog.get_by_role("switch", name="Advanced settings").check(force=True)
    item.get_by_label("Only if this field is answered").select_option("rating")
    item.get_by_label("With this answer").select_option("Not at all")
    dialog.get_by_role("button", name="Apply").click()
    assert editor.save().ok
    page = new_context().new_page()
    page.goto(url)
    expect(page.get_by_label("When was it?")).to_be_hidden()
    page.get_by_label("Not at all").check()
    expect(page.get_by_label("When was it?")).to_be_visible()
