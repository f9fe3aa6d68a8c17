"""A private copy of a page's trees with an index, on which a list of actions works in place.

Copying once and then changing in place keeps a save of many actions linear; sharing structure, as the editor
does for React, would look up and copy a path for every action.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, cast

from content.model import things
from content.model.faults import ActionFault
from content.model.things import Touched
from content.model.types import Block, FieldLevel, Node, Page, PageState
from content.model.walk import block_of, nodes_of


class Home(NamedTuple):
    """The document that a node is stored in: the layout, a page's own block (id of its col-unique) or a branch."""

    kind: Literal["layout", "block", "branch"]
    id: str


@dataclass(slots=True)
class Place:
    node: Any
    siblings: list[Node]
    parent_id: str | None
    """The node that holds it; None for the layout's root and for the top of a branch, which many nodes can show."""
    home: Home


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
        self.index_block(self.page["layout"]["block"], None, Home("layout", page["layout"]["id"]))
        for id, block in self.page["blocks"].items():
            self.index_block(block, id, Home("block", id))
        for id, branch in self.page["branches"].items():
            self.index_block(branch["block"], None, Home("branch", id))

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

    def shown_by(self, nodes: Iterable[Any]) -> tuple[set[str], set[str]]:
        """Ids of all nodes and of all branches that these nodes show, through page blocks and branches."""
        node_ids: set[str] = set()
        branch_ids: set[str] = set()
        queue = list(nodes)
        while queue:
            node = queue.pop()
            if node["id"] in node_ids:
                continue
            node_ids.add(node["id"])
            if node["type"] == "row-branch":
                if node["blockId"] in branch_ids:
                    continue
                branch_ids.add(node["blockId"])
            queue.extend((self.block(node) or {"nodes": []})["nodes"])
        return node_ids, branch_ids

    def touch_node(self, node_id: str, *parts: str) -> Touched:
        """A change of these parts (``place``, ``tagName@site`` …) of a node."""
        changed = {things.part(node_id, name) for name in parts}
        return Touched(
            writes=frozenset(changed | {things.anything(node_id)}),
            needs=frozenset(changed | {things.existence(node_id)}),
        ) | self.touch_around(node_id)

    def touch_around(self, node_id: str) -> Touched:
        """What holds the node from outside its document: the col-uniques of page blocks, a branch."""
        columns: list[str] = []
        place = self.places.get(node_id)
        while place is not None and place.home.kind == "block" and place.home.id not in columns:
            columns.append(place.home.id)
            place = self.places.get(place.home.id)
        needs = {thing for id in columns for thing in (things.existence(id), things.part(id, "type"))}
        if place is not None and place.home.kind == "branch":
            needs.add(things.branch_removed(place.home.id))
        return Touched(frozenset(things.anything(id) for id in columns), frozenset(needs))

    # Changing

    def index_block(self, block: Block, parent_id: str | None, home: Home) -> None:
        for node in cast("list[Any]", block["nodes"]):
            self.places[node["id"]] = Place(node, block["nodes"], parent_id, home)
            if node["type"] == "plugin":
                self.plugin_nodes[node["pluginId"]] = node["id"]
            elif "block" in node:
                self.index_block(node["block"], node["id"], home)

    def block_for(self, place: Place) -> tuple[Block, str | None, Home]:
        """The block to put children of a node in, with what is the parent and the home of those children.

        A col-unique without a block on this page gets one.
        """
        node = place.node
        if node["type"] == "col-unique":
            block = self.page["blocks"].setdefault(node["id"], {"nodes": []})
            return block, node["id"], Home("block", node["id"])
        if node["type"] == "row-branch":
            branch = self.page["branches"].get(node["blockId"])
            if branch is None:
                raise ActionFault("branch_not_found", "parentId", "The branch block of this row is not known.")
            return branch["block"], None, Home("branch", node["blockId"])
        if node["type"] == "plugin":
            raise ActionFault("child_not_allowed", "parentId", "A plugin holds no nodes.")
        return node["block"], node["id"], place.home

    def set_page_block(self, node_id: str, block: Block) -> None:
        """Gives a col-unique its block on this page; one left over from a column of the same id goes."""
        for leftover in nodes_of(self.page["blocks"].get(node_id, {"nodes": []})):
            self.places.pop(leftover["id"], None)
            self.plugin_nodes.pop(leftover.get("pluginId", ""), None)
        self.page["blocks"][node_id] = block
        self.index_block(block, node_id, Home("block", node_id))

    def insert(self, place: Place, index: int, nodes: list[Any]) -> None:
        """Puts nodes at ``index`` (clamped) of the block of the node at ``place``."""
        block, parent_id, home = self.block_for(place)
        at = max(0, min(index, len(block["nodes"])))
        block["nodes"][at:at] = nodes
        for node in nodes:
            self.places[node["id"]] = Place(node, block["nodes"], parent_id, home)
            if node["type"] == "plugin":
                self.plugin_nodes[node["pluginId"]] = node["id"]
            elif "block" in node:
                self.index_block(node["block"], node["id"], home)

    def take(self, place: Place) -> None:
        """Takes a node out of its siblings; it and its contents stay in the index."""
        place.siblings[:] = [node for node in place.siblings if node is not place.node]

    def forget(self, node: Any) -> None:
        """Drops a removed node, all in it, and their settings; plugin instances and branches stay."""
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
