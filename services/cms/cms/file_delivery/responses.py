"""A file as an answer."""

from collections.abc import Mapping
from email.utils import format_datetime
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cms.file_delivery.pictures import VARIES, Shown
from cms.file_delivery.ranges import is_unchanged, range_of
from cms.file_delivery.repository import DeliveredFile
from cms.files.kinds import UNKNOWN, is_shown
from kit.storage import Storage

_FOR_EVER = "public, max-age=31536000, immutable"
_FOR_A_WHILE = "public, max-age=60"
_FOR_NOBODY = "private, no-store"
# Nothing in a file runs, or asks for anything elsewhere; the viewers that browsers have for PDF need more than that.
_INERT = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox"
_PDF = "frame-ancestors 'self'"
# With their own types these would run as a part of the site, be it as a script of a page.
_RUN = frozenset(
    {"text/html", "application/xhtml+xml", "application/xml", "text/javascript", "text/css", "application/wasm"}
)


class FileResponse(Response):
    """A file, or the part of it that was asked for, as it comes from the storage."""

    def __init__(
        self,
        storage: Storage,
        shown: Shown,
        headers: Headers,
        *,
        version: str | None,
        with_body: bool,
        is_download: bool = False,
    ) -> None:
        """With ``is_download`` browsers save it, whatever it is. Raises RangeNotSatisfiable."""
        super().__init__()
        file = shown.file
        self._storage = storage
        self._file = file
        self._start, self._stop = 0, file.size
        etag = f'"{file.etag}"'
        answer_headers = {
            "ETag": etag,
            "Last-Modified": format_datetime(file.changed_at, usegmt=True),
            "Cache-Control": _caching(file, version if shown.is_best else None),
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": _PDF if file.mime_type == "application/pdf" else _INERT,
        }
        if file.picture is not None:
            answer_headers["Vary"] = VARIES
        if is_unchanged(headers, etag, file.changed_at):
            self._answer(304, answer_headers, has_body=False)
            return
        part = range_of(headers, file.size, etag, file.changed_at)
        if part is not None:
            self._start, self._stop = part
            answer_headers["Content-Range"] = f"bytes {part[0]}-{part[1] - 1}/{file.size}"
        answer_headers |= {
            "Accept-Ranges": "bytes",
            "Content-Type": _content_type(file.mime_type),
            "Content-Disposition": disposition_of(UNKNOWN if is_download else file.mime_type, file.name),
            "Content-Length": str(self._stop - self._start),
        }
        self._answer(200 if part is None else 206, answer_headers, has_body=with_body)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. What cannot be opened fails before anything is sent."""
        start = {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        length = self._stop - self._start
        if not self._has_body or not length:
            await send(start)
            await send({"type": "http.response.body", "body": b""})
            return
        async with self._storage.reading(self._file.storage_key, self._start, length) as pieces:
            await send(start)
            sent = 0
            async for piece in pieces:
                sent += len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": sent < length})

    def _answer(self, status: int, headers: Mapping[str, str], *, has_body: bool) -> None:
        self.status_code = status
        self._has_body = has_body
        self.raw_headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]


def disposition_of(kind: str, name: str) -> str:
    """How a browser is to take it, and under which name it is saved (RFC 6266)."""
    how = "inline" if is_shown(kind) else "attachment"
    plain = "".join(each if " " <= each <= "~" and each not in '"\\%' else "_" for each in name)
    written = f'{how}; filename="{plain}"'
    return written if plain == name else f"{written}; filename*=UTF-8''{quote(name, safe='')}"


def _caching(file: DeliveredFile, version: str | None) -> str:
    if not file.is_open:
        return _FOR_NOBODY
    return _FOR_EVER if version == file.content_version else _FOR_A_WHILE


def _content_type(kind: str) -> str:
    if kind in _RUN:
        return UNKNOWN
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
