"""The jobs of imports."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.imports import fetching, running
from ecom.imports.errors import ImportCancelled, ImportOutdated
from ecom.imports.models import ProductImport, State
from ecom.imports.receiving import PREFIX
from ecom.imports.repository import ImagesRepository, fail_stranded
from ecom.imports.snapshot import any_of
from kit.auth import Principal
from kit.cancellable import Cancellation, mark_cancelled
from kit.errors import DomainError
from kit.jobs import Run, chore, enqueue, task
from kit.state import KitState

PLAN, APPLY, FETCH, DISCARD = "imports.plan", "imports.apply", "imports.fetch_images", "imports.discard"
KEPT = timedelta(days=30)
"""How long an import and what it said are kept."""
_DAY = 86_400
_TIMEOUT_SECONDS = 900
_FETCH_SECONDS = 6 * 3600
_AT_ONCE = 100


def args_of(import_id: uuid.UUID, principal: Principal) -> dict[str, Any]:
    """The arguments of a job: what it is for, and who has begun it."""
    return {"importId": str(import_id), "userId": principal.user_id}


async def cancel(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Have the import ``args["importId"]`` end before anything has changed."""
    is_busy = ProductImport.state.in_(("planning", "applying"))
    return await mark_cancelled(session, ProductImport, uuid.UUID(args["importId"]), is_busy)


@task(PLAN, queue="long", timeout=_TIMEOUT_SECONDS, cancel=cancel)
async def make_plan(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Find out what the import ``args["importId"]`` would do. Gives how many rows do what."""
    row = await _read(run.state, args)
    if (row.state, row.job_id) != ("planning", run.job_id):
        return dict(row.counts)
    try:
        return await running.make_plan(run, row)
    except Exception as error:
        await _note(run, row, error, before="uploaded")
        raise


@task(APPLY, queue="long", timeout=_TIMEOUT_SECONDS, cancel=cancel)
async def apply(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Carry the import ``args["importId"]`` out, all of it or nothing. Gives how many rows did what."""
    row = await _read(run.state, args)
    if (row.state, row.job_id) != ("applying", run.job_id):
        return dict(row.counts)
    try:
        return await running.apply(run, row, _actor(row, args), FETCH)
    except Exception as error:
        await _note(run, row, error, before="planned")
        raise


@task(FETCH, queue="background", timeout=_FETCH_SECONDS)
async def fetch_images(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Fetch the images that the import ``args["importId"]`` asks for. Gives how many were fetched and how many not."""
    row = await _read(run.state, args)
    return await fetching.fetch(run, row, _actor(row, args))


@chore(every=15)
async def end_stranded(state: KitState) -> None:
    """Note the end of imports whose worker was lost in every attempt, or whose job took too long."""
    async with state.database.transaction() as session:
        await fail_stranded(session)


@task(DISCARD, attempts=9)
async def discard(run: Run, args: dict[str, Any]) -> None:
    """Delete the files ``args["keys"]`` of imports that are gone."""
    await run.state.storage.delete(args["keys"])


@task("imports.forget", timeout=600, every=_DAY)
async def delete_old(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Deletes old imports with their files, and files without an import. Returns the counts."""
    before = datetime.now(UTC) - KEPT
    old = select(ProductImport.id).where(ProductImport.created_at < before).order_by(ProductImport.id).with_for_update()
    async with run.state.database.transaction() as session:
        ids = (await session.scalars(old)).all()
        await ImagesRepository(session).delete_of(ids)
        gone = delete(ProductImport).where(any_of(ProductImport.id, ids)).returning(ProductImport.storage_key)
        keys = [key for key in await session.scalars(gone) if key]
        for start in range(0, len(keys), _AT_ONCE):
            await enqueue(session, DISCARD, {"keys": keys[start : start + _AT_ONCE]})
    young = datetime.now(UTC) - timedelta(days=1)
    stored = [each.key async for each in run.state.storage.list(f"{PREFIX}/") if each.changed_at < young]
    async with run.state.database.reading() as session:
        named = {*await session.scalars(select(ProductImport.storage_key))}
    rowless = [key for key in stored if key not in named]
    await run.state.storage.delete(rowless)
    return {"imports": len(keys), "files": len(rowless)}


async def _read(state: KitState, args: dict[str, Any]) -> ProductImport:
    async with state.database.reading() as session:
        return await session.get_one(ProductImport, uuid.UUID(args["importId"]))


def _actor(row: ProductImport, args: dict[str, Any]) -> Principal:
    """Return the user who began a job: the uploader of the file for jobs of the previous release, which name nobody."""
    user_id = str(args.get("userId") or row.created_by)
    return Principal(user_id, "", "", frozenset({"ecom:write"}), row.timezone)


async def _note(run: Run, row: ProductImport, error: Exception, before: State) -> None:
    """Say in the import why it ended; one that was cancelled can be gone on with from the step before."""
    if isinstance(error, ImportOutdated):
        return
    is_final = run.is_last or (isinstance(error, DomainError) and error.status < 500)
    if not is_final:
        return
    if isinstance(error, ImportCancelled):
        values: dict[str, Any] = {"state": before}
    else:
        reason = error.detail or error.title if isinstance(error, DomainError) else None
        values = {"state": "failed", "fault": reason or "The import failed. Nothing has changed; see the server's log."}
    async with run.state.database.transaction() as session:
        await session.execute(running.as_it_was(run, row).values(values))
