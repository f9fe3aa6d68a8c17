"""Queries of products and their prices."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from sqlalchemy import ARRAY, Uuid, any_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.products.errors import ProductNotFound
from ecom.products.models import Price, Product
from kit.errors import NotFound
from kit.repository import Repository


class ProductRepository(Repository[Product]):
    model = Product
    missing: ClassVar[type[NotFound]] = ProductNotFound

    async def of_group(self, group_id: uuid.UUID) -> Sequence[Product]:
        """A group's products as they are now, in their order."""
        query = self.base().where(Product.group_id == group_id).order_by(Product.position, Product.id)
        return (await self.session.scalars(query.execution_options(populate_existing=True))).all()


async def prices_of(session: AsyncSession, product_ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, Sequence[Price]]:
    """The prices of products, the oldest first; a product without any has none."""
    prices: dict[uuid.UUID, list[Price]] = {identifier: [] for identifier in product_ids}
    for price in await session.scalars(_PRICES, {"ids": list(prices)}):
        prices[price.product_id].append(price)
    return prices


# Made once: each basket asks it.
_PRICES = select(Price).where(Price.product_id == any_(bindparam("ids", type_=ARRAY(Uuid)))).order_by(Price.id)
