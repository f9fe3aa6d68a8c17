"""``POST /cms/files``, and ``/cms/uploads``: tus 1.0 with creation, expiration and termination."""

import uuid
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.requests import ClientDisconnect

from cms.config import settings_of
from cms.files.schemas import FileOut, file_out
from cms.uploads import from_services, replacing, resumable, service, tus
from cms.uploads.schemas import UploadedOut, UploadOut, upload_in
from kit.auth import Caller, Internal, Principal, Public, requires
from kit.db import Session
from kit.errors import BadRequest
from kit.job_routes import JobResponse
from kit.multipart import parts_of
from kit.preconditions import IfMatch, OptionalIdempotencyKey, tag_version
from kit.state import state_of

router = APIRouter(prefix="/cms")
private_router = APIRouter(prefix="/private")

_Editor = Annotated[Principal, requires("editor")]
_UNBOUNDED = 2**62
"""The files are counted while they arrive."""
_WAIT_SECONDS = 1800
_Size = Annotated[int, Header(alias="Upload-Length", ge=0, le=2**53)]
_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "additionalProperties": False,
                    "properties": {
                        "filenames": {"type": "string", "description": "A JSON list: the name of each file, in order."},
                        "bucketName": {"type": "string", "description": "The folder; without it the top."},
                        "isPublic": {"type": "string", "enum": ["true", "false"]},
                        "files": {"type": "array", "items": {"type": "string", "format": "binary"}},
                    },
                }
            }
        },
    }
}
_CONTENT: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("/files", tags=["uploads"], max_body_size=_UNBOUNDED, openapi_extra=_FORM)
async def upload(request: Request, principal: _Editor, idempotency_key: OptionalIdempotencyKey = None) -> UploadedOut:
    """Upload files into a folder, as parts of any name that have a file name.

    They are named by `filenames`, or else as their parts are, and get a number where a name is taken. What could not be
    taken is in `failed`, with a status of 500 or more where it may be sent again, and with 409 `upload_uncertain` where nobody
    knows whether it is there. Several files of one name are told apart by `index`. 413 `file_too_large`, 422 `no_files`, 507
    `storage_full`; none of the files is there then.
    """
    done = await service.receive(state_of(request), principal, parts_of(request), idempotency_key)
    return UploadedOut(success=done.success, failed=done.failed)


@router.put("/files/{id}/content", tags=["uploads"], max_body_size=_UNBOUNDED, openapi_extra=_CONTENT)
async def replace(
    id: uuid.UUID,
    request: Request,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
    idempotency_key: OptionalIdempotencyKey = None,
) -> FileOut:
    """Replace the content of a file, which keeps its address, name, settings and uses.

    It has to be of the same kind; images that are shown in sizes stand for one another. The content before can be brought
    back for 30 days. 422 `content_of_another_kind`, 413 `file_too_large`, 507 `storage_full`.
    """
    state = state_of(request)
    file = await replacing.receive(state, principal, id, _whole(request), if_match, idempotency_key)
    tag_version(response, file.version)
    return file_out(file, state.settings.public_url)


@router.options("/uploads", status_code=204, tags=["uploads"])
async def options(request: Request, caller: Annotated[Caller, Public]) -> Response:
    """What of tus is spoken here."""
    headers = {
        "Tus-Resumable": tus.VERSION,
        "Tus-Version": tus.VERSION,
        "Tus-Extension": "creation,expiration,termination",
        "Tus-Max-Size": str(settings_of(state_of(request)).max_file_bytes),
    }
    return Response(status_code=204, headers=headers)


@router.post("/uploads", status_code=201, tags=["uploads"])
async def begin(
    session: Session,
    principal: _Editor,
    response: Response,
    upload_length: _Size,
    upload_metadata: tus.Metadata = "",
    tus_resumable: tus.TusVersion = None,
    if_match: IfMatch = None,
) -> UploadOut:
    """Begin an upload that goes on after a lost connection.

    `Upload-Metadata`: filename, bucketName, isPublic; or `replaces`, the id of the file that gets the content, whose
    version is in If-Match then.
    """
    tus.check_version(tus_resumable)
    upload = await resumable.create(session, principal, upload_in(upload_length, upload_metadata), if_match)
    response.headers["Location"] = f"/cms/uploads/{upload.id}"
    response.headers.update(tus.headers_of(upload))
    return UploadOut.model_validate(upload)


@router.head("/uploads/{id}", status_code=200, tags=["uploads"])
async def offset(id: uuid.UUID, session: Session, principal: _Editor, tus_resumable: tus.TusVersion = None) -> Response:
    """How much of an upload is here."""
    tus.check_version(tus_resumable)
    return Response(headers=tus.headers_of(await resumable.get(session, principal, id)))


@router.get("/uploads/{id}", tags=["uploads"])
async def get(id: uuid.UUID, session: Session, principal: _Editor) -> UploadOut:
    """How far an upload is, and which file came of it."""
    return UploadOut.model_validate(await resumable.get(session, principal, id))


@router.patch("/uploads/{id}", status_code=204, tags=["uploads"], max_body_size=_UNBOUNDED, openapi_extra=tus.PART)
async def append(
    id: uuid.UUID, request: Request, principal: _Editor, upload_offset: tus.Offset, tus_resumable: tus.TusVersion = None
) -> Response:
    """Add a part to an upload; after the last one a file is made of it. 409 `offset_mismatch` with `offset`."""
    tus.check_version(tus_resumable)
    tus.check_part(request.headers.get("content-type"))
    body, length = tus.arriving(request.stream()), request.headers.get("content-length")
    progress = await resumable.append(
        state_of(request), principal, id, upload_offset, body, None if length is None else int(length)
    )
    return Response(status_code=204, headers=tus.progress_headers(progress.received, progress.expires_at))


@router.post("/uploads/{id}/completion", tags=["uploads"])
async def complete(id: uuid.UUID, request: Request, session: Session, principal: _Editor) -> Response:
    """Wait for the file that is made of an upload. 409 `upload_incomplete`."""
    job = await resumable.begin_completion(session, await resumable.get(session, principal, id))
    return JobResponse(job, request, address="/cms/jobs", wait=_WAIT_SECONDS)


@router.delete("/uploads/{id}", status_code=204, tags=["uploads"])
async def delete(id: uuid.UUID, session: Session, principal: _Editor) -> None:
    """Cancel an upload."""
    await resumable.remove(session, principal, id)


@private_router.put("/files", max_body_size=from_services.LARGEST, include_in_schema=False)
async def take_over(
    request: Request,
    _: Annotated[str, Internal("ecom")],
    name: Annotated[str, Query(max_length=255)],
    bucket_name: Annotated[str, Query(alias="bucketName", max_length=200)],
    user_id: Annotated[uuid.UUID, Query(alias="userId")],
    key: Annotated[str, Query(max_length=100)],
) -> FileOut:
    """Make a file of what another service has fetched for somebody, who may not manage files otherwise."""
    state = state_of(request)
    principal = Principal(str(user_id), "", "", frozenset({"admin"}), "UTC")
    file = await from_services.receive(state, principal, bucket_name, name, key, _whole(request))
    return file_out(file, state.settings.public_url)


async def _whole(request: Request) -> AsyncIterator[bytes]:
    """The body, of which all has to come. Raises BadRequest."""
    try:
        async for chunk in request.stream():
            if chunk:
                yield chunk
    except ClientDisconnect:
        raise BadRequest("The body ended too early.") from None
