"""What the worker does for the blog: what many pages show is looked at by it, and no page keeps it from the others."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from content.blog import audiences, reading_time, summary_upkeep
from content.blog.tasks import mend_audiences, mend_summaries
from content.documents.loading import Connection
from content.documents.pages import read_pages
from tests.content.blog import change, post_page
from tests.content.factory import JSON, Site, column, nodes_of, row, whitelist
from tests.content.library import file, tell
from tests.content.listed_images import POSTS, cards, images, last_tags, pictured


class TestLayoutOfManyPages:
    """Nobody's save reads all pages of a layout: what stands for their posts is found by the worker."""

    @pytest.fixture
    async def image(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> JSON:
        """Of two posts, which are many here."""
        monkeypatch.setattr(summary_upkeep, "_AT_ONCE", 1)
        image = file()
        for number in ("0", "1"):
            await pictured(site, image, url=f"/{number}", title=number)
        own = await site.new_page("/own", newLayout=True)
        await change(site, await cards(site), layoutId=own["page"]["layoutId"])
        return image

    @staticmethod
    async def layout(site: Site) -> JSON:
        answer = await site.client.get(
            f"/cms/layouts/{(await site.page('/0'))['page']['layoutId']}", headers=site.editor
        )
        found: JSON = answer.json()
        return found

    async def put(self, site: Site, change: Callable[[JSON], None]) -> None:
        """Save the layout with the rows changed of which one has the pages' own columns."""
        layout = await self.layout(site)
        blocks = [node["block"] for node in nodes_of(layout["block"]) if node["type"] == "layout"]
        change(next(block for block in blocks if any(node["type"] == "col-unique" for node in nodes_of(block))))
        headers = {**site.editor, "If-Match": f'"{layout["version"]}"'}
        body = {"name": layout["name"], "block": layout["block"]}
        answer = await site.client.put(f"/cms/layouts/{layout['id']}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text

    async def test_they_stay_where_nothing_is_for_fewer(
        self, site: Site, image: JSON, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read: list[str] = []

        async def note(connection: Connection, page_ids: Sequence[str]) -> object:
            read.extend(page_ids)
            return await read_pages(connection, page_ids)

        monkeypatch.setattr(summary_upkeep, "read_pages", note)

        def wrap(block: JSON) -> None:
            block["nodes"] = [row(column(*block["nodes"]))]

        await self.put(site, wrap)
        assert not read
        assert await images(site) == {"0": image["id"], "1": image["id"]}
        assert await mend_summaries(site.client.kit) == 2
        assert len(read) == 2
        assert await images(site) == {"0": image["id"], "1": image["id"]}

    async def test_they_are_hidden_at_once_where_the_layout_keeps_a_part_to_some(self, site: Site, image: JSON) -> None:
        club = site.tokens.bearer("club")
        other = await site.new_page("/other")
        root = other["page"]["layout"]["block"]["nodes"][0]["id"]
        other = await site.saved(other, whitelist(root, ["club"]))
        assert await images(site, club) == {"0": None, "1": None}
        await site.saved(other, whitelist(root, []))
        assert await images(site) == {"0": None, "1": None}
        assert await mend_summaries(site.client.kit) == 2
        assert POSTS in await last_tags(site)
        assert await images(site) == {"0": image["id"], "1": image["id"]}

    async def test_they_are_hidden_at_once_where_a_page_does(self, site: Site, image: JSON) -> None:
        empty = row(column())
        await self.put(site, lambda block: block["nodes"].append(empty))
        await site.saved(await site.page("/0"), whitelist(empty["id"], ["club"], "page"))
        await mend_summaries(site.client.kit)

        def move(block: JSON) -> None:
            inner = block["nodes"].pop()
            inner["block"]["nodes"][0]["block"]["nodes"] = block["nodes"]
            block["nodes"] = [inner]

        await self.put(site, move)
        assert await images(site, site.tokens.bearer("club")) == {"0": None, "1": image["id"]}
        assert await mend_summaries(site.client.kit) == 2
        assert await images(site, site.tokens.bearer("club")) == {"0": None, "1": image["id"]}


async def test_a_page_of_which_nothing_can_be_found_harms_no_other(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    await tell(site.client, image := file())
    for title in ("Bad", "Good"):
        await pictured(site, image, url=f"/{title.lower()}", title=title)
    await cards(site)
    find = reading_time.minutes_on

    def fail(page: Any, *others: Any) -> int:
        if page["title"] == "Bad":
            raise ValueError
        return find(page, *others)

    monkeypatch.setattr(summary_upkeep, "minutes_on", fail)
    await site.client.kit.database.pool.execute("UPDATE blog_post_pages SET images = NULL")
    assert await images(site) == {"Good": None, "Bad": None}
    assert await mend_summaries(site.client.kit) == 2
    assert await images(site) == {"Good": image["id"], "Bad": None}
    # It is not looked at again and again.
    assert await mend_summaries(site.client.kit) == 0


async def test_a_page_whose_audiences_cannot_be_found_harms_no_other(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for title in ("Bad", "Good"):
        await post_page(site, f"/{title.lower()}", title)
    await cards(site)
    bad = (await site.page("/bad"))["page"]["id"]
    find = audiences._audiences_of

    async def fail(connection: Connection, page_ids: Sequence[str]) -> Any:
        if bad in page_ids:
            raise ValueError
        return await find(connection, page_ids)

    monkeypatch.setattr(audiences, "_audiences_of", fail)
    await site.client.kit.database.pool.execute("UPDATE blog_post_pages SET audience = NULL")
    assert await mend_audiences(site.client.kit) == 1
    assert await images(site) == {"Good": None}
