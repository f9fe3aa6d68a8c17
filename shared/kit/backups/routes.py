"""``/private/backup`` of every service: where cms reads its parts and restores them."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from kit.auth import Internal
from kit.backups.declaration import Part, ServiceBackup
from kit.backups.errors import PartNotFound
from kit.backups.gate import await_decision
from kit.backups.reading import REVISION, count_rows, read_part
from kit.backups.restoring import restore_parts
from kit.db import Session
from kit.events import declared_by, restating
from kit.idempotency import begin_once, replace_answer
from kit.revisions import revisions_before
from kit.schemas import Out
from kit.state import state_of

_UNBOUNDED = 2**62
"""What arrives is read line by line, and no line may be too long."""
_SCOPE = "backups.restore"
_Name = Annotated[str, Query(max_length=50)]


class BackupRevisionOut(Out):
    """The revision that a service's tables have, and those before it, from which rows can be brought to it."""

    revision: str
    older: list[str]


class BackupCountsOut(Out):
    """How many rows each table has now, by part."""

    counts: dict[str, dict[str, int]]


class RestorationOut(Out):
    """What came of a restoration: how many of what could not be carried over."""

    lost: dict[str, int]


def backup_router(backup: ServiceBackup) -> APIRouter:
    """The routes of one service."""
    router = APIRouter(prefix="/private/backup", tags=["internal"])
    cms = Internal("cms")

    @router.get("/revision", operation_id="backup_revision", include_in_schema=False)
    async def get_revision(request: Request, caller: Annotated[str, cms]) -> BackupRevisionOut:
        """Give the revision of the tables: what is restored has it, or an older one."""
        revision = await state_of(request).database.pool.fetchval(REVISION)
        return BackupRevisionOut(revision=revision, older=revisions_before(backup.service, revision))

    @router.get("/counts", operation_id="backup_counts", include_in_schema=False)
    async def count(request: Request, caller: Annotated[str, cms]) -> BackupCountsOut:
        """Count the rows of the tables."""
        state = state_of(request)
        counts = {part.name: await count_rows(state, backup, part) for part in backup.parts}
        return BackupCountsOut(counts=counts)

    @router.get("/parts/{name}", operation_id="backup_read", include_in_schema=False, response_class=StreamingResponse)
    async def read(
        name: str, request: Request, caller: Annotated[str, cms], snapshot: Annotated[str, Query(max_length=64)]
    ) -> StreamingResponse:
        """Read a part under a snapshot that the caller keeps."""
        part = _part(backup, name)
        lines = read_part(state_of(request), backup, part, snapshot)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    @router.put("/restorations/{id}", operation_id="backup_restore", include_in_schema=False, max_body_size=_UNBOUNDED)
    async def restore(
        id: uuid.UUID, request: Request, caller: Annotated[str, cms], part: Annotated[Sequence[_Name], Query()] = ()
    ) -> RestorationOut:
        """Restore parts, once, and commit when all services are ready to."""
        parts = [_part(backup, name) for name in part]
        answer: dict[str, Any] = {}
        async with state_of(request).database.transaction() as session:
            scope = f"{_SCOPE} {backup.service}"
            replay = await begin_once(session, scope=scope, key=str(id), request=b"", answer=answer)
            if replay is not None:
                # The release before this one noted nothing of it.
                return RestorationOut(lost=replay.answer.get("lost", {}))
            lost = await restore_parts(session, backup, parts, request.stream())
            await replace_answer(session, scope=scope, key=str(id), answer={"lost": lost})
            await await_decision(session, id, backup.service)
        return RestorationOut(lost=lost)

    @router.post("/announcements", operation_id="backup_announce", include_in_schema=False, status_code=204)
    async def announce(session: Session, caller: Annotated[str, cms]) -> None:
        """Tell the other services what is so here, since they may have been restored to another moment."""
        for declared in declared_by(backup.service):
            restate = restating(declared.name)
            if restate is not None:
                await restate(session)

    return router


def _part(backup: ServiceBackup, name: str) -> Part:
    part = backup.part(name)
    if part is None:
        raise PartNotFound(f"{backup.service} has no part {name[:50]!r}.")
    return part
