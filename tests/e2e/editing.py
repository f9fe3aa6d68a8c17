"""The editor's screen as the browser tests use it: what a person sees, presses and reads there."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import FrameLocator, Locator, Page, Response, expect

from tests.e2e.waiting import hold

SCRIPTS = "**/assets/editor-*.js"
SAVED = re.compile("^Saved")


class EditorScreen:
    """One tab with the editor in it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def view(self, url: str) -> EditorScreen:
        """Opens a page of the site to look at it."""
        self.page.goto(url)
        expect(self.canvas.locator("#page [data-node]").first).to_be_visible()
        return self

    def edit(self, url: str) -> EditorScreen:
        """Opens a page of the site and starts to edit it; the caret is at the start of its first text then."""
        self.view(url)
        self.start()
        self.to_start()
        return self

    def start(self) -> None:
        self.page.get_by_text("Edit", exact=True).click()
        expect(self.canvas.locator("[data-pw-node='root']")).to_be_visible()

    def start_early(self, url: str) -> Callable[[], None]:
        """Opens a page and presses Edit before the editor's scripts are there; returns how to let them come."""
        let_come = hold(self.page, SCRIPTS)
        self.page.goto(url, wait_until="commit")
        self.page.get_by_text("Edit", exact=True).click()
        return let_come

    def to_start(self) -> None:
        """Brings the caret from where Edit puts it to the start of its text."""
        expect(self.caret).to_be_visible()
        # A caret that comes to the start within 200 ms of the focus ProseMirror takes for one that the browser has put there,
        # and puts it back to where it has it.
        self.caret.evaluate("() => new Promise((settled) => setTimeout(settled, 200))")
        self.keys("Control+Home")

    @property
    def canvas(self) -> FrameLocator:
        """The page in its frame."""
        return self.page.frame_locator("iframe[title='Page']")

    @property
    def caret(self) -> Locator:
        """The text that is being edited."""
        return self.canvas.locator("[data-pw-inline].ProseMirror-focused")

    def plugin(self, text: str) -> Locator:
        """The plugin that shows this text."""
        return self.canvas.locator("[data-type='plugin']", has_text=text)

    def column(self, row: int, column: int) -> Locator:
        """A column of the page's own rows, both counted from 0."""
        own = self.canvas.locator("[data-type='col-unique'] > [data-type='row']")
        return own.nth(row).locator("> [data-type='col']").nth(column)

    @property
    def said(self) -> Locator:
        """What a screen reader was told last."""
        return self.page.locator("[role='status'] span")

    @property
    def save_button(self) -> Locator:
        return self.page.get_by_role("banner").get_by_role("button", name=re.compile("^(Save|Saving|Retry)"))

    @property
    def unsaved(self) -> Locator:
        """The badge with the number of unsaved changes."""
        return self.page.get_by_label(re.compile("unsaved change"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def leave_text(self) -> None:
        """Escape: from the caret to the plugin."""
        self.page.keyboard.press("Escape")
        expect(self.caret).to_have_count(0)

    def select(self, text: str) -> None:
        """Selects a text without a caret in it."""
        self.plugin(text).click()
        expect(self.caret).to_be_visible()
        self.leave_text()

    def save(self) -> Response:
        """Saves by the keyboard and waits for the answer."""
        with self.page.expect_response(lambda answer: answer.request.method == "PUT") as saving:
            self.page.keyboard.press("Control+s")
        answer = saving.value
        # The editor renews the session and asks again: what was wrong with it is in this answer alone.
        assert answer.status != 401, answer.text()
        return answer

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def insert(self, text: str) -> None:
        """Gives a text in one go, which is one step back: what is typed may be several where the machine is busy."""
        self.page.keyboard.insert_text(text)
