"""What a new page shows before anyone has edited it."""

import html
from typing import Any

from content.layouts.tree import plugin_node
from content.model.types import Block
from content.model.walk import nodes_of
from content.plugins.models import Plugin, PluginVersion
from content.plugins.service import new_plugin


def first_blocks(
    layout_block: Block, title: str, version: int, user_id: str | None
) -> tuple[dict[str, Any], list[Plugin | PluginVersion]]:
    """The page's block for each unique column of its layout, and the new plugins in them.

    The first column begins with the title as the page's one first-level heading; the others begin empty.
    """
    columns = [node["id"] for node in nodes_of(layout_block) if node["type"] == "col-unique"]
    blocks: dict[str, Any] = {column: {"nodes": []} for column in columns}
    if not columns:
        return blocks, []
    heading = new_plugin("cms.text", {"content": f"<h1>{html.escape(title)}</h1>"}, version, user_id)
    blocks[columns[0]]["nodes"].append(plugin_node(heading[0].id))
    return blocks, [*heading]
