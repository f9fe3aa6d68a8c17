import asyncio
import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from content.app import app
from content.url_maps import missing, service
from kit.audit import AuditEntry
from kit.tables import OutboxRow
from tests.content.factory import JSON, Site, fault, refused


async def add(site: Site, source: str, destination: str | None = None, code: int = 301) -> httpx.Response:
    body = {"source": source, "destination": destination, "responseCode": code}
    return await site.client.post("/cms/url-maps", json=body, headers=site.editor)


async def added(site: Site, source: str, destination: str | None = None, code: int = 301) -> JSON:
    answer = await add(site, source, destination, code)
    assert answer.status_code == 201, answer.text
    url_map: JSON = answer.json()
    return url_map


async def listed(site: Site, **params: Any) -> list[JSON]:
    answer = await site.client.get("/cms/url-maps", params={"limit": 100, **params}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    results: list[JSON] = answer.json()["results"]
    return results


async def led(site: Site, url: str, headers: JSON | None = None) -> tuple[str, int] | int:
    """Where a visitor of an address is sent with which code, or the status without a redirect."""
    answer = await site.render(url, headers)
    redirect = answer.json().get("redirect") if answer.status_code == 200 else None
    return (redirect["url"], redirect["responseCode"]) if redirect else answer.status_code


async def move(site: Site, page: JSON, url: str, **more: Any) -> httpx.Response:
    headers = {**site.editor, "If-Match": f'"{page["version"]}"'}
    body = {"title": page["title"], "url": url, **more}
    return await site.client.put(f"/client/pages/{page['id']}", json=body, headers=headers)


async def moved(site: Site, page: JSON, url: str, **more: Any) -> JSON:
    answer = await move(site, page, url, **more)
    assert answer.status_code == 200, answer.text
    after: JSON = answer.json()
    return after


async def new(site: Site, url: str, **settings: Any) -> JSON:
    answer = await site.client.post(
        "/client/pages", json={"title": url[:100], "url": url, **settings}, headers=site.editor
    )
    assert answer.status_code == 201, answer.text
    page: JSON = answer.json()
    return page


class TestCreate:
    async def test_visitors_are_sent_there_at_once(self, site: Site) -> None:
        assert await led(site, "/old") == 404
        url_map = await added(site, "/old", "https://other.example/x?y", 307)
        assert await led(site, "/old") == ("https://other.example/x?y", 307)
        assert (url_map["origin"], url_map["hits"], url_map["pageId"]) == ("manual", 0, None)

    async def test_it_comes_before_a_page_whose_kept_renders_go_stale(self, site: Site, page: JSON) -> None:
        await added(site, "/about", "https://other.example")
        assert await led(site, "/about") == ("https://other.example", 301)
        listed_page = await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)
        assert listed_page.json()["isRedirected"] is True

    async def test_gone_has_no_destination(self, site: Site) -> None:
        await added(site, "/old", None, 410)
        answer = await site.render("/old")
        assert (answer.status_code, answer.json()["code"]) == (410, "page_gone")

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"source": "/a", "destination": None, "responseCode": 301}, "destination"),
            ({"source": "/a", "destination": "/b", "responseCode": 410}, "destination"),
            ({"source": "/a?b", "destination": "/b"}, "source"),
            ({"source": "/cms-admin/x", "destination": "/b"}, "source"),
            ({"source": "/a", "destination": "javascript:alert(1)"}, "destination"),
            ({"source": "/a", "destination": "//evil.example"}, "destination"),
            ({"source": "/a", "destination": "/b/*"}, "destination"),
        ],
    )
    async def test_each_fault_names_its_field(self, site: Site, body: JSON, field: str) -> None:
        answer = await site.client.post("/cms/url-maps", json=body, headers=site.editor)
        assert refused(answer) == (422, "url_map_invalid")
        assert fault(answer)[0] == field
        assert await listed(site) == []

    @pytest.mark.parametrize("code", [200, 300, 303, 404, "soon", None])
    async def test_other_codes_are_refused(self, site: Site, code: Any) -> None:
        assert (await add(site, "/a", "/b", code)).status_code == 422

    async def test_one_source_has_one_map(self, site: Site) -> None:
        await added(site, "/old", "/")
        assert (await add(site, "old/", "/about")).json()["code"] == "url_map_taken"

    async def test_a_record_may_be_sent_back_whole(self, site: Site) -> None:
        url_map = await added(site, "/old", "/")
        headers = {**site.editor, "If-Match": f'"{url_map["version"]}"'}
        answer = await site.client.put(f"/cms/url-maps/{url_map['id']}", json=url_map, headers=headers)
        assert answer.status_code == 200, answer.text

    async def test_only_so_many_patterns_are_looked_through(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "MAX_PATTERNS", 1)
        await added(site, "/a/*", "/")
        assert (await add(site, "/b/*", "/")).json()["code"] == "too_many_patterns"
        await added(site, "/b", "/")


