"""The tree of the pages, their filters, and moves that are taken back."""

import uuid
from typing import Any

import pytest

from tests.content.factory import JSON, Site, add_text, change_page, column_of, refused
from tests.content.statements import Statements
from tests.content.url_maps import led, listed, moved, new


async def branch(site: Site, parent: JSON | None = None, **query: Any) -> JSON:
    asked = {**query, **({"parent-id": parent["id"]} if parent else {})}
    answer = await site.client.get("/client/pages/tree", params=asked, headers=site.editor)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


def urls(found: JSON) -> list[tuple[str, int]]:
    return [(page["url"], page["below"]) for page in found["results"]]


async def found(site: Site, **query: Any) -> set[str]:
    """Addresses of the pages of a list, those of a new site left out."""
    answer = await site.client.get("/client/pages", params={"limit": 100, **query}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    return {page["url"] for page in answer.json()["results"]} - {"/", "/error/404", "/error/500"}


class TestTree:
    async def test_a_page_stands_below_the_nearest_one_that_its_address_begins_with(self, site: Site) -> None:
        for url in ("/a", "/a-b", "/a/x", "/a/x/deep", "/a/missing/leaf", "/a.b/c", "/ab"):
            await new(site, url)
        top = await branch(site)
        by_url = {page["url"]: page for page in top["results"]}
        assert [one for one in urls(top) if not one[0].startswith("/error")] == [
            ("/", 0), ("/a", 3), ("/a-b", 0), ("/a.b/c", 0), ("/ab", 0)
        ]  # fmt: skip
        below = await branch(site, by_url["/a"])
        assert urls(below) == [("/a/missing/leaf", 0), ("/a/x", 1)]
        assert urls(await branch(site, below["results"][1])) == [("/a/x/deep", 0)]
        assert urls(await branch(site, by_url["/"])) == []

    async def test_it_is_read_in_parts_with_as_many_statements_for_each(self, site: Site) -> None:
        parent = await new(site, "/p")
        for number in range(5):
            await new(site, f"/p/{number}")
            await new(site, f"/p/{number}/below")
        seen, after, counts = [], None, set()
        while True:
            async with Statements(site.client.kit).counted() as sent:
                part = await branch(site, parent, limit=2, **({"after": after} if after else {}))
            counts.add(len(sent))
            seen += urls(part)
            if (after := part.get("next")) is None:
                break
        assert seen == [(f"/p/{number}", 1) for number in range(5)]
        assert len(counts) == 1
        assert counts.pop() <= 6

    async def test_a_page_that_is_not_there_has_no_branch(self, site: Site) -> None:
        answer = await site.client.get(
            "/client/pages/tree", params={"parent-id": str(uuid.uuid4())}, headers=site.editor
        )
        assert refused(answer) == (404, "page_not_found")


class TestReturn:
    async def test_takes_back_a_move_and_leaves_nothing_behind(self, site: Site) -> None:
        await new(site, "/b/stays")
        page = await new(site, "/a")
        await new(site, "/a/x")
        await new(site, "/a/star*")
        page = await moved(site, page, "/b")
        page = await moved(site, page, "/a", isReturn=True)
        for url in ("/a", "/a/x", "/a/star*", "/b/stays"):
            assert await led(site, url) == 200
        assert await listed(site) == []

    async def test_is_an_ordinary_move_but_for_that(self, site: Site) -> None:
        page = await new(site, "/a")
        await new(site, "/b")
        assert refused(await change_page(site, page, url="/b", isReturn=True)) == (409, "url_taken")


class TestFilters:
    async def test_by_settings(self, site: Site) -> None:
        await new(site, "/plain")
        answer = await site.client.post(
            "/client/pages",
            json={
                "title": "Hidden",
                "url": "/hidden",
                "config": {"menu": {"visible": True}, "noIndex": True, "scopeWhitelist": ["logged-in"]},
            },
            headers=site.editor,
        )
        assert answer.status_code == 201, answer.text
        for name in ("in-menu", "no-index", "is-restricted"):
            assert await found(site, **{name: True}) == {"/hidden"}
            assert "/plain" in await found(site, **{name: False})
            assert "/hidden" not in await found(site, **{name: False})
        assert await found(site, scope="logged-in") == {"/hidden"}
        assert await found(site, scope="crm:read") == set()

    async def test_by_what_they_look_like_and_where_they_lead(self, site: Site) -> None:
        page = await new(site, "/own", newLayout=True)
        await new(site, "/other")
        assert await found(site, **{"layout-id": page["layoutId"]}) == {"/own"}
        assert await found(site, **{"template-id": page["templateId"]}) == {"/own", "/other"}
        assert await found(site, **{"template-id": str(uuid.uuid4())}) == set()
        assert await found(site, **{"is-redirected": True}) == set()

    async def test_by_who_changed_them_last(self, site: Site) -> None:
        await new(site, "/mine")
        page = await site.new_page("/theirs")
        someone = str(uuid.uuid4())
        other = site.tokens.bearer("editor", user=someone)
        await site.saved(page, *add_text(column_of(page), "<p>New</p>"), headers=other)
        assert await found(site, **{"changed-by": site.user_id}) == {"/mine"}
        assert await found(site, **{"changed-by": someone}) == {"/theirs"}
        answer = await site.client.get("/client/pages/editors", headers=site.editor)
        assert {one["userId"] for one in answer.json()} == {site.user_id, someone}

    @pytest.mark.parametrize("query", [{"in-menu": "maybe"}, {"template-id": "x"}, {"changed-by": "me"}])
    async def test_what_makes_no_sense_is_refused(self, site: Site, query: JSON) -> None:
        answer = await site.client.get("/client/pages", params=query, headers=site.editor)
        assert answer.status_code == 422
