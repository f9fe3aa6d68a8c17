"""How long the page of a post takes to read."""

import asyncio
import uuid
from typing import Any

import pytest

from content.blocks.service import remove_rows
from content.blog import reading_time, summary_upkeep
from content.blog.reading_time import Amount, amount_in, amount_of, minutes_of, minutes_on
from content.blog.tasks import mend_summaries
from tests.content.blog import add, change, data_of, field_of, page_with, post_page, wrapped
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
from tests.content.listed_images import POSTS, cards, images, last_tags, nodes_with, update
from tests.content.statements import Statements
from tests.content.test_blocks import branch_row
from tests.content.test_site import announced


def minutes(number: int) -> str:
    """A paragraph that takes so long, with the title of its page."""
    return f"<p>{'word ' * (230 * number)}</p>"


def text(amount: int | str) -> JSON:
    return {"ref": "cms.text", "content": minutes(amount) if isinstance(amount, int) else amount}


async def told(site: Site, url: str = "/post", headers: JSON | None = None) -> Any:
    """What somebody is told by the only cms.blogPost of a page."""
    answer = await site.render(url, headers)
    assert answer.status_code == 200, answer.text
    [plugin] = [each for each in answer.json()["plugins"].values() if each["ref"] == "cms.blogPost"]
    return plugin["data"]["post"]["readingMinutes"]


class TestAmounts:
    @pytest.mark.parametrize(
        ("said", "amount"),
        [
            ("", Amount()),
            ("Don\u2019t walk \u2013 it's a well-known 5 km way.", Amount(words=8)),
            ("Häuser, naïve café", Amount(words=3)),
            ("한국어는 낱말을 띄어 쓴다", Amount(words=4)),
            ("हिन्दी में शब्द", Amount(words=3)),
            ("日本語のテキスト、です。", Amount(signs=10)),
            ("在 Python 里\uff01", Amount(words=1, signs=2)),
            ("ภาษาไทย", Amount(letters=7)),
            ("— … ??? 。", Amount()),
        ],
    )
    def test_of_scripts_with_and_without_spaces(self, said: str, amount: Amount) -> None:
        assert amount_of(said) == amount

    def test_of_a_plugin_are_of_its_words_alone(self) -> None:
        assert amount_in(None) == amount_in({"ref": "unknown", "fields": {"content": "One"}}) == Amount()
        said = {"content": "<h2>One <b>t</b>wo</h2><p>three&nbsp;four</p><p>five<br>six</p>"}
        assert amount_in({"ref": "cms.text", "fields": said}) == Amount(words=6)


class TestMinutes:
    @pytest.mark.parametrize(
        ("amounts", "expected"),
        [
            ([], 0),
            ([Amount(words=1)], 1),
            ([Amount(words=230)], 1),
            ([Amount(words=344)], 1),
            ([Amount(words=345)], 2),
            ([Amount(words=574)], 2),
            ([Amount(words=575)], 3),
            ([Amount(words=1150)], 5),
            ([Amount(signs=2249)], 4),
            ([Amount(signs=2250)], 5),
            ([Amount(letters=2499)], 2),
            ([Amount(letters=2500)], 3),
            ([Amount(words=230, signs=500), Amount(letters=1000)], 3),
        ],
    )
    def test_are_whole_and_at_least_one_of_what_says_anything(self, amounts: list[Amount], expected: int) -> None:
        assert minutes_of(amounts) == expected

    def test_are_of_a_bounded_number_of_plugins(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reading_time, "_MAX_PLACES", 2)
        nodes = [{"id": each, "type": "plugin", "pluginId": each} for each in "abc"]
        layout = {"block": {"nodes": [{"id": "column", "type": "col-unique"}]}}
        page = {"layout": layout, "blocks": {"column": {"nodes": nodes}}, "branches": {}, "nodeFields": {}}
        plugins = {each: {"ref": "cms.text", "fields": {"content": minutes(1)}} for each in "abc"}
        assert minutes_on(page, plugins, {}) == 2


