"""Who sees what: chosen in the editor, looked at as others see it, and kept from everybody else."""

from __future__ import annotations

import re
import uuid

import httpx
import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.editing import EditorScreen
from tests.e2e.identity import add_user, log_in
from tests.e2e.waiting import until
from tests.stack import Stack
from tests.whole.page_calls import (
    add_plugin,
    create_page,
    first_text,
    new_id,
    own_column,
    put_actions,
    render,
    set_text,
)

SECRET = "The tide is out at noon"
OPEN = "Boats for everyone"


class Club:
    """A scope of the site's own with somebody who holds it and somebody who does not, and a page for both."""

    def __init__(self, owner: httpx.Client) -> None:
        self.scope = f"sailors-{uuid.uuid4().hex[:8]}"
        made = owner.post("/auth/scopes", json={"name": self.scope, "description": "Those with a boat"})
        assert made.status_code == 201, made.text
        self.member = add_user(owner, self.scope)
        self.stranger = add_user(owner)
        page = create_page(owner, "Tides", config={"menu": {"visible": False}})
        self.id, self.url = page["id"], page["url"]
        state = render(owner, self.url)
        plugin, node = new_id(), new_id()
        secret = {"content": f"<p>{SECRET}</p>"}
        actions = [
            set_text(first_text(state), f"<h1>{OPEN}</h1>"),
            *add_plugin(own_column(state), "cms.text", secret, 1, plugin_id=plugin, node_id=node),
        ]
        put_actions(owner, state, actions).raise_for_status()
        self.hidden = (SECRET, self.scope, plugin, node)


@pytest.fixture
def club(owner_client: httpx.Client) -> Club:
    return Club(owner_client)


@pytest.fixture
def editor(owner_page: Page) -> EditorScreen:
    return EditorScreen(owner_page)


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Preview as")


def choice(page: Page, name: str) -> Locator:
    return page.get_by_role("menuitemcheckbox", name=re.compile(f"^{re.escape(name)}"))


def secret(canvas: FrameLocator) -> Locator:
    return canvas.get_by_text(SECRET)


def test_a_part_for_members_is_chosen_looked_at_as_others_do_and_reaches_members_alone(
    editor: EditorScreen,
    club: Club,
    owner_client: httpx.Client,
    visitor_client: httpx.Client,
    new_context: OpenContext,
) -> None:
    # So many that they can be searched.
    for _ in range(8):
        owner_client.post("/auth/scopes", json={"name": f"crew-{uuid.uuid4().hex[:8]}"}).raise_for_status()
    editor.edit(club.url).select(SECRET)
    choose_by_keyboard(editor, club.scope)
    assert editor.save().status == 200
    look_as_others(editor, club)
    html = visitor_client.get(club.url).text
    assert OPEN in html
    assert [part for part in club.hidden if part in html] == []
    member = new_context().new_page()
    member.goto("/cms-login")
    log_in(member, club.member)
    member.wait_for_url(re.compile(r"/$"))
    member.goto(club.url)
    expect(member.get_by_text(OPEN)).to_be_visible()
    expect(member.get_by_text(SECRET)).to_be_visible()


def choose_by_keyboard(editor: EditorScreen, scope: str) -> None:
    """Keeps what is selected to a scope; undoes that and does it again."""
    page = editor.page
    page.get_by_role("toolbar", name="Text: tools").get_by_role("button", name="More").press("Enter")
    page.get_by_role("menuitem", name="Who sees this").press("Enter")
    who = page.get_by_role("button", name="Who sees this", exact=False).and_(page.locator("[aria-haspopup]"))
    expect(who).to_be_focused()
    expect(who).to_have_text("Everyone")
    editor.keys("Enter")
    expect(choice(page, "Everyone")).to_be_checked()
    choice(page, scope).press("Enter")
    expect(choice(page, scope)).to_be_checked()
    found = faults(page)
    assert found == [], "\n".join(found)
    editor.keys("Escape")
    expect(who).to_have_text(scope)
    mark = page.get_by_role("button", name="Text: Seen only by")
    expect(mark).to_contain_text(scope)
    editor.keys("Control+z")
    expect(mark).to_have_count(0)
    expect(who).to_have_text("Everyone")
    editor.keys("Control+Shift+z")
    expect(mark).to_contain_text(scope)
    editor.button("Outline").click()
    line = page.get_by_role("treeitem", selected=True)
    expect(line).to_contain_text(f"Seen only by {scope}")
    found = faults(page)
    assert found == [], "\n".join(found)