class TestFollowing:
    async def test_chains_are_one_redirect(self, site: Site) -> None:
        for source, destination in (("/a", "/b"), ("/b", "/c"), ("/c", "/")):
            await added(site, source, destination)
        assert await led(site, "/a") == ("/", 301)

    async def test_a_temporary_step_makes_a_chain_temporary(self, site: Site) -> None:
        await added(site, "/a", "/b", 308)
        await added(site, "/b", "/", 302)
        assert await led(site, "/a") == ("/", 302)

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
        assert (answer.status_code, answer.json()["code"]) == (422, "url_map_loop")
        assert len(await listed(site)) == len(fine)

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


class TestPagesThatMove:
    async def test_the_former_address_leads_to_the_page_wherever_it_goes(self, site: Site) -> None:
        page = await new(site, "/one")
        page = await moved(site, page, "/two")
        await moved(site, page, "/three")
        assert await led(site, "/one") == ("/three", 301)
        assert await led(site, "/two") == ("/three", 301)
        assert {one["origin"] for one in await listed(site)} == {"page_moved"}

    async def test_the_pages_below_move_along(self, site: Site) -> None:
        page = await new(site, "/team")
        await new(site, "/team/ada")
        await new(site, "/team/ada/work")
        await new(site, "/teams")
        await moved(site, page, "/people")
        assert await led(site, "/people/ada/work") == 200
        assert await led(site, "/team/ada/work") == ("/people/ada/work", 301)
        assert await led(site, "/teams") == 200
        assert len(await listed(site)) == 3

    async def test_unless_they_are_to_stay(self, site: Site) -> None:
        page = await new(site, "/team")
        await new(site, "/team/ada")
        await moved(site, page, "/people", moveDescendants=False)
        assert await led(site, "/team/ada") == 200
        assert await led(site, "/people/ada") == 404

    async def test_a_page_may_move_below_itself_and_back(self, site: Site) -> None:
        page = await new(site, "/a")
        await new(site, "/a/b")
        page = await moved(site, page, "/a/b")
        assert await led(site, "/a/b/b") == 200
        assert await led(site, "/a") == ("/a/b", 301)
        page = await moved(site, page, "/a")
        assert await led(site, "/a") == 200
        assert await led(site, "/a/b") == 200
        assert await led(site, "/a/b/b") == ("/a/b", 301)

    async def test_a_page_in_the_way_of_one_below_refuses_the_move(self, site: Site) -> None:
        page = await new(site, "/a")
        await new(site, "/a/x")
        await new(site, "/b/x")
        answer = await move(site, page, "/b")
        assert (answer.status_code, answer.json()["code"]) == (409, "url_taken")
        assert "/b/x" in answer.json()["detail"]
        assert await led(site, "/a/x") == 200

    async def test_a_page_below_keeps_an_address_that_would_be_too_long(self, site: Site) -> None:
        page = await new(site, "/a")
        await new(site, "/a/" + "x" * 900)
        answer = await move(site, page, "/" + "b" * 200)
        assert (answer.status_code, answer.json()["code"]) == (422, "url_invalid")

    async def test_renders_of_all_of_them_go_stale(self, site: Site) -> None:
        page = await new(site, "/a")
        below = await new(site, "/a/b")
        before = (await site.page("/"))["version"]
        await moved(site, page, "/c")
        async with app.state.kit.database.transaction() as session:
            query = select(OutboxRow.payload).where(OutboxRow.name == "content.pages_changed")
            told = [payload for payload in await session.scalars(query) if payload["version"] > before]
        tags = {tag for payload in told for tag in payload["tags"]}
        assert {f"page:{page['id']}", f"page:{below['id']}", "address:/a", "address:/a/b", "address:/c/b"} <= tags

    async def test_a_new_page_is_seen_in_place_of_a_redirect(self, site: Site) -> None:
        await moved(site, await new(site, "/one"), "/two")
        await new(site, "/one")
        assert await led(site, "/one") == 200
        assert await listed(site) == []

    async def test_one_that_a_pattern_hides_says_so(self, site: Site) -> None:
        await added(site, "/old/*", "/")
        answer = await site.client.post(
            "/client/pages", json={"title": "There", "url": "/old/there"}, headers=site.editor
        )
        assert answer.json()["isRedirected"] is True
        assert await led(site, "/old/there") == ("/", 301)


