"""An image of the library in a text: put there by the keyboard, described, found by visitors, and gone for those it is not for."""

from __future__ import annotations

import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.cms.pictures import encoded, photograph
from tests.e2e.accessibility import faults
from tests.e2e.editing import EditorScreen
from tests.e2e.starting_page import copy_of_start
from tests.waiting import eventually
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text


def test_an_image_is_chosen_described_and_written_on_after(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    name, word = f"boat-{uuid.uuid4().hex[:8]}.jpg", f"ketch{uuid.uuid4().hex[:8]}"
    answer = owner_client.post("/cms/files", files={"files": (name, encoded(photograph(1600, 1000)))}, timeout=60)
    file = answer.raise_for_status().json()["success"][name]
    url = create_page(owner_client, "Boats")["url"]
    screen = EditorScreen(owner_page).edit(url)
    page = owner_page
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("/photo")
    expect(page.get_by_role("listbox", name="Insert").get_by_role("option").first).to_contain_text("Image")
    page.keyboard.press("Enter")
    library = page.get_by_role("dialog")
    library.get_by_text(name).first.click()
    library.get_by_role("button", name="Choose", exact=True).click()

    form = page.get_by_role("dialog", name="Image")
    expect(form.get_by_role("textbox", name="Alternative text")).to_be_focused()
    assert faults(page) == []
    page.keyboard.type('A "rowing" boat')
    page.keyboard.press("Tab")
    page.keyboard.type(f"Built by {word} <in> 1912")
    page.keyboard.press("Enter")
    expect(form).to_be_hidden()
    expect(screen.caret).to_be_visible()
    # From the image the way leads on behind its caption.
    page.keyboard.press("Enter")
    screen.type("After the image.")
    assert screen.save().status == 200

    eventually(lambda: "srcset=" in visitor_client.get(url).text)
    shown = visitor_client.get(url).text
    assert f"<figcaption>Built by {word} &lt;in&gt; 1912</figcaption></figure>" in shown
    assert 'width="1600" height="1000"' in shown
    assert 'alt="A &quot;rowing&quot; boat"' in shown
    assert "After the image." in shown
    query = {"query": word}
    # Where other tests change many pages at a time, the worker makes some of them ready for a search, and not the search.
    eventually(lambda: visitor_client.get("/cms/search", params=query).json()["total"] > 0)
    assert [each["url"] for each in visitor_client.get("/cms/search", params=query).json()["results"]] == [url]

    uses = owner_client.get(f"/cms/files/{file['id']}/uses").raise_for_status().json()["uses"]
    assert [each["address"] for each in uses] == [url]
    change = {"metaData": {"scopeWhitelist": ["club"]}}
    headers = {"If-Match": f'"{file["version"]}"'}
    owner_client.put(f"/cms/file-entities/{file['id']}", json=change, headers=headers).raise_for_status()
    eventually(lambda: word not in visitor_client.get(url).text)
    assert "rowing" not in visitor_client.get(url).text
    assert "After the image." in visitor_client.get(url).text
    assert visitor_client.get("/cms/search", params=query).json()["total"] == 0


def test_nothing_moves_when_the_caret_comes_into_its_text(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    """Neither what follows an image nor the image itself, which is wider than the size that its own address gives."""
    name = f"harbour-{uuid.uuid4().hex[:8]}.jpg"
    answer = owner_client.post("/cms/files", files={"files": (name, encoded(photograph(1600, 1000)))}, timeout=60)
    uri = answer.raise_for_status().json()["success"][name]["path"]["uri"]
    url = create_page(owner_client, "Harbour")["url"]
    html = f'<p>Before it.</p><figure><img src="{uri}" alt="The harbour"></figure><p>After it.</p>'
    state = render(owner_client, url)
    put_actions(owner_client, state, [set_text(first_text(state), html)]).raise_for_status()
    # Until its sizes are told, a page has the image by its own address alone, and goes on to when it is loaded.
    eventually(lambda: "srcset=" in visitor_client.get(url).text)
    screen = EditorScreen(owner_page).edit(url)
    screen.leave_text()
    image = screen.canvas.get_by_role("img", name="The harbour")
    after = screen.canvas.get_by_text("After it.")
    eventually(lambda: image.evaluate("image => image.complete && image.naturalWidth") > 512)
    after.scroll_into_view_if_needed()
    before = image.bounding_box(), after.bounding_box(), image.evaluate("image => image.currentSrc")

    after.click()
    expect(screen.caret).to_be_visible()

    eventually(lambda: image.evaluate("image => image.complete"))
    assert (image.bounding_box(), after.bounding_box(), image.evaluate("image => image.currentSrc")) == before
    assert before[0] is not None
    assert before[0]["width"] > 512


def test_one_click_selects_an_image_and_its_bar_replaces_it(owner_page: Page, owner_client: httpx.Client) -> None:
    name = f"pier-{uuid.uuid4().hex[:8]}.jpg"
    answer = owner_client.post("/cms/files", files={"files": (name, encoded(photograph(800, 600)))}, timeout=60)
    answer.raise_for_status()
    screen = EditorScreen(owner_page).edit(copy_of_start(owner_client))
    screen.leave_text()
    screen.canvas.locator("img[src*=coast]").click()
    bar = owner_page.get_by_role("toolbar")
    bar.get_by_role("button", name="Replace image").click()
    library = owner_page.get_by_role("dialog")
    library.get_by_text(name).first.click()
    library.get_by_role("button", name="Choose", exact=True).click()
    expect(screen.canvas.locator("img[src*=coast]")).to_have_count(0)
    expect(screen.canvas.locator(f"img[src*='{name.removesuffix('.jpg')}']")).to_be_visible()
    # What is pressed next still is about the image.
    expect(bar.get_by_role("button", name="Replace image")).to_be_visible()
    # Words beside it are written in as before.
    screen.canvas.get_by_text("Click and type").click()
    expect(screen.caret).to_contain_text("Click and type")
    expect(bar.get_by_role("button", name="Replace image")).to_have_count(0)


# Where an image and the words of its caption are within their figure: shares of the room that is left beside them.
_PLACES = """() => [...document.querySelectorAll('.pw-prose figure')].map((figure) => {
    const words = document.createRange();
    words.selectNodeContents(figure.querySelector('figcaption'));
    const whole = figure.getBoundingClientRect();
    return [figure.querySelector('img'), words].map((part) => {
        const { left, width } = part.getBoundingClientRect();
        return Math.round(100 * (left - whole.left) / (whole.width - width));
    });
})"""


@pytest.mark.parametrize("look", ["Default", "Editorial", "Bold"])
def test_an_image_stays_where_it_is_aligned_with_its_caption(
    visitor_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client, look: str
) -> None:
    """Though the templates that come with Pagewright, as most of others do, make images in figures blocks."""
    name = f"buoy-{uuid.uuid4().hex[:8]}.jpg"
    answer = owner_client.post("/cms/files", files={"files": (name, encoded(photograph(200, 120)))}, timeout=60)
    uri = answer.raise_for_status().json()["success"][name]["path"]["uri"]
    templates = owner_client.get("/client/templates", params={"limit": 100}).raise_for_status().json()["results"]
    template = next(each["id"] for each in templates if each["name"] == look)
    url = create_page(owner_client, "Buoys", templateId=template)["url"]
    image = f'<img src="{uri}" alt="A buoy">'
    figures = [
        f"<figure>{image}<figcaption>Red</figcaption></figure>",
        *(
            f'<figure><p class="align-{where}">{part}</p><figcaption>Red</figcaption></figure>'
            for where in ("left", "center", "right")
            for part in (image, f'<a href="/">{image}</a>')
        ),
    ]
    state = render(owner_client, url)
    put_actions(owner_client, state, [set_text(first_text(state), "".join(figures))]).raise_for_status()
    eventually(lambda: visitor_client.get(url).text.count("<figcaption>") == len(figures))
    visitor_page.goto(url)
    assert visitor_page.evaluate(_PLACES) == [[0, 0]] * 3 + [[50, 50]] * 2 + [[100, 100]] * 2
