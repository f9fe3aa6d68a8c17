import asyncio
from dataclasses import astuple
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from content.setup.first_words import words_for
from content.site.events import keep_equal, keep_trackers
from content.site.schemas import SiteChanged, TrackersChanged
from kit.db import new_id
from kit.events import Event
from kit.rich_text import clean_rich_text
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.content.factory import Site, own_plugins, put_site

_SHOWN = {"currency": "GBP", "timeZone": "Europe/London", "followsDarkMode": True}


def first_words_in_english() -> list[str]:
    """All of them of more than one word, with markup as they are stored."""
    return [each for each in flat(astuple(words_for("en"))) if " " in each]


def flat(values: Any) -> list[str]:
    """The texts in nested tuples and dicts."""
    if isinstance(values, str):
        return [values]
    return [each for value in (values.values() if isinstance(values, dict) else values) for each in flat(value)]


class TestPut:
    async def test_it_makes_the_first_pages(self, site: Site) -> None:
        home = await site.page("/")
        assert home["site"] == {"name": "Willow & Sons", "language": "en", **_SHOWN, "hasEcom": False, "hasCRM": False}
        assert "<h1>Your site starts here</h1>" in own_plugins(home)[0]["fields"]["content"]
        assert home["page"]["title"] == "Home"
        assert home["page"]["plugins"][0]["ref"] == "cms.menu"
        assert home["template"]["inlineCSS"]

    async def test_the_error_pages_have_the_words_of_the_error_catalogue(self, site: Site) -> None:
        missing, broken = await site.page("/error/404"), await site.page("/error/500")
        assert missing["page"]["title"] == "404 Page Not Found"
        assert (
            "<p>The page you were looking for could not be found.</p>" in own_plugins(missing)[0]["fields"]["content"]
        )
        assert broken["page"]["title"] == "500 Internal Server Error"
        assert "<p>The server encountered an unexpected error.</p>" in own_plugins(broken)[0]["fields"]["content"]
        assert missing["page"]["config"] == {"noIndex": True}

    async def test_its_texts_are_as_a_save_would_leave_them(self, site: Site) -> None:
        texts = [plugin["fields"] for plugin in own_plugins(await site.page("/"))]
        html = [value for fields in texts for name, value in fields.items() if name in {"content", "text"}]
        assert len(html) > 5
        assert [clean_rich_text(each) for each in html] == html

    async def test_a_new_name_leaves_no_old_one_behind(self, client: ServiceClient, tokens: Tokens) -> None:
        await put_site(client, tokens, name="Willow & Sons")
        await put_site(client, tokens, name="Elm & Daughters")
        shown = (await Site(client, tokens).render("/")).text
        assert "Elm & Daughters" in shown
        assert "Willow" not in shown

    async def test_its_words_are_in_its_language(self, client: ServiceClient, tokens: Tokens) -> None:
        await put_site(client, tokens, language="de-AT")
        site = Site(client, tokens)
        for address in ("/", "/error/404", "/error/500"):
            german, english = (await site.page(address))["plugins"], first_words_in_english()
            assert [each for each in english if each in str(german)] == []
        assert (await site.page("/"))["page"]["title"] == "Startseite"
        assert (await site.page("/error/404"))["page"]["title"] == "404 Seite nicht gefunden"

    async def test_it_has_other_templates_to_choose_from(self, site: Site) -> None:
        listed = (await site.client.get("/client/templates", headers=site.editor)).json()["results"]
        assert [each["name"] for each in listed] == ["Bold", "Default", "Editorial"]
        assert all(each["inlineCSS"] and each["fonts"] and "$accent:" in each["sharedSCSS"] for each in listed)
        assert (await site.page("/"))["template"]["name"] == "Default"

    async def test_the_bands_have_the_tags_that_the_theme_knows(self, site: Site) -> None:
        page = (await site.page("/"))["page"]
        bands = page["layout"]["block"]["nodes"][0]["block"]["nodes"]
        fields = [page["nodeFields"][band["id"]]["site"] for band in bands]
        assert [band["type"] for band in bands] == ["layout"] * 3
        assert fields == [
            {"tagName": "header", "classNames": ["site-header"]},
            {"tagName": "main", "ids": ["main"]},
            {"tagName": "footer", "classNames": ["site-footer"]},
        ]

    async def test_the_same_again_changes_nothing(self, site: Site) -> None:
        before = await site.page("/")
        again = await put_site(site.client, site.tokens)
        assert again["version"] == before["version"]
        assert await site.page("/") == before

    async def test_later_only_the_settings_change(self, site: Site) -> None:
        before = await site.page("/")
        await put_site(site.client, site.tokens, name="Willow", hasEcom=True)
        after = await site.page("/")
        assert after["site"] == {"name": "Willow", "language": "en", **_SHOWN, "hasEcom": True, "hasCRM": False}
        assert after["version"] > before["version"]
        assert own_plugins(after) == own_plugins(before)

    async def test_of_many_at_once_one_makes_the_pages(self, client: ServiceClient, tokens: Tokens) -> None:
        answers = await asyncio.gather(*(put_site(client, tokens) for _ in range(5)))
        assert {answer["version"] for answer in answers} == {1}

    async def test_people_cannot_reach_it(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.put("/private/site", json={}, headers=tokens.bearer("super"))
        assert answer.status_code == 401


def told(version: int, **changed: Any) -> Event[SiteChanged]:
    """The site's settings as cms announces them."""
    payload = {
        "version": version,
        "siteName": "Willow",
        "language": "en",
        "timezone": "Europe/London",
        "hasEcom": False,
        "hasCRM": True,
        "allowRegistration": False,
    }
    settings = SiteChanged.model_validate({**payload, **changed})
    return Event(new_id(), "cms.site_changed", settings, "cms", datetime.now(UTC))


async def tell(client: ServiceClient, event: Event[SiteChanged]) -> None:
    """Have the service hear of it, as its worker would."""
    async with client.kit.database.transaction() as session:
        await keep_equal(session, event)


async def announced(client: ServiceClient) -> list[list[str]]:
    """The tags of each announcement that pages are stale."""
    async with client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow.payload).order_by(OutboxRow.position))
        return [payload["tags"] for payload in rows]


