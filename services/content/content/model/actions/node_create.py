"""NODE_CREATE: inserts a node with everything nested in it."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictInt

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.rules import check_free, check_insert, check_new, check_no_cycle
from content.model.types import COLUMNS, ROWS, Block, Node
from content.model.values import Id, bounded_json
from content.model.workspace import Workspace, copy_block, copy_node
from kit.schemas import Schema


class WrapIds(Schema):
    row_id: Id
    col_id: Id


class NodeCreate(BaseAction):
    REQUIRED = ("parent_id",)
    GROWS = True

    name: Literal["NODE_CREATE"]
    parent_id: MaybeId = ""
    index: StrictInt
    node: Annotated[Node, BeforeValidator(bounded_json)]
    blocks: Annotated[dict[Id, Block], BeforeValidator(bounded_json)] = Field(default_factory=dict)
    wrap_before: WrapIds | None = None
    wrap_after: WrapIds | None = None

    def apply(self, tree: Workspace) -> bool:
        parent = tree.find(self.parent_id, "parentId").node
        node: Any = copy_node(self.node)
        new = check_new(tree, [node], self.blocks)
        check_no_cycle(tree, new, parent)
        index = self._wrap(tree, parent, new) if self._wraps(tree, parent) else self.index
        check_insert(tree, parent, node)
        tree.insert(parent, index, node)
        for each in new:
            if each["type"] == "col-unique":
                tree.set_page_block(each["id"], copy_block(self.blocks.get(each["id"], {"nodes": []})))
        return True

    def touch(self, tree: Workspace) -> Touched:
        new = frozenset(resources.existence(id) for id in self._new_ids())
        # Two people may bring the same node back.
        needs = {resources.existence(self.parent_id), resources.part(self.parent_id, "type"), *new}
        needs |= {
            resources.branch_removed(node["blockId"]) for node in self._new_nodes() if node["type"] == "row-branch"
        }
        touched = Touched(new, frozenset(needs)) | tree.touch_around(self.parent_id)
        parent = tree.places.get(self.parent_id)
        if parent is not None and self._wraps(tree, parent.node):
            for plugin in (tree.block(parent.node) or {"nodes": []})["nodes"]:
                touched |= tree.touch_node(plugin["id"], "place")
        return touched

    def _new_nodes(self) -> Iterable[Any]:
        queue: list[Any] = [self.node, *(node for block in self.blocks.values() for node in block["nodes"])]
        while queue:
            node = queue.pop()
            yield node
            queue.extend(node.get("block", {"nodes": []})["nodes"])

    def _new_ids(self) -> set[str]:
        wraps = [wrap for wrap in (self.wrap_before, self.wrap_after) if wrap is not None]
        return {node["id"] for node in self._new_nodes()} | {id for wrap in wraps for id in (wrap.row_id, wrap.col_id)}

    def _wraps(self, tree: Workspace, parent: Any) -> bool:
        nodes: list[Any] = (tree.block(parent) or {"nodes": []})["nodes"]
        is_row_in_column = self.node["type"] in ROWS and parent["type"] in COLUMNS
        return is_row_in_column and bool(nodes) and nodes[0]["type"] == "plugin"

    def _wrap(self, tree: Workspace, parent: Any, new: list[Any]) -> int:
        """Puts the plugins before and after the index in rows of their own; the index between the two."""
        block = tree.block_for(parent)
        at = max(0, min(self.index, len(block["nodes"])))
        sides = [(block["nodes"][:at], self.wrap_before), (block["nodes"][at:], self.wrap_after)]
        rows = [_wrapped(plugins, ids) for plugins, ids in sides if plugins]
        check_free(
            tree,
            [node["id"] for node in new] + [id for row in rows for id in (row["id"], row["block"]["nodes"][0]["id"])],
            "wrapBefore",
        )
        block["nodes"][:] = rows
        tree.index_block(block, self.parent_id)
        return 1 if at else 0


def _wrapped(plugins: list[Any], ids: WrapIds | None) -> Any:
    if ids is None:
        raise ActionFault("wrap_ids_missing", "wrapBefore", "The column's plugins need rows of their own.")
    column = {"id": ids.col_id, "type": "col", "block": {"nodes": plugins}}
    return {"id": ids.row_id, "type": "row", "block": {"nodes": [column]}}
