import uuid
from typing import Annotated

from fastapi import APIRouter, Request, Response

from content.blocks import service
from content.blocks.models import Branch
from content.blocks.repository import BranchRepository
from content.blocks.schemas import BranchCreate, BranchIn, BranchInList, BranchOut
from content.blocks.tasks import REMOVE_BRANCH, REMOVE_BRANCH_TIMEOUT
from content.pages import models as pages
from content.pages.repository import PageRepository
from content.pages.schemas import PageOut
from kit import preconditions
from kit.auth import Principal, requires
from kit.db import Session
from kit.job_routes import JobResponse
from kit.job_schemas import JobOut
from kit.jobs import enqueue
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch
from kit.search import SearchText

router = APIRouter(prefix="/client/blocks")

_sort = sortable(name=Branch.name, createdAt=Branch.created_at, updatedAt=Branch.updated_at, default="name")
_sort_pages = sortable(title=pages.Page.title, url=pages.Page.url, default="title")
_Editor = Annotated[Principal, requires("editor")]


@router.get("/branches", response_model=Page[BranchInList])
async def list(
    session: Session, page: PageParams, order: Annotated[Order, _sort], _: _Editor, q: SearchText = None
) -> Slice[Branch]:
    """List the branch blocks."""
    repository = BranchRepository(session)
    return await repository.page(page, order, repository.search(q))


@router.get("/{id}", response_model=BranchOut)
async def get(id: uuid.UUID, session: Session, _: _Editor, response: Response) -> Branch:
    """One branch block with its tree."""
    branch = await BranchRepository(session).get(id)
    preconditions.tag_version(response, branch.version)
    return branch


@router.get("/{id}/pages", response_model=Page[PageOut], response_model_exclude_none=True)
async def list_pages(
    id: uuid.UUID, session: Session, page: PageParams, order: Annotated[Order, _sort_pages], _: _Editor
) -> Slice[pages.Page]:
    """List the pages that show a branch block, themselves, by their layout or in another block."""
    await BranchRepository(session).get(id)
    repository = PageRepository(session)
    return await repository.page(page, order, repository.with_branch(id))


@router.post("", response_model=BranchOut, status_code=201)
async def create(data: BranchCreate, session: Session, principal: _Editor, response: Response) -> Branch:
    """Make a branch block of one empty column, or a copy of another."""
    branch = await service.create(session, principal, data)
    preconditions.tag_version(response, branch.version)
    return branch


@router.put("/{id}", response_model=BranchOut)
async def update(
    id: uuid.UUID,
    data: BranchIn,
    session: Session,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
) -> Branch:
    """Rename a branch block."""
    branch = await service.rename(session, principal, data, id, if_match)
    preconditions.tag_version(response, branch.version)
    return branch


@router.delete("/{id}", response_model=JobOut, responses={200: {"description": "Removed"}}, status_code=202)
async def delete(
    id: uuid.UUID, request: Request, session: Session, principal: _Editor, if_match: IfMatch = None
) -> Response:
    """Remove a branch block from every tree; with `Prefer: respond-async` answers before that is done."""
    branch = await BranchRepository(session).get(id)
    preconditions.check_version(if_match, branch.version)
    service.record_removal(session, principal, branch)
    args = {"branchId": str(id), "userId": principal.user_id}
    job = await enqueue(session, REMOVE_BRANCH, args, created_by=principal.user_id)
    return JobResponse(job, request, address="/client/jobs", wait=REMOVE_BRANCH_TIMEOUT)
