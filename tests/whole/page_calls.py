"""The calls that an editor makes, for tests that edit pages through the gateway."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from typing import Any

import httpx
from uuid6 import uuid7


def new_id() -> str:
    return str(uuid7())


def create_page(client: httpx.Client, title: str, **more: Any) -> dict[str, Any]:
    """A page at an address of its own; POST /client/pages."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "page"
    answer = client.post("/client/pages", json={"title": title, "url": f"/{slug}-{uuid.uuid4().hex[:8]}", **more})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def render(client: httpx.Client, url: str) -> dict[str, Any]:
    """GET /client/page-render."""
    answer = client.get("/client/page-render", params={"url": url})
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


def put_actions(
    client: httpx.Client, state: dict[str, Any], actions: list[dict[str, Any]], key: str | None = None
) -> httpx.Response:
    """PUT /client/page-render/{pageId} from the version that `state` was read at."""
    return client.put(
        f"/client/page-render/{state['page']['id']}",
        json={"version": state["version"], "actions": actions},
        headers={"Idempotency-Key": key or str(uuid.uuid4())},
    )


def set_text(plugin_id: str, html: str) -> dict[str, Any]:
    """The action that replaces a cms.text's content."""
    return {"name": "PLUGIN_UPDATE", "pluginId": plugin_id, "fields": {"content": html}}


def own_column(state: dict[str, Any]) -> str:
    """The id of the first column of the page's own, below which what is on it alone stands."""
    column: str = next(iter(state["page"]["blocks"]))
    return column


def add_plugin(
    parent_id: str,
    ref: str,
    fields: Mapping[str, Any] | None = None,
    index: int = 0,
    *,
    plugin_id: str | None = None,
    node_id: str | None = None,
) -> list[dict[str, Any]]:
    """The actions that make a plugin and put it into a column."""
    plugin_id = plugin_id or new_id()
    place = {"parentId": parent_id, "index": index, "nodeId": node_id or new_id(), "pluginId": plugin_id}
    return [
        {"name": "PLUGIN_CREATE", "pluginId": plugin_id, "ref": ref, "fields": {**(fields or {})}},
        {"name": "BLOCK_ADD_PLUGIN_NODE", **place},
    ]


def first_text(state: dict[str, Any]) -> str:
    """The id of the page's own first cms.text, not one of the layout's."""
    own = {node["pluginId"] for block in state["page"]["blocks"].values() for node in _plugin_nodes(block)}
    found: str = next(
        entry["pluginId"]
        for entry in state["page"]["plugins"]
        if entry["ref"] == "cms.text" and entry["pluginId"] in own
    )
    return found


def _plugin_nodes(block: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for node in block["nodes"]:
        found += [node] if node["type"] == "plugin" else _plugin_nodes(node.get("block", {"nodes": []}))
    return found


def element_of(html: str, plugin_id: str) -> str:
    """The served HTML of one plugin's element, from its start tag to its end tag."""
    start = re.search(rf'<(\w+)[^>]*data-plugin="{plugin_id}"[^>]*>', html)
    assert start, f"the page does not show plugin {plugin_id}"
    depth = 0
    for tag in re.compile(rf"<(/?){start[1]}\b[^>]*>").finditer(html, start.start()):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return html[start.start() : tag.end()]
    raise AssertionError("the plugin's element does not end")
