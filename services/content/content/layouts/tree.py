"""Layout trees: how they begin, and which ones are possible."""

from typing import Any

from content.documents.loading import Connection, load_references
from content.documents.split import document_of
from content.model.faults import ActionFault
from content.model.rules import check_limits, check_new
from content.model.types import Block
from content.model.workspace import Workspace
from kit.db import new_id


def node(kind: str, *nodes: dict[str, Any]) -> dict[str, Any]:
    """A node with a block of its own."""
    return {"id": str(new_id()), "type": kind, "block": {"nodes": [*nodes]}}


def unique_column() -> dict[str, Any]:
    return {"id": str(new_id()), "type": "col-unique"}


def plugin_node(plugin_id: object) -> dict[str, Any]:
    return {"id": str(new_id()), "type": "plugin", "pluginId": str(plugin_id)}


def empty_layout() -> dict[str, Any]:
    """The block of a new layout: a root with one row of one unique column."""
    return {"nodes": [node("root", node("row", unique_column()))]}


async def check_layout(connection: Connection, block: Block) -> None:
    """ActionFault unless a layout may have this tree: what stands in what, its size, and what it refers to."""
    if [top["type"] for top in block["nodes"]] != ["root"]:
        raise ActionFault("child_not_allowed", "block", "A layout is one root.")
    page: Any = {
        "layout": {"id": "", "name": "", "block": {"nodes": []}},
        "blocks": {},
        "branches": {},
        "nodeFields": {},
        "links": {},
    }
    state: Any = {"page": page, "plugins": {}}
    document, _ = document_of([block])
    await load_references(connection, state, document.plugin_ids, document.branch_ids)
    nothing_yet = Workspace(state)
    check_new(nothing_yet, list(block["nodes"]), {})
    page["layout"]["block"] = block
    check_limits(Workspace(state), "block")
