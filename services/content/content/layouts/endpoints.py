import uuid
from typing import Annotated

from fastapi import APIRouter, Response

from content.layouts import service
from content.layouts.models import Layout
from content.layouts.repository import LayoutRepository
from content.layouts.schemas import LayoutCreate, LayoutInList, LayoutOut, LayoutUpdate, NodeData
from kit import preconditions
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch
from kit.search import SearchText

router = APIRouter(prefix="/cms/layouts")

_sort = sortable(name=Layout.name, createdAt=Layout.created_at, updatedAt=Layout.updated_at, default="name")
_Editor = Annotated[Principal, requires("editor")]


@router.get("", response_model=Page[LayoutInList])
async def list(
    session: Session, page: PageParams, order: Annotated[Order, _sort], _: _Editor, q: SearchText = None
) -> Slice[Layout]:
    """List the layouts."""
    repository = LayoutRepository(session)
    return await repository.page(page, order, repository.search(q))


@router.get("/{id}", response_model=LayoutOut)
async def get(id: uuid.UUID, session: Session, _: _Editor, response: Response) -> Layout:
    """One layout with its tree."""
    layout = await LayoutRepository(session).get(id)
    preconditions.tag_version(response, layout.version)
    return layout


@router.get("/{id}/node-data", response_model=Page[NodeData])
async def list_node_data(id: uuid.UUID, session: Session, page: PageParams, _: _Editor) -> Slice[NodeData]:
    """List a layout's nodes with their site-wide fields."""
    found = service.node_data(await LayoutRepository(session).get(id))
    return Slice(found[page.start : page.start + page.limit], len(found), page.start, page.limit)


@router.post("", response_model=LayoutOut, status_code=201)
async def create(data: LayoutCreate, session: Session, principal: _Editor, response: Response) -> Layout:
    """Make a layout of one column of the page's own, or a copy of another layout."""
    layout = await service.create(session, principal, data)
    preconditions.tag_version(response, layout.version)
    return layout


@router.put("/{id}", response_model=LayoutOut, max_body_size=DOCUMENT_MAX_BODY)
async def update(
    id: uuid.UUID,
    data: LayoutUpdate,
    session: Session,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
) -> Layout:
    """Rename a layout, or replace its tree."""
    layout = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, layout.version)
    return layout


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Editor, if_match: IfMatch = None) -> None:
    """Remove a layout that no page has and new pages do not get."""
    await service.delete(session, principal, id, if_match)
