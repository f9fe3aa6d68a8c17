"""Five pages that other people wrote, each built in the editor by pasting and typing, against what visitors get."""

from __future__ import annotations

import html
import re

import httpx
import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

from tests import foreign
from tests.real_pages import SourcePage, executable_parts, item_titled, published_items, visible_text
from tests.stack import Stack
from tests.whole.page_calls import create_page, element_of, first_text, render

TYPED = "Typed at the end: “naïve café” — 100 % & more <b>not bold</b>."


def longest() -> SourcePage:
    return max(published_items(), key=lambda item: len(item.body))


CASES = {
    "the longest": longest,
    "with tables": lambda: item_titled("Markup: HTML Tags and Formatting"),
    "with an awkward title": lambda: item_titled("Markup: Title With Special Characters"),
    "accented": lambda: item_titled("Ελληνικά"),
    "with nested lists": lambda: item_titled("Edge Case: Nested And Mixed Lists"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_pasted_and_typed_is_what_visitors_read(
    case: str,
    stack: Stack,
    owner_context: BrowserContext,
    owner_page: Page,
    owner_client: httpx.Client,
    visitor_client: httpx.Client,
) -> None:
    foreign.answer(owner_page, stack)
    source = CASES[case]()
    page = create_page(owner_client, source.title)
    owner_context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner_page.goto(page["url"])
    copy_html(owner_page, source.body)
    owner_page.get_by_text("Edit", exact=True).click()
    canvas = owner_page.frame_locator("iframe")
    heading = canvas.locator("[data-ref='cms.text'] h1")
    expect(heading).to_have_text(source.title)
    paste_after(owner_page, canvas)
    go_to_the_end(owner_page, canvas)
    owner_page.keyboard.press("Enter")
    owner_page.keyboard.type(TYPED)
    with owner_page.expect_response(lambda answer: answer.request.method == "PUT") as saving:
        owner_page.keyboard.press("Control+s")
    assert saving.value.status == 200

    served = visitor_client.get(page["url"]).text
    text = element_of(served, first_text(render(owner_client, page["url"])))
    assert html.unescape(re.search(r"<title>(.*?)</title>", served, re.DOTALL)[1]).startswith(source.title)  # type: ignore[index]
    assert (
        first_difference(
            visible_text(text),
            visible_text(f"<h1>{html.escape(source.title)}</h1>{source.body}<p>{html.escape(TYPED)}</p>"),
        )
        is None
    )
    assert executable_parts(text) == []


def first_difference(found: str, wanted: str) -> str | None:
    """Where two texts part, with what each says there; None when they are equal."""
    if found == wanted:
        return None
    at = next(
        (index for index, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b), min(len(found), len(wanted))
    )
    return f"at {at} of {len(wanted)}: found {found[at - 40 : at + 80]!r}, wanted {wanted[at - 40 : at + 80]!r}"


def copy_html(page: Page, body: str) -> None:
    """Puts HTML on the browser's real clipboard, with its text beside it, as copying from a page does."""
    page.evaluate(
        """async (body) => {
            const text = new DOMParser().parseFromString(body, 'text/html').body.textContent;
            await navigator.clipboard.write([new ClipboardItem({
                'text/html': new Blob([body], { type: 'text/html' }),
                'text/plain': new Blob([text], { type: 'text/plain' }),
            })]);
        }""",
        body,
    )


def paste_after(page: Page, canvas: FrameLocator) -> None:
    """Clicks into the heading, opens a line below it and pastes there."""
    heading = canvas.locator("[data-ref='cms.text'] h1")
    heading.click()
    expect(canvas.locator("[contenteditable=true].ProseMirror-focused h1")).to_be_visible()
    go_to_the_end(page, canvas)
    page.keyboard.press("Enter")
    page.keyboard.press("Control+v")


def go_to_the_end(page: Page, canvas: FrameLocator) -> None:
    """Ctrl+End until the caret is there: an editor that has just opened settles its caret for a moment."""
    editable = canvas.locator("[contenteditable=true].ProseMirror-focused")
    for _ in range(20):
        page.keyboard.press("Control+End")
        if editable.evaluate(
            """(element) => {
                const { anchorNode, anchorOffset } = getSelection();
                const rest = document.createRange();
                rest.setStart(anchorNode, anchorOffset);
                rest.setEndAfter(element.lastChild);
                return rest.toString() === '';
            }"""
        ):
            return
    raise AssertionError("the caret does not go to the end")
