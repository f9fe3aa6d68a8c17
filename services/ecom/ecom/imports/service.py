"""The steps of an import: its columns are said, which begins its preview, and what that shows is carried out."""

import uuid

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.imports.columns import Kind, column_faults
from ecom.imports.errors import ImportColumnsInvalid, ImportNotReady, ImportOutdated
from ecom.imports.models import ProductImport
from ecom.imports.remembering import remember
from ecom.imports.repository import ImagesRepository, ImportRepository, fail_stranded, has_open_job
from ecom.imports.schemas import ImportApplicationIn, ImportColumnsIn
from ecom.imports.tasks import APPLY, DISCARD, FETCH, PLAN, args_of
from kit.audit import record
from kit.auth import Principal
from kit.jobs import enqueue
from kit.tables import Job

_PLANNABLE = frozenset({"uploaded", "planned", "failed"})
_BUSY = frozenset({"planning", "applying"})


async def begin_plan(session: AsyncSession, principal: Principal, data: ImportColumnsIn, id: uuid.UUID) -> Job:
    """Say what the columns are for, and have a job find out what the rows would do.

    Raises `ImportNotFound`, `ImportNotReady`, `ImportColumnsInvalid`.
    """
    await fail_stranded(session)
    row = await ImportRepository(session).get_for_update(id)
    if row.state not in _PLANNABLE or row.storage_key is None:
        raise ImportNotReady("This import is running or finished. Upload the file again to repeat it.")
    kind: Kind = "products" if row.kind == "products" else "tax_rates"
    if faults := column_faults(kind, row.headers, data.columns):
        raise ImportColumnsInvalid(faults[0].detail, errors=faults)
    row.columns, row.fetches_images = [*data.columns], data.fetches_images
    await remember(session, kind, row.headers, data.columns)
    record(session, principal, "shop_import.planned", subject=("shop_import", row.id, row.name))
    return await _begin(session, principal, row, PLAN, "planning")


async def begin_application(
    session: AsyncSession, principal: Principal, data: ImportApplicationIn, id: uuid.UUID
) -> Job:
    """Have a job carry out what the preview says. Raises `ImportNotFound`, `ImportNotReady`.

    Raises `ImportOutdated` where somebody has had another preview made than the one that was looked at.
    """
    row = await ImportRepository(session).get_for_update(id)
    if row.state != "planned":
        raise ImportNotReady("This import has no preview yet. Create one first.")
    if row.digest != data.preview:
        raise ImportOutdated("The preview has changed. Check the new one first.")
    record(session, principal, "shop_import.started", subject=("shop_import", row.id, row.name))
    return await _begin(session, principal, row, APPLY, "applying")


async def retry_images(session: AsyncSession, principal: Principal, id: uuid.UUID) -> Job:
    """Have a job fetch the images that are missing, also after one that was lost. Raises `ImportNotFound`, `ImportNotReady`."""
    row = await ImportRepository(session).get_for_update(id)
    if await has_open_job(session, row):
        raise ImportNotReady("Images of this import are being downloaded. Wait until that has finished.")
    if row.state != "done" or not await ImagesRepository(session).retry(row.id):
        raise ImportNotReady("This import has no missing images.")
    record(session, principal, "shop_import.retried", subject=("shop_import", row.id, row.name))
    job = await enqueue(session, FETCH, args_of(row.id, principal), created_by=principal.user_id)
    row.job_id = job.id
    await session.flush()
    return job


async def remove(session: AsyncSession, principal: Principal, id: uuid.UUID) -> None:
    """Delete an import; imported products stay. Raises `ImportNotFound`, `ImportNotReady` while it is under way."""
    await fail_stranded(session)
    row = await ImportRepository(session).get_for_update(id)
    if row.state in _BUSY:
        raise ImportNotReady("This import is running. Cancel it first.")
    if row.storage_key is not None:
        await enqueue(session, DISCARD, {"keys": [row.storage_key]})
    await ImagesRepository(session).delete_of([id])
    await session.execute(delete(ProductImport).where(ProductImport.id == id))
    record(session, principal, "shop_import.deleted", subject=("shop_import", row.id, row.name))


async def _begin(session: AsyncSession, principal: Principal, row: ProductImport, task: str, state: str) -> Job:
    row.state, row.fault, row.cancelled_at = state, None, None
    job = await enqueue(session, task, args_of(row.id, principal), created_by=principal.user_id)
    row.job_id = job.id
    await session.flush()
    return job
