"""Images in what an editor pastes: of another site, which come into the library, and as bytes, which are uploaded."""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect
from starlette.responses import Response

from tests import foreign
from tests.browser_contexts import VIEWPORT, log_in
from tests.browser_fixtures import OpenContext
from tests.cms.pictures import encoded, photograph
from tests.e2e.connected import GROUP, stack
from tests.e2e.editing import EditorScreen
from tests.fakes.serving import serving
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login
from tests.waiting import eventually
from tests.whole.page_calls import create_page

__all__ = ["stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

PASTE = """(text, { html, png }) => {
    const data = new DataTransfer();
    if (html) data.setData('text/html', html);
    if (png) {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    }
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""
# With a version behind it as soon as content has heard of the file: a moment later, or at once.
HARBOUR, PIER = re.compile(r"^/files/Pasted/harbour\.png(\?|$)"), re.compile(r"^/files/Pasted/pier\.png(\?|$)")
IS_SHOWN = "(image) => image.complete && image.naturalWidth > 0"


@dataclass
class SlowSite:
    """Another site, whose answers wait for `open`."""

    address: str = ""
    open: threading.Event = field(default_factory=threading.Event)
    pictures: dict[str, bytes] = field(default_factory=dict)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[SlowSite]:
    app, found = FastAPI(), SlowSite(pictures={"harbour.png": encoded(photograph(320, 200), "png")})

    @app.get("/{name}")
    def picture(name: str) -> Response:
        found.open.wait()
        known = found.pictures.get(name)
        return Response(known, media_type="image/png") if known else Response(status_code=404)

    with serving(app, "elsewhere") as found.address:
        yield found
        found.open.set()


@pytest.fixture
def client(stack: Stack) -> Iterator[httpx.Client]:
    cookies, _ = new_owner_login(stack)
    with httpx.Client(
        base_url=stack.base_url, cookies=cookies, headers={"Origin": stack.base_url}, timeout=30
    ) as opened:
        yield opened


@pytest.fixture
def editor(stack: Stack, new_context: OpenContext) -> Page:
    # A context of its own: its user stays logged in, and other contexts are kept for the tests to come.
    context = new_context(viewport=VIEWPORT)
    log_in(context, stack, *new_owner_login(stack))
    page = context.new_page()
    foreign.answer(page, stack)
    return page


def test_images_of_another_site_come_into_the_library_while_one_writes(
    editor: Page, client: httpx.Client, new_context: OpenContext, elsewhere: SlowSite
) -> None:
    elsewhere.open.clear()
    url = create_page(client, "Pasted images")["url"]
    screen = EditorScreen(editor).edit(url)
    images = [f'<img src="{elsewhere.address}/{name}.png" alt="{name}">' for name in ("harbour", "pier")]
    html = f"<h2>The harbour</h2><p>{images[0]}</p><p>{images[1]}</p><p>A boat comes</p>"
    screen.caret.evaluate(PASTE, {"html": html, "png": None})
    expect(screen.caret).to_contain_text("The harbour")
    expect(editor.get_by_text("Copying 2 images into the media library…")).to_be_visible()

    # Saved before the answer, the page has the other site's address.
    screen.type(" in")
    assert screen.save().status == 200
    assert elsewhere.address in client.get("/client/page-render", params={"url": url}).text
    screen.type(" at noon")
    elsewhere.open.set()
    harbour = screen.canvas.get_by_role("img", name="harbour")
    expect(harbour).to_have_attribute("src", HARBOUR)
    expect(editor.get_by_text("The image is in the media library now")).to_be_visible()
    # The caret is where it was.
    screen.type(", and leaves")
    expect(screen.caret).to_contain_text("A boat comes in at noon, and leaves")

    failure = editor.get_by_role("alert").filter(has_text="The image stays on the other site")
    expect(failure).to_contain_text(f"{elsewhere.address.removeprefix('http://')}: The site answers with 404.")
    elsewhere.pictures["pier.png"] = encoded(photograph(200, 320), "png")
    failure.get_by_role("button", name="Try again").click()
    pier = screen.canvas.get_by_role("img", name="pier")
    expect(pier).to_have_attribute("src", PIER)
    # One step, which can be taken back.
    editor.keyboard.press("Control+z")
    expect(pier).to_have_attribute("src", f"{elsewhere.address}/pier.png")
    editor.keyboard.press("Control+Shift+z")
    expect(pier).to_have_attribute("src", PIER)

    screen.canvas.locator("[data-pw-inline]").click()
    assert screen.save().status == 200
    visitor = new_context().new_page()
    visitor.goto(url)
    for name, address in (("harbour", HARBOUR), ("pier", PIER)):
        image = visitor.get_by_role("img", name=name)
        expect(image).to_have_attribute("src", address)
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate(IS_SHOWN)


def test_an_image_of_the_clipboard_is_uploaded(editor: Page, client: httpx.Client, new_context: OpenContext) -> None:
    url = create_page(client, "A pasted image")["url"]
    screen = EditorScreen(editor).edit(url)
    png = base64.b64encode(encoded(photograph(320, 200), "png")).decode()
    with editor.expect_response(lambda answer: answer.url.endswith("/cms/files")) as uploading:
        screen.caret.evaluate(PASTE, {"html": None, "png": png})
    image = screen.canvas.locator("[data-pw-inline] img[src^='/files/Pasted/image-']")
    expect(image).to_be_visible()
    assert uploading.value.status == 200
    # It was not there yet when it was pasted. How wide it is depends on whether it has its smaller versions by now.
    editor.wait_for_function(
        """() => {
            const { images } = document.querySelector("iframe[title='Page']").contentDocument;
            const pasted = [...images].find((image) => image.getAttribute('src')?.startsWith('/files/Pasted/'));
            return pasted?.complete && pasted.naturalWidth > 0;
        }"""
    )
    assert screen.save().status == 200
    # Content hears of the file a moment after cms has it, and until then shows nobody what is at its address.
    eventually(lambda: "/files/Pasted/image-" in httpx.get(client.base_url.join(url), timeout=30).text)
    visitor = new_context().new_page()
    visitor.goto(url)
    shown = visitor.locator("main img[src*='/files/Pasted/image-']")
    expect(shown).to_have_js_property("complete", True)
    assert shown.evaluate(IS_SHOWN)
