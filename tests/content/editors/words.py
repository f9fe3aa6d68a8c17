"""What people have written on a page: every value is a word of its own, so that one that is lost is missed."""

from __future__ import annotations

import re
from typing import Any

from tests.content.factory import JSON, nodes_of

_WORD = re.compile(r"word[0-9]+")

Words = dict[str, str]
"""By the place that it stands in: a field of a plugin, a setting of a node."""


def words_of(state: JSON) -> Words:
    """Every word that the page shows."""
    return _words(state, shown_nodes(state["page"]))


def words_beside(state: JSON) -> Words:
    """Every word in the shared blocks that are known with the page, also in those that it does not show."""
    return _words(state, [node for each in state["page"]["branches"].values() for node in nodes_of(each["block"])])


def _words(state: JSON, nodes: list[JSON]) -> Words:
    page, plugins = state["page"], state["plugins"]
    found: Words = {}
    for node in nodes:
        names = page["nodeFields"].get(node["id"], {}).get("page", {}).get("classNames", [])
        _note(found, f"node:{node['id']}", names)
        if node["type"] == "plugin":
            for name, value in plugins[node["pluginId"]]["fields"].items():
                _note(found, f"plugin:{node['pluginId']}/{name}", value)
    return found


def shown_nodes(page: JSON) -> list[JSON]:
    """The nodes of the layout, those of the page's own columns in it, and those of the shared blocks in either."""
    layout = nodes_of(page["layout"]["block"])
    own = [page["blocks"].get(node["id"], {"nodes": []}) for node in layout if node["type"] == "col-unique"]
    found = [*layout, *(node for block in own for node in nodes_of(block))]
    for node in found:
        # Those within a block are found in their turn.
        if node["type"] == "row-branch":
            found += nodes_of(page["branches"][node["blockId"]]["block"])
    return found


def _note(found: Words, place: str, value: Any) -> None:
    match = _WORD.search(str(value))
    if match:
        found[place] = match[0]
