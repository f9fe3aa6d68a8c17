"""The first words of a post's page, which lists and feeds have where the page has no description."""

import json
from typing import Any

import pytest

from content.blog import excerpt, summary_upkeep
from content.blog.excerpt import MOST_CHARACTERS, excerpt_on, opening_in, shortened
from content.blog.tasks import mend_summaries
from tests.content.blog import add, change, data_of, field_of, list_page, page_with, post_page, replace
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
    whitelist,
)
from tests.content.library import file, tell
from tests.content.listed_images import POSTS, cards, last_tags, nodes_with, update
from tests.content.search import answer_to, rebuilt, text_of
from tests.content.test_blog_visibility import feed
from tests.content.test_site import announced

SECRET = "Zanzibar"
OPEN = "Rain and tea."
CLUB = {"config": {"scopeWhitelist": ["club"]}}


def text(content: str) -> JSON:
    return {"ref": "cms.text", "content": content}


async def post(site: Site, *paragraphs: str, settings: JSON | None = None, url: str = "/post") -> JSON:
    """A post's page that says nothing but these."""
    page = await post_page(site, url, "Post", settings)
    first = own_plugins(page)[0]["id"]
    page = await site.saved(page, update(first, content=""))
    for paragraph in paragraphs:
        page = await add(site, page, **text(f"<p>{paragraph}</p>"))
    return page


async def listed(site: Site, headers: JSON | None = None, url: str = "/cards") -> list[str | None]:
    answer = await site.render(url, headers)
    assert answer.status_code == 200, answer.text
    return [each["excerpt"] for each in data_of(answer.json())["posts"]]


async def everywhere(site: Site) -> str:
    """What anybody is told of posts by lists, menus, feeds, teasers and the post's own page."""
    told: list[Any] = []
    for url in ("/cards", "/list", "/menu", "/teaser", "/post"):
        answer = (await site.render(url)).json()
        told += [plugin.get("data") for plugin in answer["plugins"].values()]
    told += [await feed(site, "/feed.xml"), await feed(site, "/list/atom.xml")]
    return json.dumps(told)


@pytest.fixture
async def shown(site: Site) -> JSON:
    """A post of which everything tells: first what a club may read, then what everybody may."""
    page = await post(site, SECRET, OPEN)
    await list_page(site, "/list", "List")
    await cards(site)
    await page_with(site, "/menu", "Menu", "cms.blogPostMenu", displayMode="cards")
    await page_with(site, "/teaser", "Teaser", "cms.blogPost", None, blogPostId=field_of(page, "blogPostId", 1))
    await rebuilt(site)
    return page


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


async def last_events(site: Site) -> list[list[str]]:
    return (await announced(site.client))[-2:]


