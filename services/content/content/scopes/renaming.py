"""Other names for scopes in whitelists. All at once: two scopes may have changed names with each other."""

from collections.abc import Mapping
from typing import Any

from content.documents.models import TreeDocument
from content.model import things
from content.pages.models import Page

Names = Mapping[str, str]
"""New names by the former ones."""


def renamed(fields: Mapping[str, Any], names: Names) -> dict[str, Any] | None:
    """The fields with the new names in their whitelist; None where that changes nothing.

    A scope is on a list once: its new name may have been there before, left by a scope that is gone.
    """
    before = fields.get("scopeWhitelist") or []
    after = [*dict.fromkeys(names.get(name, name) for name in before)]
    return None if after == before else {**fields, "scopeWhitelist": after}


def rename_in(document: TreeDocument, names: Names) -> set[str]:
    """Rename in the whitelists of a document's nodes; the settings that differ, as the log of changes calls them.

    Only they are named there: whoever edits anything else of these nodes meanwhile is in nobody's way.
    """
    changed: set[str] = set()
    after = dict(document.node_fields)
    for node_id, stored in document.node_fields.items():
        # A page's document has both levels of a node's fields, the others only those of the whole site.
        for level, fields in stored.items() if isinstance(document, Page) else [("site", stored)]:
            values = renamed(fields, names)
            if values is None:
                continue
            after[node_id] = {**after[node_id], level: values} if isinstance(document, Page) else values
            where = str(document.id) if isinstance(document, Page) and level == "page" else "site"
            changed.add(things.setting(node_id, "scopeWhitelist", where))
    document.node_fields = after
    return changed
