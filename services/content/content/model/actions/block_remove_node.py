"""BLOCK_REMOVE_NODE: takes a plugin's node out; the instance stays and can be placed again."""

from typing import Literal

from content.model.actions.base import BaseAction, MaybeId
from content.model.actions.removal import remove, touch_removal
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.workspace import Workspace


class BlockRemoveNode(BaseAction):
    REQUIRED = ("node_id",)

    name: Literal["BLOCK_REMOVE_NODE"]
    node_id: MaybeId = ""

    def apply(self, tree: Workspace) -> bool:
        place = tree.find(self.node_id)
        if place.node["type"] != "plugin":
            raise ActionFault("type_not_possible", "nodeId", "Only a plugin's node can be removed from its block.")
        remove(tree, place)
        return True

    def touch(self, tree: Workspace) -> Touched:
        return touch_removal(tree, self.node_id)
