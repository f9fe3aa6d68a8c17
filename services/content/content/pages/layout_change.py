"""What becomes of a page's own content when the page gets another layout."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.documents.loading import connection_of, read_references
from content.layouts.models import Layout
from content.model import resources
from content.model.types import Block
from content.model.visibility import whitelist_key
from content.model.walk import nodes_of
from content.pages.models import Page

Whitelists = frozenset[tuple[str, ...]]


class Moved(NamedTuple):
    blocks: dict[str, Any]
    """The page's blocks by column, as they are with the new layout."""
    left: set[str]
    """The resources of what stays in columns that the page no longer shows: who changes any of it is in conflict."""


async def moved_blocks(session: AsyncSession, page: Page, before_id: uuid.UUID, after_id: uuid.UUID) -> Moved:
    """What is in the former layout's unique columns, in those in the same place of the new one.

    What finds no place stays with its column, where a layout that comes back finds it. So does what other people would
    see in the new column than in the former one.
    """
    query = select(Layout.id, Layout.block, Layout.node_fields, Layout.branch_ids)
    layouts = {row.id: row for row in await session.execute(query.where(Layout.id.in_([before_id, after_id])))}
    branch_ids = {str(branch_id) for layout in layouts.values() for branch_id in layout.branch_ids}
    shared = await read_references(await connection_of(session), (), branch_ids)
    fields = shared.fields_in(branch_ids)
    before, after = (
        unique_columns(layouts[id].block, layouts[id].node_fields | fields, page.node_fields, shared.branches)
        for id in (before_id, after_id)
    )
    blocks = moved(page.blocks, before, after)
    gone = {id for id, _ in before} - {id for id, _ in after}
    left = [node for id in gone if id in blocks for node in nodes_of(blocks[id])]
    return Moved(blocks, {resource for node in left for resource in _removal(node)})


def _removal(node: Any) -> set[str]:
    """What a change writes that takes a node off the page."""
    written = {resources.existence(node["id"]), resources.anything(node["id"])}
    return written | resources.plugin_removed(node["pluginId"]) if node["type"] == "plugin" else written


def unique_columns(
    block: Any, site_fields: Mapping[str, Any], page_fields: Mapping[str, Any], branches: Mapping[str, Any]
) -> list[tuple[str, Whitelists]]:
    """The unique columns in reading order, each with the whitelists of it and of the nodes around it.

    Also those in branch blocks, each where it comes first.
    """
    found: dict[str, Whitelists] = {}

    def read(nodes: list[Any], around: Whitelists, entered: tuple[str, ...]) -> None:
        for node in nodes:
            levels = [site_fields.get(node["id"], {}), page_fields.get(node["id"], {}).get("page", {})]
            own = {whitelist_key(names) for fields in levels if (names := fields.get("scopeWhitelist"))}
            whitelists = around | own
            if node["type"] == "col-unique":
                found.setdefault(node["id"], whitelists)
            branch_id = node.get("blockId")
            shown = branches.get(branch_id) if branch_id not in entered else None
            read(
                (shown or node).get("block", {"nodes": []})["nodes"],
                whitelists,
                (*entered, branch_id) if shown else entered,
            )

    read(block["nodes"], frozenset(), ())
    return [*found.items()]


def moved(
    blocks: Mapping[str, Block], before: list[tuple[str, Whitelists]], after: list[tuple[str, Whitelists]]
) -> dict[str, Any]:
    """The blocks of a page with those of the former columns in the new ones, where the page has nothing there yet.

    What is in columns that both layouts show, in a branch block, is there already.
    """
    result: dict[str, Any] = {**blocks}
    of_both = {id for id, _ in before} & {id for id, _ in after}
    before, after = ([each for each in columns if each[0] not in of_both] for columns in (before, after))
    for (source, seen_before), (target, seen_after) in zip(before, after, strict=False):
        is_free = not result.get(target, {"nodes": []})["nodes"]
        if source != target and is_free and seen_before == seen_after:
            result[target] = result.get(source, {"nodes": []})
            result[source] = {"nodes": []}
    return result
