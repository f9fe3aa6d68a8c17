"""``/cms/email-templates``."""

import uuid
from typing import Annotated

from fastapi import Response

from cms.email_templates import service
from cms.email_templates.models import EmailTemplate
from cms.email_templates.schemas import (
    MAX_CONTENT,
    EmailPreviewIn,
    EmailPreviewOut,
    EmailTemplateCreate,
    EmailTemplateIn,
    EmailTemplateOut,
)
from kit.auth import Principal, requires
from kit.crud import Resource
from kit.crud_routes import crud_router
from kit.db import Session
from kit.preconditions import IfMatch, tag_version
from kit.state import state_of

# A character takes four bytes at most, six where JSON escapes it.
_BODY = MAX_CONTENT * 6
_Writer = Annotated[Principal, requires("admin")]

templates = Resource(
    EmailTemplate,
    name="email_template",
    data=EmailTemplateIn,
    out=EmailTemplateOut,
    read=("editor",),
    write=("admin",),
    search=(EmailTemplate.name, EmailTemplate.subject),
    sort={
        "name": EmailTemplate.name,
        "subject": EmailTemplate.subject,
        "createdAt": EmailTemplate.created_at,
        "updatedAt": EmailTemplate.updated_at,
        # Those of one type stand together, the types in the order in which they were made.
        "emailTemplateTypeId": EmailTemplate.email_template_type_id,
    },
    default_sort="name",
    filters={"email_template_type_id": EmailTemplate.email_template_type_id},
)

router = crud_router(templates, "/cms/email-templates", without=["create", "update"])


@router.post(
    "",
    response_model=EmailTemplateOut,
    status_code=201,
    max_body_size=_BODY,
    responses={200: {"model": EmailTemplateOut, "description": "One of this name and type exists: it is this one."}},
)
async def create(data: EmailTemplateCreate, session: Session, principal: _Writer, response: Response) -> EmailTemplate:
    """Add a template, unless its type has one of that name: then nothing is added, and that one is the answer."""
    service.check_type(data)
    await service.check(state_of(session), data)
    payload, template = await service.resolve(session, data)
    if template is None:
        template = await templates.create(session, principal, payload)
    else:
        response.status_code = 200
    tag_version(response, template.version)
    return template


@router.put("/{id}", response_model=EmailTemplateOut, max_body_size=_BODY)
async def update(
    id: uuid.UUID,
    data: EmailTemplateIn,
    session: Session,
    principal: _Writer,
    response: Response,
    if_match: IfMatch = None,
) -> EmailTemplate:
    """Replace the fields of a template."""
    await service.check(state_of(session), data)
    template = await templates.update(session, principal, id, data, if_match)
    tag_version(response, template.version)
    return template


@router.post("/preview", max_body_size=_BODY)
async def preview_new(data: EmailPreviewIn, session: Session, principal: _Writer) -> EmailPreviewOut:
    """An email as a template that is not stored would make it. 422 `email_template_invalid` names lines."""
    return await service.preview(session, data, None)


@router.post("/{id}/preview", max_body_size=_BODY)
async def preview(id: uuid.UUID, data: EmailPreviewIn, session: Session, principal: _Writer) -> EmailPreviewOut:
    """An email as a template would make it, with what the payload has in place of what is stored."""
    return await service.preview(session, data, id)
