"""NODE_SET_TAG_NAME: the element that a node is drawn as."""

from typing import Annotated, Any, Literal

from content.model.actions.base import NodeSetter, NullForEmpty
from content.model.values import TagName


class NodeSetTagName(NodeSetter):
    KEYS = ("tagName",)

    name: Literal["NODE_SET_TAG_NAME"]
    tag_name: Annotated[TagName | None, NullForEmpty]

    def values(self) -> dict[str, Any]:
        return {"tagName": self.tag_name}
