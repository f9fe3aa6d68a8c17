"""A contact form, from the editor that builds it to the mail that arrives."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, Request, expect

from tests.browser_fixtures import OpenContext
from tests.cms.pictures import encoded, photograph
from tests.e2e.accessibility import faults
from tests.e2e.editing import EditorScreen
from tests.mail_server import MailServer, mail_server_in_thread
from tests.stack import Stack, running_stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

pytestmark = [pytest.mark.timeout(300), pytest.mark.xdist_group("own stack")]

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


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with mail_server_in_thread() as running:
        yield running


@pytest.fixture(scope="module")
def stack(server: MailServer) -> Iterator[Stack]:
    """A copy of its own that has a mail server."""
    settings = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(server.port), "SMTP_SECURITY": "none"}
    with running_stack(**settings) as started:
        set_up_site(started)
        yield started


@pytest.fixture(scope="module")
def owner(stack: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
        [entry] = [each for each in client.get("/cms/config").json() if each["key"] == "contactAddress"]
        version = {"If-Match": f'"{entry["version"]}"'}
        body = {"value": "office@willow.example"}
        client.put(f"/cms/config/{entry['id']}", json=body, headers=version).raise_for_status()
        yield client


@pytest.fixture(scope="module")
def form(owner: httpx.Client) -> str:
    """The address of a page with a form."""
    url: str = create_page(owner, "Write to us")["url"]
    state = render(owner, url)
    fields = {"heading": "Contact us", "fields": FIELDS, "button": "Send", "message": "<p>It is on its way.</p>"}
    answer = put_actions(owner, state, add_plugin(own_column(state), "cms.contact", fields, 0))
    assert answer.is_success, answer.text
    return url


def arrived(server: MailServer, sender: str) -> EmailMessage:
    """The message that an answer to goes to this address; it is the only one."""
    until = time.monotonic() + 60
    while not (found := [each for each in server.messages if each["Reply-To"] == sender]):
        assert time.monotonic() < until, "no mail"
        time.sleep(0.05)
    [message] = found
    return message


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    text: str = part.get_content()
    return text


def fill(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Email address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Picture").set_input_files(CHOSEN)
    page.get_by_label("I agree.").check()


Visit = Callable[..., Page]


@pytest.fixture
def visit(new_context: OpenContext) -> Visit:
    def open_page(**options: Any) -> Page:
        return new_context(**options).new_page()

    return open_page


def test_with_a_script_it_is_sent_in_place(visit: Visit, form: str, server: MailServer) -> None:
    page, scripts = visit(), list[str]()

    def note(request: Request) -> None:
        if request.resource_type == "script":
            scripts.append(request.url)

    page.on("request", note)
    page.goto(form)
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
    message = arrived(server, "zoe@example.org")
    assert message["To"] == "office@willow.example"
    assert all(words in text_of(message) for words in ("It is warm.", "I agree.", form))
    [attachment] = message.iter_attachments()
    assert (attachment.get_filename(), attachment.get_content()) == ("me.png", PICTURE)


def test_without_a_script_it_is_sent_and_shown(visit: Visit, form: str, server: MailServer) -> None:
    page = visit(java_script_enabled=False)
    page.goto(form)
    expect(page.get_by_label("Why red?")).to_be_visible()
    fill(page, "Ida")
    page.get_by_label("Phone").fill("call me")
    page.get_by_role("button", name="Send").click()
    phone = page.get_by_label("Phone")
    expect(phone).to_have_value("call me")
    expect(phone).to_be_focused()
    expect(page.get_by_text("Enter a phone number.")).to_be_visible()
    # A ticket is good some seconds after it came; sent sooner, the form comes back and says so.
    until = time.monotonic() + 60
    while page.get_by_text("It is on its way.").count() == 0:
        assert time.monotonic() < until, page.locator(".pw-contact").inner_text()
        page.get_by_label("Phone").fill("+44 20 7946 0000")
        page.get_by_label("Picture").set_input_files(CHOSEN)
        page.get_by_role("button", name="Send").click()
        page.wait_for_load_state()
    assert httpx.URL(page.url).params["sent"]
    page.reload()
    expect(page.get_by_text("It is on its way.")).to_be_visible()
    [attachment] = arrived(server, "ida@example.org").iter_attachments()
    assert attachment.get_content() == PICTURE


def test_an_editor_builds_a_form(new_context: OpenContext, stack: Stack, owner: httpx.Client, visit: Visit) -> None:
    url = create_page(owner, "Appointments")["url"]
    context = new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies(
        [{"name": each.name, "value": each.value or "", "url": stack.base_url} for each in owner.cookies.jar]
    )
    editor = EditorScreen(context.new_page()).edit(url)
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
    dialog.get_by_role("button", name="Add item").click()
    item = dialog.locator("[data-item]").last
    item.get_by_label("Kind").select_option("date")
    item.get_by_label("Label").fill("When was it?")
    dialog.get_by_role("switch", name="Advanced settings").check(force=True)
    item.get_by_label("Only if this field is answered").select_option("rating")
    item.get_by_label("With this answer").select_option("Not at all")
    dialog.get_by_role("button", name="Apply").click()
    assert editor.save().ok
    page = visit()
    page.goto(url)
    expect(page.get_by_label("When was it?")).to_be_hidden()
    page.get_by_label("Not at all").check()
    expect(page.get_by_label("When was it?")).to_be_visible()
