"""``/cms/files/{id}/contents``: contents that a file had before."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Request, Response

from cms.files import contents
from cms.files.content_schemas import FormerContentOut, Restoration, former_content_out
from cms.files.schemas import FileOut, file_out
from kit.auth import Principal, requires
from kit.db import Session, release_connection
from kit.pagination import Page
from kit.preconditions import IfMatch, tag_version
from kit.state import state_of
from kit.user_names import user_names

router = APIRouter(prefix="/cms/files/{id}", tags=["file contents"])

_Editor = Annotated[Principal, requires("editor")]


@router.get("/contents")
async def list(id: uuid.UUID, request: Request, session: Session, principal: _Editor) -> Page[FormerContentOut]:
    """The contents that a file had and that can be brought back, the latest first."""
    found = await contents.former_contents(session, principal, id)
    await release_connection(session)
    names = await user_names(state_of(request), (str(each.replaced_by) for each in found if each.replaced_by))
    results = [former_content_out(each, names) for each in found]
    return Page(results=results, total=len(results), start=0, limit=len(results))


@router.post("/content-restorations")
async def restore(
    id: uuid.UUID,
    data: Restoration,
    request: Request,
    session: Session,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
) -> FileOut:
    """Give a file a content that it had, or without `contentId` the one before; the present one can be brought back, too.

    404 `former_content_not_found`.
    """
    file = await contents.restore(session, principal, id, data.content_id, if_match)
    tag_version(response, file.version)
    return file_out(file, state_of(request).settings.public_url)
