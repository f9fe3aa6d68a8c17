import uuid
from typing import Annotated

from fastapi import APIRouter, Response

from content.templates import service
from content.templates.models import Template
from content.templates.repository import TemplateRepository
from content.templates.schemas import TemplateIn, TemplateOut, TemplateSources
from kit import preconditions
from kit.auth import Internal, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch

router = APIRouter(prefix="/client/templates")
private_router = APIRouter(prefix="/private/templates")

_sort = sortable(name=Template.name, createdAt=Template.created_at, updatedAt=Template.updated_at, default="name")
_MAX_BODY = 8 * 1024 * 1024


@router.get("", response_model=Page[TemplateOut])
async def list(
    session: Session, page: PageParams, order: Annotated[Order, _sort], _: Annotated[Principal, requires("editor")]
) -> Slice[Template]:
    """List the templates with their sources."""
    return await TemplateRepository(session).page(page, order)


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


@private_router.get("/{id}", response_model=TemplateSources, include_in_schema=False)
async def get_sources(id: uuid.UUID, session: Session, _: Annotated[str, Internal("web")]) -> Template:
    """All sources of a template, for the web host, which serves and compiles them."""
    return await TemplateRepository(session).get(id)
