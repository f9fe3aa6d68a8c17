"""Taking a branch block out of the trees that show it."""

from collections.abc import Iterable
from typing import Any

from content.documents.split import Document, document_of
from content.model.types import Block
from content.model.walk import nodes_of


def rows_of(blocks: Iterable[Block], branch_id: str) -> set[str]:
    """Ids of the rows that show the branch."""
    return {
        node["id"]
        for block in blocks
        for node in nodes_of(block)
        if node["type"] == "row-branch" and node["blockId"] == branch_id
    }


def without(block: Any, row_ids: set[str]) -> Any:
    """The block without these rows. What held a row only may be left empty, which every parent of rows may be."""
    return {
        "nodes": [
            {**node, "block": without(node["block"], row_ids)} if "block" in node else node
            for node in block["nodes"]
            if node["id"] not in row_ids
        ]
    }


def document_without(blocks: Iterable[Any], node_fields: dict[str, Any], gone: set[str], *, of_page: bool) -> Document:
    """The other columns of a document whose blocks lost some rows; `gone` are all nodes whose fields go too."""
    document, _ = document_of(blocks)
    for node_id, value in node_fields.items():
        if node_id not in gone:
            document.add_fields(node_id, value, value.values() if of_page else [value])
    return document
