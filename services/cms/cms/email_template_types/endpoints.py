"""``/cms/email-template-types``: a plain resource, but for the names that the site's own parts know types by."""

import uuid
from typing import Annotated

from fastapi import Response

from cms.email_template_types import service
from cms.email_template_types.models import EmailTemplateType
from cms.email_template_types.resource import types
from cms.email_template_types.schemas import EmailTemplateTypeIn, EmailTemplateTypeOut
from kit import preconditions
from kit.auth import Principal, requires
from kit.crud_routes import crud_router
from kit.db import Session
from kit.preconditions import IfMatch

router = crud_router(types, "/cms/email-template-types", without=["update", "delete"])


@router.put("/{id}", response_model=EmailTemplateTypeOut)
async def update(
    id: uuid.UUID,
    session: Session,
    principal: Annotated[Principal, requires(*types.write)],
    data: EmailTemplateTypeIn,
    response: Response,
    if_match: IfMatch = None,
) -> EmailTemplateType:
    """Rename a type. 409 `email_template_type_built_in` for one that the site's own parts know by its name."""
    row = await service.rename(session, principal, data, id, if_match)
    preconditions.tag_version(response, row.version)
    return row


@router.delete("/{id}", status_code=204)
async def delete(
    id: uuid.UUID,
    session: Session,
    principal: Annotated[Principal, requires(*types.write)],
    if_match: IfMatch = None,
) -> None:
    """Delete a type that no template has. 409 `email_template_type_in_use` names those that have it."""
    await service.delete(session, principal, id, if_match)
