"""``/files/…``: the files of the site, for those who may see them."""

import time
import uuid
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from cms.file_delivery.crops import is_used
from cms.file_delivery.errors import FileForMembers, FileForOthers
from cms.file_delivery.pages import is_opened, page_for
from cms.file_delivery.pictures import Shown, Wanted, check_encoded, shown
from cms.file_delivery.repository import DeliveredFile, as_uploaded, delivered_former, find
from cms.file_delivery.responses import FileResponse
from cms.file_delivery.signing import opens, signature_of
from cms.files import contents
from cms.files.access import may_read
from cms.files.errors import FileNotFound
from cms.files.repository import FileRepository
from cms.files.schemas import AddressRequest, SignedAddress, path_out
from cms.images.variants import Aspect
from kit.auth import Anonymous, Caller, Principal, Public, requires
from kit.db import Session, pool, release_connection
from kit.image_crops import WrittenCrop
from kit.state import state_of

router = APIRouter(tags=["file delivery"])

_Caller = Annotated[Caller, Public]
_Editor = Annotated[Principal, requires("editor")]
_Version = Annotated[
    str | None, Query(alias="v", max_length=100, description="The content's version: it may be kept for ever.")
]
_Expires = Annotated[str | None, Query(max_length=20)]
_Signature = Annotated[str | None, Query(max_length=100)]
_Size = Annotated[str | None, Query(max_length=20, description="Of an image: xs, sm, md, lg, xl or full.")]
_Aspect = Annotated[Aspect | None, Query(description="Of an image: the part of this shape around its focal point.")]
_Crop = Annotated[
    WrittenCrop | None,
    Query(
        description="Of an image: a part of it that some page or product shows. Of any other part all of the image is given."
    ),
]
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file", "content": {"*/*": {}}},
    206: {"description": "The part of it that was asked for", "content": {"*/*": {}}},
    304: {"description": "The caller has it"},
}


@router.get("/files/{path:path}", response_class=Response, responses=_ANSWERS)
async def get(
    path: str,
    request: Request,
    caller: _Caller,
    v: _Version = None,
    size: _Size = None,
    aspect: _Aspect = None,
    crop: _Crop = None,
    expires: _Expires = None,
    signature: _Signature = None,
) -> Response:
    """A file, or a part of it.

    An image comes in the ``size`` that is asked for, in the best format that ``Accept`` names, upright and without what
    was written into it. With the version of its content in the address it may be kept for ever. What is not for everybody is given to those
    whom its whitelist and those of its folders name, or with a signed address. 401 `file_for_members`, 403
    `file_for_others`, 404 `file_not_found`, 416 `range_not_satisfiable`, 422 `image_refused` for what cannot be given
    without what was written into it. Opened in a browser, 401, 403 and 404 are pages.
    """
    state = state_of(request)
    try:
        file = await _readable(path, request, caller, expires, signature)
    except (FileNotFound, FileForMembers, FileForOthers) as error:
        if not is_opened(request.headers):
            raise
        return await page_for(state, _address_of(request), error)
    wanted = Wanted(size, aspect, crop, partial(is_used, state, caller, file.id))
    picture = await shown(state, file, request.headers, wanted)
    return FileResponse(state.storage, picture, request.headers, version=v, with_body=True)


def _address_of(request: Request) -> str:
    """Returns path and query as they were asked for."""
    path, query = request.scope["raw_path"].decode("ascii", "replace"), request.url.query
    return f"{path}?{query}" if query else path


@router.head("/files/{path:path}", response_class=Response, responses=_ANSWERS)
async def head(
    path: str,
    request: Request,
    caller: _Caller,
    v: _Version = None,
    size: _Size = None,
    aspect: _Aspect = None,
    crop: _Crop = None,
    expires: _Expires = None,
    signature: _Signature = None,
) -> Response:
    """What the answer to a GET would say of the file."""
    state = state_of(request)
    file = await _readable(path, request, caller, expires, signature)
    wanted = Wanted(size, aspect, crop, partial(is_used, state, caller, file.id))
    picture = await shown(state, file, request.headers, wanted)
    return FileResponse(state.storage, picture, request.headers, version=v, with_body=False)


@router.get("/cms/files/{id}/content", response_class=Response, responses=_ANSWERS)
async def get_original(id: uuid.UUID, request: Request, session: Session, principal: _Editor) -> Response:
    """A file as it was uploaded, to be saved: an image in its own format and size, with its camera data."""
    file = as_uploaded(await FileRepository(session, principal).get(id))
    await release_connection(session)
    storage, as_it_is = state_of(request).storage, Shown(file)
    return FileResponse(storage, as_it_is, request.headers, version=None, with_body=True, is_download=True)


@router.get("/cms/files/{id}/contents/{content_id}", response_class=Response, responses=_ANSWERS)
async def get_former(
    id: uuid.UUID, content_id: uuid.UUID, request: Request, session: Session, principal: _Editor, size: _Size = None
) -> Response:
    """A content that a file had, as the file was delivered with it. 404 `former_content_not_found`."""
    file = delivered_former(*await contents.former_content(session, principal, id, content_id))
    await release_connection(session)
    state = state_of(request)
    picture = await shown(state, file, request.headers, Wanted(size))
    return FileResponse(state.storage, picture, request.headers, version=None, with_body=True)


@router.post("/cms/files/{id}/address")
async def sign(
    id: uuid.UUID,
    data: AddressRequest,
    request: Request,
    session: Session,
    principal: _Editor,
) -> SignedAddress:
    """Create a signed address of a file, valid for at most 30 days."""
    file = await FileRepository(session, principal).get(id)
    state = state_of(request)
    expires = int(time.time()) + data.seconds
    query = urlencode({"expires": expires, "signature": signature_of(state, id, expires)})
    uri = f"{path_out(file, state.settings.public_url).uri}?{query}"
    return SignedAddress(uri=uri, absolute_uri=f"{state.settings.public_url}{uri}", expires_at=expires)


async def _readable(
    path: str, request: Request, caller: Caller, expires: str | None, signature: str | None
) -> DeliveredFile:
    file = await find(pool(request), path)
    if not (
        file.is_open
        or opens(state_of(request), file.id, expires, signature)
        or may_read(caller, file.bucket_name, file.whitelists, is_public=file.is_public)
    ):
        if isinstance(caller, Anonymous):
            raise FileForMembers("Log in to see this file.")
        raise FileForOthers("You do not have access to this file.")
    check_encoded(file)
    return file
