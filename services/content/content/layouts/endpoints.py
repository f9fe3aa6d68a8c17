import uuid
from typing import Annotated

from fastapi import APIRouter, Response

from content.layouts import service
from content.layouts.models import Layout
from content.layouts.repository import LayoutRepository
from content.layouts.schemas import LayoutOut, LayoutUpdate, NodeData
from kit import preconditions
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch

router = APIRouter(prefix="/cms/layouts")

_sort = sortable(name=Layout.name, createdAt=Layout.created_at, updatedAt=Layout.updated_at, default="name")
_Editor = Annotated[Principal, requires("editor")]


@router.get("", response_model=Page[LayoutOut])
async def list(session: Session, page: PageParams, order: Annotated[Order, _sort], _: _Editor) -> Slice[Layout]:
    """List the layouts."""
    return await LayoutRepository(session).page(page, order)


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
