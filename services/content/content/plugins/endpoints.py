import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response

from content.pages.models import Page as PageRow
from content.plugins import finding, service
from content.plugins.models import Plugin, PluginVersion
from content.plugins.repository import PluginRepository, PluginVersionRepository
from content.plugins.schemas import PluginFieldsIn, PluginOut, PluginPlaceOut, PluginUse, PluginVersionOut, StoredPlugin
from kit import preconditions
from kit.auth import Internal, Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch
from kit.search import SearchText

router = APIRouter(prefix="/cms/plugins")
private_router = APIRouter(prefix="/private/plugins")

_sort = sortable(
    ref=Plugin.ref,
    version=Plugin.version,
    createdAt=Plugin.created_at,
    updatedAt=Plugin.updated_at,
    default="-updatedAt",
)
_sort_places = sortable(title=PageRow.title, url=PageRow.url, ref=Plugin.ref, default="url")
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


@router.get("/uses")
async def list_uses(session: Session, _: _Editor) -> Sequence[PluginUse]:
    """List the plugins that are installed or have instances, with how often each is used."""
    return await finding.uses(session)


@router.get("/places", response_model=Page[PluginPlaceOut])
async def list_places(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort_places],
    _: _Editor,
    q: SearchText = None,
    ref: Annotated[Sequence[Annotated[str, Query(max_length=100)]], Query(max_length=50)] = [],
    field: Annotated[str | None, Query(min_length=1, max_length=100, description="A field that it has.")] = None,
    value: Annotated[str | None, Query(max_length=200, description="Text that the field has in it.")] = None,
    via: Annotated[Sequence[finding.Via], Query(max_length=4, description="What holds it; `none`: nothing.")] = [],
) -> Slice[PluginPlaceOut]:
    """List where plugins are used: on pages, in layouts or in branch blocks."""
    return await finding.places(session, page, order, refs=ref, field=field, value=value, via=via, q=q)


@router.get("/unused", response_model=Page[PluginOut])
async def list_unused(session: Session, page: PageParams, order: Annotated[Order, _sort], _: _Editor) -> Slice[Plugin]:
    """List the instances that are on no page, layout or branch block."""
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


@private_router.get("/{id}", include_in_schema=False)
async def get_stored(id: uuid.UUID, session: Session, _: Annotated[str, Internal("cms")]) -> StoredPlugin:
    """Get an instance as it is stored, for the service that answers its form."""
    plugin = await PluginRepository(session).get(id)
    return StoredPlugin(ref=plugin.ref, fields=plugin.fields)
