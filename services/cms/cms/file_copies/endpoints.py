"""``POST /cms/file-copies``."""

from typing import Annotated

from fastapi import APIRouter, Request, Response

from cms.file_copies import service
from cms.file_copies.schemas import FileCopiesIn, FileCopiesOut
from kit.auth import Principal, requires
from kit.db import Session
from kit.job_routes import JobResponse
from kit.job_schemas import JobOut

router = APIRouter(prefix="/cms/file-copies", tags=["file copies"])

_Editor = Annotated[Principal, requires("editor")]
_WAIT_SECONDS = 240


@router.post("", status_code=202, response_model=JobOut, responses={200: {"model": FileCopiesOut}})
async def create(data: FileCopiesIn, request: Request, session: Session, principal: _Editor) -> Response:
    """Copy images of other sites into the library, as files that everybody sees.

    Each is public, at most 20 MB large, and there within ten seconds. An image that the folder has already is that file
    again. What could not be copied is in `failed`, by its address. 422 `name_invalid`, 403 `folder_protected`, 409
    `folder_restricted`, 409 `copy_cancelled` where somebody cancelled the job, 429 `too_many_copies`.
    """
    return JobResponse(await service.begin(session, principal, data), request, address="/cms/jobs", wait=_WAIT_SECONDS)
