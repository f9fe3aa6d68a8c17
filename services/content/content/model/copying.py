"""Trees under other ids."""

from collections.abc import Mapping
from typing import Any

from content.model.types import Block


def renamed(block: Any, ids: Mapping[str, str]) -> Block:
    """The block with the new id of every node and plugin in it. A plugin without a new id is left out."""
    kept = (node for node in block["nodes"] if node["type"] != "plugin" or node["pluginId"] in ids)
    return {"nodes": [_renamed_node(node, ids) for node in kept]}


def _renamed_node(node: Any, ids: Mapping[str, str]) -> Any:
    copy = {**node, "id": ids[node["id"]]}
    if "pluginId" in node:
        copy["pluginId"] = ids[node["pluginId"]]
    if "block" in node:
        copy["block"] = renamed(node["block"], ids)
    return copy