def look_as_others(editor: EditorScreen, club: Club) -> None:
    """Views the page as a visitor, as a member, and as oneself again."""
    page = editor.page
    page.get_by_text("View", exact=True).click()
    expect(secret(editor.canvas)).to_be_visible()
    editor.button("Preview as…").click()
    expect(bar(page)).to_contain_text("A visitor")
    expect(secret(editor.canvas)).to_have_count(0)
    expect(editor.canvas.get_by_text(OPEN)).to_be_visible()
    # Away from the button, whose tooltip would be judged while it fades in.
    page.mouse.move(640, 500)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    found = faults(page)
    assert found == [], "\n".join(found)
    frame = page.locator("iframe[title='Page']").element_handle().content_frame()
    assert frame
    assert [part for part in club.hidden if part in frame.content()] == []
    bar(page).get_by_role("button", name="Preview as").click()
    choice(page, club.scope).click()
    expect(secret(editor.canvas)).to_be_visible()
    editor.keys("Escape")
    bar(page).get_by_role("button", name="Stop preview").click()
    expect(bar(page)).to_have_count(0)
    expect(secret(editor.canvas)).to_be_visible()


def test_a_page_for_members_leads_them_to_the_login_and_back(
    editor: EditorScreen, club: Club, owner_client: httpx.Client, visitor_page: Page, new_context: OpenContext
) -> None:
    page = editor.page
    editor.view(club.url)
    editor.button("More").click()
    page.get_by_role("menuitem", name="Page settings").click()
    dialog = page.get_by_role("dialog", name="Page settings")
    dialog.get_by_role("button", name="Who sees this page").click()
    choice(page, club.scope).click()
    editor.keys("Escape")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("banner")).to_contain_text(f"Seen only by {club.scope}")
    page.keyboard.press("Control+Alt+v")
    expect(editor.canvas.get_by_role("heading", name="401 Unauthorized")).to_be_visible()
    page.get_by_text("Edit", exact=True).click()
    expect(secret(editor.canvas)).to_be_visible()
    expect(bar(page)).to_have_count(0)

    answer = visitor_page.goto(f"{club.url}?from=mail")
    assert answer
    assert answer.status == 401
    assert [part for part in club.hidden if part in visitor_page.content()] == []
    visitor_page.get_by_role("link", name="Log in").click()
    log_in(visitor_page, club.member)
    expect(visitor_page.get_by_text(SECRET)).to_be_visible()
    assert visitor_page.url.endswith(f"{club.url}?from=mail")

    stranger = new_context().new_page()
    stranger.goto("/cms-login")
    log_in(stranger, club.stranger)
    stranger.wait_for_url(re.compile(r"/$"))
    refused = stranger.goto(club.url)
    assert refused
    assert refused.status == 403
    assert [part for part in club.hidden if part in stranger.content()] == []

    # Being let in ends the session: the way to the login is no dead end for somebody who seems to be logged in.
    granted = owner_client.put(f"/auth/users/{club.stranger.id}/scopes", json={"scopes": [club.scope]})
    assert granted.status_code == 200
    stranger.goto(club.url)
    with stranger.expect_navigation():
        stranger.get_by_role("dialog").get_by_role("button", name="OK").click()
    stranger.get_by_role("link", name="Log in").click()
    log_in(stranger, club.stranger)
    expect(stranger.get_by_text(SECRET)).to_be_visible()

    page.goto("/cms-admin/pages?q=" + club.url.strip("/"))
    expect(page.get_by_role("cell", name=f"Seen only by {club.scope}")).to_be_visible()


