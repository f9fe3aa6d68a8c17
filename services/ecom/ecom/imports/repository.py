"""Queries of imports."""

import uuid
from collections.abc import Sequence
from typing import ClassVar

from sqlalchemy import Select, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.imports.columns import FIELDS, Kind, recognised
from ecom.imports.errors import ImportNotFound
from ecom.imports.models import ImportImages, ImportRow, Outcome, ProductImport
from ecom.imports.schemas import ShopImportOut
from kit.errors import NotFound
from kit.jobs import FINISHED
from kit.repository import Repository
from kit.tables import Job


class ImportRepository(Repository[ProductImport]):
    model = ProductImport
    missing: ClassVar[type[NotFound]] = ImportNotFound

    def of_kinds(self, kinds: Sequence[Kind]) -> Select[ProductImport]:
        """Imports of these kinds, of all where there are none."""
        return self.base().where(ProductImport.kind.in_(kinds)) if kinds else self.base()


class ImportRowRepository(Repository[ImportRow]):
    model = ImportRow

    def of(self, import_id: uuid.UUID, outcomes: Sequence[Outcome]) -> Select[ImportRow]:
        """An import's rows with these outcomes, all where there are none."""
        query = self.base().where(ImportRow.import_id == import_id)
        return query.where(ImportRow.outcome.in_(outcomes)) if outcomes else query


class ImagesRepository(Repository[ImportImages]):
    model = ImportImages

    def left(self, import_id: uuid.UUID) -> Select[ImportImages]:
        """Those of an import that are still to be fetched."""
        return self.base().where(ImportImages.import_id == import_id, ImportImages.faults == [])

    def missing_of(self, import_id: uuid.UUID) -> Select[ImportImages]:
        """Those of an import of which something could not be fetched."""
        return self.base().where(ImportImages.import_id == import_id, ImportImages.faults != [])

    async def count_left(self, import_id: uuid.UUID) -> int:
        """How many products and variants have images still to be fetched."""
        query = self.left(import_id).with_only_columns(func.count())
        return await self.session.scalar(query) or 0

    async def count_missing(self, import_id: uuid.UUID) -> int:
        """How many images could not be fetched."""
        query = self.missing_of(import_id).with_only_columns(func.sum(func.jsonb_array_length(ImportImages.faults)))
        return int(await self.session.scalar(query) or 0)

    async def retry(self, import_id: uuid.UUID) -> bool:
        """Have those be fetched again that could not be; whether anything is to be fetched now."""
        mine = ImportImages.import_id == import_id
        await self.session.execute(update(ImportImages).where(mine).values(faults=[]))
        return await self.count_left(import_id) > 0


_STRANDED = """
WITH over AS (
    SELECT t.id FROM imports t LEFT JOIN jobs j ON j.id = t.job_id AND j.state IN ('queued', 'running')
    WHERE t.state IN ('planning', 'applying') AND j.id IS NULL FOR UPDATE OF t SKIP LOCKED
)
UPDATE imports t SET state = 'failed', updated_at = now(), fault = coalesce(
    (SELECT (j.error ->> 'detail') FROM jobs j WHERE j.id = t.job_id), 'The worker was lost.') || ' Nothing has changed.'
FROM over WHERE t.id = over.id
"""


async def fail_stranded(session: AsyncSession) -> None:
    """Note the end of imports that no job works at any more. What carries one out is one transaction: nothing has changed."""
    await session.execute(text(_STRANDED))


async def has_open_job(session: AsyncSession, row: ProductImport) -> bool:
    """Whether a job works at an import, or is about to."""
    query = select(Job.id).where(Job.id == row.job_id, Job.state.not_in(FINISHED))
    return row.job_id is not None and await session.scalar(query) is not None


async def import_out(session: AsyncSession, row: ProductImport) -> ShopImportOut:
    """An import as it is answered."""
    images = ImagesRepository(session)
    kind: Kind = "products" if row.kind == "products" else "tax_rates"
    names = (name for name in ShopImportOut.model_fields if hasattr(row, name))
    return ShopImportOut.model_validate(
        {
            **{name: getattr(row, name) for name in names},
            "fields": FIELDS[kind],
            "recognised": recognised(kind, row.headers)[1],
            "was_cancelled": row.cancelled_at is not None,
            "is_under_way": await has_open_job(session, row),
            "preview": row.digest,
            "images_left": await images.count_left(row.id),
            "images_missing": await images.count_missing(row.id),
        }
    )
