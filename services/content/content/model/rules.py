"""What may stand in what, and how large a page may grow."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from content.model.faults import ActionFault
from content.model.types import COLUMNS, MAX_COLUMNS, MAX_DEPTH, MAX_NODES, ROWS, Block
from content.model.workspace import Workspace

CHILDREN: dict[str, frozenset[str]] = {
    "root": ROWS | {"layout"},
    "layout": ROWS | {"layout"},
    "row": COLUMNS,
    "row-branch": COLUMNS,
    "col": ROWS | {"plugin"},
    "col-unique": ROWS | {"plugin"},
    "col-shared": ROWS | {"plugin"},
    "plugin": frozenset(),
}


def check_children(parent_type: str, nodes: list[Any], field: str) -> None:
    """ActionFault unless a node of this type may hold exactly these children."""
    for node in nodes:
        if node["type"] not in CHILDREN[parent_type]:
            raise ActionFault("child_not_allowed", field, f"A {parent_type} cannot contain a {node['type']}.")
    if parent_type in COLUMNS and len({node["type"] == "plugin" for node in nodes}) > 1:
        raise ActionFault("child_not_allowed", field, "A column can contain either plugins or rows.")
    if parent_type in ROWS:
        if len(nodes) > MAX_COLUMNS:
            raise ActionFault("too_many_columns", field, f"A row can have at most {MAX_COLUMNS} columns.")
        if not nodes:
            raise ActionFault("last_column", field, "A row needs at least one column.")


def check_insert(tree: Workspace, parent: Any, node: Any) -> None:
    """ActionFault unless ``node`` may join the children of ``parent``."""
    siblings = (tree.block(parent) or {"nodes": []})["nodes"]
    others = (sibling for sibling in siblings if sibling["id"] != node["id"])
    # A column may be long, and what stands in it is of one kind: any of them tells.
    compared = islice(others, 1) if parent["type"] in COLUMNS else others
    check_children(parent["type"], [*compared, node], "parentId")


def check_no_cycle(tree: Workspace, nodes: Iterable[Any], parent: Any) -> None:
    """ActionFault when what these nodes show includes what ``parent`` shows, which they are to be put in."""
    node_ids, branch_ids = tree.holders(parent)
    if any(node["id"] in node_ids or node.get("blockId") in branch_ids for node in nodes):
        raise ActionFault("move_into_itself", "parentId", "A node cannot be put inside itself.")


def check_free(tree: Workspace, ids: Iterable[str], field: str) -> None:
    """ActionFault ``id_taken`` when a node has one of these ids, or one comes twice."""
    seen: set[str] = set()
    for id in ids:
        if id in seen or id in tree.places:
            raise ActionFault("id_taken", field, "There is a node with this id already.")
        seen.add(id)


def check_new(tree: Workspace, nodes: list[Any], blocks: Mapping[str, Block]) -> list[Any]:
    """All nodes in ``nodes``, page blocks included; ActionFault unless they can be added."""
    found: list[Any] = []
    queue = list(nodes)
    used_blocks: set[str] = set()
    while queue:
        node = queue.pop(0)
        found.append(node)
        block = node.get("block")
        if node["type"] == "col-unique" and node["id"] not in used_blocks:
            used_blocks.add(node["id"])
            block = blocks.get(node["id"])
        if block is not None:
            check_children(node["type"], block["nodes"], "node")
            queue.extend(block["nodes"])
    check_free(tree, (node["id"] for node in found), "node")
    check_references(tree, found)
    return found


def check_references(tree: Workspace, nodes: list[Any]) -> None:
    """ActionFault unless the plugins of new nodes are there and free, and their branches are there."""
    placed: set[str] = set(tree.plugin_nodes)
    for node in nodes:
        if node["type"] == "row-branch" and node["blockId"] not in tree.page["branches"]:
            raise ActionFault("branch_not_found", "node", "The branch block is not known.")
        if node["type"] == "plugin":
            check_plugin(tree, node["pluginId"], placed, "node")
            placed.add(node["pluginId"])


def check_plugin(tree: Workspace, plugin_id: str, placed: Iterable[str], field: str) -> None:
    """ActionFault unless the instance is there and stands nowhere yet."""
    if plugin_id not in tree.plugins:
        raise ActionFault("plugin_not_found", field, "The plugin is not known.")
    if plugin_id in placed:
        raise ActionFault("id_taken", field, "The plugin is on the page already.")


def check_limits(tree: Workspace, field: str) -> None:
    """ActionFault when the page, with its branches shown wherever they stand, is too deep or too large.

    Branches are measured once, so that branches within branches cannot make this slow.
    """
    measured: dict[str, tuple[int, int]] = {}

    def measure(nodes: list[Any], level: int) -> tuple[int, int]:
        deepest = count = 0
        for node in nodes:
            if level > MAX_DEPTH:
                raise ActionFault("tree_too_deep", field, f"A page is at most {MAX_DEPTH} levels deep.")
            block = tree.block(node)
            branch_id = node.get("blockId")
            if branch_id is None or branch_id not in measured:
                inner = measure(block["nodes"], level + 1) if block else (0, 0)
                if branch_id is not None:
                    measured[branch_id] = inner
            else:
                inner = measured[branch_id]
            deepest = max(deepest, inner[0] + 1)
            count += inner[1] + 1
        return deepest, count

    deepest, count = measure(tree.page["layout"]["block"]["nodes"], 1)
    if deepest > MAX_DEPTH:
        raise ActionFault("tree_too_deep", field, f"A page is at most {MAX_DEPTH} levels deep.")
    if count > MAX_NODES:
        raise ActionFault("tree_too_large", field, f"A page has at most {MAX_NODES} nodes.")
