"""What becomes of a page's own content when the page gets another layout."""

import uuid
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.layouts.models import Layout
from content.model.types import Block
from content.model.walk import nodes_of


async def moved_blocks(
    session: AsyncSession, blocks: dict[str, Block], before_id: uuid.UUID, after_id: uuid.UUID
) -> dict[str, Any]:
    """The page's blocks, with those of the former layout's unique columns in the columns of the new one."""
    query = select(Layout.id, Layout.block).where(Layout.id.in_([before_id, after_id]))
    trees = {row.id: row.block for row in await session.execute(query)}
    return move(blocks, unique_columns(trees[before_id]), unique_columns(trees[after_id]))


def unique_columns(block: Block) -> list[str]:
    """The ids of the unique columns in reading order."""
    return [node["id"] for node in nodes_of(block) if node["type"] == "col-unique"]


def move(blocks: dict[str, Block], before: list[str], after: list[str]) -> dict[str, Any]:
    """Move each column's block to the column in the same place, where the page has nothing yet.

    What finds no place stays with its column: a layout that comes back finds it.
    """
    moved: dict[str, Any] = {**blocks}
    for source, target in zip(before, after, strict=False):
        if source != target and not moved.get(target, {"nodes": []})["nodes"]:
            moved[target] = moved.get(source, {"nodes": []})
            moved[source] = {"nodes": []}
    return moved
