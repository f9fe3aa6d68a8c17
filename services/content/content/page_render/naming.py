"""The pages that an empty field of an address stands for: those on which a plugin shows what their address names.

A field says which plugin by `pageOf`. With one such page the field need not be set, and moves with it; with none, or
several, the editor is told.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from content.documents.listing import read_naming
from content.fields.catalogue import manifest_of, manifests
from content.fields.naming import tag_of_naming
from content.page_render.sources import Asked
from content.pages.models import LISTED


class NamingPages(NamedTuple):
    """The addresses by ref of the plugin, and the tags of all that they depend on."""

    by_ref: dict[str, list[str]]
    tags: set[str]


async def naming_pages(plugins: Iterable[Mapping[str, Any]], asked: Asked) -> NamingPages:
    """What the plugins of a page need to know of; for editors, what those would that they may add."""
    refs = {ref for plugin in plugins for ref in _refs_of(plugin["ref"])}
    if asked.viewer.sees_all:
        refs |= _offered(has_shop=asked.site["hasEcom"])
    if not refs:
        return NamingPages({}, set())
    found = await asked.remember_naming(
        f"naming pages {' '.join(sorted(refs))}", lambda connection: read_naming(connection, refs)
    )
    return NamingPages(found, {LISTED, *map(tag_of_naming, refs)})


@cache
def _refs_of(ref: str) -> frozenset[str]:
    manifest = manifest_of(ref)
    fields = manifest["fields"].values() if manifest else ()
    return frozenset(field["pageOf"] for field in fields if "pageOf" in field)


@cache
def _offered(*, has_shop: bool) -> frozenset[str]:
    offered = (
        ref
        for ref, manifest in manifests().items()
        if has_shop or manifest.get("requires", {}).get("service") != "ecom"
    )
    return frozenset(needed for ref in offered for needed in _refs_of(ref))
