"""Trackers that single pages have."""

import uuid
from datetime import UTC, datetime

import httpx
import pytest
from sqlalchemy import select

from content.pages.events import TrackerDeleted, detach_tracker
from kit.db import new_id
from kit.events import Event
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.content.factory import JSON, Site, create_page

ONE, OTHER = str(uuid.uuid4()), str(uuid.uuid4())


@pytest.fixture
async def about(site: Site) -> JSON:
    page: JSON = (await create_page(site, "/about")).json()
    return page


async def choose(site: Site, tokens: Tokens, page: JSON, *ids: str, scope: str = "admin") -> httpx.Response:
    address = f"/client/pages/{page['id']}"
    present = (await site.client.get(address, headers=site.editor)).json()
    body = {"title": present["title"], "url": present["url"], "trackers": list(ids)}
    headers = {**tokens.bearer(scope), "If-Match": f'"{present["version"]}"'}
    return await site.client.put(address, json=body, headers=headers)


async def shown(site: Site, url: str = "/about") -> list[str]:
    found: list[str] = (await site.render(url)).json()["page"]["trackers"]
    return found


async def delete(site: Site, identifier: str) -> None:
    payload = TrackerDeleted.model_validate({"id": identifier})
    event = Event(new_id(), "cms.tracker_deleted", payload, "cms", datetime.now(UTC))
    async with site.client.kit.database.transaction() as session:
        await detach_tracker(session, event)


async def stale(site: Site) -> list[str]:
    """The tags of the last announced change."""
    async with site.client.kit.database.transaction() as session:
        query = select(OutboxRow.payload).order_by(OutboxRow.position.desc()).limit(1)
        payload: JSON = (await session.scalars(query)).one()
    tags: list[str] = payload["tags"]
    return tags


class TestChoosing:
    async def test_a_page_has_them_in_their_order_and_its_render_is_made_anew(
        self, site: Site, tokens: Tokens, about: JSON
    ) -> None:
        answer = await choose(site, tokens, about, OTHER, ONE)
        assert (answer.status_code, answer.json()["trackers"]) == (200, [OTHER, ONE])
        assert await shown(site) == [OTHER, ONE]
        assert f"page:{about['id']}" in await stale(site)
        await choose(site, tokens, about)
        assert await shown(site) == []

    async def test_they_stay_where_others_save_the_page(self, site: Site, tokens: Tokens, about: JSON) -> None:
        await choose(site, tokens, about, ONE)
        assert (await choose(site, tokens, about, ONE, scope="editor")).status_code == 200
        refused = await choose(site, tokens, about, scope="editor")
        assert (refused.status_code, refused.json()["code"]) == (403, "page_trackers_read_only")
        assert await shown(site) == [ONE]

    async def test_an_editor_makes_no_page_with_any(self, site: Site, tokens: Tokens) -> None:
        body = {"title": "New", "url": "/new", "trackers": [ONE]}
        refused = await site.client.post("/client/pages", json=body, headers=tokens.bearer("editor"))
        assert refused.status_code == 403
        made = await site.client.post("/client/pages", json=body, headers=tokens.bearer("admin"))
        assert (made.status_code, await shown(site, "/new")) == (201, [ONE])

    @pytest.mark.parametrize("ids", [[ONE, ONE], ["x"], [str(uuid.uuid4()) for _ in range(21)]])
    async def test_no_twice_no_names_no_hundreds(self, site: Site, tokens: Tokens, about: JSON, ids: list[str]) -> None:
        answer = await choose(site, tokens, about, *ids)
        assert (answer.status_code, answer.json()["errors"][0]["field"].split(".")[0]) == (422, "trackers")

    async def test_an_administrators_copy_has_them_too(self, site: Site, tokens: Tokens, about: JSON) -> None:
        await choose(site, tokens, about, ONE)
        for scope, trackers in (("admin", [ONE]), ("editor", [])):
            headers = tokens.bearer(scope)
            answer = await site.client.post(f"/client/pages/{about['id']}/duplicate", json={}, headers=headers)
            assert (answer.status_code, answer.json()["trackers"]) == (201, trackers)


class TestUses:
    async def test_pages_are_found_by_them(self, site: Site, tokens: Tokens, about: JSON) -> None:
        await choose(site, tokens, about, OTHER, ONE)
        for asked, found in (({"tracker": ONE}, [about["id"]]), ({"tracker": str(uuid.uuid4())}, [])):
            answer = await site.client.get("/client/pages", params=asked, headers=site.editor)
            assert [each["id"] for each in answer.json()["results"]] == found

    async def test_what_is_deleted_is_taken_off(self, site: Site, tokens: Tokens, about: JSON) -> None:
        await choose(site, tokens, about, OTHER, ONE)
        before = (await site.client.get(f"/client/pages/{about['id']}", headers=site.editor)).json()["version"]
        for _ in range(2):
            await delete(site, ONE)
        after = (await site.client.get(f"/client/pages/{about['id']}", headers=site.editor)).json()
        assert (after["trackers"], after["version"]) == ([OTHER], before + 1)
        assert await stale(site) == [f"page:{about['id']}"]

    async def test_before_the_set_up_nothing_happens(self, client: ServiceClient, tokens: Tokens) -> None:
        await delete(Site(client, tokens), ONE)
