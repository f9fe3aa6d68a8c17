"""What is answered of groups and products, in as many statements for many as for one."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.catalogue.repository import Sums, brand_names, categories_of, prices_now, sums_of
from ecom.catalogue.schemas import GroupOut, ListedGroup, ListedProduct
from ecom.config_entries.entries import CURRENCY, LOW_STOCK_AT, entries
from ecom.product_groups.models import ProductGroup
from ecom.product_groups.schemas import GroupFieldsOut
from ecom.products.models import Price, Product
from ecom.products.repository import ProductRepository, prices_of
from ecom.products.schemas import PriceOut, ProductOut

_OWN = frozenset(GroupFieldsOut.model_fields) - {"category_ids"}
_OF_PRODUCT = frozenset(ProductOut.model_fields) - {"prices"}


async def groups_out(session: AsyncSession, groups: Sequence[ProductGroup]) -> list[ListedGroup]:
    """Groups as lists have them."""
    ids = [group.id for group in groups]
    currency, now = await entries.get(session, CURRENCY), datetime.now(UTC)
    low_at = await entries.get(session, LOW_STOCK_AT)
    sums = await sums_of(session, ids, currency=currency, at=now, low_at=low_at)
    categories = await categories_of(session, ids)
    brands = await brand_names(session, [group.brand_id for group in groups if group.brand_id])
    return [
        ListedGroup.model_validate(
            {
                **_own(group),
                **asdict(sums.get(group.id, Sums())),
                "category_ids": categories[group.id],
                "brand_name": brands.get(group.brand_id) if group.brand_id else None,
                "currency": currency,
            }
        )
        for group in groups
    ]


async def group_out(session: AsyncSession, group: ProductGroup) -> GroupOut:
    """A group with all of its products."""
    products = await products_out(session, await ProductRepository(session).of_group(group.id))
    categories = await categories_of(session, [group.id])
    return GroupOut.model_validate({**_own(group), "category_ids": categories[group.id], "products": products})


async def products_out(session: AsyncSession, products: Sequence[Product]) -> list[ProductOut]:
    """Products with their prices."""
    prices = await prices_of(session, [product.id for product in products])
    return [ProductOut.model_validate(_of_product(product, prices[product.id])) for product in products]


async def product_out(session: AsyncSession, product_id: uuid.UUID) -> ProductOut:
    """A product as it is stored. Raises `ProductNotFound`."""
    query = select(Product).where(Product.id == product_id).execution_options(populate_existing=True)
    row = await ProductRepository(session).one_or_none(query)
    if row is None:
        raise ProductRepository.missing
    [out] = await products_out(session, [row])
    return out


async def listed_products(session: AsyncSession, products: Sequence[Product]) -> list[ListedProduct]:
    """Products as lists have them."""
    ids = [product.id for product in products]
    currency = await entries.get(session, CURRENCY)
    prices = await prices_of(session, ids)
    now = await prices_now(session, ids, currency, datetime.now(UTC))
    query = select(ProductGroup.id, ProductGroup.name, ProductGroup.images)
    rows = await session.execute(query.where(ProductGroup.id.in_({product.group_id for product in products})))
    groups = {row.id: row for row in rows}
    return [
        ListedProduct.model_validate(
            {
                **_of_product(product, prices[product.id]),
                "group_name": groups[product.group_id].name,
                "image_shown": product.image or next(iter(groups[product.group_id].images), None),
                "currency": currency,
                "price": now.get(product.id),
            }
        )
        for product in products
        # A group that was deleted since its products were read took them along.
        if product.group_id in groups
    ]


def _own(group: ProductGroup) -> dict[str, Any]:
    return {name: getattr(group, name) for name in _OWN}


def _of_product(product: Product, prices: Sequence[Price]) -> dict[str, Any]:
    own = {name: getattr(product, name) for name in _OF_PRODUCT}
    return {**own, "prices": [PriceOut.model_validate(price) for price in prices]}
