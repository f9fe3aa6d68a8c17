"""NODE_SET_SCOPE_WHITELIST: who may see a node; an empty list is everybody."""

from typing import Any, Literal

from content.model.actions.base import NodeSetter
from content.model.values import Scopes


class NodeSetScopeWhitelist(NodeSetter):
    KEYS = ("scopeWhitelist",)

    name: Literal["NODE_SET_SCOPE_WHITELIST"]
    scope_whitelist: Scopes

    def values(self) -> dict[str, Any]:
        return {"scopeWhitelist": self.scope_whitelist or None}
