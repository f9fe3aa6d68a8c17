"""NODE_DELETE: removes a node and all in it."""

from typing import Literal

from content.model.actions.base import BaseAction, MaybeId
from content.model.actions.removal import remove, touch_removal
from content.model.resources import Touched
from content.model.workspace import Workspace


class NodeDelete(BaseAction):
    REQUIRED = ("node_id",)

    name: Literal["NODE_DELETE"]
    node_id: MaybeId = ""

    def apply(self, tree: Workspace) -> bool:
        remove(tree, tree.find(self.node_id))
        return True

    def touch(self, tree: Workspace) -> Touched:
        return touch_removal(tree, self.node_id)
