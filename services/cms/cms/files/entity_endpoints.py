"""``/cms/entities``: records of JSON in folders."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Response

from cms.files import service
from cms.files.models import Entity
from cms.files.names import place_name
from cms.files.repository import EntityRepository, FolderRepository
from cms.files.schemas import EntityIn, EntityOut, entity_out
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.pagination import Order, Page, PageParams, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText, matches

router = APIRouter(prefix="/cms/entities", tags=["entities"])

_Editor = Annotated[Principal, requires("editor")]
_sort = sortable(name=Entity.name, createdAt=Entity.created_at, updatedAt=Entity.updated_at, default="name")


@router.get("/{bucket:path}")
async def list(
    bucket: str,
    session: Session,
    principal: _Editor,
    page: PageParams,
    order: Annotated[Order, _sort],
    q: SearchText = None,
) -> Page[EntityOut]:
    """The records in a folder, whose slashes may be encoded or not."""
    name = place_name(bucket, "bucket")
    folder = await FolderRepository(session, principal).by_name(name) if name else None
    repository = EntityRepository(session, principal)
    query = repository.in_folder(folder.id if folder else None).where(*matches(q, Entity.name))
    found = await repository.page(page, order, query)
    results = [entity_out(each) for each in found.results]
    return Page(results=results, total=found.total, start=found.start, limit=found.limit)


@router.post("", status_code=201, max_body_size=DOCUMENT_MAX_BODY)
async def create(data: EntityIn, session: Session, principal: _Editor, response: Response) -> EntityOut:
    """Add a record to a folder. 409 `name_taken`, 422 `folder_unknown`."""
    return _tagged(response, await service.create_entity(session, principal, data))


@router.put("/{id}", max_body_size=DOCUMENT_MAX_BODY)
async def update(
    id: uuid.UUID, data: EntityIn, session: Session, principal: _Editor, response: Response, if_match: IfMatch = None
) -> EntityOut:
    """Replace a record. 409 `name_taken`, 422 `folder_unknown`."""
    return _tagged(response, await service.update_entity(session, principal, data, id, if_match))


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Editor, if_match: IfMatch = None) -> None:
    """Delete a record."""
    await service.delete_entity(session, principal, id, if_match)


def _tagged(response: Response, entity: Entity) -> EntityOut:
    tag_version(response, entity.version)
    return entity_out(entity)
