"""The actions that a save is made of, discriminated by ``name``; web/app/page/actions says what each does.

Adding one: its file here and its twin there, a line in the union of each, and its vectors.
"""

from typing import Annotated

from pydantic import Field, TypeAdapter

from content.model.actions.block_add_plugin_node import BlockAddPluginNode
from content.model.actions.block_create import BlockCreate
from content.model.actions.block_remove_node import BlockRemoveNode
from content.model.actions.layout_block_create import LayoutBlockCreate
from content.model.actions.layout_move_node import LayoutMoveNode
from content.model.actions.link_set import LinkSet
from content.model.actions.node_create import NodeCreate
from content.model.actions.node_delete import NodeDelete
from content.model.actions.node_set_background import NodeSetBackground
from content.model.actions.node_set_branch_block import NodeSetBranchBlock
from content.model.actions.node_set_class_names import NodeSetClassNames
from content.model.actions.node_set_href import NodeSetHref
from content.model.actions.node_set_ids import NodeSetIds
from content.model.actions.node_set_scope_whitelist import NodeSetScopeWhitelist
from content.model.actions.node_set_spacing import NodeSetSpacing
from content.model.actions.node_set_tag_name import NodeSetTagName
from content.model.actions.node_set_transition_name import NodeSetTransitionName
from content.model.actions.node_set_type import NodeSetType
from content.model.actions.plugin_create import PluginCreate
from content.model.actions.plugin_update import PluginUpdate

MAX_ACTIONS = 1000

Action = Annotated[
    PluginCreate
    | PluginUpdate
    | NodeCreate
    | NodeDelete
    | NodeSetType
    | LinkSet
    | BlockCreate
    | LayoutBlockCreate
    | LayoutMoveNode
    | BlockAddPluginNode
    | BlockRemoveNode
    | NodeSetTagName
    | NodeSetTransitionName
    | NodeSetIds
    | NodeSetClassNames
    | NodeSetHref
    | NodeSetScopeWhitelist
    | NodeSetBackground
    | NodeSetSpacing
    | NodeSetBranchBlock,
    Field(discriminator="name"),
]

Actions = Annotated[list[Action], Field(min_length=1, max_length=MAX_ACTIONS)]
"""The list of one save."""

actions_adapter: TypeAdapter[list[Action]] = TypeAdapter(Actions)
"""Reads a list of actions from plain JSON values outside a request: a stored draft."""
