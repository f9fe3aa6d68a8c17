"""What a conflict asks somebody about."""

from __future__ import annotations

from tests.content.editors.words import shown_nodes
from tests.content.factory import JSON, nodes_of


def taken_with(clash: JSON, conflict: JSON) -> list[JSON]:
    """A clash, and all that goes with its node where it is about a removal."""
    kind, _, name = clash["resource"].partition(":")
    names = {conflict["actions"][index]["name"] for index in clash["actionIndexes"]}
    if kind != "node" or "NODE_DELETE" not in names:
        return [clash]
    gone = [
        each for node in shown_nodes(conflict["current"]["page"]) if node["id"] == name for each in with_nested(node)
    ]
    plugins = [f"plugin:{node['pluginId']}" for node in gone if node["type"] == "plugin"]
    resources = [*(f"node:{node['id']}" for node in gone), *plugins]
    return [clash, *({"resource": resource, "parts": ["*"]} for resource in resources)]


def with_nested(node: JSON) -> list[JSON]:
    return [node, *nodes_of(node.get("block", {"nodes": []}))]


def concerns(clash: JSON, place: str) -> bool:
    """Whether a conflict's question is about what stands in a place."""
    resource, _, name = place.partition("/")
    fields = [part.removeprefix("fields/") for part in clash["parts"] if part.startswith("fields/")]
    is_whole = len(fields) < len(clash["parts"])
    return resource == clash["resource"] and (is_whole or name in fields)
