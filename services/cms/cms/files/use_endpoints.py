"""``/cms/files/{id}/uses`` and ``/cms/file-uses``: where files are used."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from cms.files import uses
from cms.files.schemas import Selection
from cms.files.use_schemas import FileUses, SelectionUses
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session

router = APIRouter(prefix="/cms", tags=["file uses"])

_Editor = Annotated[Principal, requires("editor")]


@router.get("/files/{id}/uses")
async def get(id: uuid.UUID, session: Session, principal: _Editor) -> FileUses:
    """The places that use a file, by its address or by its id, and how often each does.

    Pages, layouts, blocks, templates, linked data, URL maps, products, templates of emails, trackers, settings and records.
    """
    return await uses.of_file(session, principal, id)


@router.post("/file-uses", max_body_size=DOCUMENT_MAX_BODY)
async def find(data: Selection, session: Session, principal: _Editor) -> SelectionUses:
    """The places that use any of the files, or any file in the folders and below them: for before a deletion."""
    return await uses.of_selection(session, principal, data)
