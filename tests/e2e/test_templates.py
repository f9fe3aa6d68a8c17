"""A template, from a mistake in its styles to a visitor's page in its new look, and back."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from functools import partial

import httpx
import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.e2e.accessibility import faults_in_both_schemes
from tests.e2e.waiting import until
from tests.whole.page_calls import create_page

_TEMPLATE = {"sharedSCSS": "$ink: #010203;", "inlineSCSS": "body { color: $ink; }"}


def expect_colour(frame: FrameLocator, colour: str) -> None:
    """The page in the preview has it before long: a busy machine compiles for a while, and is asked again."""
    expect(frame.locator("body")).to_have_css("color", colour, timeout=60_000)


def rewrite(code: Locator, text: str) -> None:
    """Write code in place of what is there, by its own command: it does not always hear of what `fill` has selected."""
    code.focus()
    code.page.keyboard.press("Control+a")
    code.page.keyboard.insert_text(text)


def save(page: Page, name: str, press: Callable[[], None]) -> None:
    """Save it; it is saved once more where the machine is too busy to compile, as the answer says."""
    for _ in range(5):
        with page.expect_response(lambda answer: answer.request.method == "PUT") as saving:
            press()
        if saving.value.ok:
            expect(page.get_by_text(f"“{name}” was saved.")).to_be_visible()
            return
        assert saving.value.status == 503, saving.value.text()
        page.get_by_role("button", name="Dismiss").click()
        press = partial(page.keyboard.press, "Control+s")
    pytest.fail("nothing was saved")


def test_a_mistake_is_mended_seen_saved_and_taken_back(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    name = f"Look {uuid.uuid4().hex[:8]}"
    made = owner_client.post("/client/templates", json={"name": name, **_TEMPLATE})
    assert made.status_code == 201, made.text
    page = create_page(owner_client, "Dressed anew", templateId=made.json()["id"])

    owner_page.goto(f"/cms-admin/templates/{made.json()['id']}")
    preview = owner_page.frame_locator("iframe")
    expect_colour(preview, "rgb(1, 2, 3)")
    inline = owner_page.get_by_role("textbox", name="Inline", exact=True)
    rewrite(inline, "body {\n  color: $pink;\n}")
    place = owner_page.get_by_role("button", name="Inline, line 2, column 10")
    expect(place).to_be_visible(timeout=60_000)
    expect_colour(preview, "rgb(1, 2, 3)")
    assert faults_in_both_schemes(owner_page) == []
    owner_page.get_by_role("tab", name="Fonts").click()
    place.click()
    expect(inline).to_be_focused()

    # Typed over what is wrong, which the way to it has reached.
    for key in ("Shift+End", "Delete"):
        owner_page.keyboard.press(key)
    owner_page.keyboard.type("#040506")
    expect_colour(preview, "rgb(4, 5, 6)")
    expect(place).to_have_count(0)
    owner_page.get_by_label("Colours as seen with").select_option("achromatopsia")
    expect_colour(preview, "rgb(5, 5, 5)")
    assert "#040506" not in visitor_client.get(page["url"]).text, "nothing is saved yet"
    # Tab writes; after Escape it leaves.
    inline.focus()
    owner_page.keyboard.press("Escape")
    owner_page.keyboard.press("Tab")
    expect(inline).not_to_be_focused()
    save(owner_page, name, partial(owner_page.keyboard.press, "Control+s"))
    until(owner_page, lambda: "color:#040506" in visitor_client.get(page["url"]).text)

    owner_page.get_by_role("button", name="History").click()
    history = owner_page.get_by_role("dialog")
    expect(history.get_by_role("button", name=re.compile("^Inline"))).to_be_visible()
    history.get_by_role("button", name=re.compile("^First stored save")).click()
    expect(history.locator(".cm-deletedChunk")).to_contain_text("#040506")
    history.get_by_role("button", name="Restore this save").click()
    undo = owner_page.get_by_role("button", name="Undo")
    # Its time does not run out while the pointer is on it.
    undo.hover()
    until(owner_page, lambda: "color:#010203" in visitor_client.get(page["url"]).text)
    undo.click()
    until(owner_page, lambda: "color:#040506" in visitor_client.get(page["url"]).text)


def test_what_somebody_else_saved_meanwhile_is_shown_and_nothing_is_lost(
    owner_page: Page, owner_client: httpx.Client
) -> None:
    name = f"Look {uuid.uuid4().hex[:8]}"
    made = owner_client.post("/client/templates", json={"name": name, **_TEMPLATE}).json()
    address = f"/client/templates/{made['id']}"
    owner_page.goto(f"/cms-admin/templates/{made['id']}")
    inline = owner_page.get_by_role("textbox", name="Inline", exact=True)
    rewrite(inline, "b { color: $ink; }")
    theirs = owner_client.put(address, json={**made, "js": "theirs()"})
    assert theirs.status_code == 200, theirs.text
    owner_page.keyboard.press("Control+s")
    expect(owner_page.get_by_text("Script: what they changed")).to_be_visible()
    expect(inline).to_have_text("b { color: $ink; }")
    save(owner_page, name, owner_page.get_by_role("button", name="Save both").click)
    both = owner_client.get(address).json()
    assert (both["js"], both["inlineSCSS"]) == ("theirs()", "b { color: $ink; }")

    # Leaving with unsaved changes asks first.
    rewrite(inline, "i { }")
    owner_page.get_by_role("link", name="Templates").first.click()
    expect(owner_page.get_by_role("dialog", name="Unsaved changes")).to_be_visible()
    owner_page.get_by_role("button", name="Leave").click()
    expect(owner_page.get_by_role("heading", name="Templates")).to_be_visible()
