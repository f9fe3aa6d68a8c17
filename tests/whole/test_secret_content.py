"""What a scope whitelist hides stays hidden, in every place where it could come out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from tests.stack import Stack
from tests.waiting import eventually
from tests.whole.accounts import logged_in
from tests.whole.page_calls import create_page, new_id, put_actions, render
from tests.whole.refusals import problem

MEMBERS = "members-only"
SECRET = "the-secret-of-the-members"


@dataclass(frozen=True, slots=True)
class Guarded:
    """A page with a node, a plugin and a branch block that only members may see."""

    id: str
    url: str
    plugin: str
    island: str
    """A plugin that the browser takes up, with all that it needs for that in the page."""
    node: str
    branch: str
    inner_node: str
    """In the branch block."""
    state: dict[str, Any]


@pytest.fixture
def guarded(owner_client: httpx.Client) -> Guarded:
    page = render(owner_client, create_page(owner_client, "Guarded", newLayout=True)["url"])
    column = next(iter(page["page"]["blocks"]))
    row, plugin, node, branch_row, branch, inner, inner_plugin, island, island_node = (new_id() for _ in range(9))
    around = {"wrapBefore": {"rowId": new_id(), "colId": new_id()}}
    col = new_id()
    in_branch = {"id": new_id(), "type": "col", "block": {"nodes": []}}
    actions = [
        {
            "name": "NODE_CREATE",
            "parentId": column,
            "index": 1,
            "node": {
                "id": row,
                "type": "row",
                "block": {"nodes": [{"id": col, "type": "col", "block": {"nodes": []}}]},
            },
            **around,
        },
        _text(plugin),
        {"name": "BLOCK_ADD_PLUGIN_NODE", "parentId": col, "index": 0, "nodeId": node, "pluginId": plugin},
        {"name": "BLOCK_CREATE", "blockId": branch, "branchName": "Guarded", "block": {"nodes": [in_branch]}},
        {
            "name": "NODE_CREATE",
            "parentId": column,
            "index": 2,
            "node": {"id": branch_row, "type": "row-branch", "blockId": branch},
        },
        _text(inner_plugin),
        {
            "name": "BLOCK_ADD_PLUGIN_NODE",
            "parentId": in_branch["id"],
            "index": 0,
            "nodeId": inner,
            "pluginId": inner_plugin,
        },
        {"name": "PLUGIN_CREATE", "pluginId": island, "ref": "cms.login", "fields": {"heading": SECRET}},
        {"name": "BLOCK_ADD_PLUGIN_NODE", "parentId": col, "index": 1, "nodeId": island_node, "pluginId": island},
        _whitelist(node, "page"),
        _whitelist(island_node, "page"),
        _whitelist(inner, "site"),
    ]
    answer = put_actions(owner_client, page, actions)
    assert answer.status_code == 200, answer.text
    return Guarded(page["page"]["id"], page["page"]["url"], plugin, island, node, branch, inner, answer.json())


def _text(plugin: str) -> dict[str, Any]:
    return {"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": "cms.text", "fields": {"content": f"<p>{SECRET}</p>"}}


def _whitelist(node: str, level: str) -> dict[str, Any]:
    return {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": node, "level": level, "scopeWhitelist": [MEMBERS]}


@pytest.fixture
def member(stack: Stack) -> Iterator[httpx.Client]:
    with logged_in(stack, MEMBERS) as client:
        yield client


@pytest.fixture
def stranger(stack: Stack) -> Iterator[httpx.Client]:
    """Somebody logged in, with a scope that opens nothing."""
    with logged_in(stack, "something-else") as client:
        yield client


def is_hidden(text: str, guarded: Guarded) -> bool:
    hidden = (SECRET, MEMBERS, guarded.plugin, guarded.island, guarded.node, guarded.inner_node, "cms.login")
    return not any(part in text for part in hidden)


class TestNodes:
    def test_members_see_them(self, member: httpx.Client, guarded: Guarded) -> None:
        html = member.get(guarded.url)
        assert html.text.count(f"<p>{SECRET}</p>") == 2
        assert f"&quot;heading&quot;:&quot;{SECRET}&quot;" in html.text
        assert html.headers["Cache-Control"] == "private, no-store"
        block = member.get(f"/client/page-render/{guarded.id}/blocks/{guarded.branch}")
        assert SECRET in block.text

    def test_nobody_else_gets_a_trace_of_them(
        self, visitor_client: httpx.Client, stranger: httpx.Client, member: httpx.Client, guarded: Guarded
    ) -> None:
        # First by somebody who may: nothing of that answer may be kept for others.
        assert SECRET in member.get(guarded.url).text
        for client in (visitor_client, stranger):
            for path in (
                guarded.url,
                f"{guarded.url}?x=1",
                f"/client/page-render?url={guarded.url}",
                f"/api/client/page-render?url={guarded.url}",
                f"/client/page-render/{guarded.id}/blocks/{guarded.branch}",
            ):
                answer = client.get(path)
                assert answer.status_code == 200
                assert is_hidden(answer.text, guarded), path
                assert "no-store" in answer.headers.get("Cache-Control", "")

    def test_a_search_finds_them_for_members_alone(
        self, visitor_client: httpx.Client, stranger: httpx.Client, member: httpx.Client, guarded: Guarded
    ) -> None:
        def finds(client: httpx.Client) -> bool:
            answer = client.get("/cms/search", params={"query": f'"{SECRET}"', "limit": 100})
            assert answer.status_code == 200
            assert answer.headers.get("Cache-Control") == "no-store"
            return guarded.url in [result["url"] for result in answer.json()["results"]]

        # As the first of those who ask, nobody is told what only another may see.
        assert not finds(visitor_client)
        # Where other tests change many pages at a time, the worker makes this one ready for a search, and not the search.
        eventually(lambda: finds(member))
        assert not finds(visitor_client)
        assert not finds(stranger)

    def test_lists_of_editors_are_for_editors(
        self, visitor_client: httpx.Client, stranger: httpx.Client, guarded: Guarded
    ) -> None:
        layout = guarded.state["page"]["layoutId"]
        for path in (
            f"/cms/layouts/{layout}",
            f"/cms/layouts/{layout}/node-data",
            "/cms/layouts",
            "/cms/plugins?ref=cms.text",
            "/cms/plugins/unused",
            f"/cms/plugins/{guarded.plugin}/versions",
            "/client/blocks/branches",
            f"/client/blocks/{guarded.branch}/pages",
            "/client/pages",
            f"/client/pages/{guarded.id}",
            "/client/templates",
            "/cms/config",
            "/auth/users",
            "/auth/people",
            "/auth/scopes",
        ):
            problem(visitor_client.get(path), 401, "unauthorized")
            problem(stranger.get(path), 403, "scope_missing")

    def test_what_was_open_is_hidden_as_soon_as_it_is_whitelisted(
        self, owner_client: httpx.Client, visitor_client: httpx.Client
    ) -> None:
        page = render(owner_client, create_page(owner_client, SECRET)["url"])
        url, column = page["page"]["url"], next(iter(page["page"]["blocks"]))
        node = page["page"]["blocks"][column]["nodes"][0]["id"]
        assert f"<h1>{SECRET}</h1>" in visitor_client.get(url).text
        put_actions(owner_client, page, [_whitelist(node, "page")]).raise_for_status()
        eventually(lambda: f"<h1>{SECRET}</h1>" not in visitor_client.get(url).text)


class TestPages:
    @pytest.fixture
    def hidden(self, owner_client: httpx.Client) -> Iterator[dict[str, Any]]:
        in_menu = {"visible": True, "label": SECRET}
        page = create_page(owner_client, SECRET, config={"scopeWhitelist": [MEMBERS], "menu": in_menu})
        yield page
        owner_client.delete(f"/client/pages/{page['id']}").raise_for_status()

    def test_only_members_reach_it(
        self,
        visitor_client: httpx.Client,
        stranger: httpx.Client,
        member: httpx.Client,
        hidden: dict[str, Any],
    ) -> None:
        url = hidden["url"]
        assert SECRET in member.get(url).text
        render_path = f"/client/page-render?url={url}"
        block_path = f"/client/page-render/{hidden['id']}/blocks/{new_id()}"
        for path in (render_path, block_path):
            problem(visitor_client.get(path), 401, "page_not_visible")
            problem(stranger.get(path), 403, "page_not_visible")
        for client, status in ((visitor_client, 401), (stranger, 403)):
            refused = client.get(url)
            assert refused.status_code == status
            # The way back from the login names the address that was asked for, and nothing else does.
            assert hidden["title"] not in refused.text.replace(quote(url, safe=""), "")
            assert SECRET not in client.get("/").text
            assert url not in client.get("/sitemap.xml").text

    def test_nobody_learns_of_it_from_what_is_kept(
        self, owner_client: httpx.Client, visitor_client: httpx.Client, hidden: dict[str, Any]
    ) -> None:
        url = hidden["url"]
        open_to_all = {"title": hidden["title"], "url": url, "config": {}}
        etag = f'"{hidden["version"]}"'
        opened = owner_client.put(f"/client/pages/{hidden['id']}", json=open_to_all, headers={"If-Match": etag})
        assert opened.status_code == 200
        eventually(lambda: visitor_client.get(url).status_code == 200)
        eventually(lambda: url in visitor_client.get("/sitemap.xml").text)
        closing = {**open_to_all, "config": hidden["config"]}
        closed = owner_client.put(
            f"/client/pages/{hidden['id']}", json=closing, headers={"If-Match": opened.headers["ETag"]}
        )
        assert closed.status_code == 200
        eventually(lambda: visitor_client.get(url).status_code == 401)
        eventually(lambda: url not in visitor_client.get("/sitemap.xml").text)
