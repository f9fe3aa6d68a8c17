"""Other names for scopes in whitelists, in steps.

While a scope is being renamed, a name may mean two scopes: its former one in whitelists that are still to be changed,
and another one, which has it now, for people who log in. `Renamings` holds such names. Until they are renamed everywhere they open
nothing, and no whitelist can be given them. A scope whose new name is still being renamed goes by a name of its own in
between, which nobody holds.
"""

import copy
import uuid
from collections.abc import Mapping
from typing import Any, NotRequired

from typing_extensions import TypedDict

from content.documents.models import TreeDocument
from content.model import resources
from content.pages.models import Page

Names = Mapping[str, str]
"""New names by the former ones."""


class Renaming(TypedDict):
    """What a name in whitelists is to become, and who renamed the scope."""

    scope: str
    becomes: str
    by: NotRequired[str | None]


Renamings = dict[str, Renaming]
"""The names that are being renamed, as `Site.scope_renamings` has them."""


def renamings_with(
    present: Mapping[str, Any], before: Mapping[uuid.UUID, str], after: Mapping[uuid.UUID, str], by: str | None
) -> Renamings:
    """The names that are being renamed once scopes that were called ``before`` are to be called ``after``."""
    renamings: Renamings = copy.deepcopy({**present})
    for renaming in renamings.values():
        renaming["becomes"] = after.get(uuid.UUID(renaming["scope"]), renaming["becomes"])
    for id, name in after.items():
        former = before.get(id, name)
        # A former name that is somebody else's still was given to no whitelist.
        if former != name and former not in renamings:
            renamings[former] = {"scope": str(id), "becomes": name, "by": by}
    # A scope that has got its name back.
    return {name: renaming for name, renaming in renamings.items() if renaming["becomes"] != name}


def next_names(renamings: Renamings) -> Names:
    """What can be renamed now: to the new name where that is not being renamed itself, else to one of the scope's own."""
    names: dict[str, str] = {}
    for name, renaming in renamings.items():
        own = f"~{renaming['scope']}"
        becomes = renaming["becomes"] if renaming["becomes"] not in renamings else own
        if becomes != name:
            names[name] = becomes
    return names


def without_finished(renamings: Renamings, names: Names) -> Renamings:
    """What is left of the renamings when no whitelist has any of these names."""
    left = {name: renaming for name, renaming in renamings.items() if name not in names}
    for name, own in names.items():
        if own != renamings[name]["becomes"]:
            left[own] = renamings[name]
    return left


def renamed(fields: Mapping[str, Any], names: Names) -> dict[str, Any] | None:
    """The fields with the new names in their whitelist; None where that changes nothing.

    A scope is on a list once: its new name may have been there before, left by a scope that is gone.
    """
    before = fields.get("scopeWhitelist") or []
    after = [*dict.fromkeys(names.get(name, name) for name in before)]
    return None if after == before else {**fields, "scopeWhitelist": after}


def rename_in(document: TreeDocument, names: Names) -> set[str]:
    """Rename in the whitelists of a document's nodes; the settings that differ, as the log of changes calls them.

    The log names only them, so that other edits of these nodes are no conflict.
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
            changed.add(resources.setting(node_id, "scopeWhitelist", where))
    document.node_fields = after
    return changed
