"""BLOCK_CREATE: a new branch block, which no node shows yet."""

from typing import Annotated, Literal

from pydantic import BeforeValidator

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.resources import Touched
from content.model.rules import check_children, check_new
from content.model.types import Block
from content.model.values import Line, bounded_json
from content.model.workspace import Workspace, copy_block


class BlockCreate(BaseAction):
    REQUIRED = ("block_id",)
    GROWS = True

    name: Literal["BLOCK_CREATE"]
    block_id: MaybeId = ""
    branch_name: Line
    block: Annotated[Block, BeforeValidator(bounded_json)]

    def apply(self, tree: Workspace) -> bool:
        # An undo names the branch that it is about to show again, which is still there in most cases.
        if self.block_id in tree.page["branches"]:
            return False
        block = copy_block(self.block)
        check_children("row-branch", block["nodes"], "block")
        check_new(tree, block["nodes"], {})
        tree.page["branches"][self.block_id] = {"id": self.block_id, "name": self.branch_name, "block": block}
        tree.index_block(block, branch_id=self.block_id)
        return True

    def touch(self, tree: Workspace) -> Touched:
        resource = frozenset({resources.branch_removed(self.block_id)})
        return Touched(frozenset({resources.branch_created(self.block_id)}), resource)
