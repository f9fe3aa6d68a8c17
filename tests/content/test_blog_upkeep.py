"""What the worker does for the blog: no page keeps it from the others."""

from collections.abc import Sequence
from typing import Any

import pytest

from content.blog import audiences, summary_upkeep
from content.blog.tasks import mend_audiences, mend_summaries
from content.documents.loading import Connection
from tests.content.blog import post_page
from tests.content.factory import Site
from tests.content.library import file, tell
from tests.content.listed_images import cards, images, pictured


async def test_a_page_of_which_nothing_can_be_found_harms_no_other(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    await tell(site.client, image := file())
    for title in ("Bad", "Good"):
        await pictured(site, image, url=f"/{title.lower()}", title=title)
    await cards(site)
    find = summary_upkeep.minutes_on

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