class TestAudiences:
    """Nobody is told of words that not everybody sees, whoever asks."""

    @pytest.mark.parametrize("level", ["site", "page"])
    async def test_a_text_that_is_kept_to_some_is_left_out(self, site: Site, shown: JSON, level: str) -> None:
        assert SECRET in await everywhere(site)
        kept = next(each for each in nodes_with(shown, "cms.text") if each["pluginId"] == own_plugins(shown)[2]["id"])
        page = await site.saved(shown, whitelist(kept["id"], ["club"], level))
        for headers in (None, site.tokens.bearer("club"), site.editor):
            assert await listed(site, headers) == [OPEN]
        told = await everywhere(site)
        assert OPEN in told
        assert SECRET not in told
        await site.saved(page, whitelist(kept["id"], [], level))
        assert SECRET in await everywhere(site)

    async def test_a_text_in_a_part_that_is_kept_to_some_is_left_out(self, site: Site, shown: JSON) -> None:
        around = {"rowId": id_(), "colId": id_()}
        page = await site.saved(shown, create_node(column_of(shown), row(column()), wrapBefore=around))
        assert SECRET in await everywhere(site)
        await site.saved(page, whitelist(around["rowId"], ["club"]))
        for headers in (None, site.tokens.bearer("club"), site.editor):
            assert await listed(site, headers) == [None]
        told = await everywhere(site)
        assert SECRET not in told
        assert OPEN not in told

    async def test_what_is_said_of_images_is_left_out(self, site: Site) -> None:
        await tell(site.client, image := file(scopeWhitelist=["club"], isPublic=False))
        page = await post(site)
        await cards(site)
        page = await add(
            site, page, "cms.textImage", picture={"file": image["id"], "alt": SECRET}, caption=SECRET, text=""
        )
        await add(site, page, "cms.gallery", images=[{"image": {"file": image["id"]}, "caption": SECRET}] * 4)
        assert await listed(site) == [None]

    async def test_a_scheduled_post_is_not_told_before_its_date(self, site: Site, shown: JSON) -> None:
        post_id = field_of(shown, "blogPostId", 1)
        record = (await site.client.get(f"/cms/blog/posts/{post_id}", headers=site.editor)).json()
        await replace(site, "posts", record, publishedAt="2099-01-01T00:00:00Z")
        assert SECRET not in await everywhere(site)
        assert data_of(await site.page("/teaser"))["post"]["excerpt"] == f"{SECRET} {OPEN}"

    async def test_a_page_that_is_kept_to_some_has_none(self, site: Site) -> None:
        page = await post(site, SECRET, settings=CLUB)
        await cards(site)
        club = site.tokens.bearer("club")
        assert await listed(site, club) == [None]
        await change(site, page, config={})
        assert await listed(site) == [SECRET]
        await change(site, page, config=CLUB["config"])
        assert await listed(site) == []
        assert await listed(site, club) == [None]

    async def test_a_column_that_a_layout_keeps_to_some_is_left_out(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(summary_upkeep, "_AT_ONCE", 1)
        for url in ("/post", "/other"):
            await post(site, SECRET, url=url)
        own = await site.new_page("/own", newLayout=True)
        await change(site, await cards(site), layoutId=own["page"]["layoutId"])
        assert await listed(site) == [SECRET, SECRET]
        other = await site.new_page("/third")
        root = other["page"]["layout"]["block"]["nodes"][0]["id"]
        other = await site.saved(other, whitelist(root, ["club"]))
        assert await listed(site, site.editor) == [None, None]
        await site.saved(other, whitelist(root, []))
        assert await listed(site) == [None, None]
        assert await mend_summaries(site.client.kit) == 2
        assert await listed(site) == [SECRET, SECRET]


_COUNT = "UPDATE site SET version = version + 1 RETURNING version"


class TestBehindIt:
    """The release before knows of no excerpts: what it changes has none until the worker has looked."""

    @staticmethod
    async def counted(site: Site) -> int:
        version: int = await site.client.kit.database.pool.fetchval(_COUNT)
        return version

    @staticmethod
    async def other_still_told(site: Site) -> None:
        assert OPEN in await listed(site)

    async def test_a_page_is_kept_to_some_or_in_part(self, site: Site, shown: JSON) -> None:
        await post(site, OPEN, url="/other")
        pool, id = site.client.kit.database.pool, shown["page"]["id"]
        kept = next(each for each in nodes_with(shown, "cms.text") if each["pluginId"] == own_plugins(shown)[2]["id"])
        fields = json.dumps({kept["id"]: {"page": {"scopeWhitelist": ["club"]}}})
        await pool.execute(
            "UPDATE pages SET version = $1, node_fields = $2::text::jsonb, has_scope_whitelist = true WHERE id = $3::uuid",
            await self.counted(site), fields, id,
        )  # fmt: skip
        assert SECRET not in await everywhere(site)
        await self.other_still_told(site)
        # Also while others are saved by the present release.
        await add(site, await site.page("/other"), **text("<p>More</p>"))
        assert SECRET not in await everywhere(site)
        assert await mend_summaries(site.client.kit) == 2
        assert POSTS in {tag for each in await last_events(site) for tag in each}
        told = await everywhere(site)
        assert SECRET not in told
        assert await listed(site) == [f"{OPEN} More", OPEN]
        assert await mend_summaries(site.client.kit) == 0

    async def test_a_layout_keeps_a_column_to_some(self, site: Site, shown: JSON) -> None:
        layout = shown["page"]["layout"]
        fields = json.dumps({layout["block"]["nodes"][0]["id"]: {"scopeWhitelist": ["club"]}})
        own = await site.new_page("/own", newLayout=True)
        for url in ("/cards", "/list", "/menu", "/teaser"):
            await change(site, await site.page(url), layoutId=own["page"]["layoutId"])
        assert SECRET in await everywhere(site)
        await site.client.kit.database.pool.execute(
            "UPDATE layouts SET version = $1, node_fields = $2::text::jsonb, has_scope_whitelist = true WHERE id = $3::uuid",
            await self.counted(site), fields, shown["page"]["layoutId"],
        )  # fmt: skip
        assert SECRET not in await everywhere(site)
        await mend_summaries(site.client.kit)
        assert SECRET not in await everywhere(site)

    async def test_a_text_says_something_else(self, site: Site, shown: JSON) -> None:
        plugin = own_plugins(shown)[2]["id"]
        await site.client.kit.database.pool.execute(
            "UPDATE plugins SET version = $1, fields = $2::text::jsonb WHERE id = $3::uuid",
            await self.counted(site), json.dumps({"content": "<p>Corrected</p>"}), plugin,
        )  # fmt: skip
        assert await listed(site) == [None]
        await mend_summaries(site.client.kit)
        assert await listed(site) == [f"Corrected {OPEN}"]

    async def test_lists_are_made_anew_when_it_changes_a_page_or_a_layout(self, site: Site, shown: JSON) -> None:
        tags = {f"page:{shown['page']['id']}", f"layout:{shown['page']['layoutId']}"}
        for url in ("/cards", "/list", "/menu", "/teaser"):
            assert tags <= {*(await site.render(url)).json()["tags"]}, url
        told = await feed(site, "/feed.xml")
        assert told is not None
        assert tags <= {*told["tags"]}


async def test_what_is_not_known_is_not_told_until_the_worker_has_looked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary_upkeep, "_AT_ONCE", 2)
    for number in range(3):
        await post(site, f"Words {number}", url=f"/{number}")
    await cards(site)
    # As it is after the migration.
    pool = site.client.kit.database.pool
    await pool.execute("UPDATE blog_post_pages SET excerpt = NULL")
    await pool.execute("UPDATE site SET excerpts_version = 0")
    assert await listed(site) == [None] * 3
    assert await mend_summaries(site.client.kit) == 3
    assert POSTS in await last_tags(site)
    assert await listed(site) == ["Words 2", "Words 1", "Words 0"]
    assert await mend_summaries(site.client.kit) == 0
    assert await pool.fetchval("SELECT version = excerpts_version FROM site")


async def test_searches_tell_how_a_page_begins_without_a_description(site: Site, shown: JSON) -> None:
    [result] = [each for each in (await answer_to(site, "Post"))["results"] if each["url"] == "/post"]
    assert text_of(result["extract"]) == f"{SECRET} {OPEN}"
