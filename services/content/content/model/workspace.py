"""A private copy of a page's trees with an index, on which a list of actions works in place.

Copying once and then changing in place keeps a save of many actions linear; sharing structure, as the editor
does for React, would look up and copy a path for every action.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from content.model import resources
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.types import Block, FieldLevel, Node, Page, PageState
from content.model.walk import block_of, columns_shown, nodes_of


@dataclass(slots=True)
class Place:
    node: Any
    siblings: list[Node]
    parent_id: str | None
    """The node that holds it; None for the layout's root and for the top of a branch, which many nodes can show."""
    branch_id: str | None = None
    """The branch that it is at the top of."""


def copy_block(block: Block) -> Block:
    return {"nodes": [copy_node(node) for node in block["nodes"]]}


def copy_node(node: Any) -> Any:
    return {**node, "block": copy_block(node["block"])} if "block" in node else dict(node)


class Workspace:
    """``page`` and ``plugins`` may be changed through the methods here and the actions only."""

    def __init__(self, state: PageState) -> None:
        page = state["page"]
        self.page: Page = {
            **page,
            "layout": {**page["layout"], "block": copy_block(page["layout"]["block"])},
            "blocks": {id: copy_block(block) for id, block in page["blocks"].items()},
            "branches": {
                id: {**branch, "block": copy_block(branch["block"])} for id, branch in page["branches"].items()
            },
            "nodeFields": dict(page["nodeFields"]),
            "links": dict(page["links"]),
        }
        self.plugins = dict(state["plugins"])
        self.places: dict[str, Place] = {}
        self.plugin_nodes: dict[str, str] = {}
        self.index_block(self.page["layout"]["block"])
        for id, block in self.page["blocks"].items():
            self.index_block(block, id)
        for id, branch in self.page["branches"].items():
            self.index_block(branch["block"], branch_id=id)

    # Looking

    def find(self, node_id: str, field: str = "nodeId") -> Place:
        """Where the node is; ActionFault ``node_not_found``."""
        place = self.places.get(node_id)
        if place is None:
            raise ActionFault("node_not_found", field, "The node is not on this page.")
        return place

    def block(self, node: Any) -> Block | None:
        """The block that a node shows; None for plugins and for what has none yet."""
        return block_of(self.page, node)

    def inside(self, node: Any) -> Iterator[Any]:
        """The node and all that goes when it is removed: also the page's blocks of its columns, but no branch."""
        yield node
        if node["type"] != "row-branch":
            for child in (self.block(node) or {"nodes": []})["nodes"]:
                yield from self.inside(child)

    def rows_showing(self, branch_id: str) -> list[str]:
        return [id for id, place in self.places.items() if place.node.get("blockId") == branch_id]

    def holders(self, node: Any) -> tuple[set[str], set[str]]:
        """Ids of all nodes and of all branches that what this node shows is in, wherever it is shown.

        Upwards, because a page is wide and not deep.
        """
        node_ids: set[str] = set()
        branch_ids: set[str] = set()

        def climb(node_id: str) -> None:
            place = self.places.get(node_id)
            if place is None or node_id in node_ids:
                return
            node_ids.add(node_id)
            if place.parent_id is not None:
                climb(place.parent_id)
            if place.branch_id is not None:
                climb_branch(place.branch_id)

        def climb_branch(branch_id: str) -> None:
            if branch_id not in branch_ids:
                branch_ids.add(branch_id)
                for row_id in self.rows_showing(branch_id):
                    climb(row_id)

        climb(node["id"])
        if "blockId" in node:
            climb_branch(node["blockId"])
        return node_ids, branch_ids

    def touch_node(self, node_id: str, *parts: str) -> Touched:
        """A change of these parts (``place``, ``tagName@site`` …) of a node."""
        changed = {resources.part(node_id, name) for name in parts}
        return Touched(
            writes=frozenset(changed | {resources.anything(node_id)}),
            needs=frozenset(changed | {resources.existence(node_id)}),
        ) | self.touch_around(node_id)

    def touch_around(self, node_id: str) -> Touched:
        """What holds the node from outside its document: the col-uniques of page blocks, a branch."""
        columns: list[str] = []
        branch_id = None
        place = self.places.get(node_id)
        while place is not None:
            branch_id = place.branch_id
            # Also where the column is gone, or another kind of node: what stands in it is on no page then.
            if place.parent_id is not None and self._is_in_page_block(place):
                columns.append(place.parent_id)
            place = self.places.get(place.parent_id) if place.parent_id is not None else None
        needs = {resource for id in columns for resource in (resources.existence(id), resources.part(id, "type"))}
        if branch_id is not None:
            needs.add(resources.branch_removed(branch_id))
        return Touched(frozenset(resources.anything(id) for id in columns), frozenset(needs))

    def touch_columns_in_branches(self, nodes: Iterable[Any]) -> Touched:
        """A change that has these nodes show no more what they do: what stands in the columns is on no page then."""
        rows = [node for node in nodes if node["type"] == "row-branch"]
        columns = columns_shown(rows, self.page["branches"])
        writes = frozenset(resources.existence(id) for id in columns)
        return Touched(writes, writes | frozenset(resources.anything(id) for id in columns))

    def _is_in_page_block(self, place: Place) -> bool:
        block = self.page["blocks"].get(place.parent_id or "")
        return block is not None and block["nodes"] is place.siblings

    # Changing

    def index_block(self, block: Block, parent_id: str | None = None, branch_id: str | None = None) -> None:
        for node in cast("list[Any]", block["nodes"]):
            self.places[node["id"]] = Place(node, block["nodes"], parent_id, branch_id)
            if node["type"] == "plugin":
                self.plugin_nodes[node["pluginId"]] = node["id"]
            elif "block" in node:
                self.index_block(node["block"], node["id"])

    def block_for(self, node: Any) -> Block:
        """The block to put children of a node in; a col-unique without a block on this page gets one."""
        if node["type"] == "plugin":
            raise ActionFault("child_not_allowed", "parentId", "A plugin cannot contain nodes.")
        block = self.block(node)
        if block is None and node["type"] == "row-branch":
            raise ActionFault("branch_not_found", "parentId", "The branch block of this row is not known.")
        return block or self.page["blocks"].setdefault(node["id"], {"nodes": []})

    def set_page_block(self, node_id: str, block: Block) -> None:
        """Gives a col-unique its block on this page; one left over from a column of the same id goes."""
        for leftover in nodes_of(self.page["blocks"].get(node_id, {"nodes": []})):
            self.places.pop(leftover["id"], None)
            self.plugin_nodes.pop(leftover.get("pluginId", ""), None)
        self.page["blocks"][node_id] = block
        self.index_block(block, node_id)

    def insert(self, parent: Any, index: int, node: Any) -> None:
        """Puts a node, new or taken out before, at ``index`` (clamped) of the block that ``parent`` shows."""
        nodes = self.block_for(parent)["nodes"]
        nodes.insert(max(0, min(index, len(nodes))), node)
        branch_id = parent.get("blockId")
        place = self.places.get(node["id"])
        self.places[node["id"]] = Place(node, nodes, None if branch_id else parent["id"], branch_id)
        if place is None and node["type"] == "plugin":
            self.plugin_nodes[node["pluginId"]] = node["id"]
        if place is None and "block" in node:
            self.index_block(node["block"], node["id"])

    def detach(self, place: Place) -> None:
        """Detaches a node from its siblings; it and its contents stay in the index."""
        place.siblings[:] = [node for node in place.siblings if node is not place.node]

    def unindex(self, node: Any) -> None:
        """Removes a node, its contents and their settings from the index; plugin instances and branches stay."""
        for each in list(self.inside(node)):
            self.places.pop(each["id"], None)
            self.page["nodeFields"].pop(each["id"], None)
            self.page["links"].pop(each["id"], None)
            if each["type"] == "plugin":
                self.plugin_nodes.pop(each["pluginId"], None)
            if each["type"] == "col-unique":
                self.page["blocks"].pop(each["id"], None)

    def set_fields(self, node_id: str, level: FieldLevel, keys: Iterable[str], values: dict[str, Any]) -> bool:
        """Replaces these keys of a node's fields; None removes. False when nothing changes."""
        levels = self.page["nodeFields"].get(node_id, {})
        before = levels.get(level, {})
        after = {key: value for key, value in before.items() if key not in set(keys)}
        after |= {key: value for key, value in values.items() if value is not None}
        if after == before:
            return False
        kept = {name: fields for name, fields in {**levels, level: after}.items() if fields}
        if kept:
            self.page["nodeFields"][node_id] = kept
        else:
            self.page["nodeFields"].pop(node_id, None)
        return True
