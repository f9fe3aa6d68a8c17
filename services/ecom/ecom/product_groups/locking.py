"""Locks of product groups: who changes more of a product than its stock has its group's, before the product's own."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.product_groups.models import ProductGroup


async def lock_groups(session: AsyncSession, condition: ColumnElement[bool]) -> Sequence[ProductGroup]:
    """The groups that the condition is true of, as they are now, in the order of their ids, in which all lock them.

    They can still be referred to: who sells a product has Postgres look for its group where the product's row is written
    a second time, and would wait there with the product's lock.
    """
    query = select(ProductGroup).where(condition).order_by(ProductGroup.id).with_for_update(key_share=True)
    return (await session.scalars(query.execution_options(populate_existing=True))).all()
