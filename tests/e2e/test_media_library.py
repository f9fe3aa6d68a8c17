"""The media library, from files dropped into it to one picked into a page."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import asyncpg
import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.cms.pictures import encoded, photograph
from tests.e2e.accessibility import faults_everywhere
from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import intercept
from tests.stack import Stack

FILES = "/cms-admin/files"
# What a browser makes of files and folders that are dropped cannot be made by a script, but for the files themselves.
_DROP = """(element, files) => {
    const transfer = new DataTransfer();
    for (const [name, data] of files) {
        const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
    }
    for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""

_CUT_OFF = """(grid, columns) => columns
    .flatMap((name) => [...grid.querySelectorAll(`[data-column="${name}"], [data-column="${name}"] *`)])
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)"""


@pytest.fixture
def library(owner_client: httpx.Client) -> httpx.Client:
    """The owner's client."""
    return owner_client


@pytest.fixture
def folder(library: httpx.Client) -> Iterator[str]:
    """The name of a folder for one test alone; it is deleted with all that the test leaves in it."""
    name = f"harbour-{uuid.uuid4().hex[:8]}"
    made = library.post("/cms/buckets", json={"name": name})
    assert made.status_code == 201, made.text
    yield name
    library.post("/cms/file-removals", json={"folders": [made.json()["id"]]})


def drop(onto: Locator, files: dict[str, bytes]) -> None:
    onto.evaluate(_DROP, [[name, base64.b64encode(data).decode()] for name, data in files.items()])


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("grid").get_by_role("gridcell", name=re.compile(f"^{re.escape(name)}"))


def test_files_are_dropped_moved_deleted_and_brought_back(owner_page: Page, library: httpx.Client, folder: str) -> None:
    page = owner_page
    page.goto(f"{FILES}?folder={folder}")
    empty = page.get_by_role("heading", name="This folder is empty")
    expect(empty).to_be_visible()
    boat, beach = encoded(photograph(900, 600)), encoded(photograph(600, 900))
    drop(empty, {"boat.jpg": boat, "beach.jpg": beach, "broken.jpg": boat[:2000]})

    uploads = page.get_by_role("region", name="Uploads")
    expect(uploads.get_by_role("status")).to_have_text("1 upload failed")
    expect(uploads.get_by_role("listitem").filter(has_text="broken.jpg")).to_contain_text(re.compile("damaged|image"))
    uploads.get_by_role("button", name="Cancel broken.jpg").click()
    uploads.get_by_role("button", name="Close").click()
    expect(cell(page, "boat.jpg")).to_contain_text("900 \N{MULTIPLICATION SIGN} 600")

    page.get_by_role("button", name="New folder").click()
    page.get_by_label("Name").fill("Summer")
    page.get_by_role("button", name="Create folder").click()
    expect(cell(page, "Summer")).to_be_visible()
    cell(page, "boat.jpg").drag_to(cell(page, "Summer"))
    expect(page.get_by_text("“boat.jpg” was moved to “Summer”.")).to_be_visible()
    expect(cell(page, "boat.jpg")).to_have_count(0)

    # By the keyboard alone: into the folder, all of it deleted, and brought back.
    cell(page, "Summer").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"folder={folder}(/|%2F)Summer"))
    cell(page, "boat.jpg").focus()
    page.keyboard.press("Control+a")
    expect(page.get_by_role("toolbar", name="Selected files")).to_contain_text("1 selected")
    page.keyboard.press("Delete")
    expect(empty).to_be_visible()
    page.keyboard.press("Control+z")
    expect(cell(page, "boat.jpg")).to_be_visible()
    assert library.get(f"/files/{folder}/Summer/boat.jpg").status_code == 200


def test_what_is_said_of_an_image_is_saved_as_one_goes_on(owner_page: Page, library: httpx.Client, folder: str) -> None:
    page = owner_page
    stored = upload(library, "boat.jpg", encoded(photograph(900, 600)), bucketName=folder)
    page.goto(f"{FILES}?folder={folder}&file={stored['id']}")
    details = page.get_by_role("region", name="Details")
    expect(details.get_by_text("Alternative text is missing.")).to_be_visible()
    assert faults_everywhere(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})

    details.get_by_label("Alternative text").fill("A boat at dawn")
    details.get_by_label("Title").focus()
    expect(details.get_by_text("Alternative text is missing.")).to_have_count(0)
    focal = details.get_by_role("button", name=re.compile("^Focal point"))
    focal.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(focal).to_have_accessible_name(re.compile("60 % from the left"))
    page.wait_for_function(
        """async (id) => {
            const { metaData } = await (await fetch(`/cms/files/${id}`)).json();
            return metaData.alt === 'A boat at dawn' && metaData.focalPoint?.x === 0.6;
        }""",
        arg=stored["id"],
    )

    expect(details.get_by_role("status")).to_have_text("")
    # Somebody else says something else meanwhile.
    now = library.get(f"/cms/files/{stored['id']}").json()
    details.get_by_label("Title").fill("Mine")
    change = {"metaData": {"alt": "A boat at dawn", "title": "Theirs"}}
    changed = library.put(
        f"/cms/file-entities/{stored['id']}", json=change, headers={"If-Match": f'"{now["version"]}"'}
    )
    assert changed.status_code == 200
    page.keyboard.press("Enter")
    conflict = details.get_by_text("Title: theirs")
    expect(conflict).to_be_visible()
    details.get_by_role("button", name="Save mine over theirs").click()
    expect(conflict).to_have_count(0)
    page.wait_for_function(
        "async (id) => (await (await fetch(`/cms/files/${id}`)).json()).title === 'Mine'", arg=stored["id"]
    )


