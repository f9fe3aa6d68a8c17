"""Queries of imports."""

import uuid
from collections.abc import Collection, Sequence
from typing import ClassVar

from sqlalchemy import ColumnElement, Select, and_, delete, func, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.imports.columns import FIELDS, Kind, recognised
from ecom.imports.errors import ImportNotFound
from ecom.imports.models import ImportImages, ImportRow, Outcome, ProductImport
from ecom.imports.schemas import ShopImportOut
from ecom.imports.snapshot import any_of
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
        ids = await self._lock(ImportImages.import_id == import_id)
        await self.session.execute(update(ImportImages).where(any_of(ImportImages.id, ids)).values(faults=[]))
        return await self.count_left(import_id) > 0

    async def supersede(self, import_id: uuid.UUID, ids: Collection[uuid.UUID]) -> None:
        """Forget what other imports still fetch for these groups and variants, which have got other images by this one."""
        if ids:
            of_groups = and_(ImportImages.product_id.is_(None), any_of(ImportImages.group_id, ids))
            of_any = or_(of_groups, any_of(ImportImages.product_id, ids))
            await self._delete(and_(ImportImages.import_id != import_id, of_any))

    async def delete_of(self, import_ids: Collection[uuid.UUID]) -> None:
        """Forget what these imports fetch, before they are deleted themselves: those would take it along in any order."""
        await self._delete(any_of(ImportImages.import_id, import_ids))

    async def _delete(self, condition: ColumnElement[bool]) -> None:
        ids = await self._lock(condition)
        await self.session.execute(delete(ImportImages).where(any_of(ImportImages.id, ids)))

    async def _lock(self, condition: ColumnElement[bool]) -> Sequence[uuid.UUID]:
        """Lock some, in the one order in which all that change several do, so that no two wait for each other; their ids.

        The caller has locked the row of the import that they are changed for.
        """
        query = select(ImportImages.id).where(condition).order_by(ImportImages.id).with_for_update()
        return (await self.session.scalars(query)).all()


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
