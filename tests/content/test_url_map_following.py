import asyncio

import pytest
from pydantic import SecretStr
from sqlalchemy import insert

from content.app import app
from content.config import Settings
from content.url_maps import service
from content.url_maps.hits import HitCounter
from content.url_maps.models import UrlMap
from kit.database import Database
from kit.db import new_id
from kit.testing import SettingsFor
from tests.content.blog import list_page
from tests.content.factory import JSON, Site, refused
from tests.content.url_maps import add, added, led, listed, moved, new


class TestFollowing:
    async def test_chains_are_one_redirect(self, site: Site) -> None:
        for source, destination in (("/a", "/b"), ("/b", "/c"), ("/c", "/")):
            await added(site, source, destination)
        assert await led(site, "/a") == ("/", 301)

    async def test_a_temporary_step_makes_a_chain_temporary(self, site: Site) -> None:
        await added(site, "/a", "/b", 308)
        await added(site, "/b", "/", 302)
        assert await led(site, "/a") == ("/", 302)

    async def test_a_permanent_chain_has_the_code_of_its_first_step(self, site: Site) -> None:
        await added(site, "/a", "/b", 308)
        await added(site, "/b", "/c", 301)
        await added(site, "/c", "/", 308)
        assert await led(site, "/a") == ("/", 308)
        assert await led(site, "/b") == ("/", 301)

    async def test_a_chain_may_end_in_nothing(self, site: Site) -> None:
        await added(site, "/a", "/b")
        await added(site, "/b", None, 410)
        assert await led(site, "/a") == 410

    async def test_the_query_comes_along_unless_the_destination_has_one(self, site: Site) -> None:
        await added(site, "/a", "/b#there")
        await added(site, "/c", "/d?own=1")
        for source, destination in (("/a?x=1&y=2", "/b?x=1&y=2#there"), ("/c?x=1", "/d?own=1")):
            answer = await site.client.get("/client/url-maps/destination", params={"source": source})
            assert answer.json()["match"]["destination"] == destination
        # The web host asks without the parameters that no page reads, and adds all of them itself.
        assert await led(site, "/a?x=1") == ("/b#there", 301)

    async def test_exact_sources_come_first_then_longer_patterns(self, site: Site) -> None:
        await added(site, "/a/*", "/short/*")
        await added(site, "/a/b/*", "/long/*")
        await added(site, "/a/b/c", "/exact")
        assert await led(site, "/a/x") == ("/short/x", 301)
        assert await led(site, "/a/b/x") == ("/long/x", 301)
        assert await led(site, "/a/b/c") == ("/exact", 301)

    async def test_what_like_takes_for_itself_is_plain_text(self, site: Site) -> None:
        await added(site, "/a_b/*", "/new/*")
        assert await led(site, "/axb/1") == 404
        assert await led(site, "/a_b/1") == ("/new/1", 301)

    async def test_a_star_never_leads_to_another_site(self, site: Site) -> None:
        await added(site, "/old*", "/*")
        assert await led(site, "/old/evil.example") == ("/evil.example", 301)

    async def test_a_pattern_may_apply_again_as_long_as_the_address_gets_shorter(self, site: Site) -> None:
        await added(site, "/old/*", "/*")
        assert await led(site, "/old/old/old/x") == ("/x", 301)
        # Cut after five: the next request goes on.
        assert await led(site, "/old" * 7 + "/x") == ("/old/old/x", 301)

    async def test_a_circle_behind_a_pattern_that_applied_again_is_left_out(self, site: Site) -> None:
        await added(site, "/old/*", "/*")
        circle = [
            {"id": new_id(), "source": source, "destination": destination, "response_code": 301, "origin": "manual"}
            for source, destination in (("/a", "/b"), ("/b", "/a"))
        ]
        async with site.client.kit.database.transaction() as session:
            await session.execute(insert(UrlMap), circle)
        assert await led(site, "/old/old/a") == ("/a", 301)
        assert await led(site, "/a") == 404

    async def test_a_chain_is_cut_after_five(self, site: Site) -> None:
        for number in range(8):
            await added(site, f"/{number}", f"/{number + 1}")
        assert await led(site, "/0") == ("/5", 301)

    @pytest.mark.parametrize(
        "maps",
        [
            [("/a", "/a")],
            [("/a", "/b"), ("/b", "/a")],
            [("/a", "/b"), ("/b", "/c?x"), ("/c", "/a#y")],
            [("/a/*", "/b/*"), ("/b/*", "/a/*")],
            [("/a/*", "/a/x/*")],
            [("/a/*", "/b"), ("/b", "/a/c")],
            [("/", "/")],
        ],
    )
    async def test_loops_are_refused(self, site: Site, maps: list[tuple[str, str]]) -> None:
        *fine, last = maps
        for source, destination in fine:
            await added(site, source, destination)
        answer = await add(site, *last)
        assert refused(answer) == (422, "url_map_loop")
        assert len(await listed(site)) == len(fine)

    @pytest.mark.parametrize("length", [6, 13, 20])
    async def test_loops_are_refused_however_long(self, site: Site, length: int) -> None:
        for number in range(1, length):
            await added(site, f"/{number}", f"/{number + 1}")
        assert refused(await add(site, f"/{length}", "/1")) == (422, "url_map_loop")

    async def test_a_chain_without_end_is_refused(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "MAX_CHAIN", 7)
        for number in range(8, 1, -1):
            await added(site, f"/{number}", f"/{number + 1}")
        answer = await add(site, "/1", "/2")
        assert refused(answer) == (422, "url_map_invalid")
        assert answer.json()["errors"][0]["code"] == "url_map_chain_too_long"

    async def test_a_change_cannot_make_a_loop_either(self, site: Site) -> None:
        await added(site, "/a", "/b")
        other = await added(site, "/b", "/c")
        headers = {**site.editor, "If-Match": f'"{other["version"]}"'}
        answer = await site.client.put(
            f"/cms/url-maps/{other['id']}", json={**other, "destination": "/a"}, headers=headers
        )
        assert answer.json()["code"] == "url_map_loop"
        assert await led(site, "/a") == ("/c", 301)

    async def test_a_loop_that_a_move_makes_leads_nowhere(self, site: Site, page: JSON) -> None:
        await added(site, "/team*", "/about")
        await moved(site, await self._page(site, page), "/team")
        assert await led(site, "/team") == 200
        assert await led(site, "/about") == ("/team", 301)
        assert await led(site, "/teams") == ("/team", 301)

    async def test_two_that_would_be_a_loop_together_do_not_both_get_in(self, site: Site) -> None:
        answers = await asyncio.gather(add(site, "/a", "/b"), add(site, "/b", "/a"))
        assert sorted(answer.status_code for answer in answers) == [201, 422]

    async def test_hits_are_counted(self, site: Site) -> None:
        await added(site, "/a", "/b")
        await added(site, "/b", "/")
        for _ in range(3):
            await led(site, "/a")
        await led(site, "/b")
        await app.state.url_map_hits.write()
        hits = {one["source"]: one["hits"] for one in await listed(site)}
        assert hits == {"/a": 3, "/b": 4}
        assert all(one["lastHitAt"] for one in await listed(site, sort="-hits"))

    async def test_hits_wait_for_a_database_that_is_away(
        self, site: Site, settings_for: SettingsFor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Counting ended with the first write that Postgres was away for."""
        url_map = await added(site, "/a", "/")
        nowhere = SecretStr("postgresql://nobody@127.0.0.1:1/nothing")
        away = Database(settings_for(Settings, database_url=nowhere))
        await away.open()
        counter = HitCounter(away)
        counter.add(url_map["id"])
        await counter.write()
        monkeypatch.setattr(counter, "_database", site.client.kit.database)
        await counter.write()
        await away.close()
        assert [one["hits"] for one in await listed(site)] == [1]

    async def test_a_page_that_nobody_has_asked_for_yet_is_no_hit(self, site: Site) -> None:
        await added(site, "/a", "/")
        assert (await site.render("/a", {"Purpose": "prefetch"})).json()["redirect"]["url"] == "/"
        await app.state.url_map_hits.write()
        assert [one["hits"] for one in await listed(site)] == [0]

    @staticmethod
    async def _page(site: Site, render: JSON) -> JSON:
        answer = await site.client.get(f"/client/pages/{render['page']['id']}", headers=site.editor)
        page: JSON = answer.json()
        return page


class TestDestination:
    async def test_it_says_where_an_address_leads(self, site: Site) -> None:
        await added(site, "/a", "/b")
        await added(site, "/b", None, 410)
        await added(site, "/c", "/d", 302)
        ask = site.client.get
        assert (await ask("/client/url-maps/destination", params={"source": "/c?x"})).json() == {
            "match": {"destination": "/d?x", "responseCode": 302}
        }
        assert (await ask("/client/url-maps/destination", params={"source": "/a"})).json() == {
            "match": {"destination": None, "responseCode": 410}
        }
        assert (await ask("/client/url-maps/destination", params={"source": "/x"})).json() == {"match": None}

    async def test_the_address_of_a_hidden_page_is_not_told(self, site: Site) -> None:
        page = await new(site, "/old", config={"scopeWhitelist": ["members"]})
        await moved(site, page, "/secret-club")
        answer = await site.client.get("/client/url-maps/destination", params={"source": "/old"})
        assert answer.json() == {"match": None}
        render = await site.render("/old")
        assert render.status_code == 401
        assert "secret-club" not in render.text
        stranger, member = site.tokens.bearer("other"), site.tokens.bearer("members")
        assert await led(site, "/old", stranger) == 403
        assert await led(site, "/old", member) == ("/secret-club", 301)

    async def test_the_test_box_shows_each_step(self, site: Site, page: JSON) -> None:
        await added(site, "/a/*", "/b")
        await added(site, "/b", "/about")
        answer = await site.client.get("/cms/url-maps/trace", params={"source": "/a/1"}, headers=site.editor)
        found = answer.json()
        assert [(step["source"], step["destination"]) for step in found["steps"]] == [("/a/*", "/b"), ("/b", "/about")]
        assert found["match"] == {"destination": "/about", "responseCode": 301}
        assert (found["pageId"], found["pageTitle"]) == (page["page"]["id"], "About")

    @pytest.mark.parametrize(
        ("source", "outcome"),
        [
            ("/about?x=1", "page"),
            ("/club", "restricted_page"),
            ("/news/feed.xml", "feed"),
            ("/about/feed.xml", "nothing"),
            ("/robots.txt", "system"),
            ("/Files/a.jpg", "system"),
            ("/cms-login", "system"),
            ("/out", "elsewhere"),
            ("/gone", "removed"),
            ("/nowhere", "nothing"),
            ("//nowhere", "nothing"),
        ],
    )
    async def test_the_test_box_says_what_visitors_come_to(
        self, site: Site, page: JSON, source: str, outcome: str
    ) -> None:
        await new(site, "/club", config={"scopeWhitelist": ["members"]})
        await list_page(site, "/news", "News")
        await added(site, "/out", "https://other.example/")
        await added(site, "/gone", None, 410)
        answer = await site.client.get("/cms/url-maps/trace", params={"source": source}, headers=site.editor)
        assert answer.json()["outcome"] == outcome