def test_the_details_of_a_file_are_seen_whole_beside_it(owner_page: Page, library: httpx.Client, folder: str) -> None:
    page = owner_page
    page.set_viewport_size({"width": 1280, "height": 700})
    picture = encoded(photograph(900, 600))
    for number in range(12):
        upload(library, f"boat-{number:02}.jpg", picture, bucketName=folder)
    page.goto(f"{FILES}?folder={folder}")
    cell(page, "boat-07.jpg").click()
    details = page.get_by_role("region", name="Details")
    expect(details.get_by_label("Alternative text")).to_be_visible()
    # As where a scrollbar takes room of its own.
    details.evaluate("(element) => { element.style.scrollbarGutter = 'stable'; element.style.paddingRight = '15px' }")
    assert details.evaluate("(element) => element.scrollWidth <= element.clientWidth")
    # There are fewer columns than before, and the file is still there.
    expect(cell(page, "boat-07.jpg")).to_be_in_viewport(ratio=1)


def test_what_is_typed_without_a_connection_is_sent_again(owner_page: Page, library: httpx.Client, folder: str) -> None:
    page = owner_page
    stored = upload(library, "boat.jpg", encoded(photograph(900, 600)), bucketName=folder)
    page.goto(f"{FILES}?folder={folder}&file={stored['id']}")
    alternative = page.get_by_role("region", name="Details").get_by_label("Alternative text")
    expect(alternative).to_be_visible()
    page.context.set_offline(True)
    alternative.fill("A boat at dawn")
    page.keyboard.press("Tab")
    not_saved = page.get_by_text("Not saved")
    expect(not_saved).to_be_visible()
    expect(alternative).to_have_value("A boat at dawn")
    page.context.set_offline(False)
    assert faults_everywhere(page) == []
    page.get_by_role("button", name="Retry").click()
    expect(not_saved).to_have_count(0)
    page.wait_for_function(
        "async (id) => (await (await fetch(`/cms/files/${id}`)).json()).alt === 'A boat at dawn'", arg=stored["id"]
    )


def test_the_keyboard_stays_with_a_file_wherever_it_comes_to_stand(
    owner_page: Page, library: httpx.Client, folder: str
) -> None:
    page = owner_page
    page.set_viewport_size({"width": 1280, "height": 800})
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):
        upload(library, name, name.encode(), bucketName=folder)
    page.goto(f"{FILES}?folder={folder}")
    expect(cell(page, "d.txt")).to_be_visible()
    cell(page, "a.txt").focus()
    page.keyboard.press("End")
    expect(cell(page, "d.txt")).to_be_focused()

    # Beside the details there is room for fewer of them in a row.
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Details")).to_be_visible()
    expect(cell(page, "d.txt")).to_have_attribute("aria-colindex", "1")
    expect(cell(page, "d.txt")).to_be_focused()
    page.get_by_role("button", name="Close the details").press("Enter")
    expect(cell(page, "d.txt")).to_be_focused()

    page.keyboard.press("F2")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("0.txt")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(cell(page, "0.txt")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cell(page, "a.txt")).to_be_focused()

    # It was followed once: a list that is drawn anew later takes the keyboard from nothing.
    search = page.get_by_label("Search files")
    search.fill("0.txtx")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    search.press("Backspace")
    expect(cell(page, "0.txt")).to_be_visible()
    expect(search).to_be_focused()


def test_an_upload_goes_on_after_a_lost_connection(owner_page: Page, library: httpx.Client, folder: str) -> None:
    page = owner_page
    page.goto(f"{FILES}?folder={folder}")
    empty = page.get_by_role("heading", name="This folder is empty")
    expect(empty).to_be_visible()
    asked: list[str | None] = []
    cut = {"left": 1}

    def pass_or_cut(route: Route) -> None:
        request = route.request
        if request.method == "PATCH":
            asked.append(request.headers.get("upload-offset"))
            if cut["left"]:
                cut["left"] -= 1
                route.abort("connectionreset")
                return
        route.continue_()

    intercept(page, "**/cms/uploads/*", pass_or_cut)
    drop(empty, {"film.bin": b"\x00" * 8_100_000})
    uploads = page.get_by_role("region", name="Uploads")
    expect(uploads.get_by_role("status")).to_have_text("1 file uploaded")
    assert asked == ["0", "0"]
    stored = library.get(f"/cms/file-entities/{folder}").json()["files"]
    assert [(each["name"], each["size"]) for each in stored] == [("film.bin", 8_100_000)]


