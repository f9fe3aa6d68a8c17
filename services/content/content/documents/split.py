"""Which part of a page's state is stored where: with the layout, with a branch block, or with the page itself."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from content.model.types import Block, Page
from content.model.walk import nodes_of


@dataclass(slots=True)
class Document:
    """What every stored tree has beside its blocks: the columns of content.documents.models.TreeDocument."""

    node_fields: dict[str, Any] = field(default_factory=dict)
    plugin_ids: list[str] = field(default_factory=list)
    branch_ids: list[str] = field(default_factory=list)
    has_scope_whitelist: bool = False

    def add_fields(self, node_id: str, value: dict[str, Any], levels: Iterable[dict[str, Any]]) -> None:
        self.node_fields[node_id] = value
        self.has_scope_whitelist |= any(fields.get("scopeWhitelist") for fields in levels)

    def columns(self) -> dict[str, Any]:
        """The values of a model's columns."""
        return {
            "node_fields": self.node_fields,
            "plugin_ids": [uuid.UUID(plugin_id) for plugin_id in self.plugin_ids],
            "branch_ids": [uuid.UUID(branch_id) for branch_id in self.branch_ids],
            "has_scope_whitelist": self.has_scope_whitelist,
        }


@dataclass(slots=True)
class Documents:
    layout: Document
    page: Document
    branches: dict[str, Document]


def document_of(blocks: Iterable[Block]) -> tuple[Document, set[str]]:
    """A document of these blocks, still without node fields, and the ids of its nodes."""
    document = Document()
    node_ids: set[str] = set()
    for block in blocks:
        for node in nodes_of(block):
            node_ids.add(node["id"])
            if node["type"] == "plugin":
                document.plugin_ids.append(node["pluginId"])
            elif node["type"] == "row-branch":
                document.branch_ids.append(node["blockId"])
    return document, node_ids


def split(page: Page) -> Documents:
    """The documents that hold a page's trees, with the node fields that are stored with each.

    Site-wide fields lie with the document that has the node, page-wide ones with the page. Fields of nodes that are
    in no tree any more stay with the page: a layout that comes back finds them.
    """
    layout, layout_nodes = document_of([page["layout"]["block"]])
    own, _ = document_of(page["blocks"].values())
    homes = dict.fromkeys(layout_nodes, layout)
    branches: dict[str, Document] = {}
    for branch_id, branch in page["branches"].items():
        branches[branch_id], nodes = document_of([branch["block"]])
        homes |= dict.fromkeys(nodes, branches[branch_id])
    for node_id, levels in page["nodeFields"].items():
        home = homes.get(node_id, own)
        kept = {level: fields for level, fields in levels.items() if fields}
        if home is not own and "site" in kept:
            site = kept.pop("site")
            home.add_fields(node_id, site, [site])
        if kept:
            own.add_fields(node_id, kept, kept.values())
    return Documents(layout, own, branches)
