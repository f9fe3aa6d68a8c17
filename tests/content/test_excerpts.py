"""The first words of a post's page, which lists and feeds have where the page has no description."""

from typing import Any

import pytest

from content.blog import excerpt
from content.blog.excerpt import MOST_CHARACTERS, excerpt_on, opening_in, shortened
from content.blog.tasks import mend_summaries
from tests.content.blog import add, change, data_of, page_with
from tests.content.excerpts import OPEN, SECRET, last_events, listed, post, shown, text
from tests.content.factory import (
    JSON,
    Site,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    own_plugins,
    place_plugin,
    row,
)
from tests.content.feeds import feed
from tests.content.listed_images import POSTS, cards, last_tags, nodes_with, update
from tests.content.search import answer_to, text_of

__all__ = ["shown"]


class TestShortened:
    @pytest.mark.parametrize(
        ("texts", "expected"),
        [
            ([], ""),
            ([" One\n two ", "", "three"], "One two three"),
            (["Soft\u00adly \u202egoing\u202c"], "Softly going"),
            (["a" * MOST_CHARACTERS], "a" * MOST_CHARACTERS),
            (["a" * 170 + " " + "b" * 50], "a" * 170 + "…"),
            (["a" * 170 + ", \u2013 (" + "b" * 50], "a" * 170 + "…"),
            (["a" * 170 + " 50% " + "b" * 50], "a" * 170 + " 50%…"),
            (["字" * 300], "字" * 199 + "…"),
            # A letter stays with its marks.
            (["é" * 198 + "e\u0301" + "e" * 9], "é" * 198 + "…"),
            (["字" * 198 + "\U0001f469\u200d\U0001f680" + "字" * 9], "字" * 198 + "…"),
        ],
    )
    def test_is_cut_at_a_word(self, texts: list[str], expected: str) -> None:
        assert shortened(texts) == expected

    def test_is_not_cut_where_a_short_text_ends(self) -> None:
        assert shortened(["word " * 40]) == ("word " * 40).strip()
        cut = shortened(["word " * 41])
        assert cut == "word " * 39 + "word…"
        assert len(cut) <= MOST_CHARACTERS

    def test_reads_no_more_texts_than_it_needs(self) -> None:
        def texts() -> Any:
            yield "word " * 50
            raise AssertionError

        assert shortened(texts()).endswith("word…")


