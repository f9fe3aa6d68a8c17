import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from content.blog import references
from content.blog.audiences import Places, frame
from content.blog.columns import Place, columns_of, is_narrower, places_in
from content.blog.summary_upkeep import SummarySources
from content.changes import service as changes
from content.documents.copying import copy_tree, original_of
from content.documents.loading import connection_of, read_references
from content.documents.split import document_of
from content.documents.users import users_of
from content.fields.naming import all_tags
from content.layouts.errors import LayoutInUse, LayoutInvalid
from content.layouts.models import Layout
from content.layouts.repository import LayoutRepository
from content.layouts.schemas import LayoutCreate, LayoutUpdate, NodeData
from content.layouts.tree import check_layout, empty_layout
from content.model import resources
from content.model.faults import ActionFault
from content.model.types import Block
from content.model.walk import columns_shown, nodes_of
from content.pages.models import Page
from content.site import dark_mode
from kit import audit, preconditions
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError
from kit.same_json import same_json


def new_layout(name: str) -> Layout:
    """A layout of one unique column, not stored yet: only its caller knows the version."""
    return Layout(id=new_id(), name=name, block=empty_layout())


async def create(session: AsyncSession, principal: Principal, data: LayoutCreate) -> Layout:
    """Add a layout that no page has yet. Raises ValidationFailed for a copy of one that is not there, SiteNotSetUp."""
    await changes.lock(session)
    repository = LayoutRepository(session)
    original = await original_of(session, Layout, data.copy_of) if data.copy_of else None
    layout = new_layout(data.name)
    changed = [f"layout:{layout.id}"]
    layout.version = await changes.record(session, changed, user_id=principal.user_id)
    if original is not None:
        copy = await copy_tree(session, original, original.block, version=layout.version, user_id=principal.user_id)
        layout.block = copy.block
        for name, value in copy.document.columns().items():
            setattr(layout, name, value)
    audit.record(session, principal, "layout.created", subject=("layout", layout.id, layout.name))
    await repository.add(layout)
    await dark_mode.refresh(session)
    await session.refresh(layout, ["page_count", "is_default"])
    return layout


async def delete(session: AsyncSession, principal: Principal, layout_id: uuid.UUID, if_match: str | None) -> None:
    """Remove a layout that no page has; the plugins in it stay, unused.

    Raises LayoutNotFound, PreconditionFailed, LayoutInUse.
    """
    await changes.lock(session)
    repository = LayoutRepository(session)
    layout = await repository.get(layout_id)
    preconditions.check_version(if_match, layout.version)
    used = await users_of(session, Page.layout_id == layout_id, others=layout.is_default)
    if used["pages"]:
        raise LayoutInUse("Pages use this layout. Choose another one for them first.", **used)
    if layout.is_default:
        raise LayoutInUse("This is the default layout, so it cannot be deleted.", **used)
    changed = {f"layout:{layout_id}"} | _removed_plugins(layout.block, {"nodes": []})
    await changes.record(session, changed, user_id=principal.user_id, tags=[f"layout:{layout_id}"])
    audit.record(session, principal, "layout.deleted", subject=("layout", layout_id, layout.name))
    await repository.delete(layout)
    await dark_mode.refresh(session)