class TestPost:
    async def test_follows_the_texts_of_its_page(self, site: Site) -> None:
        page = await post_page(site, "/post", "Post")
        assert await told(site) == 1
        page = await add(site, page, **text(5))
        plugin = own_plugins(page)[-1]["id"]
        assert await told(site) == 5
        page = await site.saved(page, update(plugin, content=minutes(3)))
        assert await told(site) == 3
        [node] = [each for each in nodes_with(page, "cms.text") if each["pluginId"] == plugin]
        page = await site.saved(page, {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]})
        assert await told(site) == 1
        await site.saved(page, place_plugin(column_of(page), plugin))
        assert await told(site) == 3

    async def test_is_none_where_nothing_is_said(self, site: Site) -> None:
        page = await post_page(site, "/post", "Post")
        await site.saved(page, update(own_plugins(page)[0]["id"], content=""))
        assert await told(site) is None

    async def test_of_a_text_that_a_call_changes(self, site: Site) -> None:
        page = await add(site, await post_page(site, "/post", "Post"), **text(2))
        address, headers = f"/cms/plugins/{own_plugins(page)[-1]['id']}", {**site.editor, "If-Match": "*"}
        answer = await site.client.put(address, json={"fields": {"content": minutes(6)}}, headers=headers)
        assert answer.status_code == 200, answer.text
        assert await told(site) == 6

    async def test_of_a_page_that_becomes_a_post_and_of_its_copy(self, site: Site) -> None:
        page = await add(site, await site.new_page("/post"), **text(4))
        page = await add(site, page, "cms.blogPost")
        assert await told(site) == 4
        address = f"/client/pages/{page['page']['id']}/duplicate"
        answer = await site.client.post(address, json={"title": "Copy", "url": "/copy"}, headers=site.editor)
        assert answer.status_code == 201, answer.text
        assert await told(site, "/copy") == 4

    async def test_counts_nothing_of_the_layout(self, site: Site) -> None:
        page = await post_page(site, "/post", "Post", {"newLayout": True})
        root = page["page"]["layout"]["block"]["nodes"][0]["id"]
        shared, plugin_id = row(column()), id_()
        create = create_plugin(plugin_id, **text(9))
        await site.saved(
            page, create_node(root, shared, 0), create, place_plugin(shared["block"]["nodes"][0]["id"], plugin_id)
        )
        assert await told(site) == 1

    async def test_follows_a_layout_without_the_column_of_the_page(self, site: Site) -> None:
        await add(site, await post_page(site, "/post", "Post"), **text(4))
        own = await site.new_page("/own", newLayout=True)
        await change(site, await site.page("/post"), layoutId=own["page"]["layoutId"])
        assert await told(site) == 4

    async def test_costs_a_save_nothing_that_changes_no_minute(self, site: Site) -> None:
        described = {"meta": {"description": "About it."}}
        page = await add(site, await post_page(site, "/post", "Post", described), **text(4))
        plugin = own_plugins(page)[-1]["id"]
        statements = Statements(site.client.kit)
        async with statements.counted() as of_other_words:
            page = await site.saved(page, update(plugin, content=minutes(4).replace("word", "else")))
        async with statements.counted() as of_more_words:
            await site.saved(page, update(plugin, content=f"{minutes(4)}<p>And more</p>"))
        assert len(of_more_words) == len(of_other_words)
        assert POSTS not in await last_tags(site)


