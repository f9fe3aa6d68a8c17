"""Who finds what."""

import pytest

from content.search import indexing
from tests.content.blog import wrapped
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    change_page,
    column,
    column_of,
    create_node,
    id_,
    nodes_of,
    row,
    whitelist,
)
from tests.content.search import answer_to, found, marked, new, rebuilt, text_of


class TestWhoSeesWhat:
    """What somebody may not see is neither found nor shown, whatever else the page has."""

    async def restricted(self, site: Site) -> JSON:
        """A page with a word for all, one for the club, and one for those of the club who row."""
        page = await site.new_page("/club", "Our club")
        club, crew = id_(), id_()
        inner = column()
        return await site.saved(
            page,
            *add_text(column_of(page), "<p>Everybody rows: kayak</p>"),
            *add_text(column_of(page), "<p>Secret sloop at the pier</p>", node_id=club),
            create_node(column_of(page), {**row(inner), "id": crew}, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(inner["id"], "<p>Hidden trireme</p>"),
            whitelist(club, ["club"]),
            whitelist(crew, ["club"]),
            whitelist(inner["id"], ["rower", "coach"], "page"),
        )

    async def test_a_visitor_finds_nothing_of_what_is_kept_to_some(self, site: Site) -> None:
        await self.restricted(site)
        assert await found(site, "kayak") == ["/club"]
        for query in ("sloop", "trireme", "kayak sloop"):
            assert await found(site, query) == []
        answer = await site.client.get("/cms/search", params={"query": "kayak or sloop or club"})
        assert answer.json()["total"] == 1
        assert "sloop" not in answer.text
        assert "trireme" not in answer.text

    async def test_members_find_what_they_may_see_together_with_what_all_may(self, site: Site) -> None:
        await self.restricted(site)
        member, rower = site.tokens.bearer("club"), site.tokens.bearer("club", "rower")
        assert await found(site, "kayak sloop", member) == ["/club"]
        assert await found(site, "trireme", member) == []
        assert await found(site, "kayak -sloop", member) == []
        assert await found(site, "kayak -sloop") == ["/club"]
        assert await found(site, "sloop trireme kayak", rower) == ["/club"]
        assert await found(site, "trireme", site.tokens.bearer("rower")) == []
        assert await found(site, "trireme", site.editor) == ["/club"]
        [result] = (await answer_to(site, "sloop", member))["results"]
        assert marked(result["extract"]) == ["sloop"]
        assert "trireme" not in text_of(result["extract"])

    async def test_a_restricted_page_is_found_by_those_whom_it_is_for(self, site: Site) -> None:
        await new(site, "/staff", "<p>rota</p>", title="Rota", config={"scopeWhitelist": ["staff"]})
        await new(site, "/members", "<p>rota</p>", config={"scopeWhitelist": ["logged-in"]})
        assert await found(site, "rota") == []
        assert await found(site, "rota", site.tokens.bearer("other")) == ["/members"]
        assert await found(site, "rota", site.tokens.bearer("staff")) == ["/staff", "/members"]

    async def test_what_gets_a_whitelist_is_gone_at_once(self, site: Site) -> None:
        page = await new(site, "/plan", "<p>mandolin</p>", title="Plan")
        assert await found(site, "mandolin") == ["/plan"]
        text = nodes_of(page["page"]["blocks"][column_of(page)])[-1]
        await site.saved(page, whitelist(text["id"], ["club"]))
        assert await found(site, "mandolin") == []
        assert await found(site, "plan") == ["/plan"]
        assert await found(site, "mandolin", site.tokens.bearer("club")) == ["/plan"]

    async def test_no_stale_document_tells_what_is_kept_to_some_by_now(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pages = [await new(site, f"/{number}", "<p>lute</p>") for number in range(3)]
        assert len(await found(site, "lute")) == 3
        # As where so many pages have changed that a search does not wait for their documents.
        monkeypatch.setattr(indexing, "URGENT_AT_ONCE", 0)
        text = nodes_of(pages[0]["page"]["blocks"][column_of(pages[0])])[-1]
        await site.saved(await site.page("/0"), whitelist(text["id"], ["club"]))
        settings = (await site.client.get(f"/client/pages/{pages[1]['page']['id']}", headers=site.editor)).json()
        await change_page(site, settings, config={"scopeWhitelist": ["club"]})
        assert await found(site, "lute") == ["/2"]
        assert await found(site, "lute", site.editor) == ["/2"]

    async def test_a_name_of_a_scope_that_is_being_renamed_opens_nothing(self, site: Site) -> None:
        await new(site, "/staff", "<p>rota</p>", config={"scopeWhitelist": ["staff"]})
        pool = site.client.kit.database.pool
        await pool.execute("""UPDATE site SET scope_renamings = '{"staff": {}}'""")
        assert await found(site, "rota", site.tokens.bearer("staff")) == []


async def test_a_branch_block_opens_nothing_where_it_is_not(site: Site) -> None:
    """A copy of a layout's tree has the same nodes as a branch block that one of its rows becomes in the other."""
    page, shared, plugin_id = await site.new_page("/one", "One"), row(column()), id_()
    [inner] = shared["block"]["nodes"]
    place = next(node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared")
    page = await site.saved(
        page, wrapped(place, shared), *add_text(inner["id"], "<p>Zanzibar</p>", plugin_id=plugin_id)
    )
    made = (await site.client.post("/cms/layouts", json={"name": "Copy"}, headers=site.editor)).json()
    copy = await site.client.put(
        f"/cms/layouts/{made['id']}",
        json={"name": "Copy", "block": page["page"]["layout"]["block"]},
        headers={**site.editor, "If-Match": f'"{made["version"]}"'},
    )
    assert copy.status_code == 200, copy.text
    settings = (
        await site.client.get(f"/client/pages/{(await site.new_page('/two'))['page']['id']}", headers=site.editor)
    ).json()
    assert (await change_page(site, settings, layoutId=made["id"])).status_code == 200
    await site.saved(await site.page("/two"), whitelist(inner["id"], ["club"]))
    turn = {
        "name": "NODE_SET_TYPE",
        "nodeId": shared["id"],
        "type": "row-branch",
        "blockId": id_(),
        "branchName": "Shared",
    }
    classes = {"name": "NODE_SET_CLASS_NAMES", "nodeId": inner["id"], "level": "site", "classNames": ["big"]}
    await site.saved(await site.page("/one"), classes, turn)
    await rebuilt(site)
    everywhere = await found(site, "zanzibar")
    assert "/one" in everywhere
    assert "/two" not in everywhere
    assert "/two" in await found(site, "zanzibar", site.tokens.bearer("club"))
