"""NODE_SET_BRANCH_BLOCK: shows another branch block in a row-branch."""

from typing import Literal

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.workspace import Workspace


class NodeSetBranchBlock(BaseAction):
    REQUIRED = ("node_id", "block_id")
    GROWS = True

    name: Literal["NODE_SET_BRANCH_BLOCK"]
    node_id: MaybeId = ""
    block_id: MaybeId = ""

    def apply(self, tree: Workspace) -> bool:
        node = tree.find(self.node_id).node
        if node["type"] != "row-branch":
            raise ActionFault("type_not_possible", "nodeId", "Only a branch row shows a branch block.")
        if self.block_id not in tree.page["branches"]:
            raise ActionFault("branch_not_found", "blockId", "The branch block is not known.")
        if node["blockId"] == self.block_id:
            return False
        # Where the row stands, whatever it shows now.
        _, branch_ids = tree.holders({"id": self.node_id})
        if self.block_id in branch_ids:
            raise ActionFault("move_into_itself", "blockId", "The branch block would show itself.")
        node["blockId"] = self.block_id
        return True

    def touch(self, tree: Workspace) -> Touched:
        needs = frozenset({resources.branch_removed(self.block_id), resources.part(self.node_id, "type")})
        place = tree.places.get(self.node_id)
        touched = tree.touch_node(self.node_id, "branch") | Touched(frozenset(), needs)
        return touched | tree.touch_columns_in_branches([place.node] if place else [])