class TestFollow:
    async def test_the_site_becomes_as_cms_tells(self, site: Site) -> None:
        before = await site.page("/")
        await tell(site.client, told(7))
        after = await site.page("/")
        assert after["site"] == {"name": "Willow", "language": "en", **_SHOWN, "hasEcom": False, "hasCRM": True}
        assert after["version"] == before["version"] + 1
        assert (await announced(site.client))[-1] == ["site"]

    async def test_what_is_equal_makes_no_page_stale(self, site: Site) -> None:
        before = len(await announced(site.client))
        await tell(site.client, told(7, siteName="Willow & Sons", hasCRM=False))
        assert len(await announced(site.client)) == before

    async def test_an_older_announcement_changes_nothing(self, site: Site) -> None:
        await tell(site.client, told(8, siteName="New"))
        before = await site.page("/")
        await tell(site.client, told(7, siteName="Old"))
        await tell(site.client, told(8, siteName="Twice"))
        assert await site.page("/") == before

    async def test_of_many_at_once_the_last_stays(self, site: Site) -> None:
        await asyncio.gather(*(tell(site.client, told(n, siteName=f"Name {n}")) for n in (9, 7, 12, 8, 11, 10)))
        assert (await site.page("/"))["site"]["name"] == "Name 12"

    async def test_before_the_set_up_nothing_happens(self, client: ServiceClient) -> None:
        await tell(client, told(7))
        assert await announced(client) == []


async def tell_trackers(client: ServiceClient, version: int, *, is_any: bool = True) -> None:
    """What cms tells of trackers."""
    payload = {"version": version, "isAny": is_any, "categories": ["statistics"], "hosts": ["stats.example"]}
    event = Event(new_id(), "cms.trackers_changed", TrackersChanged.model_validate(payload), "cms", datetime.now(UTC))
    async with client.kit.database.transaction() as session:
        await keep_trackers(session, event)


class TestTrackers:
    async def test_pages_say_what_they_load_of_others(self, site: Site) -> None:
        assert "trackers" not in (await site.page("/"))["site"]
        await tell_trackers(site.client, 7)
        shown = (await site.page("/"))["site"]["trackers"]
        assert shown == {"version": 7, "categories": ["statistics"], "hosts": ["stats.example"]}
        assert (await announced(site.client))[-1] == ["site"]
        await tell_trackers(site.client, 8, is_any=False)
        assert "trackers" not in (await site.page("/"))["site"]

    async def test_an_older_announcement_changes_nothing(self, site: Site) -> None:
        await tell_trackers(site.client, 8)
        await tell_trackers(site.client, 7, is_any=False)
        assert (await site.page("/"))["site"]["trackers"]["version"] == 8

    async def test_before_the_set_up_nothing_happens(self, client: ServiceClient) -> None:
        await tell_trackers(client, 7)
        assert await announced(client) == []
