"""LINK_SET: the link of a node on this page."""

from typing import Annotated, Literal

from content.model.actions.base import BaseAction, MaybeId, NullForEmpty
from content.model.resources import Touched
from content.model.types import NodeLink
from content.model.values import Href
from content.model.workspace import Workspace


class LinkSet(BaseAction):
    REQUIRED = ("node_id",)

    name: Literal["LINK_SET"]
    node_id: MaybeId = ""
    href: Annotated[Href | None, NullForEmpty]
    target_blank: bool

    def apply(self, tree: Workspace) -> bool:
        tree.find(self.node_id)
        before = tree.page["links"].get(self.node_id)
        if self.href is None:
            return tree.page["links"].pop(self.node_id, None) is not None
        after: NodeLink = {"href": self.href, "targetBlank": self.target_blank}
        if after == before:
            return False
        tree.page["links"][self.node_id] = after
        return True

    def touch(self, tree: Workspace) -> Touched:
        return tree.touch_node(self.node_id, f"link@{tree.page['id']}")
