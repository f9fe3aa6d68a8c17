"""Who finds what is said of the library's images."""

import asyncio

import pytest
from sqlalchemy import text

from content.search import indexing
from kit.testing import ServiceClient
from tests.content.factory import JSON, Site, add_text, column_of, create_plugin, id_, place_plugin
from tests.content.library import file, folder, pair_with, tell
from tests.content.search import answer_to, found, new, rebuilt, text_of
from tests.waiting_transactions import until_somebody_waits


def figure(address: str, alt: str, caption: str) -> str:
    return f'<figure><img src="{address}" alt="{alt}"><figcaption>{caption}</figcaption></figure>'


async def captioned(site: Site, image: JSON, url: str = "/pictures") -> None:
    """A page with an image in each way that there is, each with words of its own."""
    address = f"/files/{image['name']}"
    page = await pair_with(site, {"file": image["id"], "alt": "lighthouse"}, url=url)
    column, gallery, pair = column_of(page), id_(), id_()
    images = [{"image": {"file": image["id"], "alt": "jetty"}, "caption": "ferryman"}]
    await site.saved(
        page,
        create_plugin(gallery, ref="cms.gallery", images=images),
        place_plugin(column, gallery),
        create_plugin(pair, ref="cms.textImage", picture={"address": address}, caption="fishmonger"),
        place_plugin(column, pair),
        *add_text(column, f"<p>kayak</p>{figure(address, 'gull', 'Some <em>herring</em>')}"),
    )


WORDS = ("lighthouse", "jetty", "ferryman", "fishmonger", "gull", "herring", "harbour")
"""The last one is the library's."""


class TestFound:
    async def test_captions_and_descriptions_in_every_kind_of_field(self, site: Site) -> None:
        await tell(site.client, image := file("a.jpg"))
        await captioned(site, image)
        for word in WORDS:
            assert await found(site, word) == ["/pictures"], word
        [result] = (await answer_to(site, "herring"))["results"]
        assert "Some herring" in text_of(result["extract"])

    async def test_of_images_elsewhere(self, site: Site) -> None:
        await new(site, "/a", figure("https://e.org/a.jpg", "boat", "mast"))
        for word in ("boat", "mast"):
            assert await found(site, word) == ["/a"], word

    async def test_nothing_that_the_library_says_of_what_is_protected(self, site: Site) -> None:
        place = folder("backups", "admin")
        image = file("a.jpg", folderId=place["id"])
        await tell(site.client, image, folders=[place])
        await pair_with(site, {"file": image["id"], "alt": "lighthouse"}, url="/a")
        await pair_with(site, {"file": image["id"]}, url="/b")
        for headers in (None, site.editor, site.admin):
            assert await found(site, "harbour", headers) == []
        # What the page says itself is there to be edited.
        assert (await found(site, "lighthouse"), await found(site, "lighthouse", site.editor)) == ([], ["/a"])

    async def test_by_those_who_see_the_image(self, site: Site) -> None:
        top, below = folder("in", "staff"), folder("in/side", "board")
        image = file("plan.jpg", folderId=below["id"])
        await tell(site.client, image, folders=[top, below])
        await new(site, "/a", f"<p>kayak</p>{figure('/files/in/side/plan.jpg', 'gull', 'herring')}")
        for word in ("gull", "herring", "kayak herring"):
            assert await found(site, word) == []
            assert await found(site, word, site.tokens.bearer("staff")) == []
            assert await found(site, word, site.tokens.bearer("staff", "board")) == ["/a"]
            assert await found(site, word, site.editor) == ["/a"]
        answer = await site.client.get("/cms/search", params={"query": "kayak"})
        assert answer.json()["total"] == 1
        assert "herring" not in answer.text

    @pytest.mark.parametrize("facts", [{"isPublic": False}, {"scopeWhitelist": ["staff"]}, {"isDeleted": True}])
    async def test_in_no_way_by_others(self, site: Site, facts: JSON) -> None:
        await tell(site.client, image := file("a.jpg", **facts))
        await captioned(site, image)
        for word in WORDS:
            assert await found(site, word) == [], word
        assert await found(site, "kayak") == ["/pictures"]


