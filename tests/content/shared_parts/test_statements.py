"""Of a page whose shared part is remembered, only its own is read."""

import pytest

from content.page_render import shared_parts
from content.page_render.sources import SourceMemory
from tests.content.blog import add, data_of, post_page
from tests.content.factory import JSON, Site, column_of, create_node, id_, put_site
from tests.content.shared_parts.pages import checked, share_text_in_block, shown
from tests.content.statements import Statements


class TestStatements:
    @pytest.fixture
    def statements(self, pages: Site) -> Statements:
        return Statements(pages.client.kit)

    async def test_of_a_page_only_its_own_is_read(self, pages: Site, statements: Statements) -> None:
        await shown(pages, "/one")
        async with statements.counted() as sent:
            await shown(pages)
        [statement] = sent
        assert [table for table in ("layouts", "templates", "branch_blocks") if table in statement] == []

    async def test_without_css_too(self, pages: Site, statements: Statements) -> None:
        whole = await shown(pages)
        async with statements.counted() as sent:
            answer = await pages.client.get("/client/page-render", params={"url": "/two", "css": False})
        assert len(sent) == 1
        assert answer.json() == {**whole, "template": {**whole["template"], "inlineCSS": ""}}

    async def test_what_was_first_read_without_css_has_it(self, pages: Site) -> None:
        whole = await shown(pages)
        await pages.new_page("/three")
        await pages.client.get("/client/page-render", params={"url": "/one", "css": False})
        assert (await shown(pages))["template"] == whole["template"]
        assert whole["template"]["inlineCSS"]

    async def test_a_change_takes_one_more_and_only_once(self, pages: Site, statements: Statements) -> None:
        await put_site(pages.client, pages.tokens, name="Elm")
        counts = []
        for url in ("/one", "/two", "/one"):
            async with statements.counted() as sent:
                await shown(pages, url)
            counts.append(len(sent))
        # The menu, which is another version's, too, comes with what is read whole.
        assert counts == [2, 1, 1]

    async def test_one_with_a_post_and_a_breadcrumb_takes_three_after_a_change(
        self, pages: Site, statements: Statements
    ) -> None:
        for url in ("/two/first", "/two/second"):
            page = await post_page(pages, url, url)
            await add(pages, page, "cms.breadcrumb")
            await shown(pages, url)
        await put_site(pages.client, pages.tokens, name="Elm")
        counts, seen = [], []
        for url in ("/two/first", "/two/second", "/two/first"):
            async with statements.counted() as sent:
                seen.append(await shown(pages, url))
            counts.append(len(sent))
        assert counts == [3, 2, 2]
        for render in seen:
            assert [item["url"] for item in data_of(render)["items"]] == ["/", "/two"]
            assert data_of(render, -2)["post"]["title"] == render["page"]["url"]
            assert site_names(render) == {"Elm"}

    async def test_with_blocks_of_its_own_it_takes_two(self, pages: Site, statements: Statements) -> None:
        await put_own_block(pages, "/two")
        await add(pages, await post_page(pages, "/two/first"), "cms.breadcrumb")
        await put_own_block(pages, "/two/first")
        await shown(pages, "/two/first")
        await put_site(pages.client, pages.tokens, name="Elm")
        for _ in range(2):
            async with statements.counted() as sent:
                render = await shown(pages, "/two/first")
            assert len(sent) == 2
            assert site_names(render) == {"Elm"}

    async def test_pages_with_blocks_of_their_own_are_read_whole(self, pages: Site, statements: Statements) -> None:
        block = await put_own_block(pages, "/two")
        counts = []
        for url in ("/one", "/one", "/two", "/two", "/one", "/one"):
            async with statements.counted() as sent:
                render = await shown(pages, url)
            counts.append(len(sent))
            assert [*render["page"]["branches"]] == ([block["id"]] if url == "/two" else [])
        assert counts == [1, 1, 2, 1, 1, 1]

    async def test_blocks_of_the_layout_are_remembered_with_it(self, pages: Site, statements: Statements) -> None:
        await share_text_in_block(pages)
        await shown(pages, "/one")
        async with statements.counted() as sent:
            render = await shown(pages)
        assert len(sent) == 1
        assert [branch["name"] for branch in render["page"]["branches"].values()] == ["Inner"]
        assert "Deep inside" in str(render["plugins"])

    async def test_no_more_pairs_than_have_room(
        self, pages: Site, statements: Statements, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shared_parts, "MOST_PARTS", 1)
        other = await pages.new_page("/other", newLayout=True)
        for url in ("/one", "/other", "/two", "/other"):
            render = await shown(pages, url)
            assert (render["page"]["layoutId"] == other["page"]["layoutId"]) is (url == "/other")


def site_names(render: JSON) -> set[str]:
    """The site's name in the menus of a page."""
    return {plugin["data"]["siteName"] for plugin in render["plugins"].values() if plugin["ref"] == "cms.menu"}


async def put_own_block(site: Site, url: str) -> JSON:
    """Put a new branch block on a page itself; the block."""
    block: JSON = checked(await site.client.post("/client/blocks", json={"name": "Hours"}, headers=site.editor)).json()
    page, wrap = await site.page(url), {"wrapBefore": {"rowId": id_(), "colId": id_()}}
    node = {"id": id_(), "type": "row-branch", "blockId": block["id"]}
    await site.saved(page, create_node(column_of(page), node, 100, **wrap))
    return block


def test_what_was_read_along_takes_no_later_version_s_place() -> None:
    memory = SourceMemory([])
    memory.keep("menu", 7, ["later"])
    memory.keep("menu", 6, ["earlier"])
    assert memory.known("menu") == (7, ["later"])
    memory.keep("menu", 8, ["latest"])
    assert memory.known("menu") == (8, ["latest"])
