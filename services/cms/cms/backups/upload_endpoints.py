"""``/cms/backups/uploads``: archives in pieces, by tus 1.0 with creation, expiration and termination."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response

from cms.backups import uploading
from cms.backups.schemas import BackupUploadOut, upload_in
from cms.uploads import resumable, tus
from kit.auth import Principal, requires
from kit.db import Session
from kit.state import state_of

router = APIRouter(prefix="/cms/backups/uploads", tags=["backup uploads"])

_Super = Annotated[Principal, requires("super", in_session=True)]
_Size = Annotated[int, Header(alias="Upload-Length", ge=1, le=2**53)]
_UNBOUNDED = 2**62


@router.post("", status_code=201)
async def begin(
    session: Session,
    principal: _Super,
    response: Response,
    upload_length: _Size,
    upload_metadata: tus.Metadata = "",
    tus_resumable: tus.TusVersion = None,
) -> BackupUploadOut:
    """Begin to upload an archive, which goes on after a lost connection. `Upload-Metadata`: filename.

    When all of it is here it is checked, as soon as no other backup is created or checked.
    """
    tus.check_version(tus_resumable)
    upload = await uploading.create(session, principal, upload_in(upload_length, upload_metadata))
    response.headers["Location"] = f"/cms/backups/uploads/{upload.id}"
    response.headers.update(tus.headers_of(upload))
    return await uploading.read(session, principal, upload.id)


@router.head("/{id}", status_code=200)
async def offset(id: uuid.UUID, session: Session, principal: _Super, tus_resumable: tus.TusVersion = None) -> Response:
    """How much of an archive is here."""
    tus.check_version(tus_resumable)
    return Response(headers=tus.headers_of(await uploading.get(session, principal, id)))


@router.get("/{id}")
async def get(id: uuid.UUID, session: Session, principal: _Super) -> BackupUploadOut:
    """How far an upload is, and which backup came of it: none while it waits for another one."""
    return await uploading.read(session, principal, id)


@router.patch("/{id}", status_code=204, max_body_size=_UNBOUNDED, openapi_extra=tus.PART)
async def append(
    id: uuid.UUID,
    request: Request,
    principal: _Super,
    upload_offset: tus.Offset,
    tus_resumable: tus.TusVersion = None,
) -> Response:
    """Add a part to an archive. 409 `offset_mismatch` with `offset`."""
    tus.check_version(tus_resumable)
    tus.check_part(request.headers.get("content-type"))
    body, length = tus.arriving(request.stream()), request.headers.get("content-length")
    progress = await resumable.append(
        state_of(request),
        principal,
        id,
        upload_offset,
        body,
        None if length is None else int(length),
        uploading.ARCHIVES,
    )
    return Response(status_code=204, headers=tus.progress_headers(progress.received, progress.expires_at))


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Super) -> None:
    """Cancel an upload. 409 `nothing_to_cancel` once a backup is made of it, whose check can be cancelled."""
    await uploading.remove(session, principal, id)
