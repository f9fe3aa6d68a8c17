"""Queries of imports."""

import uuid
from collections.abc import Sequence
from typing import ClassVar

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.imports.columns import FIELDS, Kind
from ecom.imports.errors import ImportNotFound
from ecom.imports.models import ImportImages, ImportRow, Outcome, ProductImport
from ecom.imports.schemas import ShopImportOut
from kit.errors import NotFound
from kit.repository import Repository


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


async def import_out(session: AsyncSession, row: ProductImport) -> ShopImportOut:
    """An import as it is answered."""
    left = select(func.count()).select_from(ImportImages).where(ImportImages.import_id == row.id)
    kind: Kind = "products" if row.kind == "products" else "tax_rates"
    names = (name for name in ShopImportOut.model_fields if hasattr(row, name))
    return ShopImportOut.model_validate(
        {
            **{name: getattr(row, name) for name in names},
            "fields": FIELDS[kind],
            "was_cancelled": row.cancelled_at is not None,
            "images_left": await session.scalar(left) or 0,
        }
    )
