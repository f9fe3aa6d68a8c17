"""Products of which few are left, as news for those who run the shop."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.product_groups.models import ProductGroup
from ecom.products.models import Product
from ecom.stock.low import name_in_line
from kit.auth import Principal
from kit.notifications import MOST, News


async def low_stock(session: AsyncSession, principal: Principal, since: datetime) -> Sequence[News]:
    """One for all products that fell at the same moment and have not risen since: those of an order, or of an import."""
    if not principal.has("ecom:write"):
        return []
    first = func.array_agg(aggregate_order_by(Product.id, Product.sku))[1]
    falls = (
        select(Product.low_since, first.label("id"), func.count().label("count"))
        .where(Product.low_since > since, Product.tracks_stock)
        .group_by(Product.low_since)
        .order_by(Product.low_since.desc())
        .limit(MOST)
        .subquery()
    )
    query = (
        select(Product, ProductGroup.name, ProductGroup.options, falls.c.count)
        .join(falls, falls.c.id == Product.id)
        .join(ProductGroup, ProductGroup.id == Product.group_id)
    )
    found = await session.execute(query)
    return [_of(product, name_in_line(name, options, product), count) for product, name, options, count in found]


def _of(product: Product, name: str, count: int) -> News:
    assert product.low_since is not None, "those are asked for alone"
    data = {"groupId": str(product.group_id), "name": name, "stock": product.stock, "count": count}
    return News(product.id, product.low_since, "stock.low", data)
