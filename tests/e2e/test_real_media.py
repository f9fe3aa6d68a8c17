"""Films, sounds and documents as a visitor's browser plays and opens them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests import chromium
from tests.browser_contexts import open_context
from tests.browser_fixtures import ARGUMENTS
from tests.cms.recordings import FILM_SIZE, SECONDS, document, film, sound
from tests.stack import Stack

_PLAY = """([tag, address]) => new Promise((done, failed) => {
    const element = document.createElement(tag);
    element.muted = true;
    element.onended = () => done([element.duration, element.videoWidth ?? 0, element.videoHeight ?? 0]);
    element.onerror = () => failed(new Error(element.error.message));
    document.body.append(element);
    element.src = address;
    element.play().catch(failed);
})"""
# Muted, it could be silent: what it plays is looked at as well.
_LOUDEST = """async (address) => {
    const content = await (await fetch(address)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 48000).decodeAudioData(content);
    return sound.getChannelData(0).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}"""


@pytest.fixture
def folder(owner_client: httpx.Client) -> Iterator[str]:
    """The name of a folder with one of each; it is deleted with all that is in it."""
    name = f"media-{uuid.uuid4().hex[:8]}"
    made = owner_client.post("/cms/buckets", json={"name": name})
    assert made.status_code == 201, made.text
    files = {"film.mov": film(), "tone.mp3": sound("mp3"), "tone.ogg": sound("ogg"), "boats.pdf": document()}
    sent = [("files", each) for each in files.items()]
    answer = owner_client.post("/cms/files", data={"bucketName": name}, files=sent, timeout=60)
    assert answer.json()["failed"] == {}, answer.text
    yield name
    owner_client.post("/cms/file-removals", json={"folders": [made.json()["id"]]})


def test_a_film_and_sounds_are_played_to_their_end(visitor_page: Page, folder: str) -> None:
    visitor_page.goto("/")
    duration, *size = visitor_page.evaluate(_PLAY, ["video", f"/files/{folder}/film.mov"])
    assert (round(duration, 1), tuple(size)) == (0.5, FILM_SIZE)
    for name in ("tone.mp3", "tone.ogg"):
        duration, *_ = visitor_page.evaluate(_PLAY, ["audio", f"/files/{folder}/{name}"])
        assert duration == pytest.approx(SECONDS, abs=0.1), name
        assert 0.4 < visitor_page.evaluate(_LOUDEST, f"/files/{folder}/{name}") < 0.6, name


def test_a_document_is_opened_by_the_browser(browser: Browser, stack: Stack, folder: str) -> None:
    whole = browser.browser_type.launch(executable_path=chromium.find_whole(), args=ARGUMENTS)
    try:
        page = open_context(whole, stack).new_page()
        page.goto("/")
        assert page.evaluate("navigator.pdfViewerEnabled")
        opened = page.goto(f"/files/{folder}/boats.pdf")
        assert opened is not None
        assert opened.ok
        # Its own viewer shows it, and nothing is saved.
        assert page.evaluate("document.contentType") == "application/pdf"
    finally:
        whole.close()
