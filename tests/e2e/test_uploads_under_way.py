"""Uploads whose connection is lost in the middle, and what they leave of the screen."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser_contexts import log_in
from tests.browser_fixtures import OpenContext
from tests.cms.pictures import encoded, photograph
from tests.e2e.cut_line import CutLine
from tests.e2e.test_media_library import drop, upload
from tests.e2e.test_orders import IS_UNCOVERED
from tests.e2e.waiting import resting_box, until
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login
from tests.whole.page_calls import create_page

MB = 1024 * 1024
# Whoever asks for a backup while one is being made gets that one: two workers at once would have one in common, and the
# first that is through would delete it under the other.
BACKUPS = "backups of the shared copy"


@pytest.fixture
def line(stack: Stack) -> Iterator[CutLine]:
    """The connection between a browser and the site."""
    line = CutLine(stack.port)
    yield line
    line.close()


@pytest.fixture
def page(new_context: OpenContext, stack: Stack, line: CutLine) -> Page:
    """A tab of the owner's, behind that connection."""
    context = new_context(proxy={"server": line.address})
    log_in(context, stack, *new_owner_login(stack))
    return context.new_page()


def open_library(page: Page, address: str) -> None:
    """Open it, or a screen with fields for files, with all that it loads for the uploads to come."""
    loaded: set[str] = set()

    def note(request: Request) -> None:
        if "/upload-panel-" in request.url:
            loaded.add(request.url.rpartition(".")[2])

    page.on("requestfinished", note)
    page.goto(address)
    until(page, lambda: loaded == {"js", "css"})


def offsets_of(page: Page) -> list[int]:
    """Where the parts begin that the page sends from now on."""
    offsets: list[int] = []

    def note(request: Request) -> None:
        if request.method == "PATCH":
            offsets.append(int(request.headers["upload-offset"]))

    page.on("request", note)
    return offsets


@pytest.fixture
def folder(owner_client: httpx.Client) -> Iterator[str]:
    """The name of a folder for one test alone."""
    name = f"pier-{uuid.uuid4().hex[:8]}"
    made = owner_client.post("/cms/buckets", json={"name": name})
    assert made.status_code == 201, made.text
    yield name
    owner_client.post("/cms/file-removals", json={"folders": [made.json()["id"]]})


def ends_above(upper: Locator, lower: Locator) -> bool:
    """Whether all that is seen of one box is above another."""
    one, other = upper.bounding_box(), lower.bounding_box()
    assert one is not None
    assert other is not None
    return one["y"] + one["height"] <= other["y"]


def test_a_file_goes_on_where_it_was_cut_and_covers_nothing(
    page: Page, owner_client: httpx.Client, line: CutLine, folder: str
) -> None:
    content = bytes(range(256)) * 36_000
    picture = upload(owner_client, "boat.jpg", encoded(photograph(900, 600)), bucketName=folder)
    open_library(page, f"/cms-admin/files?folder={folder}&file={picture['id']}")
    details = page.get_by_role("region", name="Details")
    expect(details.get_by_role("button", name="Delete")).to_be_visible()
    offsets = offsets_of(page)
    line.cut_after(2 * MB)
    drop(page.get_by_role("grid"), {"film.bin": content, "note.txt": b"High water at noon."})
    uploads = page.get_by_role("region", name="Uploads")
    film = uploads.get_by_role("listitem").filter(has_text="film.bin")
    expect(film).to_contain_text("No connection. Resumes automatically")
    assert ends_above(details, uploads)
    page.set_viewport_size({"width": 390, "height": 844})
    dialog = page.get_by_role("dialog", name="Details")
    expect(dialog).to_be_visible()
    until(page, lambda: ends_above(dialog, uploads))
    # The last of the details can be got at.
    dialog.get_by_role("button").last.scroll_into_view_if_needed()
    dialog.get_by_role("button").last.click(trial=True)
    line.mend()
    expect(uploads.get_by_role("status")).to_have_text("2 files uploaded")
    # What went well needs no list any more.
    expect(uploads.get_by_role("listitem")).to_have_count(0)
    assert offsets[0] == 0
    assert 0 < offsets[-1] < len(content)
    [stored] = [
        each for each in owner_client.get(f"/cms/file-entities/{folder}").json()["files"] if each["name"] == "film.bin"
    ]
    delivered = owner_client.get(f"/cms/files/{stored['id']}/content").content
    assert hashlib.sha256(delivered).digest() == hashlib.sha256(content).digest()