async def update(
    session: AsyncSession, principal: Principal, data: LayoutUpdate, layout_id: uuid.UUID, if_match: str | None
) -> Layout:
    """Rename a layout and, when a tree is given, replace its tree. Fields of nodes that go, go with them.

    Raises LayoutNotFound, PreconditionFailed, LayoutInvalid.
    """
    await changes.lock(session)
    layout = await LayoutRepository(session).get(layout_id)
    preconditions.check_version(if_match, layout.version, required=True)
    changed = {f"layout:{layout_id}"}
    shown = {*layout.plugin_ids}, {*layout.branch_ids}
    before, columns = frame(layout.block, layout.node_fields), _columns_of(layout)
    if data.block is not None and not same_json(data.block, layout.block):
        await _check(session, data.block)
        changed |= _nodes_as_resources(layout.block) | _nodes_as_resources(data.block)
        changed |= _removed_plugins(layout.block, data.block) | await _removed_columns(
            session, layout.block, data.block
        )
        _replace_tree(layout, data.block)
    layout.name = data.name
    is_reframed = frame(layout.block, layout.node_fields) != before
    # What stands in columns that went shows nothing on these pages any more, nor what their addresses name.
    tags = {f"layout:{layout_id}"} | (all_tags() if is_reframed else set())
    layout.version = await changes.record(session, changed, user_id=principal.user_id, tags=tags)
    audit.record(session, principal, "layout.updated", subject=("layout", layout_id, layout.name))
    await session.flush()
    plugin_ids, branch_ids = shown[0] | {*layout.plugin_ids}, shown[1] | {*layout.branch_ids}
    await references.refresh_shown(session, layout.version, plugin_ids, branch_ids)
    if is_reframed:
        await references.refresh_audiences(session, layout.version, Places(layout_ids=[str(layout_id)]))
    columns_now = _columns_of(layout)
    if columns_now != columns:
        sources = SummarySources(layout_ids=[str(layout_id)], is_narrower=is_narrower(columns, columns_now))
        await references.refresh_summaries(session, layout.version, sources)
    await dark_mode.refresh(session)
    await session.refresh(layout, ["page_count", "is_default"])
    return layout


async def _removed_columns(session: AsyncSession, before: Block, after: Block) -> set[str]:
    """The unique columns that the layout shows no more by its branch blocks: pages' own parts are in them."""
    ids = set(document_of([before])[0].branch_ids) | set(document_of([after])[0].branch_ids)
    branches = (await read_references(await connection_of(session), (), map(str, ids))).branches
    removed = columns_shown(before["nodes"], branches) - columns_shown(after["nodes"], branches)
    return {name(column_id) for column_id in removed for name in (resources.existence, resources.anything)}


def _columns_of(layout: Layout) -> list[Place]:
    return columns_of(places_in(layout.block, layout.node_fields), {*map(str, layout.branch_ids)})


def node_data(layout: Layout) -> list[NodeData]:
    """Every node of a layout with its site-wide fields, in reading order."""
    found: list[NodeData] = []

    def read(nodes: list[Any], parent_id: str | None) -> None:
        for node in nodes:
            found.append(
                NodeData(
                    id=node["id"],
                    type=node["type"],
                    parent_id=parent_id,
                    plugin_id=node.get("pluginId"),
                    block_id=node.get("blockId"),
                    fields=layout.node_fields.get(node["id"], {}),
                )
            )
            read(node.get("block", {"nodes": []})["nodes"], node["id"])

    read(layout.block["nodes"], None)
    return found


async def _check(session: AsyncSession, block: Block) -> None:
    try:
        await check_layout(await connection_of(session), block)
    except ActionFault as fault:
        raise LayoutInvalid(fault.detail, errors=[FieldError("block", fault.code, fault.detail)]) from None


def _nodes_as_resources(block: Any) -> set[str]:
    """Everything about every node: a pending edit of any of them is a conflict."""
    names = {"place", "type", "branch"}
    ids = [node["id"] for node in nodes_of(block)]
    return {resource for node_id in ids for resource in (resources.existence(node_id), resources.anything(node_id))} | {
        resources.part(node_id, name) for node_id in ids for name in names
    }


def _removed_plugins(before: Block, after: Block) -> set[str]:
    """The plugins that the layout has no more."""
    removed = set(document_of([before])[0].plugin_ids).difference(document_of([after])[0].plugin_ids)
    return {resource for plugin_id in removed for resource in resources.plugin_removed(plugin_id)}


def _replace_tree(layout: Layout, block: Any) -> None:
    document, node_ids = document_of([block])
    for node_id, fields in layout.node_fields.items():
        if node_id in node_ids:
            document.add_fields(node_id, fields, [fields])
    layout.block = block
    for name, value in document.columns().items():
        setattr(layout, name, value)
