"""``/cms/mailing-lists``: a plain resource, but for the provider of a list that has subscribers."""

import uuid
from typing import Annotated

from fastapi import Response

from cms.mailing_lists import service
from cms.mailing_lists.models import MailingList
from cms.mailing_lists.resource import mailing_lists
from cms.mailing_lists.schemas import MailingListIn, MailingListOut
from kit import preconditions
from kit.auth import Principal, requires
from kit.crud_routes import crud_router
from kit.db import Session
from kit.preconditions import IfMatch

router = crud_router(mailing_lists, "/cms/mailing-lists", without=["update"])


@router.put("/{id}", response_model=MailingListOut)
async def update(
    id: uuid.UUID,
    session: Session,
    principal: Annotated[Principal, requires(*mailing_lists.write)],
    data: MailingListIn,
    response: Response,
    if_match: IfMatch = None,
) -> MailingList:
    """Replace the fields of a mailing list. Who keeps it stays as it is while it has subscribers."""
    row = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, row.version)
    return row