async def make_many(stack: Stack, count: int) -> None:
    """Copies of the row of the one file that is there, without contents of their own; uploading them takes minutes."""
    cms = await asyncpg.connect(stack.service_dsn("cms"))
    try:
        await cms.execute(_COPIES, count)
    finally:
        await cms.close()


_COPIES = """
    INSERT INTO entities (id, bucket_id, name, mime_type, size, sha256, storage_key)
    SELECT gen_random_uuid(), bucket_id, 'note-' || lpad(number::text, 5, '0') || '.txt', mime_type, size, sha256,
           storage_key || '-' || number
    FROM entities, generate_series(1, $1 - 1) AS number
    WHERE name = 'note-00000.txt' AND deleted_at IS NULL
"""


def test_ten_thousand_files_are_scrolled_and_chosen(
    owner_page: Page, library: httpx.Client, stack: Stack, folder: str
) -> None:
    page = owner_page
    upload(library, "note-00000.txt", b"x", bucketName=folder)
    # This thread's loop is Playwright's.
    with ThreadPoolExecutor() as pool:
        pool.submit(asyncio.run, make_many(stack, 10_000)).result()
    calls: list[str] = []
    asked = f"/cms/file-entities/{folder}"
    page.on("request", lambda request: calls.append(request.url) if asked in request.url else None)
    page.goto(f"{FILES}?folder={folder}")
    grid = page.get_by_role("grid", name=folder)
    expect(cell(page, "note-00000.txt")).to_be_visible()
    assert len(calls) == 1

    cell(page, "note-00000.txt").focus()
    page.keyboard.press("Control+End")
    expect(cell(page, "note-09999.txt")).to_be_focused()
    # Only what is in view was read and is drawn.
    assert len(calls) <= 4
    assert grid.get_by_role("gridcell").count() < 120
    page.keyboard.press("Control+a")
    expect(page.get_by_role("toolbar", name="Selected files")).to_contain_text("10000 selected", timeout=60_000)
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar", name="Selected files")).to_have_count(0)


def test_a_list_of_all_columns_scrolls_beside_its_names(owner_page: Page, library: httpx.Client, folder: str) -> None:
    page = owner_page
    page.set_viewport_size({"width": 1280, "height": 800})
    names = [f"{number:02} {'plan of the harbour ' * 3}.txt" for number in range(20)]
    for name in names:
        upload(library, name, name.encode(), bucketName=folder)
    columns = "type.size.createdAt.updatedAt.folder.dimensions.alt.title.scopes"
    page.goto(f"{FILES}?folder={folder}&view=list&columns={columns}")
    grid = page.get_by_role("grid", name=folder)
    lines = grid.get_by_role("rowgroup")
    first, last = (grid.get_by_role("row", name=name) for name in (names[0], names[-1]))
    heads, audience = grid.get_by_role("row").first, grid.get_by_role("columnheader", name="Who sees it")
    expect(first).to_be_visible()
    # The window stays as wide as it is, and what has the length of a word or a number is never cut off.
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    assert grid.evaluate(_CUT_OFF, ["type", "size", "createdAt", "updatedAt", "dimensions"]) == []

    def bounds(locator: Locator) -> tuple[float, float, float, float]:
        box = locator.bounding_box()
        assert box is not None
        return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]

    named = first.get_by_role("gridcell").first
    before, view = bounds(named), bounds(lines)
    assert bounds(audience)[2] > view[2]
    lines.evaluate("(lines) => lines.scrollTo(lines.scrollWidth, 0)")
    assert bounds(audience)[2] <= view[2]
    assert bounds(named) == before
    assert bounds(grid.get_by_role("columnheader", name="Name"))[0] == before[0]

    first.focus()
    page.keyboard.press("End")
    expect(last).to_be_focused()
    assert bounds(last)[3] <= view[3]
    assert bounds(heads)[1] == view[1]
    page.keyboard.press("Home")
    expect(first).to_be_focused()
    assert bounds(first)[1] >= bounds(heads)[3]


def upload(client: httpx.Client, name: str, content: bytes, **form: str) -> dict[str, object]:
    answer = client.post("/cms/files", data=form, files={"files": (name, content)}, timeout=60)
    assert answer.status_code == 200, answer.text
    stored: dict[str, object] = json.loads(answer.text)["success"][name]
    return stored


def test_a_file_is_picked_where_a_text_links_to(owner_page: Page, library: httpx.Client, arranged: str) -> None:
    name = f"prices-{uuid.uuid4().hex[:8]}.txt"
    stored = upload(library, name, b"Boats: 12")
    editor = EditorScreen(owner_page).edit(arranged)
    owner_page.keyboard.press("Control+k")
    owner_page.get_by_role("button", name="Choose a file").click()
    picker = owner_page.get_by_role("dialog", name="Choose a file")
    expect(picker.get_by_role("button", name="Choose", exact=True)).to_be_disabled()
    cell(owner_page, name).click()
    picker.get_by_role("button", name="Choose", exact=True).click()
    expect(editor.canvas.locator(f"a[href='/files/{name}']")).to_be_visible()
    assert library.delete(f"/cms/file-entities/{stored['id']}").status_code == 204
