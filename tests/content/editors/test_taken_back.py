"""Undoing, after a save, what was done to shared blocks: the editor is the real one, and so is the service.

What others have made of a block meanwhile is neither overwritten unseen nor in the way of what else is saved.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.content.editors.driving import Driver, editors
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    id_,
    own_plugins,
    row,
    update_plugin,
)
from tests.kit.working import with_worker

TAB = "tab"


class Tab:
    """One person's editor, whose saves arrive at once."""

    def __init__(self, driver: Driver, site: Site) -> None:
        self.driver = driver
        self.site = site
        self.look: JSON = {}

    async def do(self, name: str, **more: Any) -> JSON:
        self.look = await self.driver.do(TAB, name, **more)
        return self.look

    async def change(self, label: str, *actions: JSON) -> None:
        await self.do("change", label=label, actions=list(actions))

    async def save(self, name: str = "save", **more: Any) -> int:
        """The status that the save is answered with."""
        await self.do(name, **more)
        [request] = self.driver.requests
        self.driver.requests.clear()
        headers = {**self.site.editor, "Idempotency-Key": request.key, "Content-Type": "application/json"}
        answer = await self.site.client.put(request.path, content=request.body, headers=headers)
        version = {"version": answer.headers["Saved-Version"]} if "Saved-Version" in answer.headers else {}
        told = {"request": request.number, "status": answer.status_code, "body": answer.text, **version}
        await self.do("answer", **told)
        return answer.status_code

    @property
    def blocks(self) -> set[str]:
        """The shared blocks that the editor's page shows."""
        own = self.look["page"]["page"]["blocks"].values()
        return {node["blockId"] for block in own for node in block["nodes"] if node["type"] == "row-branch"}

    def text(self, plugin_id: str) -> str:
        content: str = self.look["page"]["plugins"][plugin_id]["fields"]["content"]
        return content


class Story:
    """A page with a row that was made a shared block, and a text in it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.row, self.block_id, self.plugin_id = row(column()), id_(), id_()
        self.title_id = ""
        self.page: JSON = {}

    @property
    def share(self) -> JSON:
        names = {"type": "row-branch", "blockId": self.block_id, "branchName": "Hours"}
        return {"name": "NODE_SET_TYPE", "nodeId": self.row["id"], **names}

    @property
    def removal(self) -> JSON:
        return {"name": "NODE_DELETE", "nodeId": self.row["id"]}

    async def begin(self) -> None:
        page = await self.site.new_page("/about", "About")
        [title] = own_plugins(page)
        self.title_id = title["id"]
        texts = add_text(self.row["block"]["nodes"][0]["id"], "<p>9 to 5</p>", plugin_id=self.plugin_id)
        self.page = await self.site.saved(page, create_node(column_of(page), self.row, **wrap()), *texts)

    async def show_elsewhere(self) -> JSON:
        """Somebody puts the block on another page."""
        other = await self.site.new_page("/other")
        shown = {"id": id_(), "type": "row-branch", "blockId": self.block_id}
        return await self.site.saved(other, create_node(column_of(other), shown, **wrap()))


def wrap() -> JSON:
    return {"wrapBefore": {"rowId": id_(), "colId": id_()}}


@pytest.fixture
async def tab(site: Site, script: Path) -> AsyncIterator[Tab]:
    async with editors(script, site) as driver:
        yield Tab(driver, site)


@pytest.fixture
async def story(site: Site, tab: Tab) -> Story:
    told = Story(site)
    await told.begin()
    await tab.do("open", render=told.page, userId=site.user_id)
    return told


class TestRemoved:
    @pytest.fixture(autouse=True)
    async def remove(self, story: Story, tab: Tab) -> None:
        """The block is made, its text is changed, and its row is taken off the page, each with a save."""
        for label, action in (
            ("Share", story.share),
            ("Write", update_plugin(story.plugin_id, "<p>9 to 6</p>")),
            ("Remove", story.removal),
        ):
            await tab.change(label, action)
            assert await tab.save() == 200
        assert tab.blocks == set()

    async def test_a_row_comes_back(self, story: Story, tab: Tab) -> None:
        await tab.do("undo")
        assert (tab.blocks, tab.text(story.plugin_id)) == ({story.block_id}, "<p>9 to 6</p>")
        assert await tab.save() == 200
        render = await story.site.page("/about")
        assert render["plugins"][story.plugin_id]["fields"] == {"content": "<p>9 to 6</p>"}
        assert tab.look["page"]["page"] == render["page"]
        await tab.do("undo")
        assert await tab.save() == 200
        assert (await story.site.page("/about"))["plugins"][story.plugin_id]["fields"] == {"content": "<p>9 to 5</p>"}

    async def test_what_others_write_in_it_is_seen_after_the_save(self, story: Story, tab: Tab) -> None:
        other = await story.show_elsewhere()
        await story.site.saved(other, update_plugin(story.plugin_id, "<p>Closed</p>"))
        await tab.do("undo")
        assert await tab.save() == 200
        assert tab.text(story.plugin_id) == "<p>Closed</p>"
        # That of the writing is forgotten, which would overwrite it.
        await tab.do("undo")
        assert tab.text(story.plugin_id) == "<p>Closed</p>"

    async def test_what_others_write_in_it_is_asked_about_before_it_is_overwritten(
        self, story: Story, tab: Tab
    ) -> None:
        other = await story.show_elsewhere()
        await story.site.saved(other, update_plugin(story.plugin_id, "<p>Closed</p>"))
        await tab.do("undo")
        await tab.do("undo")
        assert await tab.save() == 409
        assert tab.look["status"] == "conflict"
        assert await tab.save("decide", sides={}) == 200
        assert (tab.blocks, tab.text(story.plugin_id)) == ({story.block_id}, "<p>Closed</p>")

    async def test_one_that_is_deleted_is_given_up(self, story: Story, tab: Tab) -> None:
        client = story.site.client
        deletion = client.delete(f"/client/blocks/{story.block_id}", headers=story.site.editor)
        assert (await with_worker(client, deletion)).status_code == 200
        await tab.do("undo")
        await tab.change("Title", update_plugin(story.title_id, "<h1>New</h1>"))
        assert await tab.save() == 409
        [conflict] = tab.look["conflict"]["conflicts"]
        assert await tab.save("decide", sides={conflict["resource"]: "mine"}) == 422
        assert tab.look["dropped"] == ["Undo Remove"]
        assert await tab.save() == 200
        assert (tab.look["unsaved"], tab.blocks, tab.text(story.title_id)) == (0, set(), "<h1>New</h1>")


class TestShared:
    async def test_one_that_others_use_by_now_stays_and_the_rest_is_saved(self, story: Story, tab: Tab) -> None:
        await tab.change("Share", story.share)
        assert await tab.save() == 200
        await story.show_elsewhere()
        await tab.do("undo")
        await tab.change("Title", update_plugin(story.title_id, "<h1>New</h1>"))
        assert await tab.save() == 422
        assert (tab.look["dropped"], tab.blocks) == (["Undo Share"], {story.block_id})
        assert await tab.save() == 200
        assert (tab.look["unsaved"], tab.text(story.title_id)) == (0, "<h1>New</h1>")
