"""What is said of an image in a text is for those who see the image, whatever becomes of its file."""

import pytest

from kit.known_files.uses import NOWHERE
from tests.content.factory import JSON, Site, add_text, column_of
from tests.content.library import file, folder, tell

ADDRESS = "/files/trade/plan.jpg"
FIGURE = f'<figure><img src="{ADDRESS}" alt="the plan"><figcaption>for dealers</figcaption></figure><p>Read on.</p>'


class Restricted:
    """A page for everybody with an image for a few in its text."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.place = folder("trade", "trade")
        self.image = file("plan.jpg", folderId=self.place["id"])

    async def put_there(self) -> None:
        await tell(self.site.client, self.image, folders=[self.place])
        page = await self.site.new_page("/plans")
        await self.site.saved(page, *add_text(column_of(page), FIGURE))

    async def shown(self) -> str:
        text = (await self.site.render("/plans")).text
        assert "Read on." in text
        return text


@pytest.fixture
async def restricted(site: Site) -> Restricted:
    found = Restricted(site)
    await found.put_there()
    return found


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"files": {"isDeleted": True}},
        {"files": {"name": "plan-2.jpg"}},
        {"files": {"folderId": None}},
        {"folders": {"name": "dealers"}},
        {"folders": {"isDeleted": True}},
        {"removed": True},
    ],
    ids=["none", "deleted", "renamed", "moved", "folder renamed", "folder deleted", "removed for good"],
)
async def test_strangers_read_it_after_no_change_of_the_file(restricted: Restricted, change: JSON) -> None:
    if "files" in change:
        await tell(restricted.site.client, {**restricted.image, "version": 2, **change["files"]})
    if "folders" in change:
        await tell(restricted.site.client, folders=[{**restricted.place, "version": 2, **change["folders"]}])
    if "removed" in change:
        await tell(restricted.site.client, removed=[restricted.image["id"]])

    shown = await restricted.shown()

    assert "for dealers" not in shown
    assert "the plan" not in shown


async def test_it_is_shown_once_a_file_for_everybody_is_there(restricted: Restricted) -> None:
    client = restricted.site.client
    await tell(client, removed=[restricted.image["id"]])
    assert NOWHERE in (await restricted.site.render("/plans")).json()["tags"]
    opened = folder("trade")
    await tell(client, removed=[restricted.place["id"]])
    await tell(client, file("plan.jpg", folderId=opened["id"]), folders=[opened])

    shown = await restricted.shown()

    assert "for dealers" in shown
    assert "the plan" in shown
