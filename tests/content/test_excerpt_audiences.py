"""What the excerpts of posts leave out, since not everybody may read it."""

import pytest

from content.blog import summary_upkeep
from content.blog.tasks import mend_summaries
from tests.content.blog import add, change, data_of, field_of, replace
from tests.content.excerpts import CLUB, OPEN, SECRET, everywhere, listed, post, shown
from tests.content.factory import JSON, Site, column, column_of, create_node, id_, nodes_of, own_plugins, row, whitelist
from tests.content.library import file, tell
from tests.content.listed_images import cards, nodes_with

__all__ = ["shown"]


async def _posts_for_the_worker(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two posts on pages of one layout, which is more than a save looks at itself; and a list of them with another layout."""
    monkeypatch.setattr(summary_upkeep, "_AT_ONCE", 1)
    for url in ("/post", "/other"):
        await post(site, SECRET, url=url)
    own = await site.new_page("/own", newLayout=True)
    await change(site, await cards(site), layoutId=own["page"]["layoutId"])


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
        await _posts_for_the_worker(site, monkeypatch)
        assert await listed(site) == [SECRET, SECRET]
        other = await site.new_page("/third")
        root = other["page"]["layout"]["block"]["nodes"][0]["id"]
        other = await site.saved(other, whitelist(root, ["club"]))
        assert await listed(site, site.editor) == [None, None]
        await site.saved(other, whitelist(root, []))
        assert await listed(site) == [None, None]
        assert await mend_summaries(site.client.kit) == 2
        assert await listed(site) == [SECRET, SECRET]

    @pytest.mark.parametrize("is_shared_first", [True, False])
    async def test_a_column_of_a_layout_that_one_save_shares_and_keeps_to_some_is_left_out(
        self, site: Site, monkeypatch: pytest.MonkeyPatch, is_shared_first: bool
    ) -> None:
        await _posts_for_the_worker(site, monkeypatch)
        page = await site.new_page("/third")
        around = next(
            node for node in nodes_of(page["page"]["layout"]["block"])
            if node["type"] == "row" and column_of(page) in [each["id"] for each in node["block"]["nodes"]]
        )  # fmt: skip
        turn = {"name": "NODE_SET_TYPE", "nodeId": around["id"], "type": "row-branch", "blockId": id_(),
                "branchName": "Shared"}  # fmt: skip
        steps = [turn, whitelist(column_of(page), ["club"])]
        page = await site.saved(page, *(steps if is_shared_first else reversed(steps)))
        assert await listed(site, site.editor) == [None, None]