class TestChanges:
    """What becomes of a file or a folder counts with the next search."""

    async def page(self, site: Site) -> tuple[JSON, JSON]:
        place = folder("views")
        image = file("a.jpg", folderId=place["id"], alt="")
        await tell(site.client, image, folders=[place])
        await new(site, "/a", f"<p>kayak</p>{figure('/files/views/a.jpg', 'gull', 'herring')}")
        assert await found(site, "herring") == ["/a"]
        return image, place

    async def test_an_image_that_is_restricted(self, site: Site) -> None:
        image, _ = await self.page(site)
        await tell(site.client, {**image, "version": 2, "scopeWhitelist": ["staff"]})
        assert await found(site, "herring") == []
        assert await found(site, "kayak") == ["/a"]
        assert await found(site, "herring", site.tokens.bearer("staff")) == ["/a"]
        await tell(site.client, {**image, "version": 3})
        assert await found(site, "herring") == ["/a"]

    async def test_a_folder_above_it(self, site: Site) -> None:
        _, place = await self.page(site)
        await tell(site.client, folders=[{**place, "version": 2, "scopeWhitelist": ["staff"]}])
        assert await found(site, "herring") == []
        await tell(site.client, folders=[{**place, "version": 3, "name": "in/views"}, folder("in", "board")])
        # Nothing is at the address any more.
        assert await found(site, "herring", site.editor) == []
        await tell(site.client, folders=[{**place, "version": 4}])
        assert await found(site, "herring") == ["/a"]

    async def test_an_image_that_comes_to_where_none_was(self, site: Site) -> None:
        await new(site, "/a", f"<p>kayak</p>{figure('/files/views/a.jpg', 'gull', 'herring')}")
        assert await found(site, "herring") == []
        place = folder("views")
        await tell(site.client, image := file("a.jpg", folderId=place["id"]), folders=[place])
        assert await found(site, "herring") == ["/a"]
        await tell(site.client, {**image, "version": 2, "name": "b.jpg"})
        assert await found(site, "herring") == []
        await tell(site.client, file("a.jpg", folderId=place["id"], scopeWhitelist=["staff"]))
        assert await found(site, "herring") == []
        assert await found(site, "herring", site.tokens.bearer("staff")) == ["/a"]

    async def test_one_that_is_removed_for_good(self, site: Site) -> None:
        await tell(site.client, image := file("a.jpg"))
        await pair_with(site, {"file": image["id"], "alt": "gull"})
        assert await found(site, "gull") == ["/pictures"]
        await tell(site.client, removed=[image["id"]])
        assert await found(site, "gull") == []

    async def test_other_words_of_the_library(self, site: Site) -> None:
        await tell(site.client, image := file("a.jpg"))
        await pair_with(site, {"file": image["id"]})
        assert await found(site, "harbour") == ["/pictures"]
        await tell(site.client, {**image, "version": 2, "alt": "A fjord"})
        assert await found(site, "harbour") == []
        assert await found(site, "fjord") == ["/pictures"]

    async def test_of_many_pages_nobody_finds_what_may_be_restricted_now(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        image, _ = await self.page(site)
        await new(site, "/b", figure("/files/views/a.jpg", "gull", "herring"))
        assert sorted(await found(site, "herring")) == ["/a", "/b"]
        monkeypatch.setattr(indexing, "URGENT_AT_ONCE", 1)
        await tell(site.client, {**image, "version": 2, "isPublic": False})
        assert await found(site, "herring") == []
        assert await rebuilt(site) == 2
        assert await found(site, "kayak") == ["/a"]
        assert sorted(await found(site, "herring", site.editor)) == ["/a", "/b"]

    async def test_documents_that_are_made_meanwhile(self, site: Site) -> None:
        """A transaction that reads a file before the file's change is committed writes nothing after it."""
        await self.page(site)
        await new(site, "/b", figure("/files/views/a.jpg", "gull", "herring"))
        async with site.client.kit.database.transaction() as session:
            await session.execute(text("UPDATE files SET is_public = false"))
            await session.execute(text("UPDATE search_state SET files_version = files_version + 1"))
            writing = asyncio.create_task(rebuilt(site))
            await until_somebody_waits(session)
        await writing
        assert sorted(await found(site, "herring", site.editor)) == ["/a", "/b"]
        assert await found(site, "herring") == ["/a"]


async def test_nothing_is_noted_of_files_that_no_page_shows(site: Site) -> None:
    await new(site, "/a", "<p>kayak</p>")
    await rebuilt(site)
    await tell(site.client, file("a.jpg", isPublic=False), folders=[folder("views", "staff")])
    assert await _stale(site.client) == 0


async def _stale(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        return int(await session.scalar(text("SELECT count(*) FROM search_stale_pages")) or 0)
