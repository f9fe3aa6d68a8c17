import uuid
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from content.pages import models as pages
from content.pages.repository import PageRepository
from content.pages.schemas import PageOut
from content.templates import service
from content.templates.models import Template, TemplateRevision
from content.templates.repository import TemplateRepository
from content.templates.revisions import ListedRevision, TemplateRevisionRepository
from content.templates.schemas import (
    StartingTemplates,
    TemplateIn,
    TemplateOut,
    TemplateRevisions,
    TemplateRevisionSources,
    TemplateSources,
)
from content.templates.starting import starting_templates
from kit import preconditions
from kit.auth import Internal, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch
from kit.search import SearchText

router = APIRouter(prefix="/client/templates")
private_router = APIRouter(prefix="/private/templates")

_sort = sortable(name=Template.name, createdAt=Template.created_at, updatedAt=Template.updated_at, default="name")
_sort_pages = sortable(title=pages.Page.title, url=pages.Page.url, default="title")
_MAX_BODY = 8 * 1024 * 1024


@router.get("", response_model=Page[TemplateOut])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: Annotated[Principal, requires("editor")],
    q: SearchText = None,
) -> Slice[Template]:
    """List the templates with their sources."""
    repository = TemplateRepository(session)
    return await repository.page(page, order, repository.search(q))


@router.get("/starting", response_model=StartingTemplates)
async def list_starting(_: Annotated[Principal, requires("editor")]) -> dict[str, Sequence[dict[str, Any]]]:
    """List what a new template may begin with."""
    return {"results": starting_templates()}


@router.get("/{id}/pages", response_model=Page[PageOut], response_model_exclude_none=True)
async def list_pages(
    id: uuid.UUID,
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort_pages],
    _: Annotated[Principal, requires("editor")],
) -> Slice[pages.Page]:
    """List the pages that have a template."""
    await TemplateRepository(session).get(id)
    repository = PageRepository(session)
    return await repository.page(page, order, repository.with_template(id))


@router.get("/{id}", response_model=TemplateOut)
async def get(
    id: uuid.UUID, session: Session, _: Annotated[Principal, requires("editor")], response: Response
) -> Template:
    """One template with its sources."""
    template = await TemplateRepository(session).get(id)
    preconditions.tag_version(response, template.version)
    return template


@router.post("", response_model=TemplateOut, status_code=201, max_body_size=_MAX_BODY)
async def create(
    data: TemplateIn, session: Session, principal: Annotated[Principal, requires("admin")], response: Response
) -> Template:
    """Make a template; one with a script needs super."""
    template = await service.create(session, principal, data)
    preconditions.tag_version(response, template.version)
    return template


@router.put("/{id}", response_model=TemplateOut, max_body_size=_MAX_BODY)
async def update(
    id: uuid.UUID,
    data: TemplateIn,
    session: Session,
    principal: Annotated[Principal, requires("admin")],
    response: Response,
    if_match: IfMatch = None,
) -> Template:
    """Replace a template; changing its script needs super."""
    template = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, template.version)
    return template


@router.delete("/{id}", status_code=204)
async def delete(
    id: uuid.UUID, session: Session, principal: Annotated[Principal, requires("admin")], if_match: IfMatch = None
) -> None:
    """Remove a template that no page has."""
    await service.delete(session, principal, id, if_match)


@router.get("/{id}/revisions", response_model=TemplateRevisions)
async def list_revisions(
    id: uuid.UUID, session: Session, _: Annotated[Principal, requires("editor")]
) -> dict[str, Sequence[ListedRevision]]:
    """List the saves of a template, the newest first; the last 50 are kept."""
    await TemplateRepository(session).get(id)
    return {"results": await TemplateRevisionRepository(session).of_template(id)}


@router.get("/{id}/revisions/{revisionId}", response_model=TemplateRevisionSources)
async def get_revision(
    id: uuid.UUID,
    revision_id: Annotated[uuid.UUID, Path(alias="revisionId")],
    session: Session,
    _: Annotated[Principal, requires("editor")],
) -> TemplateRevision:
    """A template as one save left it."""
    return await TemplateRevisionRepository(session).of_both(id, revision_id)


@router.post("/{id}/revisions/{revisionId}/restore", response_model=TemplateOut)
async def restore_revision(
    id: uuid.UUID,
    revision_id: Annotated[uuid.UUID, Path(alias="revisionId")],
    session: Session,
    principal: Annotated[Principal, requires("admin")],
    response: Response,
    if_match: IfMatch = None,
) -> Template:
    """Restore a saved version of a template under its present name; changing its script needs super."""
    template = await service.restore(session, principal, id, revision_id, if_match)
    preconditions.tag_version(response, template.version)
    return template


@private_router.get("/{id}", response_model=TemplateSources, include_in_schema=False)
async def get_sources(id: uuid.UUID, session: Session, _: Annotated[str, Internal("web")]) -> Template:
    """All sources of a template, for the web host, which serves and compiles them."""
    return await TemplateRepository(session).get(id)
