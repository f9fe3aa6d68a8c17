"""Which pages search engines list, and how, by what stands in their own columns for everybody.

The twin of web/app/plugins/listing.ts, which says it in the head of a page.
"""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import orjson

from content.address import HOME
from content.audience import listed, visible
from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.fields.catalogue import Manifest, manifest_of, manifests
from content.model.visibility import placed_plugins
from content.model.walk import nodes_of

_AT_ONCE = 500
"""Pages that are in memory at a time."""

_CONCERNED = """
SELECT p.id::text FROM pages p WHERE p.plugin_ids && ARRAY(
    SELECT g.id FROM plugins g JOIN jsonb_to_recordset($1::text::jsonb) AS known (ref text, unless text) USING (ref)
    WHERE known.unless IS NULL OR coalesce(g.fields ->> known.unless, '') = '')
"""


# In the order of their addresses: of several pages it is always the same one that is first.
_OPEN = f"""
SELECT p.id::text, p.url FROM pages p WHERE p.id = ANY ($1::uuid[])
    AND {visible("p", "'{}'::text[]")} AND {listed("p", "'{}'::text[]")} ORDER BY p.url
"""  # noqa: S608  # of constants


class Listing(NamedTuple):
    """What plugins say of pages, by the ids of those."""

    unlisted: list[str]
    """Left out: what they are for is each visitor's own."""
    named: dict[str, dict[str, str]]
    """The plugin that shows what the address names, where a page shows nothing of its own without such a name."""
    tags: set[str]
    """Of what this depends on: who sees these plugins may change with every document that they stand in."""


def is_of_listing(ref: str) -> bool:
    """Whether a plugin says how the pages that it stands on are listed."""
    manifest = manifest_of(ref)
    return manifest is not None and bool(manifest.get("namedBy") or manifest.get("isUnlisted"))


async def read_listing(connection: Connection) -> Listing:
    """What plugins say of the pages that they stand on."""
    known = [
        {"ref": ref, "unless": named and named["unless"]}
        for ref, manifest in manifests().items()
        if (named := manifest.get("namedBy")) or manifest.get("isUnlisted")
    ]
    return await _read(connection, known)


async def read_naming(connection: Connection, refs: Collection[str]) -> dict[str, list[str]]:
    """The addresses of the pages on which these plugins show everybody what the address names, by ref.

    Each ref is one of a plugin that says `namedBy` in its manifest.
    """
    named_by = {ref: manifests()[ref]["namedBy"] for ref in refs}
    listing = await _read(connection, [{"ref": ref, "unless": named["unless"]} for ref, named in named_by.items()])
    found: dict[str, list[str]] = {ref: [] for ref in refs}
    for row in await connection.fetch(_OPEN, [*listing.named]):
        found[listing.named[row["id"]]["ref"]].append(row["url"])
    return found


async def _read(connection: Connection, known: Collection[dict[str, str | None]]) -> Listing:
    """What is said of the pages that have any of these plugins, unless a field of it says what it shows."""
    ids = [row["id"] for row in await connection.fetch(_CONCERNED, orjson.dumps([*known]).decode())]
    found = Listing([], {}, set())
    for start in range(0, len(ids), _AT_ONCE):
        pages, plugins = await read_pages(connection, ids[start : start + _AT_ONCE])
        for page in pages:
            _add(found, page, plugins)
            found.tags.update(_tags_of(page, plugins))
    return found


def _tags_of(page: Any, plugins: Any) -> Iterator[str]:
    yield from (f"page:{page['id']}", f"layout:{page['layout']['id']}")
    yield from (f"branch:{branch_id}" for branch_id in page["branches"])
    placed = {place.plugin_id for place in placed_plugins(page)} & plugins.keys()
    yield from (f"plugin:{id}" for id in placed if is_of_listing(plugins[id]["ref"]))


def _add(listing: Listing, page: Any, plugins: Any) -> None:
    shown = [*_open_plugins(page, plugins)]
    if is_unlisted(page["url"], [manifest for manifest, _ in shown]):
        listing.unlisted.append(page["id"])
    naming = [
        {"service": manifest["dataFrom"], "ref": manifest["ref"], "parameter": named["parameter"]}
        for manifest, fields in shown
        if (named := manifest.get("namedBy")) and not fields.get(named["unless"])
    ]
    if naming:
        listing.named[page["id"]] = min(naming, key=lambda plugin: plugin["ref"])


def is_unlisted(url: str, shown: Collection[Manifest]) -> bool:
    """Whether one of the plugins that a page shows everybody leaves it out.

    None leaves out the home page, nor a page on which its service shows something to everybody, such as products.
    """
    services = {manifest.get("requires", {}).get("service") for manifest in shown if manifest.get("isUnlisted")}
    others = {manifest.get("dataFrom") for manifest in shown if not manifest.get("isUnlisted")}
    return url != HOME and bool(services) and not (services & others) - {None}


def _open_plugins(page: Any, plugins: Any) -> Iterator[tuple[Manifest, Any]]:
    """The plugins in the page's own columns that everybody sees there, each with its fields."""
    own = {node["pluginId"] for block in page["blocks"].values() for node in nodes_of(block) if "pluginId" in node}
    for id in {place.plugin_id for place in placed_plugins(page) if not place.whitelists} & own & plugins.keys():
        manifest = manifest_of(plugins[id]["ref"])
        if manifest is not None:
            yield manifest, plugins[id]["fields"]
