"""Queries of shipping matrices."""

import uuid
from collections.abc import Sequence
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.orm import aliased

from ecom.shipping_matrices.errors import ShippingMatrixNotFound
from ecom.shipping_matrices.models import ShippingMatrix
from kit.errors import NotFound
from kit.repository import Repository


class ShippingMatrixRepository(Repository[ShippingMatrix]):
    model = ShippingMatrix
    missing: ClassVar[type[NotFound]] = ShippingMatrixNotFound

    async def others(self, matrix_id: uuid.UUID) -> Sequence[ShippingMatrix]:
        """All matrices but this one, by name, as they are now."""
        query = self.base().where(ShippingMatrix.id != matrix_id).order_by(ShippingMatrix.name)
        return (await self.session.scalars(query.execution_options(populate_existing=True))).all()

    async def reachable(self, roots: Sequence[uuid.UUID] | None) -> Sequence[ShippingMatrix]:
        """The matrices that one can come to from ``roots``, these included; from the first one where there are none."""
        if roots is None:
            return (await self.session.scalars(_FROM_FIRST)).all()
        return (await self.session.scalars(_reached_from(ShippingMatrix.id.in_(roots)))).all()

    async def unset_first(self, matrix_id: uuid.UUID) -> None:
        """Let no other matrix be the first one."""
        # The table and not the model: to those who edit the other matrix nothing has changed.
        table: Any = ShippingMatrix.__table__
        statement = update(table).where(table.c.is_first, table.c.id != matrix_id)
        await self.session.execute(statement.values(is_first=False, updated_at=table.c.updated_at))


def _reached_from(start: ColumnElement[bool]) -> Select[ShippingMatrix]:
    reached = select(ShippingMatrix.id).where(start).cte("reached", recursive=True)
    above = aliased(ShippingMatrix)
    # UNION leaves out what is there already, so that it ends even where there were a circle.
    targets = select(func.unnest(above.leads_to)).join(reached, above.id == reached.c.id)
    return select(ShippingMatrix).where(ShippingMatrix.id.in_(select(reached.union(targets).c.id)))


# Made once: each basket asks it.
_FROM_FIRST = _reached_from(ShippingMatrix.is_first.is_(True))