class TestAudiences:
    """The number is that of what everybody reads, whoever asks."""

    async def test_counts_no_part_that_is_kept_to_some(self, site: Site) -> None:
        page = await add(site, await post_page(site, "/post", "Post"), **text(2))
        page = await add(site, page, **text(7))
        kept = nodes_with(page, "cms.text")[-1]["id"]
        assert await told(site) == 9
        for level in ("site", "page"):
            page = await site.saved(page, whitelist(kept, ["club"], level))
            for headers in (None, site.tokens.bearer("club"), site.editor):
                assert await told(site, headers=headers) == 2
            page = await site.saved(page, whitelist(kept, [], level))
        assert await told(site) == 9

    async def test_counts_nothing_that_is_said_of_images(self, site: Site) -> None:
        await tell(site.client, image := file(scopeWhitelist=["club"], isPublic=False))
        page = await post_page(site, "/post", "Post")
        images = [{"image": {"file": image["id"], "alt": "word " * 60}, "caption": "word " * 60}] * 20
        await add(site, page, "cms.gallery", images=images)
        for headers in (None, site.tokens.bearer("club"), site.editor):
            assert await told(site, headers=headers) == 1

    async def test_of_a_page_for_members_is_told_to_them_alone(self, site: Site) -> None:
        page = await add(site, await post_page(site, "/post", "Post"), **text(8))
        await page_with(site, "/teaser", "Teaser", "cms.blogPost", None, blogPostId=field_of(page, "blogPostId", -2))
        assert await told(site, "/teaser") == 8
        await change(site, page, config={"scopeWhitelist": ["club"]})
        # Everybody else is told of the page that they see.
        assert await told(site, "/teaser") == 1
        assert await told(site, "/teaser", site.tokens.bearer("club")) == 8


class TestStale:
    async def test_where_another_page_shows_the_post(self, site: Site) -> None:
        page = await add(site, await post_page(site, "/post", "Post"), **text(2))
        other = await page_with(
            site, "/other", "Other", "cms.blogPost", None, blogPostId=field_of(page, "blogPostId", -2)
        )
        assert data_of(other)["post"]["readingMinutes"] == 2
        tags = {*(await site.render("/other")).json()["tags"]}
        await site.saved(page, update(own_plugins(page)[-1]["id"], content=minutes(3)))
        assert await last_tags(site) & tags
        # Lists and menus of posts show no minutes: whoever writes a post makes none of them stale.
        assert POSTS not in await last_tags(site)
        assert await told(site, "/other") == 3

    async def test_where_a_block_within_a_block_says_more(self, site: Site) -> None:
        page, [inner_id, outer_id, plugin_id] = await post_page(site, "/post", "Post"), [id_() for _ in range(3)]
        innermost = column()
        inner = row(innermost)
        outer = row(column(inner))
        turns = [
            {"name": "NODE_SET_TYPE", "nodeId": each["id"], "type": "row-branch", "blockId": branch_id,
             "branchName": branch_id}
            for each, branch_id in ((inner, inner_id), (outer, outer_id))
        ]  # fmt: skip
        await site.saved(page, wrapped(column_of(page), outer), *turns)
        other = await site.new_page("/other")
        other = await site.saved(other, wrapped(column_of(other), branch_row(inner_id)))
        create = create_plugin(plugin_id, **text(4))
        other = await site.saved(other, create, place_plugin(innermost["id"], plugin_id))
        assert await told(site) == 4
        await site.saved(other, update(plugin_id, content=minutes(7)))
        assert await told(site) == 7

    async def test_where_a_block_of_several_pages_says_more(self, site: Site) -> None:
        page, shared = await post_page(site, "/post", "Post"), row(column())
        branch_id, plugin_id, [inner] = id_(), id_(), shared["block"]["nodes"]
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
                "branchName": "Shared"}  # fmt: skip
        await site.saved(page, wrapped(column_of(page), shared), turn)
        other = await site.new_page("/other")
        other = await site.saved(other, wrapped(column_of(other), branch_row(branch_id)))
        create = create_plugin(plugin_id, **text(2))
        other = await site.saved(other, create, place_plugin(inner["id"], plugin_id))
        assert await told(site) == 2
        other = await site.saved(other, update(plugin_id, content=minutes(6)))
        assert await told(site) == 6
        other = await site.saved(other, whitelist(inner["id"], ["club"]))
        assert await told(site) == 1
        await site.saved(other, whitelist(inner["id"], []))
        assert await told(site) == 6

        async def progress(_: float) -> None:
            await asyncio.sleep(0)

        await remove_rows(site.client.kit.database, uuid.UUID(branch_id), None, progress)
        assert await told(site) == 1


