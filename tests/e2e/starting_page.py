"""The page that a new site begins with, as pages of a test's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx

from tests.whole.page_calls import create_page, new_id, own_column, put_actions, render


def copy_of_start(client: httpx.Client, look: str = "Default") -> str:
    """The address of a new page with the rows of the site's first page, in one of the templates that come with it."""
    listed = client.get("/client/templates", params={"limit": 100}).raise_for_status().json()["results"]
    template = next(each["id"] for each in listed if each["name"] == look)
    page = create_page(client, f"Start in {look}", templateId=template, config={"menu": {"visible": False}})
    start, state = render(client, "/"), render(client, page["url"])
    own = own_column(state)
    # What a new page has is one text.
    actions: list[dict[str, Any]] = [
        {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]} for node in state["page"]["blocks"][own]["nodes"]
    ]
    for index, row in enumerate(start["page"]["blocks"][own_column(start)]["nodes"]):
        actions += _row(start, row, own, index)
    put_actions(client, state, actions).raise_for_status()
    return str(page["url"])


def _row(start: dict[str, Any], row: dict[str, Any], parent_id: str, index: int) -> list[dict[str, Any]]:
    """The actions that put a copy of a row, with the settings and contents of all in it."""
    nodes = list(_nodes_in(row))
    plugin_ids = [node["pluginId"] for node in nodes if "pluginId" in node]
    ids = {old: new_id() for old in (*(node["id"] for node in nodes), *plugin_ids)}
    text = json.dumps(row)
    for old, new in ids.items():
        text = text.replace(old, new)
    actions: list[dict[str, Any]] = [
        {
            "name": "PLUGIN_CREATE",
            "pluginId": ids[each],
            "ref": start["plugins"][each]["ref"],
            "fields": start["plugins"][each]["fields"],
        }
        for each in plugin_ids
    ]
    actions.append({"name": "NODE_CREATE", "parentId": parent_id, "index": index, "node": json.loads(text)})
    for node in nodes:
        fields = start["page"]["nodeFields"].get(node["id"], {}).get("site", {})
        to = {"nodeId": ids[node["id"]], "level": "page"}
        if "classNames" in fields:
            actions.append({"name": "NODE_SET_CLASS_NAMES", **to, "classNames": fields["classNames"]})
        spacing = {key: fields[key] for key in ("width", "innerSpacing") if key in fields}
        if spacing:
            actions.append({"name": "NODE_SET_SPACING", **to, "spacing": spacing})
    return actions


def _nodes_in(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("block", {"nodes": []})["nodes"]:
        yield from _nodes_in(child)
