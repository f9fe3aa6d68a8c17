"""The rules of linked data: what is saved, and what the pages that have an item show of it."""

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.linked_data.errors import LinkedDataInvalid, UnknownLinkedData
from content.linked_data.models import LinkedDataItem
from content.linked_data.rules import faults_of, with_context
from content.linked_data.schemas import LinkedDataIn, LinkedDataOut
from content.pages.models import Page
from kit.auth import Principal
from kit.crud import Resource
from kit.errors import FieldError
from kit.same_json import same_json

items = Resource(
    LinkedDataItem,
    name="linked_data",
    data=LinkedDataIn,
    out=LinkedDataOut,
    read=("editor",),
    write=("editor",),
    search=(LinkedDataItem.name, LinkedDataItem.types),
    sort={
        "name": LinkedDataItem.name,
        "createdAt": LinkedDataItem.created_at,
        "updatedAt": LinkedDataItem.updated_at,
    },
    default_sort="name",
)

# An event names its pages one by one up to this many; beyond, every render counts as stale.
_MOST_TAGS = 200

_COPY = """
linked_data = (
    SELECT coalesce(jsonb_agg(item.data ORDER BY given.place), '[]')
    FROM unnest(pages.linked_data_ids) WITH ORDINALITY AS given (id, place) JOIN linked_data item USING (id)
)
WHERE linked_data_ids @> ARRAY[CAST(:id AS uuid)]
"""
_REFRESH = text(f"UPDATE pages SET {_COPY}")  # noqa: S608  # of constants
# The item is gone already, so that the copy lacks it.
_DETACH = text(f"""
UPDATE pages SET version = :version, linked_data_ids = array_remove(linked_data_ids, CAST(:id AS uuid)), {_COPY}
""")  # noqa: S608  # of constants


async def create(session: AsyncSession, principal: Principal, data: LinkedDataIn) -> LinkedDataItem:
    """Add an item. Raises LinkedDataInvalid, and what `Resource.create` raises."""
    item = await items.create(session, principal, _checked(data))
    await session.refresh(item, ["page_count"])
    return item


async def update(
    session: AsyncSession, principal: Principal, data: LinkedDataIn, item_id: uuid.UUID, if_match: str | None
) -> LinkedDataItem:
    """Replace an item, also on the pages that have it.

    Raises LinkedDataInvalid, SiteNotSetUp, and what `Resource.update` raises.
    """
    await changes.lock(session)
    before = await session.scalar(select(LinkedDataItem.data).where(LinkedDataItem.id == item_id))
    item = await items.update(session, principal, item_id, _checked(data), if_match)
    await session.refresh(item, ["page_count"])
    pages = await _pages_with(session, item_id)
    if pages and not same_json(item.data, before):
        await _announce(session, principal, item_id, pages)
        await session.execute(_REFRESH, {"id": str(item_id)})
    return item


async def delete(session: AsyncSession, principal: Principal, item_id: uuid.UUID, if_match: str | None) -> None:
    """Delete an item, and take it off the pages that have it. Raises SiteNotSetUp, and what `Resource.delete` raises."""
    await changes.lock(session)
    await items.delete(session, principal, item_id, if_match)
    pages = await _pages_with(session, item_id)
    if pages:
        version = await _announce(session, principal, item_id, pages)
        await session.execute(_DETACH, {"id": str(item_id), "version": version})


async def columns_of(session: AsyncSession, ids: Sequence[uuid.UUID]) -> dict[str, Any]:
    """The columns of a page that has these items, in this order. The caller holds the site's row lock.

    Raises UnknownLinkedData with a fault for each id that no item has, or that comes twice.
    """
    query = select(LinkedDataItem.id, LinkedDataItem.data).where(LinkedDataItem.id.in_(ids))
    known = {row.id: row.data for row in await session.execute(query)} if ids else {}
    faults = [
        *(
            FieldError(f"linkedData.{index}", "unknown_reference", "This linked data no longer exists.")
            for index, id in enumerate(ids)
            if id not in known
        ),
        *(
            FieldError(f"linkedData.{index}", "duplicate", "This linked data is already attached.")
            for index, id in enumerate(ids)
            if id in ids[:index]
        ),
    ]
    if faults:
        raise UnknownLinkedData(faults[0].detail, errors=faults)
    return {"linked_data_ids": [*ids], "linked_data": [known[id] for id in ids]}


def _checked(data: LinkedDataIn) -> LinkedDataIn:
    """What is saved. Raises LinkedDataInvalid."""
    faults = faults_of(data.data)
    if faults:
        raise LinkedDataInvalid(faults[0].detail, errors=faults)
    return data.model_copy(update={"data": with_context(data.data)})


async def _pages_with(session: AsyncSession, item_id: uuid.UUID) -> Sequence[uuid.UUID]:
    return (await session.scalars(select(Page.id).where(Page.linked_data_ids.contains([item_id])))).all()


async def _announce(session: AsyncSession, principal: Principal, item_id: uuid.UUID, pages: Sequence[uuid.UUID]) -> int:
    """Make the renders of these pages stale; the site's new version."""
    tags = [f"page:{page_id}" for page_id in pages] if len(pages) <= _MOST_TAGS else ["site"]
    return await changes.record(session, [f"linked-data:{item_id}"], user_id=principal.user_id, tags=tags)
