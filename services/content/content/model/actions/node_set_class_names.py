"""NODE_SET_CLASS_NAMES: the CSS classes of a node."""

from typing import Any, Literal

from content.model.actions.base import NodeSetter
from content.model.values import ClassNames


class NodeSetClassNames(NodeSetter):
    KEYS = ("classNames",)

    name: Literal["NODE_SET_CLASS_NAMES"]
    class_names: ClassNames

    def values(self) -> dict[str, Any]:
        return {"classNames": self.class_names or None}
