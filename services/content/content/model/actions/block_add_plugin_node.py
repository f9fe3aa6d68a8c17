"""BLOCK_ADD_PLUGIN_NODE: places a plugin instance in a column."""

from typing import Any, Literal

from pydantic import StrictInt

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.resources import Touched
from content.model.rules import check_free, check_insert, check_plugin
from content.model.workspace import Workspace


class BlockAddPluginNode(BaseAction):
    REQUIRED = ("parent_id", "node_id", "plugin_id")
    GROWS = True

    name: Literal["BLOCK_ADD_PLUGIN_NODE"]
    parent_id: MaybeId = ""
    index: StrictInt
    node_id: MaybeId = ""
    plugin_id: MaybeId = ""

    def apply(self, tree: Workspace) -> bool:
        parent = tree.find(self.parent_id, "parentId").node
        node: Any = {"id": self.node_id, "type": "plugin", "pluginId": self.plugin_id}
        check_free(tree, [self.node_id], "nodeId")
        check_plugin(tree, self.plugin_id, tree.plugin_nodes, "pluginId")
        check_insert(tree, parent, node)
        tree.insert(parent, self.index, node)
        return True

    def touch(self, tree: Workspace) -> Touched:
        new = frozenset({resources.existence(self.node_id)})
        needs = new | {resources.existence(self.parent_id), resources.part(self.parent_id, "type")}
        return Touched(new, needs) | tree.touch_around(self.parent_id)
