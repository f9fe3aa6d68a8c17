"""LAYOUT_BLOCK_CREATE: gives a col-unique that has no block on this page an empty one."""

from typing import Literal

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.workspace import Workspace


class LayoutBlockCreate(BaseAction):
    REQUIRED = ("node_id",)

    name: Literal["LAYOUT_BLOCK_CREATE"]
    node_id: MaybeId = ""

    def apply(self, tree: Workspace) -> bool:
        place = tree.find(self.node_id)
        if place.node["type"] != "col-unique":
            raise ActionFault("type_not_possible", "nodeId", "Only a unique column has a block for each page.")
        if self.node_id in tree.page["blocks"]:
            return False
        tree.block_for(place.node)
        return True

    def touch(self, tree: Workspace) -> Touched:
        is_unique = Touched(needs=frozenset({resources.part(self.node_id, "type")}))
        return tree.touch_node(self.node_id, f"block@{tree.page['id']}") | is_unique
