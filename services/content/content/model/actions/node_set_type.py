"""NODE_SET_TYPE: row to branch row and back, and between the types of column."""

from typing import Annotated, Any, Literal

from pydantic import Field

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.actions.duplicate import duplicate
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.types import COLUMNS, Block
from content.model.values import Id, Line
from content.model.workspace import Place, Workspace


class NodeSetType(BaseAction):
    REQUIRED = ("node_id",)
    GROWS = True

    name: Literal["NODE_SET_TYPE"]
    node_id: MaybeId = ""
    type: Literal["row", "row-branch", "col", "col-unique", "col-shared"]
    block_id: MaybeId = ""
    branch_name: Line | None = None
    ids: Annotated[dict[Id, Id] | None, Field(max_length=10_000)] = None

    def apply(self, tree: Workspace) -> bool:
        place = tree.find(self.node_id)
        before = place.node["type"]
        if before == self.type:
            return False
        if before == "row" and self.type == "row-branch":
            return self._make_branch(tree, place)
        if before == "row-branch" and self.type == "row":
            return self._make_row(tree, place)
        if before in COLUMNS and self.type in COLUMNS:
            return self._change_column(tree, place)
        raise ActionFault("type_not_possible", "type", f"A {before} cannot become a {self.type}.")

    def touch(self, tree: Workspace) -> Touched:
        touched = tree.touch_node(self.node_id, "type")
        place = tree.places.get(self.node_id)
        node = place.node if place else {}
        if self.type == "row-branch":
            touched |= Touched(frozenset({resources.branch_created(self.block_id)}))
        if node.get("type") == "row-branch":
            branch = frozenset({resources.branch_removed(node["blockId"])})
            touched |= Touched(frozenset() if self.ids else branch, branch)
            if self.ids:
                touched |= tree.touch_columns_in_branches([node])
        if node.get("type") == "col-unique":
            # Pages have blocks of their own in it: nothing may have changed in any.
            touched |= Touched(frozenset(), frozenset({resources.anything(self.node_id)}))
        return touched

    def _make_branch(self, tree: Workspace, place: Place) -> bool:
        if not self.block_id:
            return False
        if self.block_id in tree.page["branches"]:
            raise ActionFault("id_taken", "blockId", "There is a branch block with this id already.")
        if not self.branch_name:
            raise ActionFault("type_not_possible", "branchName", "A branch block needs a name.")
        block = place.node.pop("block")
        tree.page["branches"][self.block_id] = {"id": self.block_id, "name": self.branch_name, "block": block}
        place.node.update(type="row-branch", blockId=self.block_id)
        tree.index_block(block, branch_id=self.block_id)
        return True

    def _make_row(self, tree: Workspace, place: Place) -> bool:
        branch_id = place.node["blockId"]
        branch = tree.page["branches"].get(branch_id)
        if branch is None:
            raise ActionFault("branch_not_found", "nodeId", "The branch block of this row is not known.")
        if self.ids:
            block: Block = duplicate(tree, branch["block"], self.ids)
        else:
            if len(tree.rows_showing(branch_id)) > 1:
                raise ActionFault(
                    "type_not_possible", "ids", "This branch block is used elsewhere, so it can only be copied."
                )
            block = branch["block"]
            del tree.page["branches"][branch_id]
        del place.node["blockId"]
        place.node.update(type="row", block=block)
        tree.index_block(block, place.node["id"])
        return True

    def _change_column(self, tree: Workspace, place: Place) -> bool:
        node: Any = place.node
        block: Block = tree.block(node) or {"nodes": []}
        was_unique = node["type"] == "col-unique"
        node["type"] = self.type
        if self.type == "col-unique":
            del node["block"]
            tree.set_page_block(node["id"], block)
        elif was_unique:
            tree.page["blocks"].pop(node["id"], None)
            node["block"] = block
            tree.index_block(block, node["id"])
        return True
