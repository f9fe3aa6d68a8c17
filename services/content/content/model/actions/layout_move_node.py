"""LAYOUT_MOVE_NODE: moves a node with all in it, also from one document to another."""

from typing import Literal

from pydantic import StrictInt

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.actions.removal import check_leaves
from content.model.resources import Touched
from content.model.rules import check_insert, check_no_cycle
from content.model.workspace import Workspace


class LayoutMoveNode(BaseAction):
    REQUIRED = ("node_id", "parent_id")
    GROWS = True

    name: Literal["LAYOUT_MOVE_NODE"]
    node_id: MaybeId = ""
    parent_id: MaybeId = ""
    index: StrictInt

    def apply(self, tree: Workspace) -> bool:
        place = tree.find(self.node_id)
        parent = tree.find(self.parent_id, "parentId")
        block = tree.block(parent.node)
        if block is not None and block["nodes"] is place.siblings:
            at = max(0, min(self.index, len(place.siblings) - 1))
            if place.siblings[at] is place.node:
                return False
        else:
            check_no_cycle(tree, [place.node], parent.node)
            tree.block_for(parent.node)
            check_leaves(place)
            check_insert(tree, parent.node, place.node)
        tree.detach(place)
        tree.insert(parent.node, self.index, place.node)
        return True

    def touch(self, tree: Workspace) -> Touched:
        needs = frozenset({resources.existence(self.parent_id), resources.part(self.parent_id, "type")})
        target = tree.touch_around(self.parent_id)
        return tree.touch_node(self.node_id, "place") | Touched(frozenset(), needs) | target
