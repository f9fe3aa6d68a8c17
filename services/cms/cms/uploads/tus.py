"""tus 1.0 on the wire, for all routes that take uploads in pieces."""

from collections.abc import AsyncIterator
from datetime import datetime
from email.utils import format_datetime
from typing import Annotated, Any

from fastapi import Header
from starlette.requests import ClientDisconnect

from cms.uploads.errors import TusVersionUnknown
from cms.uploads.models import Upload
from kit.errors import UnsupportedMediaType

VERSION = "1.0.0"
_BYTES = ("application/offset+octet-stream", "application/octet-stream")
"""What tus calls a part, and what everybody else does."""

TusVersion = Annotated[str | None, Header(alias="Tus-Resumable", max_length=20)]
Metadata = Annotated[str, Header(alias="Upload-Metadata", max_length=8000)]
Offset = Annotated[int, Header(alias="Upload-Offset", ge=0, le=2**53)]
PART: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in _BYTES},
    }
}


def check_version(version: str | None) -> None:
    """Raises `TusVersionUnknown`."""
    if version not in {None, VERSION}:
        raise TusVersionUnknown("Use tus 1.0.0.", headers={"Tus-Version": VERSION})


def check_part(content_type: str | None) -> None:
    """Raises `UnsupportedMediaType`."""
    if content_type not in _BYTES:
        raise UnsupportedMediaType(f"The body has to be {_BYTES[0]}.")


async def arriving(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A body as far as it comes."""
    try:
        async for chunk in stream:
            if chunk:
                yield chunk
    except ClientDisconnect:
        return


def headers_of(upload: Upload) -> dict[str, str]:
    """How far an upload is, and how long it is going to be."""
    return {**progress_headers(upload.received, upload.expires_at), "Upload-Length": str(upload.size)}


def progress_headers(received: int, expires_at: datetime) -> dict[str, str]:
    """How far an upload is."""
    return {
        "Tus-Resumable": VERSION,
        "Upload-Offset": str(received),
        "Upload-Expires": format_datetime(expires_at, usegmt=True),
    }
