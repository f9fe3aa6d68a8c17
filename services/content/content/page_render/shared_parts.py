"""What pages of one layout and one template have in common, remembered for the version of the site that it was read at.

Every change of a layout, a template, a branch block, a plugin or the site's settings brings a new version in its own
transaction. So what was read together with a version is what every other statement finds that finds this version, too.
Names of scopes that begin to be renamed are the exception, and are not remembered.

What is remembered is what is stored, for every viewer. What one of them may see of it is found out for each request.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from content.documents.loading import Row, plugins_of
from content.documents.split import document_of

MOST_PARTS = 50
"""Pairs of a layout and a template that are remembered."""

# Until the shop has a setting for it.
DEFAULT_CURRENCY = "GBP"


class SharedPart(NamedTuple):
    """What pages of one layout and one template show alike. It is many requests': nothing in it may be changed."""

    layout: Mapping[str, Any]
    branches: Mapping[str, Any]
    """The layout's, and those in them; of a page that was read whole, its own as well."""
    node_fields: Mapping[str, Any]
    """The site-wide fields of the nodes of both."""
    plugins: Mapping[str, Any]
    """Those in the layout and its branches."""
    has_scope_whitelist: bool
    template: Mapping[str, Any]
    site: Mapping[str, Any]


class SharedMemory:
    """The shared parts of pages at one version of the site, that of the page which was read whole last."""

    def __init__(self) -> None:
        self.shows_branches = False
        """Whether the page read last has branch blocks of its own: then the next one may have some, too."""
        self._version: int | None = None
        self._parts: dict[tuple[str, str], SharedPart] = {}

    @property
    def is_expected(self) -> bool:
        """Whether the next page is expected to have its shared part here."""
        return self._version is not None and not self.shows_branches

    def part_for(self, row: Row) -> SharedPart | None:
        """What a page shares that was read without it, as it is at the version that the page was read at."""
        if row["version"] != self._version or row["has_branches"]:
            return None
        return self._parts.get((row["layout_id"], row["template_id"]))

    def remember(self, row: Row) -> None:
        """Keep what a page shares which was read whole, with its template's CSS, and has no branch blocks of its own."""
        if row["version"] != self._version or len(self._parts) >= MOST_PARTS:
            self._version, self._parts = row["version"], {}
        part = shared_part_of(row, plugins_of(row))
        self._parts[row["layout_id"], row["template_id"]] = _closed(part)

    def expect_change(self) -> None:
        """Have the next page read whole: the site has another version, as this process knows by itself."""
        self._version, self._parts = None, {}


def shared_part_of(row: Row, plugins: Mapping[str, Any]) -> SharedPart:
    """The shared part of a page that was read whole, with all of its plugins."""
    layout = {"id": row["layout_id"], "name": row["layout_name"], "block": orjson.loads(row["layout_block"])}
    branches = orjson.loads(row["branches"]) if row["branches"] else {}
    return SharedPart(
        layout,
        branches,
        _node_fields(row),
        plugins,
        row["shared_has_scope_whitelist"],
        {
            "id": row["template_id"],
            "name": row["template_name"],
            "inlineCSS": row["inline_css"],
            "hasExternalCSS": row["has_external_css"],
            "hasJs": row["has_js"],
            "fonts": orjson.loads(row["fonts"]),
            "version": row["template_version"],
        },
        {
            "name": row["site_name"],
            "language": row["language"],
            "currency": DEFAULT_CURRENCY,
            "timeZone": row["timezone"],
            "hasEcom": row["has_ecom"],
            "hasCRM": row["has_crm"],
            "followsDarkMode": row["follows_dark_mode"],
            "images": orjson.loads(row["site_images"]),
            **_trackers(orjson.loads(row["site_trackers"])),
        },
    )


def with_css_or_not(template: Mapping[str, Any], *, with_css: bool) -> dict[str, Any]:
    """A template of its own for one request, with its inline CSS or without."""
    return {**template} if with_css else {**template, "inlineCSS": ""}


def _closed(part: SharedPart) -> SharedPart:
    """The part without the plugins of the page that it was read with, and so that no request gives it others."""
    blocks = [part.layout["block"], *(branch["block"] for branch in part.branches.values())]
    placed = document_of(blocks)[0].plugin_ids
    plugins = {id: MappingProxyType(part.plugins[id]) for id in placed if id in part.plugins}
    return SharedPart(
        MappingProxyType(part.layout),
        MappingProxyType(part.branches),
        MappingProxyType(part.node_fields),
        MappingProxyType(plugins),
        part.has_scope_whitelist,
        MappingProxyType(part.template),
        MappingProxyType(part.site),
    )


def _trackers(announced: dict[str, Any]) -> dict[str, Any]:
    """What pages load of others, as the site's `trackers`; nothing while there are none."""
    if not announced.get("isAny"):
        return {}
    return {"trackers": {name: announced[name] for name in ("version", "categories", "hosts")}}


def _node_fields(row: Row) -> dict[str, Any]:
    """The site-wide fields of nodes, which lie with the layout and the branches."""
    fields: dict[str, Any] = orjson.loads(row["layout_node_fields"])
    for document in orjson.loads(row["branch_node_fields"] or "[]"):
        fields |= document
    return fields
