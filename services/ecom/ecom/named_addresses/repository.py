"""What pages' addresses may name, by plugin."""

from collections.abc import Awaitable, Callable, Mapping

from sqlalchemy import String, cast, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.named_addresses.schemas import NamedAddress
from ecom.product_groups.models import ProductGroup
from ecom.storefront.product import PRODUCT

MOST = 100_000
"""More than that no sitemap of the site lists; the ones that were changed last are the ones that are listed."""


async def _product_groups(session: AsyncSession) -> list[NamedAddress]:
    """The published product groups by what links name them by: the code or, without one, the id."""
    name = func.coalesce(ProductGroup.code, cast(ProductGroup.id, String))
    query = (
        select(name.label("name"), ProductGroup.updated_at)
        .where(ProductGroup.is_published)
        .order_by(ProductGroup.updated_at.desc(), ProductGroup.id)
        .limit(MOST)
    )
    rows = await session.execute(query)
    return [NamedAddress(name=row.name, updated_at=row.updated_at) for row in rows]


NAMES: Mapping[str, Callable[[AsyncSession], Awaitable[list[NamedAddress]]]] = {PRODUCT.ref: _product_groups}
"""The names by the ref of the plugin that shows what they name: each that says `namedBy` in its manifest."""
