"""Excerpts of posts that have changed in ways that nobody has looked at yet."""

import json

import pytest

from content.blog import summary_upkeep
from content.blog.tasks import mend_summaries
from tests.content.blog import add, change
from tests.content.excerpts import OPEN, SECRET, everywhere, last_events, listed, post, shown, text
from tests.content.factory import JSON, Site, own_plugins
from tests.content.feeds import feed
from tests.content.listed_images import POSTS, cards, last_tags, nodes_with

__all__ = ["shown"]

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