class TestOpening:
    def test_is_of_words_that_the_plugin_says_itself(self) -> None:
        said = '<h2>Heading</h2><p>One <b>t</b>wo<br>three</p><figure><img src="https://x.test/a.png" alt="Alt"><figcaption>Of <em>it</em></figcaption></figure><p>&lt;b&gt;</p>'
        assert opening_in({"ref": "cms.text", "fields": {"content": said}}) == "One two three <b>"
        assert opening_in(None) == opening_in({"ref": "unknown", "fields": {"content": said}}) == ""
        picture = {"address": "https://x.test/a.png", "alt": "Alt"}
        fields = {"picture": picture, "caption": "Caption", "heading": "Heading", "text": "<p>Words</p>"}
        assert opening_in({"ref": "cms.textImage", "fields": fields}) == "Words"

    def test_is_nothing_of_what_a_form_or_a_source_of_data_says(self) -> None:
        assert opening_in({"ref": "cms.contact", "fields": {"message": "<p>Thank you</p>"}}) == ""
        assert opening_in({"ref": "cms.register", "fields": {"terms": "<p>Terms</p>"}}) == ""

    def test_is_of_a_bounded_number_of_plugins(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(excerpt, "_MAX_PLACES", 2)
        nodes = [{"id": each, "type": "plugin", "pluginId": each} for each in "abc"]
        layout = {"block": {"nodes": [{"id": "column", "type": "col-unique"}]}}
        page = {"layout": layout, "blocks": {"column": {"nodes": nodes}}, "branches": {}, "nodeFields": {}}
        page |= {"meta": {}, "config": {}}
        plugins = {each: {"ref": "cms.text", "fields": {"content": each}} for each in "abc"}
        assert excerpt_on(page, plugins, {}) == "a b"


class TestPost:
    async def test_is_told_by_lists_menus_feeds_and_teasers(self, site: Site, shown: JSON) -> None:
        words = f"{SECRET} {OPEN}"
        assert await listed(site) == [words]
        assert data_of(await site.page("/menu"))["posts"][0]["excerpt"] == words
        assert data_of(await site.page("/teaser"))["post"]["excerpt"] == words
        for address in ("/feed.xml", "/list/feed.xml"):
            told = await feed(site, address)
            assert told is not None
            assert [entry["excerpt"] for entry in told["entries"]] == [words]
        # What is shown without them does not have them: members and others get the same.
        await page_with(site, "/titles", "Titles", "cms.blogList", displayMode="titles")
        await page_with(site, "/plain", "Plain", "cms.blogList", displayMode="cards", showExcerpt=False)
        assert [await listed(site, url=url) for url in ("/titles", "/plain")] == [[None], [None]]

    async def test_is_not_repeated_on_the_page_itself(self, site: Site, shown: JSON) -> None:
        assert data_of(await site.page("/post"), 1)["post"]["excerpt"] is None
        assert data_of(await site.page("/teaser"))["post"]["excerpt"] == f"{SECRET} {OPEN}"

    async def test_a_description_goes_before_it(self, site: Site) -> None:
        page = await post(site, OPEN, settings={"meta": {"description": "About it."}})
        await cards(site)
        assert await listed(site) == ["About it."]
        tags = {*(await site.render("/cards")).json()["tags"]}
        await change(site, page, meta={"description": "  "})
        assert tags & await last_tags(site)
        assert await listed(site) == [OPEN]
        await change(site, page, meta={"description": "Written."})
        assert await listed(site) == ["Written."]
        assert data_of(await site.page("/post"), 1)["post"]["excerpt"] == "Written."

    async def test_follows_the_texts_of_its_page(self, site: Site) -> None:
        page = await post(site, OPEN)
        await cards(site)
        plugin = own_plugins(page)[-1]["id"]
        page = await site.saved(page, update(plugin, content="<p>Other <i>words</i></p>"))
        assert POSTS in await last_tags(site)
        assert await listed(site) == ["Other words"]
        page = await add(site, page, **text("<p>More</p>"))
        assert await listed(site) == ["Other words More"]
        address, headers = f"/cms/plugins/{plugin}", {**site.editor, "If-Match": "*"}
        answer = await site.client.put(address, json={"fields": {"content": "<p>Called</p>"}}, headers=headers)
        assert answer.status_code == 200, answer.text
        assert POSTS in {tag for each in await last_events(site) for tag in each}
        assert await listed(site) == ["Called More"]
        [first, *_] = [each for each in nodes_with(page, "cms.text") if each["pluginId"] == plugin]
        await site.saved(await site.page("/post"), {"name": "BLOCK_REMOVE_NODE", "nodeId": first["id"]})
        assert await listed(site) == ["More"]

    async def test_follows_a_text_that_stands_on_another_page_too(self, site: Site) -> None:
        page, other = await post(site, "Old words"), await post(site, url="/other")
        await cards(site)
        plugin = own_plugins(page)[-1]["id"]
        await site.saved(other, place_plugin(column_of(other), plugin))
        assert await listed(site) == ["Old words"] * 2
        await site.saved(await site.page("/post"), update(plugin, content="<p>New words</p>"))
        assert await listed(site) == ["New words"] * 2

    async def test_stays_when_nothing_that_it_rests_on_changes(self, site: Site) -> None:
        page = await post(site, OPEN)
        await cards(site)
        await change(site, page, url="/moved", title="Moved", displayTitle="Moved")
        assert await listed(site) == [OPEN]
        page = await site.page("/moved")
        await site.saved(page, create_node(page["page"]["layout"]["block"]["nodes"][0]["id"], row(column()), 0))
        assert await listed(site) == [OPEN]
        assert await mend_summaries(site.client.kit) == 0

    async def test_of_a_copied_page(self, site: Site) -> None:
        page = await post(site, OPEN)
        await cards(site)
        address = f"/client/pages/{page['page']['id']}/duplicate"
        answer = await site.client.post(address, json={"title": "Copy", "url": "/copy"}, headers=site.editor)
        assert answer.status_code == 201, answer.text
        assert await listed(site) == [OPEN, OPEN]

    async def test_is_nothing_that_a_layout_or_a_shared_block_says(self, site: Site) -> None:
        page = await post(site, settings={"newLayout": True})
        await cards(site)
        root, shared = page["page"]["layout"]["block"]["nodes"][0]["id"], row(column())
        in_layout, in_block, block = id_(), id_(), row(column())
        page = await site.saved(
            page,
            create_node(root, shared, 0),
            create_plugin(in_layout, **text("<p>Of the layout</p>")),
            place_plugin(shared["block"]["nodes"][0]["id"], in_layout),
        )
        around = {"rowId": id_(), "colId": id_()}
        page = await site.saved(page, create_node(column_of(page), block, wrapBefore=around))
        turn = {"name": "NODE_SET_TYPE", "nodeId": block["id"], "type": "row-branch", "blockId": id_(),
                "branchName": "Shared"}  # fmt: skip
        create = create_plugin(in_block, **text("<p>Of the block</p>"))
        page = await site.saved(page, create, place_plugin(block["block"]["nodes"][0]["id"], in_block), turn)
        assert await listed(site) == [None]
        own = id_()
        await site.saved(page, create_plugin(own, **text(OPEN)), place_plugin(around["colId"], own))
        assert await listed(site) == [OPEN]


async def test_searches_tell_how_a_page_begins_without_a_description(site: Site, shown: JSON) -> None:
    [result] = [each for each in (await answer_to(site, "Post"))["results"] if each["url"] == "/post"]
    assert text_of(result["extract"]) == f"{SECRET} {OPEN}"
