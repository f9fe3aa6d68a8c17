"""What whitelists may name while scopes are being renamed."""

from collections.abc import Collection, Mapping
from typing import Any

from content.site.errors import ScopeBeingRenamed


def check_not_being_renamed(whitelist: Collection[str] | None, renamings: Mapping[str, Any]) -> None:
    """Raise ScopeBeingRenamed if a whitelist is to get a name of which it is not clear which scope it means."""
    being_renamed = sorted(set(whitelist or ()).intersection(renamings))
    if being_renamed:
        detail = f"The scope {being_renamed[0]} is being renamed. Try again in a moment."
        raise ScopeBeingRenamed(detail, headers={"Retry-After": "2"})
