"""NODE_SET_TRANSITION_NAME: the name by which a node is matched across pages while they change."""

from typing import Annotated, Any, Literal

from content.model.actions.base import NodeSetter, NullForEmpty
from content.model.values import Identifier


class NodeSetTransitionName(NodeSetter):
    KEYS = ("transitionName",)

    name: Literal["NODE_SET_TRANSITION_NAME"]
    transition_name: Annotated[Identifier | None, NullForEmpty]

    def values(self) -> dict[str, Any]:
        return {"transitionName": self.transition_name}
