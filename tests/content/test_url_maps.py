import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from content.app import app
from content.url_maps import service
from kit.audit import AuditEntry
from tests.content.factory import JSON, Site, fault, refused
from tests.content.url_maps import add, added, led, listed, moved, new


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
        assert refused(answer) == (410, "page_gone")

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

    async def test_a_code_in_digits_is_a_number(self, site: Site) -> None:
        answer = await add(site, "/old", "/", "302")  # type: ignore[arg-type]  # as forms send it
        assert answer.status_code == 201, answer.text
        assert answer.json()["responseCode"] == 302
        assert await led(site, "/old") == ("/", 302)

    @pytest.mark.parametrize(
        "code", [200, 300, 303, 404, "soon", None, "200", "0302", " 302", "302.0", "+302", "٣٠٢", "3" * 5_000, [302]]
    )
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


class TestUpdate:
    async def change(self, site: Site, url_map: JSON, **changed: Any) -> httpx.Response:
        headers = {**site.editor, "If-Match": f'"{url_map["version"]}"'}
        return await site.client.put(f"/cms/url-maps/{url_map['id']}", json={**url_map, **changed}, headers=headers)

    async def test_what_a_page_has_left_is_a_persons_from_then_on(self, site: Site) -> None:
        await moved(site, await new(site, "/one"), "/two")
        [url_map] = await listed(site)
        answer = await self.change(site, url_map, destination="/")
        assert (url_map["origin"], answer.json()["origin"]) == ("page_moved", "manual")
        assert await led(site, "/one") == ("/", 301)

    async def test_where_there_are_as_many_patterns_as_may_be(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service, "MAX_PATTERNS", 1)
        pattern, exact = await added(site, "/a/*", "/b"), await added(site, "/c", "/b")
        assert (await self.change(site, pattern, source="/d/*")).status_code == 200
        assert (await self.change(site, exact, source="/c/*")).json()["code"] == "too_many_patterns"


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
