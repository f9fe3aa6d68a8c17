"""NODE_SET_IDS: the CSS ids of a node."""

from typing import Any, Literal

from content.model.actions.base import NodeSetter
from content.model.values import CssIds


class NodeSetIds(NodeSetter):
    KEYS = ("ids",)

    name: Literal["NODE_SET_IDS"]
    ids: CssIds

    def values(self) -> dict[str, Any]:
        return {"ids": self.ids or None}
