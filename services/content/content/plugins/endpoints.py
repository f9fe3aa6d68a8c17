import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response

from content.plugins import service
from content.plugins.models import Plugin, PluginVersion
from content.plugins.repository import PluginRepository, PluginVersionRepository
from content.plugins.schemas import PluginFieldsIn, PluginOut, PluginVersionOut
from kit import preconditions
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch

router = APIRouter(prefix="/cms/plugins")

_sort = sortable(
    ref=Plugin.ref,
    version=Plugin.version,
    createdAt=Plugin.created_at,
    updatedAt=Plugin.updated_at,
    default="-updatedAt",
)
_Editor = Annotated[Principal, requires("editor")]


@router.get("", response_model=Page[PluginOut])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Editor,
    ref: Annotated[Sequence[Annotated[str, Query(max_length=100)]], Query(max_length=50)] = [],
) -> Slice[Plugin]:
    """List the plugin instances, all or those of some refs."""
    repository = PluginRepository(session)
    return await repository.page(page, order, repository.with_refs(ref))


@router.get("/unused", response_model=Page[PluginOut])
async def list_unused(session: Session, page: PageParams, order: Annotated[Order, _sort], _: _Editor) -> Slice[Plugin]:
    """List the instances that no page, layout or branch block holds."""
    repository = PluginRepository(session)
    return await repository.page(page, order, repository.unused())


@router.get("/{id}/versions", response_model=Page[PluginVersionOut])
async def list_versions(id: uuid.UUID, session: Session, page: PageParams, _: _Editor) -> Slice[PluginVersion]:
    """List what an instance's fields were, the latest first."""
    await PluginRepository(session).get(id)
    repository = PluginVersionRepository(session)
    return await repository.page(page, [PluginVersion.version.desc()], repository.of(id))


@router.put("/{id}", response_model=PluginOut, max_body_size=DOCUMENT_MAX_BODY)
async def update(
    id: uuid.UUID,
    data: PluginFieldsIn,
    session: Session,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
) -> Plugin:
    """Replace an instance's fields; unchanged ones are no new version."""
    plugin = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, plugin.version)
    return plugin


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Editor, if_match: IfMatch = None) -> None:
    """Remove an unused instance with its versions."""
    await service.delete(session, principal, id, if_match)