class TestViewingAs:
    @pytest.fixture
    def kept(self, club: Club, owner_client: httpx.Client) -> Club:
        """The club with its text kept to it."""
        action = {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": club.hidden[3], "level": "site"}
        state = render(owner_client, club.url)
        put_actions(owner_client, state, [{**action, "scopeWhitelist": [club.scope]}]).raise_for_status()
        return club

    def test_goes_on_over_pages_reloads_and_tabs_until_it_is_ended(
        self, editor: EditorScreen, kept: Club, owner_client: httpx.Client
    ) -> None:
        linked = create_page(owner_client, "Way in", config={"menu": {"visible": True}})
        page = editor.page
        editor.view(linked["url"])
        editor.button("Preview as…").click()
        expect(bar(page)).to_be_visible()
        other = EditorScreen(page.context.new_page()).view(kept.url)
        expect(bar(other.page)).to_contain_text("A visitor")
        expect(secret(other.canvas)).to_have_count(0)
        # A link in the page is followed in place, by what the frame's own script asks for.
        other.canvas.get_by_role("link", name="Way in").first.click()
        expect(other.page).to_have_url(re.compile(f"{linked['url']}$"))
        other.view(kept.url)
        expect(secret(other.canvas)).to_have_count(0)
        other.page.reload()
        expect(other.canvas.get_by_text(OPEN)).to_be_visible()
        expect(secret(other.canvas)).to_have_count(0)
        bar(page).get_by_role("button", name="Stop preview").click()
        expect(secret(other.canvas)).to_be_visible()
        expect(bar(other.page)).to_have_count(0)
        owner_client.delete(f"/client/pages/{linked['id']}").raise_for_status()

    def test_shows_what_is_saved_and_loses_nothing_that_is_not(self, editor: EditorScreen, kept: Club) -> None:
        page = editor.page
        editor.edit(kept.url)
        expect(editor.caret).to_be_visible()
        editor.keys("End")
        editor.type(" at last")
        editor.leave_text()
        page.get_by_text("View", exact=True).click()
        expect(editor.canvas.get_by_text(f"{OPEN} at last")).to_be_visible()
        editor.button("Preview as…").click()
        expect(bar(page)).to_contain_text("Without your unsaved changes")
        expect(editor.canvas.get_by_text(OPEN, exact=True)).to_be_visible()
        expect(editor.unsaved).to_be_visible()
        # What would lead on asks first.
        editor.canvas.get_by_role("link", name="Home").first.click()
        page.get_by_role("dialog").get_by_role("button", name="Stay").click()
        expect(editor.canvas.get_by_text(OPEN, exact=True)).to_be_visible()
        assert editor.save().status == 200
        expect(editor.canvas.get_by_text(f"{OPEN} at last")).to_be_visible()
        expect(secret(editor.canvas)).to_have_count(0)
        page.get_by_text("Edit", exact=True).click()
        expect(secret(editor.canvas)).to_be_visible()
        expect(editor.canvas.get_by_text(f"{OPEN} at last")).to_be_visible()

    def test_is_ended_by_an_edit_that_is_pressed_before_the_scripts_are_there(
        self, editor: EditorScreen, club: Club, owner_client: httpx.Client, stack: Stack
    ) -> None:
        url = create_page(owner_client, "Members only", config={"scopeWhitelist": [club.scope]})["url"]
        editor.page.context.add_cookies([{"name": "pagewright_view_as", "value": "-", "url": stack.base_url}])
        let_scripts_come = editor.start_early(url)
        expect(editor.canvas.get_by_role("heading", name="401 Unauthorized")).to_be_visible()
        let_scripts_come()
        expect(editor.caret).to_have_text("Members only")
        expect(bar(editor.page)).to_have_count(0)

    def test_is_nothing_for_those_who_may_not_edit(self, kept: Club, new_context: OpenContext) -> None:
        context = new_context()
        page = context.new_page()
        page.goto("/cms-login")
        log_in(page, kept.member)
        page.wait_for_url(re.compile(r"/$"))
        for value in ("-", "editor"):
            context.add_cookies([{"name": "pagewright_view_as", "value": value, "url": page.url}])
            page.goto(kept.url)
            expect(page.get_by_text(SECRET)).to_be_visible()


def test_editors_are_told_of_a_scope_that_is_gone_and_take_it_off(
    editor: EditorScreen, club: Club, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    page, node = editor.page, club.hidden[3]
    keep = {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": node, "level": "site", "scopeWhitelist": [club.scope]}
    put_actions(owner_client, render(owner_client, club.url), [keep]).raise_for_status()
    [scope] = owner_client.get("/auth/scopes", params={"q": club.scope}).raise_for_status().json()["results"]
    owner_client.delete(f"/auth/scopes/{scope['id']}").raise_for_status()
    assert SECRET not in visitor_client.get(club.url).text

    warning = f"“{club.scope}” is no longer a scope of this site, so it gives nobody access."
    editor.edit(club.url).select(SECRET)
    editor.button("Outline").click()
    expect(page.get_by_role("treeitem", selected=True)).to_contain_text(warning)
    page.get_by_role("toolbar", name="Text: tools").get_by_role("button", name="More").press("Enter")
    page.get_by_role("menuitem", name="Who sees this").press("Enter")
    who = page.get_by_role("button", name="Who sees this", exact=False).and_(page.locator("[aria-haspopup]"))
    expect(who).to_be_focused()
    expect(who).to_have_accessible_description(re.compile(re.escape(warning)))
    editor.keys("Enter")
    choice(page, club.scope).press("Enter")
    expect(who).to_have_text("Everyone")
    editor.keys("Escape")
    found = faults(page)
    assert found == [], "\n".join(found)
    assert editor.save().status == 200
    until(page, lambda: SECRET in visitor_client.get(club.url).text)
