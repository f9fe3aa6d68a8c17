"""An image of the library on a page: uploaded, shown in the size of its place, and changed in the library."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import httpx
import pytest

from tests.cms.pictures import encoded, photograph
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

ALT = "Boats in the harbour"


class Pictured:
    """A page with an image of the library, as visitors get it."""

    def __init__(self, owner: httpx.Client, visitor: httpx.Client) -> None:
        self.owner, self.visitor = owner, visitor
        folder = {"name": f"harbours {uuid.uuid4().hex[:8]}"}
        self.folder = owner.post("/cms/buckets", json=folder).raise_for_status().json()
        self.file = self._uploaded(encoded(photograph(1600, 1200)))
        self.url = self._page()

    def _uploaded(self, content: bytes) -> dict[str, Any]:
        answer = self.owner.post(
            "/cms/files",
            data={"filenames": '["sea view.jpg"]', "bucketName": self.folder["name"]},
            files={"files": ("sea view.jpg", content, "image/jpeg")},
        )
        assert answer.status_code in {200, 201}, answer.text
        [file] = answer.json()["success"].values()
        return dict(file)

    def _page(self) -> str:
        state = render(self.owner, create_page(self.owner, "Pictures")["url"])
        fields = {"picture": {"file": self.file["id"], "aspect": "4:3"}, "heading": "Look", "text": "<p>Words</p>"}
        put_actions(self.owner, state, add_plugin(own_column(state), "cms.textImage", fields)).raise_for_status()
        return str(state["page"]["url"])

    def change(self, **changed: Any) -> None:
        fresh = self.owner.get(f"/cms/files/{self.file['id']}")
        path, version = f"/cms/file-entities/{self.file['id']}", fresh.headers["etag"]
        self.owner.put(path, json=changed, headers={"If-Match": version}).raise_for_status()

    def seen(self) -> str:
        return self.visitor.get(self.url).raise_for_status().text

    def seen_by_editors(self) -> str:
        """The page in the frame of the editor."""
        return self.owner.get(self.url, headers={"Sec-Fetch-Dest": "iframe"}).raise_for_status().text

    def image(self) -> dict[str, str]:
        """The attributes of the image, as a visitor gets it; none without one."""
        found = re.search(r'<img [^>]*"/files/[^>]*>', self.seen())
        pairs = re.findall(r' ([a-zA-Z]+)="([^"]*)"', found[0]) if found else []
        return {name.lower(): html.unescape(value) for name, value in pairs}


@pytest.fixture
def pictured(owner_client: httpx.Client, visitor_client: httpx.Client) -> Pictured:
    pictured = Pictured(owner_client, visitor_client)
    eventually(lambda: bool(pictured.image()))
    return pictured


def test_a_page_follows_what_becomes_of_its_image(pictured: Pictured, visitor_client: httpx.Client) -> None:
    image = pictured.image()
    assert (image["width"], image["height"], image["alt"]) == ("1600", "1200", "")
    # The page's first image is not waited with.
    assert "loading" not in image
    assert image["fetchpriority"] == "high"
    offered = [each.rsplit(" ", 1) for each in image["srcset"].split(", ")]
    assert [width for _, width in offered] == ["128w", "256w", "512w", "1024w", "1600w"]
    for address, width in offered[:3]:
        answer = visitor_client.get(address, headers={"Accept": "image/webp", "Sec-Fetch-Dest": "image"})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp"), width
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"

    pictured.change(name="sea.jpg", metaData={"alt": ALT, "focalPoint": {"x": 0.25, "y": 0.5}})
    eventually(lambda: pictured.image().get("alt") == ALT)
    image = pictured.image()
    assert image["src"].startswith(f"/files/{pictured.folder['name'].replace(' ', '%20')}/sea.jpg?v=")
    assert image["style"] == "object-position:25% 50%"
    assert f'property="og:image" content="http://{httpx.URL(str(visitor_client.base_url)).netloc.decode()}/files/' in (
        pictured.seen()
    )

    folder = pictured.owner.get(f"/cms/buckets/{pictured.folder['id']}")
    renamed = {**folder.json(), "name": f"ports {uuid.uuid4().hex[:8]}"}
    body = {name: renamed[name] for name in ("name", "version")}
    pictured.owner.put(f"/cms/buckets/{pictured.folder['id']}", json=body).raise_for_status()
    eventually(lambda: pictured.image().get("src", "").startswith("/files/ports%20"))

    pictured.change(isPublic=False)
    eventually(lambda: not pictured.image())
    for secret in (ALT, "sea.jpg", "ports"):
        assert secret not in pictured.seen()
    assert "sea.jpg" in pictured.seen_by_editors()

    pictured.change(isPublic=True)
    eventually(lambda: bool(pictured.image()))
    pictured.owner.delete(f"/cms/file-entities/{pictured.file['id']}").raise_for_status()
    eventually(lambda: not pictured.image())
    assert "no longer in the library" in pictured.seen_by_editors()