def leave_failed_upload(page: Page, folder: str) -> Locator:
    """An upload that has failed, whose panel stays until somebody closes it; returns the panel."""
    page.goto(f"/cms-admin/files?folder={folder}")
    empty = page.get_by_role("heading", name="This folder is empty")
    expect(empty).to_be_visible()
    drop(empty, {"broken.jpg": encoded(photograph(900, 600))[:2000]})
    uploads = page.get_by_role("region", name="Uploads")
    expect(uploads.get_by_role("status")).to_have_text("1 upload failed")
    return uploads


MESSAGES_END = "section => section.getBoundingClientRect().bottom"


def test_messages_come_above_the_uploads_where_these_stand_above_the_buttons_of_a_form(
    owner_page: Page, owner_client: httpx.Client, folder: str
) -> None:
    page = owner_page
    title = f"Pier {uuid.uuid4().hex[:8]}"
    create_page(owner_client, title)
    uploads = leave_failed_upload(page, folder)
    before = resting_box(uploads)
    navigation = page.get_by_role("navigation", name="Admin")
    navigation.get_by_role("link", name="Pages", exact=True).click()
    page.get_by_label("Search pages").fill(title)
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    until(page, lambda: resting_box(uploads)["y"] < before["y"])
    # Also while there is none: the place where they come is known.
    end = page.get_by_role("region", name="Messages", include_hidden=True).evaluate(MESSAGES_END)
    assert end <= resting_box(uploads)["y"]


def test_uploads_cover_nothing_of_the_open_menu_on_a_phone(owner_page: Page, folder: str) -> None:
    page = owner_page
    page.set_viewport_size({"width": 390, "height": 844})
    uploads = leave_failed_upload(page, folder)
    page.get_by_role("button", name="Menu", exact=True).click()
    log_out = page.get_by_role("button", name="Log out")
    expect(log_out).to_be_visible()
    until(page, partial(log_out.evaluate, IS_UNCOVERED))
    # Nor of the lines, to whose end one can scroll.
    last = page.get_by_role("navigation", name="Admin").get_by_role("link").last
    last.scroll_into_view_if_needed()
    until(page, partial(last.evaluate, IS_UNCOVERED))
    expect(uploads).to_be_visible()


def test_a_field_for_an_image_loads_what_tells_of_uploads_before_the_first(page: Page) -> None:
    open_library(page, "/cms-admin/site")
    expect(page.get_by_role("button", name="Choose from the library").first).to_be_visible()


def test_a_replacement_goes_on_in_another_page_and_can_be_undone(
    page: Page, owner_client: httpx.Client, line: CutLine, folder: str, tmp_path: Path
) -> None:
    before, after = b"\x00before", bytes(range(256)) * 36_000
    stored = upload(owner_client, "film.bin", before, bucketName=folder)
    address = f"/cms-admin/files?folder={folder}&file={stored['id']}"
    chosen = tmp_path / "cut.bin"
    chosen.write_bytes(after)
    open_library(page, address)
    expect(page.get_by_role("button", name="Replace…")).to_be_enabled()
    line.cut_after(2 * MB)
    page.locator("[data-upload=replacement]").set_input_files(chosen)
    expect(page.get_by_role("region", name="Uploads")).to_contain_text("No connection. Resumes automatically")
    page.close()
    line.mend()

    later = page.context.new_page()
    later.goto(address)
    details = later.get_by_role("region", name="Details")
    expect(details.get_by_text("The upload of “cut.bin” was interrupted.")).to_be_visible()
    offsets = offsets_of(later)
    later.locator("[data-upload=replacement]").set_input_files(chosen)
    undo = later.get_by_role("button", name="Undo")
    # Its time does not run out while the pointer is on it.
    undo.hover()
    expect(later.get_by_text("“film.bin” was replaced.")).to_be_visible()
    assert 0 < offsets[0] < len(after)
    expect(details.get_by_text("was interrupted.")).to_have_count(0)
    assert owner_client.get(f"/files/{folder}/film.bin").content == after
    undo.click()
    until(later, lambda: owner_client.get(f"/files/{folder}/film.bin").content == before)


