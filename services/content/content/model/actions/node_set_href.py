"""NODE_SET_HREF: the address that a node links to."""

from typing import Annotated, Any, Literal

from content.model.actions.base import NodeSetter, NullForEmpty
from content.model.values import Href, HrefTarget


class NodeSetHref(NodeSetter):
    KEYS = ("href", "hrefTarget")

    name: Literal["NODE_SET_HREF"]
    href: Annotated[Href | None, NullForEmpty]
    href_target: HrefTarget

    def values(self) -> dict[str, Any]:
        return {} if self.href is None else {"href": self.href, "hrefTarget": self.href_target or None}