async def test_of_a_saved_page_are_counted_with_what_is_saved(site: Site) -> None:
    """The page is not read again for it."""
    sent = []
    # Posts on other pages are asked about first.
    await post_page(site, "/0", "/0")
    for count in (1, 5):
        url = f"/{count}"
        page = await post_page(site, url, url, {"meta": {"description": "About it."}})
        for _ in range(count):
            page = await add(site, page, **text(1))
        async with Statements(site.client.kit).counted() as statements:
            await site.saved(page, update(own_plugins(page)[-1]["id"], content=minutes(4)))
        sent.append(statements)
        assert await told(site, url) == count + 3
    assert [len(each) for each in sent] == [11, 11]
    assert sum("FROM layouts WHERE id = ANY" in each for each in sent[1]) == 0


class TestBlockOfManyPages:
    """Nobody's save reads all pages that show what it changes."""

    async def test_their_minutes_stay_until_the_worker_has_looked(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(summary_upkeep, "_AT_ONCE", 2)
        addresses = ["/0", "/1", "/2"]
        branch_id, plugin_id, shared = id_(), id_(), row(column())
        page = await post_page(site, addresses[0], "0")
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
                "branchName": "Shared"}  # fmt: skip
        await site.saved(page, wrapped(column_of(page), shared), turn)
        for address in addresses[1:]:
            page = await post_page(site, address, address)
            await site.saved(page, wrapped(column_of(page), branch_row(branch_id)))
        other = await site.new_page("/other")
        other = await site.saved(other, wrapped(column_of(other), branch_row(branch_id)))

        async def minutes_everywhere() -> list[Any]:
            return [await told(site, address) for address in addresses]

        column_id = shared["block"]["nodes"][0]["id"]
        other = await site.saved(other, create_plugin(plugin_id, **text(2)), place_plugin(column_id, plugin_id))
        assert await minutes_everywhere() == [1, 1, 1]
        assert await mend_summaries(site.client.kit) == 3
        assert await minutes_everywhere() == [2, 2, 2]
        other = await site.saved(other, update(plugin_id, content=minutes(6)))
        assert await minutes_everywhere() == [2, 2, 2]
        tags = {*(await site.render("/0")).json()["tags"]}
        assert await mend_summaries(site.client.kit) == 3
        assert tags & {tag for each in (await announced(site.client))[-2:] for tag in each}
        assert await minutes_everywhere() == [6, 6, 6]
        # As many words, which begin alike: nothing is looked at.
        await site.saved(other, update(plugin_id, content=minutes(6).replace("word </p>", "else </p>")))
        assert await mend_summaries(site.client.kit) == 0

    async def test_an_image_is_hidden_at_once(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(summary_upkeep, "_AT_ONCE", 1)
        await tell(site.client, image := file())
        branch_id, shared = id_(), row(column())
        page = await post_page(site, "/0", "0")
        page = await site.saved(page, wrapped(column_of(page), shared))
        plugin_id, column_id = id_(), shared["block"]["nodes"][0]["id"]
        create = create_plugin(plugin_id, ref="cms.textImage", picture={"file": image["id"]}, text=minutes(3))
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
                "branchName": "Shared"}  # fmt: skip
        page = await site.saved(page, create, place_plugin(column_id, plugin_id), turn)
        other = await post_page(site, "/1", "1")
        other = await site.saved(other, wrapped(column_of(other), branch_row(branch_id)))
        await cards(site)
        assert await images(site) == {"0": image["id"], "1": image["id"]}
        await site.saved(other, whitelist(column_id, ["club"]))
        assert await images(site) == {"0": None, "1": None}


async def test_what_is_not_known_is_not_told_until_the_worker_has_looked(site: Site) -> None:
    for number in range(3):
        await add(site, await post_page(site, f"/{number}", str(number)), **text(number + 2))
    # As the release before stores it.
    await site.client.kit.database.pool.execute("UPDATE blog_post_pages SET reading_minutes = NULL")
    assert [await told(site, f"/{number}") for number in range(3)] == [None] * 3
    tags = {*(await site.render("/0")).json()["tags"]}
    assert await mend_summaries(site.client.kit) == 3
    assert tags & await last_tags(site)
    assert [await told(site, f"/{number}") for number in range(3)] == [2, 3, 4]
    assert await mend_summaries(site.client.kit) == 0
