"""What becomes of a page's own content when the page gets another layout."""

import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.layouts.models import Layout
from content.model.types import Block
from content.model.visibility import whitelist_key
from content.pages.models import Page

Whitelists = frozenset[tuple[str, ...]]


async def move_blocks(session: AsyncSession, page: Page, before_id: uuid.UUID, after_id: uuid.UUID) -> None:
    """Move what is in the former layout's unique columns to those in the same place of the new one.

    What finds no place stays with its column, where a layout that comes back finds it. So does what other people would
    see in the new column than in the former one.
    """
    query = select(Layout.id, Layout.block, Layout.node_fields).where(Layout.id.in_([before_id, after_id]))
    layouts = {row.id: row for row in await session.execute(query)}
    before, after = (
        unique_columns(layouts[id].block, layouts[id].node_fields, page.node_fields) for id in (before_id, after_id)
    )
    page.blocks = moved(page.blocks, before, after)


def unique_columns(
    block: Any, site_fields: Mapping[str, Any], page_fields: Mapping[str, Any]
) -> list[tuple[str, Whitelists]]:
    """The unique columns in reading order, each with the whitelists of it and of the nodes around it."""
    found: list[tuple[str, Whitelists]] = []

    def read(nodes: list[Any], around: Whitelists) -> None:
        for node in nodes:
            levels = [site_fields.get(node["id"], {}), page_fields.get(node["id"], {}).get("page", {})]
            own = {whitelist_key(names) for fields in levels if (names := fields.get("scopeWhitelist"))}
            whitelists = around | own
            if node["type"] == "col-unique":
                found.append((node["id"], whitelists))
            read(node.get("block", {"nodes": []})["nodes"], whitelists)

    read(block["nodes"], frozenset())
    return found


def moved(
    blocks: Mapping[str, Block], before: list[tuple[str, Whitelists]], after: list[tuple[str, Whitelists]]
) -> dict[str, Any]:
    """The blocks of a page with those of the former columns in the new ones, where the page has nothing there yet."""
    result: dict[str, Any] = {**blocks}
    for (source, seen_before), (target, seen_after) in zip(before, after, strict=False):
        is_free = not result.get(target, {"nodes": []})["nodes"]
        if source != target and is_free and seen_before == seen_after:
            result[target] = result.get(source, {"nodes": []})
            result[source] = {"nodes": []}
    return result
