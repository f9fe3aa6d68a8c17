"""What the tests of content arrange: a site, its pages, and saves of their contents."""

import uuid
from collections.abc import Sequence
from typing import Any

import httpx

from kit.db import new_id
from kit.testing import ServiceClient, Tokens

JSON = dict[str, Any]


def id_() -> str:
    return str(new_id())


async def put_site(client: ServiceClient, tokens: Tokens, **changed: Any) -> JSON:
    """Have the site set up the way auth does it; later, changed."""
    wanted = {"name": "Willow & Sons", "language": "en", "timezone": "Europe/London", "hasEcom": False, "hasCRM": False}
    answer = await client.put(
        "/private/site", json={**wanted, **changed}, headers=tokens.internal("auth", to="content")
    )
    assert answer.status_code == 200, answer.text
    site: JSON = answer.json()
    return site


class Site:
    """A site that is set up, as an editor uses it."""

    def __init__(self, client: ServiceClient, tokens: Tokens) -> None:
        self.client = client
        self.tokens = tokens
        self.user_id = str(uuid.uuid4())
        self.editor = tokens.bearer("editor", user=self.user_id)
        self.admin = tokens.bearer("admin")

    async def render(self, url: str, headers: JSON | None = None) -> httpx.Response:
        """What a visitor gets of an address, or somebody with these headers."""
        return await self.client.get("/client/page-render", params={"url": url}, headers=headers)

    async def page(self, url: str) -> JSON:
        """The render of a page, whole."""
        answer = await self.render(url, self.editor)
        assert answer.status_code == 200, answer.text
        render: JSON = answer.json()
        return render

    async def new_page(self, url: str, title: str = "A page", **settings: Any) -> JSON:
        """Make a page; its render."""
        answer = await create_page(self, url, title, **settings)
        assert answer.status_code == 201, answer.text
        return await self.page(answer.json()["url"])

    async def save(
        self, render: JSON, *actions: JSON, key: str | None = None, headers: JSON | None = None, **changed: Any
    ) -> httpx.Response:
        """Save actions on sight of a render."""
        return await self.client.put(
            f"/client/page-render/{render['page']['id']}",
            json={"version": render["version"], "actions": list(actions), **changed},
            headers={**(headers or self.editor), "Idempotency-Key": key or id_()},
        )

    async def saved(self, render: JSON, *actions: JSON, headers: JSON | None = None) -> JSON:
        """Save actions that have to succeed; the render afterwards.

        It is put together from memory, so each is held equal to what is read.
        """
        answer = await self.save(render, *actions, headers=headers)
        assert answer.status_code == 200, answer.text
        after: JSON = answer.json()
        assert after == await self.page(after["page"]["url"])
        return after


async def create_page(site: Site, url: str, title: str = "A page", **settings: Any) -> httpx.Response:
    """POST a page."""
    return await site.client.post("/client/pages", json={"title": title, "url": url, **settings}, headers=site.editor)


async def change_page(site: Site, page: JSON, version: object = None, **settings: Any) -> httpx.Response:
    """PUT a page's settings on sight of them, or of another version."""
    body = {"title": page["title"], "url": page["url"], **settings}
    headers = {**site.editor, "If-Match": f'"{page["version"] if version is None else version}"'}
    return await site.client.put(f"/client/pages/{page['id']}", json=body, headers=headers)


def column_of(render: JSON) -> str:
    """The page's own column: the first unique one."""
    found: str = next(
        node["id"] for node in nodes_of(render["page"]["layout"]["block"]) if node["type"] == "col-unique"
    )
    return found


def nodes_of(block: JSON) -> list[JSON]:
    """A block's nodes with all nested in them, parents first."""
    found: list[JSON] = []
    for node in block["nodes"]:
        found += [node, *nodes_of(node.get("block", {"nodes": []}))]
    return found


def leaf_of(render: JSON) -> str:
    """The last column in the page's own column: where the home page's plugins are."""
    columns = [node for node in nodes_of(render["page"]["blocks"][column_of(render)]) if node["type"] == "col"]
    found: str = columns[-1]["id"]
    return found


def own_plugins(render: JSON) -> list[JSON]:
    """The instances in the page's own column, in order."""
    block = render["page"]["blocks"][column_of(render)]
    return [render["plugins"][node["pluginId"]] for node in nodes_of(block) if node["type"] == "plugin"]


def create_plugin(plugin_id: str, content: str = "<p>New</p>", ref: str = "cms.text", **fields: Any) -> JSON:
    known = {"content": content} if ref == "cms.text" else {}
    return {"name": "PLUGIN_CREATE", "pluginId": plugin_id, "ref": ref, "fields": {**known, **fields}}


def update_plugin(plugin_id: str, content: str) -> JSON:
    return {"name": "PLUGIN_UPDATE", "pluginId": plugin_id, "fields": {"content": content}}


def place_plugin(parent_id: str, plugin_id: str, node_id: str | None = None, index: int = 100) -> JSON:
    return {
        "name": "BLOCK_ADD_PLUGIN_NODE",
        "parentId": parent_id,
        "index": index,
        "nodeId": node_id or id_(),
        "pluginId": plugin_id,
    }


def add_text(parent_id: str, content: str, *, plugin_id: str | None = None, node_id: str | None = None) -> list[JSON]:
    """The actions that put a new text into a column."""
    plugin_id = plugin_id or id_()
    return [create_plugin(plugin_id, content), place_plugin(parent_id, plugin_id, node_id)]


def column(*nodes: JSON, type: str = "col") -> JSON:
    return {"id": id_(), "type": type, "block": {"nodes": list(nodes)}}


def row(*columns: JSON) -> JSON:
    return {"id": id_(), "type": "row", "block": {"nodes": list(columns)}}


def create_node(parent_id: str, node: JSON, index: int = 100, **more: Any) -> JSON:
    return {"name": "NODE_CREATE", "parentId": parent_id, "index": index, "node": node, **more}


def whitelist(node_id: str, scopes: Sequence[str], level: str = "site") -> JSON:
    return {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": node_id, "level": level, "scopeWhitelist": list(scopes)}


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a problem."""
    return answer.status_code, answer.json()["code"]


def fault(answer: httpx.Response) -> tuple[str, str]:
    """Field and code of a problem's one field error."""
    [error] = answer.json()["errors"]
    return error["field"], error["code"]