@pytest.mark.xdist_group(BACKUPS)
def test_a_backup_goes_on_where_it_was_cut(
    page: Page, owner_client: httpx.Client, line: CutLine, folder: str, tmp_path: Path
) -> None:
    upload(owner_client, "film.bin", bytes(range(256)) * 12_000, bucketName=folder)
    made = owner_client.post("/cms/backups", timeout=120)
    assert made.status_code == 200, made.text
    archive = owner_client.get(f"/cms/backups/{made.json()['name']}/archive", timeout=120).content
    page.goto("/cms-admin/backups")
    box = page.get_by_role("region", name="Create and upload backups")
    expect(box.get_by_role("button", name="Upload backup")).to_be_enabled()
    offsets = offsets_of(page)
    line.cut_after(2 * MB)
    # By its path: the browser reads it itself, as it is too large to be handed over in one message within the time for that.
    file = tmp_path / "site.tar"
    file.write_bytes(archive)
    page.get_by_label("Backup to upload").set_input_files(file)
    expect(box).to_contain_text("No connection. The upload of site.tar resumes automatically when it is back.")
    expect(box.get_by_role("button", name="Cancel")).to_be_enabled()
    line.mend()
    # Between the end of the upload and its check no progress is shown either.
    expect(page.get_by_role("row").filter(has_text="Uploaded")).to_contain_text("Finished")
    assert offsets[0] == 0
    assert 0 < offsets[-1] < len(archive)
    delete_uploaded(owner_client, archive)
    assert owner_client.delete(f"/cms/backups/{made.json()['name']}").status_code == 204


def delete_uploaded(owner_client: httpx.Client, archive: bytes) -> None:
    """Delete the backup that came of an archive, which is all there."""
    [uploaded] = [
        each
        for each in owner_client.get("/cms/backups").json()["results"]
        if each["kind"] == "uploaded" and each["size"] == len(archive)
    ]
    assert (uploaded["state"], uploaded["sha256"]) == ("done", hashlib.sha256(archive).hexdigest())
    assert owner_client.delete(f"/cms/backups/{uploaded['name']}").status_code == 204


@pytest.mark.xdist_group(BACKUPS)
def test_a_backup_goes_on_in_another_page_once_it_is_chosen_again(
    page: Page, owner_client: httpx.Client, line: CutLine, folder: str, tmp_path: Path
) -> None:
    upload(owner_client, "film.bin", bytes(range(256)) * 12_000, bucketName=folder)
    made = owner_client.post("/cms/backups", timeout=120)
    assert made.status_code == 200, made.text
    name = made.json()["name"]
    archive = owner_client.get(f"/cms/backups/{name}/archive", timeout=120).content
    chosen = tmp_path / "site.tar"
    chosen.write_bytes(archive)
    page.goto("/cms-admin/backups")
    expect(page.get_by_role("button", name="Upload backup")).to_be_enabled()
    line.cut_after(2 * MB)
    page.get_by_label("Backup to upload").set_input_files(chosen)
    expect(page.get_by_text("No connection. The upload of site.tar resumes automatically")).to_be_visible()
    page.close()
    line.mend()

    later = page.context.new_page()
    later.goto("/cms-admin/backups")
    interrupted = later.get_by_text("The upload of “site.tar” was interrupted.")
    expect(interrupted).to_be_visible()
    expect(later.get_by_role("button", name="Upload backup")).to_be_enabled()
    offsets = offsets_of(later)
    with later.expect_file_chooser() as choosing:
        later.get_by_role("button", name="Choose file…").click()
    choosing.value.set_files(chosen)
    expect(later.get_by_role("row").filter(has_text="Uploaded")).to_contain_text("Finished")
    expect(interrupted).to_have_count(0)
    assert 0 < offsets[0] < len(archive)
    delete_uploaded(owner_client, archive)
    assert owner_client.delete(f"/cms/backups/{name}").status_code == 204
