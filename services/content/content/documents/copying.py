"""A copy of a stored tree, with nodes and plugin instances of its own."""

import uuid
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.documents.models import TreeDocument
from content.documents.split import Document, document_of
from content.model.copying import renamed
from content.model.types import Block
from content.model.walk import nodes_of
from content.plugins.models import Plugin, PluginVersion
from kit.db import Base, new_id
from kit.errors import FieldError, ValidationFailed

M = TypeVar("M", bound=Base)

NAMED_ONCE = frozenset({"ids", "transitionName"})
"""Fields of nodes that may come once on a page."""


class Copy(NamedTuple):
    block: Block
    document: Document
    """What is stored beside the block."""


async def original_of(session: AsyncSession, model: type[M], identifier: uuid.UUID) -> M:
    """The row that is to be copied. Raises ValidationFailed for `copyOf` where there is none."""
    row = await session.get(model, identifier)
    if row is None:
        raise ValidationFailed(errors=[FieldError("copyOf", "unknown_reference", "There is no such record.")])
    return row


async def copy_tree(
    session: AsyncSession,
    original: TreeDocument,
    block: Any,
    *,
    version: int,
    user_id: str | None,
    without: frozenset[str] = frozenset(),
) -> Copy:
    """Copy a layout's or a branch block's tree; its plugin instances are added to the session.

    Rows that show branch blocks show the same ones. A plugin whose instance is gone is left out. `without` names the
    fields of nodes that the copy does not get.
    """
    ids = {node["id"]: str(new_id()) for node in nodes_of(block)}
    plugins = await _copies_of(session, original.plugin_ids, version, user_id)
    copied = renamed(block, ids | plugins)
    document, _ = document_of([copied])
    for node_id, fields in original.node_fields.items():
        given = {name: value for name, value in fields.items() if name not in without}
        if node_id in ids and given:
            document.add_fields(ids[node_id], given, [given])
    return Copy(copied, document)


async def _copies_of(
    session: AsyncSession, plugin_ids: list[uuid.UUID], version: int, user_id: str | None
) -> dict[str, str]:
    """The ids of the new instances, by those of the originals."""
    copies: dict[str, str] = {}
    for plugin in await session.scalars(select(Plugin).where(Plugin.id.in_(plugin_ids))):
        # Not cleaned again: what was stored once is valid or marked as unchecked.
        copy = Plugin(
            id=new_id(),
            ref=plugin.ref,
            fields=plugin.fields,
            checked=plugin.checked,
            is_cacheable=plugin.is_cacheable,
            version=version,
        )
        editor = uuid.UUID(user_id) if user_id else None
        session.add_all([copy, PluginVersion(plugin_id=copy.id, version=version, fields=plugin.fields, user_id=editor)])
        copies[str(plugin.id)] = str(copy.id)
    return copies
