import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response

from content.pages import models, service
from content.pages.repository import PageRepository
from content.pages.schemas import PageCreate, PageOut, PageUpdate, Sitemap
from content.plugins.repository import parse_field
from kit import preconditions
from kit.auth import Internal, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch
from kit.search import SearchText

router = APIRouter(prefix="/client/pages")
private_router = APIRouter(prefix="/private")

_sort = sortable(
    title=models.Page.title,
    url=models.Page.url,
    createdAt=models.Page.created_at,
    updatedAt=models.Page.updated_at,
    default="title",
)
_Editor = Annotated[Principal, requires("editor")]
_Text = Annotated[str, Query(max_length=200)]


@router.get("", response_model=Page[PageOut], response_model_exclude_none=True)
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Editor,
    q: SearchText = None,
    plugin_ref: Annotated[Sequence[_Text], Query(alias="plugin-ref", max_length=50)] = [],
    plugin_fields: Annotated[
        Sequence[_Text], Query(alias="plugin-fields", max_length=10, description="name=value")
    ] = [],
    linked_data: Annotated[Sequence[uuid.UUID], Query(alias="linked-data", max_length=50)] = [],
) -> Slice[models.Page]:
    """List the pages, also by the plugins and the linked data on them."""
    repository = PageRepository(session)
    fields = [parse_field(text) for text in plugin_fields]
    return await repository.page(page, order, repository.search(q, plugin_ref, fields, linked_data))


@router.get("/{id}", response_model=PageOut, response_model_exclude_none=True)
async def get(id: uuid.UUID, session: Session, _: _Editor, response: Response) -> models.Page:
    """One page's settings."""
    page = await PageRepository(session).get(id)
    preconditions.tag_version(response, page.version)
    return page


@router.post("", response_model=PageOut, response_model_exclude_none=True, status_code=201)
async def create(data: PageCreate, session: Session, principal: _Editor, response: Response) -> models.Page:
    """Make a page."""
    page = await service.create(session, principal, data)
    preconditions.tag_version(response, page.version)
    return page


@router.put("/{id}", response_model=PageOut, response_model_exclude_none=True)
async def update(
    id: uuid.UUID,
    data: PageUpdate,
    session: Session,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
) -> models.Page:
    """Change a page's settings."""
    page = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, page.version)
    return page


@router.delete("/{id}", status_code=204)
async def delete(
    id: uuid.UUID,
    session: Session,
    principal: _Editor,
    if_match: IfMatch = None,
    destination: Annotated[
        str | None, Query(max_length=2_000, description="Where its visitors are sent; without it they get 410.")
    ] = None,
) -> None:
    """Remove a page; the home page and the error pages stay."""
    await service.delete(session, principal, id, if_match, destination)


@private_router.get("/sitemap", include_in_schema=False)
async def sitemap(session: Session, _: Annotated[str, Internal("web")]) -> Sitemap:
    """The pages that anyone may see and search engines may list, for the web host."""
    return Sitemap(pages=await PageRepository(session).open_to_all())
