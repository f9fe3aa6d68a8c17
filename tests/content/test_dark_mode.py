"""Whether pages follow a visitor's dark mode: as the site says, or as the colours that editors set allow."""

from typing import Any

import pytest
from sqlalchemy import text

from content.pages.models import Page
from content.site import dark_mode
from content.site.events import keep_equal
from tests.content.factory import Site, column, column_of, create_node, row
from tests.content.test_site import announced, told

BOTH: list[dict[str, Any]] = [
    {"backgroundColour": "#123456"},
    {"backgroundColour": "#FFF", "backgroundTextColour": "red"},
    {"backgroundColour": "Teal"},
    {"backgroundColour": "rgb(1, 2, 3)"},
    {"backgroundColour": "oklch(70% 0.1 240)", "backgroundImage": "/a.jpg"},
    {"backgroundColour": "#12345678"},
    {"backgroundColour": "transparent"},
    {"backgroundImage": "/a.jpg", "backgroundTextColour": "#fff"},
    {"backgroundTextColour": "red", "allowBackground": False},
    {"backgroundParallax": True},
]
LIGHT_ONLY: list[dict[str, Any]] = [
    {"backgroundTextColour": "#222"},
    {"backgroundTextColour": "#222", "backgroundColour": "transparent"},
    {"backgroundTextColour": "#222", "backgroundColour": "#fff8"},
    {"backgroundTextColour": "#222", "backgroundColour": "rgb(1 2 3 / 50%)"},
    {"backgroundTextColour": "#222", "backgroundColour": "rgba(1,2,3,.5)"},
    {"backgroundImage": "/a.jpg"},
    {"backgroundVideoMp4": "/a.mp4"},
    {"backgroundImage": "/a.jpg", "backgroundColour": "#0008"},
    {"backgroundColour": "#222", "backgroundMaskText": True},
]


async def own_row(site: Site) -> tuple[dict[str, Any], str]:
    """A page with a row of its own."""
    page = await site.new_page("/coloured")
    new = row(column())
    return await site.saved(page, create_node(column_of(page), new, index=0, wrapAfter=wrap())), new["id"]


def wrap() -> dict[str, str]:
    made = row(column())
    return {"rowId": made["id"], "colId": made["block"]["nodes"][0]["id"]}


def background(node_id: str, value: dict[str, Any] | None, level: str = "page") -> dict[str, Any]:
    return {"name": "NODE_SET_BACKGROUND", "nodeId": node_id, "level": level, "background": value}


async def set_mode(site: Site, mode: str, version: int = 7) -> None:
    async with site.client.kit.database.transaction() as session:
        await keep_equal(session, told(version, darkMode=mode))


async def follows(site: Site) -> bool:
    value: bool = (await site.page("/"))["site"]["followsDarkMode"]
    return value


class TestAutomatic:
    @pytest.mark.parametrize("value", BOTH, ids=str)
    async def test_it_stays_on_for_colours_that_have_both(self, site: Site, value: dict[str, Any]) -> None:
        page, row_id = await own_row(site)
        await site.saved(page, background(row_id, value))
        assert await follows(site)

    @pytest.mark.parametrize("value", LIGHT_ONLY, ids=str)
    async def test_it_is_off_for_colours_that_have_not(self, site: Site, value: dict[str, Any]) -> None:
        page, row_id = await own_row(site)
        page = await site.saved(page, background(row_id, value))
        assert page["site"]["followsDarkMode"] is False
        await site.saved(page, background(row_id, None))
        assert await follows(site)

    @pytest.mark.parametrize("level", ["site", "page"])
    async def test_one_background_turns_it_off_for_every_page(self, site: Site, level: str) -> None:
        page, _ = await own_row(site)
        band = page["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][0]["id"]
        await site.saved(page, background(band, {"backgroundImage": "/a.jpg"}, level))
        assert not await follows(site)
        # Every page shows it: all renders are stale.
        assert (await announced(site.client))[-1] == ["site"]

    async def test_the_last_such_page_deleted_turns_it_on(self, site: Site) -> None:
        page, row_id = await own_row(site)
        await site.saved(page, background(row_id, {"backgroundImage": "/a.jpg"}))
        answer = await site.client.delete(f"/client/pages/{page['page']['id']}", headers=site.admin)
        assert answer.status_code == 204, answer.text
        assert await follows(site)

    async def test_a_save_of_other_things_announces_nothing_more(self, site: Site) -> None:
        page, row_id = await own_row(site)
        before = len(await announced(site.client))
        await site.saved(page, background(row_id, {"backgroundColour": "#123456"}))
        assert len(await announced(site.client)) == before + 1


class TestSetting:
    @pytest.mark.parametrize(("mode", "expected"), [("on", True), ("off", False), ("automatic", False)])
    async def test_the_sites_word_counts(self, site: Site, mode: str, *, expected: bool) -> None:
        page, row_id = await own_row(site)
        await site.saved(page, background(row_id, {"backgroundImage": "/a.jpg"}))
        await set_mode(site, mode)
        assert await follows(site) is expected

    async def test_back_to_automatic_the_colours_count_again(self, site: Site) -> None:
        await set_mode(site, "off")
        assert not await follows(site)
        await set_mode(site, "automatic", version=8)
        assert await follows(site)

    async def test_an_announcement_without_it_is_one_of_an_earlier_release(self, site: Site) -> None:
        async with site.client.kit.database.transaction() as session:
            await keep_equal(session, told(7))
        assert await follows(site)


async def test_many_pages_are_not_read_for_it(site: Site) -> None:
    async with site.client.kit.database.transaction() as session:
        columns = ", ".join(column.name for column in Page.__table__.columns if column.name not in ("id", "url"))
        copies = f"""INSERT INTO pages (id, url, {columns})
            SELECT gen_random_uuid(), '/copy-' || number, {columns}
            FROM (SELECT * FROM pages LIMIT 1), generate_series(1, 2000) number"""  # noqa: S608  # of constants
        await session.execute(text(copies))
        await session.execute(text("ANALYZE pages"))
        plan = (await session.scalars(text(f"EXPLAIN {dark_mode.CHOICE.text}"))).all()
    assert "Index Only Scan using ix_pages_light_only" in "\n".join(plan)
