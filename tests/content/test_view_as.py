"""Editors see a page as somebody else gets it; nobody can see more by it, and nobody else can use it."""

import json
from typing import Any

import pytest

from kit.testing import Tokens
from tests.content.factory import JSON, Site, add_text, column, column_of, create_node, id_, refused, row, whitelist

FOR_CLUB = "<p>For the club</p>"
FOR_STAFF = "<p>For the staff</p>"


@pytest.fixture
async def mixed(site: Site) -> JSON:
    """A page with a text for each of two scopes and a menu with a page for the club."""
    await site.new_page("/club", "Clubhouse", config={"menu": {"visible": True}, "scopeWhitelist": ["club"]})
    page = await site.new_page("/mixed")
    club, staff = id_(), id_()
    return await site.saved(
        page,
        *add_text(column_of(page), FOR_CLUB, node_id=club),
        *add_text(column_of(page), FOR_STAFF, node_id=staff),
        whitelist(club, ["club"]),
        whitelist(staff, ["staff", "board"], "page"),
    )


async def seen_as(site: Site, view_as: str | None, by: JSON, url: str = "/mixed") -> JSON:
    answer = await site.render(url, {**by, **({"View-As": view_as} if view_as is not None else {})})
    assert answer.status_code == 200, answer.text
    render: JSON = answer.json()
    return render


def parts(render: JSON) -> set[str]:
    text = json.dumps(render)
    return {part for part in (FOR_CLUB, FOR_STAFF, "Clubhouse") if part in text}


@pytest.mark.usefixtures("mixed")
class TestEditors:
    @pytest.mark.parametrize(
        ("view_as", "seen"),
        [
            ("-", set()),
            ("club", {FOR_CLUB, "Clubhouse"}),
            ("board", {FOR_STAFF}),
            (" club , staff ", {FOR_CLUB, FOR_STAFF, "Clubhouse"}),
            ("no-such-scope", set()),
        ],
    )
    @pytest.mark.parametrize("scope", ["editor", "admin", "super"])
    async def test_see_what_such_a_person_gets(self, site: Site, scope: str, view_as: str, seen: set[str]) -> None:
        assert parts(await seen_as(site, view_as, site.tokens.bearer(scope))) == seen

    @pytest.mark.parametrize("scopes", [None, ["club"], ["staff"], ["club", "board"], ["crm:read"]])
    async def test_get_the_very_answer(self, site: Site, scopes: list[str] | None) -> None:
        own = await site.render("/mixed", site.tokens.bearer(*scopes) if scopes else None)
        viewed = await seen_as(site, ",".join(scopes) if scopes else "-", site.editor)
        assert viewed == {**own.json(), "isCacheable": False}

    @pytest.mark.parametrize("view_as", ["super", "admin", "editor,club"])
    async def test_see_no_more_than_as_themselves(self, site: Site, view_as: str) -> None:
        assert await seen_as(site, view_as, site.editor) == await seen_as(site, None, site.editor)

    async def test_get_nothing_that_may_be_kept(self, site: Site) -> None:
        assert (await seen_as(site, None, {}, "/"))["isCacheable"] is True
        answer = await site.render("/", {**site.editor, "View-As": "-"})
        assert answer.json()["isCacheable"] is False
        assert answer.headers["cache-control"] == "no-store"

    @pytest.mark.parametrize(("view_as", "status"), [("-", 401), ("staff", 403)])
    async def test_are_refused_as_such_a_person_is(self, site: Site, view_as: str, status: int) -> None:
        answer = await site.render("/club", {**site.editor, "View-As": view_as})
        assert refused(answer) == (status, "page_not_visible")
        assert (await seen_as(site, "club", site.editor, "/club"))["page"]["title"] == "Clubhouse"

    @pytest.mark.parametrize(
        "view_as", ["", ",", "club,", "a b", "-,club", "--", "<script>", "club\u00e9", "x" * 65, ",".join(["a"] * 65)]
    )
    async def test_name_scopes_or_nobody(self, site: Site, view_as: str) -> None:
        answer = await site.render("/mixed", {**site.editor, "View-As": view_as.encode()})
        assert refused(answer) == (422, "view_as_invalid")

    async def test_save_the_whole_page_all_the_same(self, site: Site, mixed: JSON) -> None:
        after = await site.saved(
            mixed, *add_text(column_of(mixed), "<p>More</p>"), headers={**site.editor, "View-As": "-"}
        )
        assert parts(after) == {FOR_CLUB, FOR_STAFF, "Clubhouse"}


@pytest.mark.usefixtures("mixed")
class TestOthers:
    @pytest.mark.parametrize("view_as", ["-", "club", "staff", "editor", "super", "<script>", ""])
    async def test_get_what_they_would_get_without(self, site: Site, tokens: Tokens, view_as: str) -> None:
        headers: list[dict[str, Any]] = [{}, tokens.bearer("club"), tokens.bearer("crm:read"), {"Authorization": "x"}]
        for by in headers:
            assert await seen_as(site, view_as, by) == await seen_as(site, None, by)

    async def test_open_no_page_by_it(self, site: Site, tokens: Tokens) -> None:
        for by, status in (({}, 401), (tokens.bearer("staff"), 403)):
            assert (await site.render("/club", {**by, "View-As": "club"})).status_code == status


class TestEverybodyWhoIsLoggedIn:
    """`logged-in` on a list: whatever scopes they hold, and nobody else."""

    async def test_sees_it(self, site: Site, tokens: Tokens) -> None:
        await site.new_page("/inside", "Inside", config={"menu": {"visible": True}, "scopeWhitelist": ["logged-in"]})
        for by in (tokens.bearer(), tokens.bearer("crm:read"), site.editor):
            assert (await site.render("/inside", by)).json()["page"]["title"] == "Inside"
            assert "Inside" in (await site.render("/", by)).text
        assert refused(await site.render("/inside")) == (401, "page_not_visible")
        assert "Inside" not in (await site.render("/")).text

    @pytest.mark.parametrize(("view_as", "status"), [("-", 401), ("club", 200), ("logged-in", 200)])
    async def test_as_an_editor_sees_it_as_somebody_else(self, site: Site, view_as: str, status: int) -> None:
        await site.new_page("/inside", config={"scopeWhitelist": ["logged-in"]})
        assert (await site.render("/inside", {**site.editor, "View-As": view_as})).status_code == status


class TestBlock:
    async def test_is_as_such_a_person_gets_it(self, site: Site) -> None:
        page = await site.new_page("/blocks")
        col, node, branch = column(), id_(), id_()
        shared = row(col)
        after = await site.saved(
            page,
            create_node(column_of(page), shared, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(col["id"], FOR_CLUB, node_id=node),
            {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch, "branchName": "B"},
            whitelist(node, ["club"]),
        )  # fmt: skip
        address = f"/client/page-render/{after['page']['id']}/blocks/{branch}"
        for view_as, is_seen in (("club", True), ("-", False), ("staff", False)):
            answer = await site.client.get(address, headers={**site.editor, "View-As": view_as})
            assert answer.status_code == 200
            assert (FOR_CLUB in answer.text) is is_seen
        # One that the page does not show is for who may edit.
        home = f"/client/page-render/{(await site.page('/'))['page']['id']}/blocks/{branch}"
        assert (await site.client.get(home, headers=site.editor)).status_code == 200
        assert refused(await site.client.get(home, headers={**site.editor, "View-As": "club"}))[0] == 404
