"""What actions name, and has to be there before they are applied."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from content.model.actions import Action
from content.model.actions.block_add_plugin_node import BlockAddPluginNode
from content.model.actions.block_create import BlockCreate
from content.model.actions.node_create import NodeCreate
from content.model.actions.node_set_branch_block import NodeSetBranchBlock
from content.model.actions.plugin_create import PluginCreate
from content.model.actions.plugin_update import PluginUpdate
from content.model.walk import nodes_of


@dataclass(slots=True)
class References:
    """What actions name: to be loaded into the state before they are applied, where it exists."""

    plugin_ids: set[str] = field(default_factory=set)
    branch_ids: set[str] = field(default_factory=set)


def references(actions: Iterable[Action]) -> References:
    """Plugins and branches named by actions. A loaded branch brings branches and plugins of its own: load those too."""
    found = References()
    for action in actions:
        if isinstance(action, (PluginCreate, PluginUpdate, BlockAddPluginNode)):
            found.plugin_ids.add(action.plugin_id)
        if isinstance(action, (BlockCreate, NodeSetBranchBlock)):
            found.branch_ids.add(action.block_id)
        for node in _new_nodes(action):
            if node["type"] == "plugin":
                found.plugin_ids.add(node["pluginId"])
            if node["type"] == "row-branch":
                found.branch_ids.add(node["blockId"])
    found.plugin_ids.discard("")
    found.branch_ids.discard("")
    return found


def _new_nodes(action: Action) -> Iterator[Any]:
    if isinstance(action, BlockCreate):
        yield from nodes_of(action.block)
    if isinstance(action, NodeCreate):
        yield from nodes_of({"nodes": [action.node]})
        for block in action.blocks.values():
            yield from nodes_of(block)
