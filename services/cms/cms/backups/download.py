"""An archive as an answer, or a range of it."""

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cms.backups.errors import BackupUnfinished
from cms.backups.models import Backup
from cms.file_delivery.ranges import range_of
from kit.storage import Storage


class ArchiveResponse(Response):
    """The archive of a backup as it comes from the storage. No cache keeps it."""

    def __init__(self, storage: Storage, backup: Backup, headers: Headers) -> None:
        """Raises `BackupUnfinished`, RangeNotSatisfiable."""
        super().__init__()
        if backup.storage_key is None or backup.state != "done" or backup.size is None:
            raise BackupUnfinished("This backup is not finished.")
        self._storage, self._key = storage, backup.storage_key
        etag = f'"{backup.sha256}"'
        part = range_of(headers, backup.size, etag, backup.finished_at or backup.created_at)
        self._start, self._stop = part or (0, backup.size)
        self.status_code = 200 if part is None else 206
        answer_headers = {
            "ETag": etag,
            "Accept-Ranges": "bytes",
            "Cache-Control": "private, no-store",
            "Content-Type": "application/x-tar",
            "Content-Disposition": f'attachment; filename="{backup.name}.tar"',
            "Content-Length": str(self._stop - self._start),
            "X-Content-Type-Options": "nosniff",
        }
        if part is not None:
            answer_headers["Content-Range"] = f"bytes {self._start}-{self._stop - 1}/{backup.size}"
        self.raw_headers = [(name.lower().encode(), value.encode()) for name, value in answer_headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it. What cannot be opened fails before anything is sent."""
        length = self._stop - self._start
        async with self._storage.reading(self._key, self._start, length) as pieces:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            sent = 0
            async for piece in pieces:
                sent += len(piece)
                await send({"type": "http.response.body", "body": piece, "more_body": sent < length})