class TestPagesThatAreDeleted:
    async def remove(self, site: Site, page: JSON, **params: str) -> httpx.Response:
        return await site.client.delete(f"/client/pages/{page['id']}", params=params, headers=site.editor)

    async def test_they_are_gone(self, site: Site) -> None:
        page = await moved(site, await new(site, "/one"), "/two")
        assert (await self.remove(site, page)).status_code == 204
        assert await led(site, "/two") == 410
        assert await led(site, "/one") == 410

    async def test_or_lead_elsewhere(self, site: Site) -> None:
        page = await moved(site, await new(site, "/one"), "/two")
        other = await new(site, "/three")
        assert (await self.remove(site, page, destination="/three")).status_code == 204
        assert await led(site, "/one") == ("/three", 301)
        await moved(site, other, "/four")
        assert await led(site, "/two") == ("/four", 301)

    @pytest.mark.parametrize("destination", ["//evil.example", "/two", "nowhere"])
    async def test_a_destination_that_is_none_deletes_nothing(self, site: Site, destination: str) -> None:
        page = await new(site, "/two")
        answer = await self.remove(site, page, destination=destination)
        assert (answer.status_code, answer.json()["code"]) == (422, "url_map_invalid")
        assert await led(site, "/two") == 200


class TestDelete:
    async def test_a_page_that_was_hidden_is_seen_again(self, site: Site, page: JSON) -> None:
        url_map = await added(site, "/about", "/")
        assert await led(site, "/about") == ("/", 301)
        answer = await site.client.delete(f"/cms/url-maps/{url_map['id']}", headers=site.editor)
        assert answer.status_code == 204
        assert await led(site, "/about") == 200

    async def test_each_change_is_in_the_audit_log(self, site: Site) -> None:
        url_map = await added(site, "/a", "/")
        await site.client.delete(f"/cms/url-maps/{url_map['id']}", headers=site.editor)
        async with app.state.kit.database.transaction() as session:
            query = select(AuditEntry.action).where(AuditEntry.subject_id == uuid.UUID(url_map["id"]))
            assert set(await session.scalars(query)) == {"url_map.created", "url_map.deleted"}


class TestMissing:
    async def report(self, site: Site, *missed: tuple[str, int, str | None]) -> None:
        addresses = [
            {"url": url, "hits": hits, **({"referrer": referrer} if referrer else {})} for url, hits, referrer in missed
        ]
        answer = await site.client.post(
            "/private/missing-addresses",
            json={"addresses": addresses},
            headers=site.tokens.internal("web", to="content"),
        )
        assert answer.status_code == 204, answer.text

    async def log(self, site: Site, **params: str) -> list[JSON]:
        answer = await site.client.get("/cms/url-maps/missing", params=params, headers=site.editor)
        results: list[JSON] = answer.json()["results"]
        return results

    async def test_reports_add_up(self, site: Site) -> None:
        await self.report(site, ("/a?x", 2, "https://from.example/"), ("/a/", 1, None), ("/..", 1, None))
        await self.report(site, ("/a", 1, None), ("/b", 1, None))
        [first, second] = await self.log(site, sort="-hits")
        assert (first["url"], first["hits"], first["referrer"]) == ("/a", 4, "https://from.example/")
        assert (second["url"], second["hits"]) == ("/b", 1)

    async def test_what_is_answered_by_now_is_not_listed(self, site: Site) -> None:
        await self.report(site, ("/a", 1, None), ("/b", 1, None), ("/c/d", 1, None), ("/e", 1, None))
        await added(site, "/a", "/")
        await new(site, "/b")
        await added(site, "/c/*", "/")
        assert [one["url"] for one in await self.log(site)] == ["/e"]

    async def test_an_entry_can_be_taken_off(self, site: Site) -> None:
        await self.report(site, ("/a", 1, None))
        [entry] = await self.log(site)
        for status in (204, 404):
            answer = await site.client.delete(f"/cms/url-maps/missing/{entry['id']}", headers=site.editor)
            assert answer.status_code == status

    async def test_scanners_do_not_push_out_what_people_miss(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(missing, "MAX_ADDRESSES", 3)
        await self.report(site, ("/missed", 2, None))
        await self.report(site, *((f"/wp-{number}", 1, None) for number in range(5)))
        urls = [one["url"] for one in await self.log(site)]
        assert len(urls) == 3
        assert "/missed" in urls
