import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from content.pages import models, references, service, shop, tree
from content.pages.editors import editors
from content.pages.filters import PageFilters
from content.pages.repository import PageRepository
from content.pages.schemas import (
    PageBranch,
    PageCreate,
    PageDuplicate,
    PageEditor,
    PageInTree,
    PageOut,
    PageReferences,
    PageUpdate,
)
from kit import preconditions
from kit.auth import Internal, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch
from kit.state import state_of

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


@router.get("", response_model=Page[PageOut], response_model_exclude_none=True)
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Editor,
    filters: Annotated[PageFilters, Depends()],
) -> Slice[models.Page]:
    """List the pages, also by the plugins and the linked data on them."""
    repository = PageRepository(session)
    return await repository.page(page, order, repository.search(filters))


@router.get("/tree", response_model_exclude_none=True)
async def list_branch(
    session: Session,
    _: _Editor,
    parent_id: Annotated[
        uuid.UUID | None, Query(alias="parent-id", description="Left out, the pages at the top are given.")
    ] = None,
    after: Annotated[str | None, Query(max_length=1_000, description="The `next` of the part before.")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> PageBranch:
    """List the pages directly below another by their addresses, a part at a time."""
    found = await tree.branch(session, parent_id, after, limit)
    pages = [
        PageInTree.model_validate({**PageOut.model_validate(page).model_dump(by_alias=True), "below": below})
        for page, below in found.pages
    ]
    return PageBranch(results=pages, next=found.next)


@router.get("/editors")
async def list_editors(session: Session, _: _Editor) -> Sequence[PageEditor]:
    """List those who changed a page last, to filter by."""
    return await editors(session)


@router.get("/references")
async def get_references(
    session: Session,
    request: Request,
    _: _Editor,
    id: Annotated[Sequence[uuid.UUID], Query(min_length=1, max_length=100)],
) -> PageReferences:
    """Find what leads to pages or shows something of them: what their deletion would break."""
    return await references.find(session, id, state_of(request).settings.public_url)


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


@router.post("/shop", response_model=Sequence[PageOut], response_model_exclude_none=True, status_code=201)
async def create_for_shop(session: Session, principal: _Editor) -> Sequence[models.Page]:
    """Make the pages that the shop lacks, all or none, each leading to the next; those that are there stay as they are."""
    return await shop.make_missing(session, principal)


@router.post("/{id}/duplicate", response_model=PageOut, response_model_exclude_none=True, status_code=201)
async def duplicate(
    id: uuid.UUID, data: PageDuplicate, session: Session, principal: _Editor, response: Response
) -> models.Page:
    """Copy a page with its contents; the copy is in no menu."""
    page = await service.duplicate(session, principal, data, id)
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
async def sitemap(session: Session, _: Annotated[str, Internal("web")]) -> Response:
    """The pages that anyone may see and search engines may list, for the web host."""
    return Response(await PageRepository(session).sitemap(), media_type="application/json")
