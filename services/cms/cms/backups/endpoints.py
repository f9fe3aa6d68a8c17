"""``/cms/backups``: making, listing, downloading, deleting and importing them."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups import importing, service
from cms.backups.answers import backups_out, import_out, preview_out
from cms.backups.download import ArchiveResponse
from cms.backups.errors import BackupUnfinished
from cms.backups.models import Backup, Kind, State
from cms.backups.receiving import FIELD, Received, receive
from cms.backups.repository import BackupRepository, ImportRepository
from cms.backups.schemas import BackupName, BackupOut, BackupPreviewOut, ImportIn, ImportOut, LatestImportOut
from kit.auth import Principal, requires
from kit.db import Session
from kit.errors import DomainError
from kit.job_routes import JobResponse
from kit.job_schemas import JobOut
from kit.multipart import parts_of
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.search import SearchText
from kit.state import KitState, state_of
from kit.storage import kept_unless_refused
from kit.tables import Job

router = APIRouter(prefix="/cms/backups")

_Admin = Annotated[Principal, requires("admin")]
# Who imports a backup, or has one, has everything: see safety in docs/decisions/0082.
_Super = Annotated[Principal, requires("super", in_session=True)]
_Name = Annotated[BackupName, Path()]
_UNBOUNDED = 2**62
_WAIT_SECONDS = 3600
_sort = sortable(name=Backup.name, createdAt=Backup.created_at, size=Backup.size, default="-createdAt")
_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": [FIELD],
                    "additionalProperties": False,
                    "properties": {
                        FIELD: {"type": "string", "format": "binary"},
                        "parts": {"type": "string", "description": "Names of parts, separated by commas; all without."},
                    },
                }
            }
        },
    }
}


# Answers wait for the job's end, where nobody prefers them at once.
_JOB: dict[str, Any] = {
    "response_model": JobOut,
    "status_code": 202,
    "responses": {200: {"description": "Done", "content": {"application/json": {"schema": {"type": "object"}}}}},
}


@router.get("", response_model=Page[BackupOut])
async def list(
    request: Request,
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Admin,
    q: SearchText = None,
    kind: Annotated[Sequence[Kind], Query(max_length=10)] = (),
    state: Annotated[Sequence[State], Query(max_length=10)] = (),
) -> Slice[BackupOut]:
    """List the backups of some kinds, or all, those included that are being made or failed."""
    revisions = await _revisions(state_of(request))
    repository = BackupRepository(session)
    found = await repository.page(page, order, repository.search(q, kind, state))
    return Slice(await backups_out(session, found.results, revisions), found.total, found.start, found.limit)


@router.post("", **_JOB)
async def create(request: Request, session: Session, principal: _Admin) -> Response:
    """Make a backup of the whole site. Where one is being made, that is the one. 409 `backup_busy` during an import."""
    _, job = await service.create(session, principal)
    return JobResponse(job, request, address="/cms/jobs", wait=_WAIT_SECONDS)


@router.put("", max_body_size=_UNBOUNDED, openapi_extra=_FORM, **_JOB)
async def import_archive(request: Request, principal: _Super) -> Response:
    """Import a backup that is uploaded: all of its parts, or those named.

    All of it is checked before anything changes, and what is there now is backed up. 422 `validation_failed` without a
    file, 422 `backup_invalid`, 409 `backup_too_new`, `backup_revision_differs`, `backup_busy`; the last of them before the
    archive is read. Where another backup is begun meanwhile, this one waits for its end.
    """
    state = state_of(request)
    await service.check_idle(state)
    received = await receive(state, parts_of(request))
    async with kept_unless_refused(state.storage, received.key):
        job = await service.when_idle(state, partial(_adopt_and_import, principal=principal, received=received))
    return JobResponse(job, request, address="/cms/jobs", wait=_WAIT_SECONDS)


@router.post("/archives", max_body_size=_UNBOUNDED, openapi_extra=_FORM, **_JOB)
async def upload(request: Request, principal: _Super) -> Response:
    """Upload a backup without importing it: it is checked, and can be looked at and imported then.

    What takes long goes to `/cms/backups/uploads`. 409 `backup_busy`, as for an import.
    """
    state = state_of(request)
    await service.check_idle(state)
    received = await receive(state, parts_of(request))
    async with kept_unless_refused(state.storage, received.key):
        job = await service.when_idle(state, partial(_adopt_and_check, principal=principal, received=received))
    return JobResponse(job, request, address="/cms/jobs", wait=_WAIT_SECONDS)


@router.get("/imports/latest")
async def get_latest_import(session: Session, _: _Admin) -> LatestImportOut:
    """The import that is under way, or the last one."""
    latest = await ImportRepository(session).latest()
    return LatestImportOut(latest=None if latest is None else await import_out(session, *latest))


@router.delete("/imports/latest", status_code=204)
async def cancel_import(session: Session, principal: _Super) -> None:
    """Cancel the import that is under way, as long as nothing has changed. 409 `nothing_to_cancel` after that."""
    await service.cancel_import(session, principal)


@router.get("/{name}")
async def get(name: _Name, request: Request, session: Session, _: _Admin) -> BackupOut:
    """Get a backup."""
    revisions = await _revisions(state_of(request))
    backup = await BackupRepository(session).read(name)
    [answer] = await backups_out(session, [backup], revisions)
    return answer


@router.get("/{name}/preview")
async def preview(name: _Name, request: Request, session: Session, _: _Admin) -> BackupPreviewOut:
    """What the import of a backup would change: how many rows there are now, and would be."""
    state = state_of(request)
    counts, revisions = await importing.counts(state), await _revisions(state)
    backup = await BackupRepository(session).read(name)
    if backup.state != "done":
        raise BackupUnfinished("This backup is not finished.")
    return preview_out(backup, counts, revisions)


@router.post("/{name}/imports", status_code=202)
async def begin_import(name: _Name, data: ImportIn, session: Session, principal: _Super) -> ImportOut:
    """Import some parts of a backup, or all, and go on watching it by its job."""
    backup = await BackupRepository(session).named(name)
    if backup.state != "done":
        raise BackupUnfinished("Only a finished backup can be imported.")
    row, _ = await service.begin_import(session, principal, backup, data.parts)
    return await import_out(session, row, backup)


@router.post("/{name}/cancellation", status_code=204)
async def cancel(name: _Name, session: Session, principal: _Admin) -> None:
    """Cancel a backup that is being made or checked. 409 `nothing_to_cancel`.

    403 `scope_missing` and `needs_session` where an import makes or checks it, which only `super` cancels, in person.
    """
    await service.cancel_backup(session, principal, name)


_ARCHIVE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The archive", "content": {"application/x-tar": {}}},
    206: {"description": "The part of it that was asked for", "content": {"application/x-tar": {}}},
}


@router.get("/{name}/archive", response_class=Response, responses=_ARCHIVE)
async def download(name: _Name, request: Request, session: Session, principal: _Super) -> Response:
    """Download a backup, or a range of it. It has everything in it, the hashes of passwords too: keep it safe."""
    backup = await BackupRepository(session).read(name)
    return ArchiveResponse(state_of(request).storage, backup, request.headers)


@router.delete("/{name}", status_code=204)
async def delete(name: _Name, session: Session, principal: _Super) -> None:
    """Delete a backup. For a day it can be brought back."""
    await service.delete(session, principal, name)


@router.post("/{name}/undeletion")
async def undelete(name: _Name, request: Request, session: Session, principal: _Super) -> BackupOut:
    """Bring a backup back that was deleted."""
    backup = await service.undelete(session, principal, name)
    [answer] = await backups_out(session, [backup], None)
    return answer


async def _adopt_and_import(session: AsyncSession, principal: Principal, received: Received) -> Job:
    backup = await service.adopt(session, principal, received.key, received.written)
    _, job = await service.begin_import(session, principal, backup, received.parts)
    return job


async def _adopt_and_check(session: AsyncSession, principal: Principal, received: Received) -> Job:
    backup = await service.adopt(session, principal, received.key, received.written)
    return await service.begin_check(session, principal, backup)


async def _revisions(state: KitState) -> Any:
    try:
        return await importing.revisions(state)
    except DomainError:
        return None
