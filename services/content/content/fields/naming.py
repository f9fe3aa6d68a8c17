"""The tags of what depends on where a plugin shows what its page's address names (`namedBy` in its manifest)."""

from collections.abc import Mapping
from typing import Any

from content.fields.catalogue import manifest_of, manifests


def tag_of_naming(ref: str) -> str:
    """What renders carry that depend on where a plugin shows what the address names."""
    return f"naming:{ref}"


def all_tags() -> set[str]:
    """The tags of all such plugins: a layout was changed, which may hide what stands in the columns of its pages."""
    return {tag_of_naming(ref) for ref in manifests() if is_naming(ref)}


def tags_of_change(*states: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The tags of what may be stale once a page is saved that had, or has, these plugins."""
    refs = {plugin["ref"] for plugins in states for plugin in plugins.values()}
    return {tag_of_naming(ref) for ref in refs if is_naming(ref)}


def is_naming(ref: str) -> bool:
    """Whether the plugin may show what its page's address names."""
    manifest = manifest_of(ref)
    return manifest is not None and "namedBy" in manifest
