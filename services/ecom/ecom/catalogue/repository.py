"""Queries of the catalogue: lists of groups and of products, with what they cost and whether they are there."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Literal

from sqlalchemy import ColumnElement, Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.brands.models import Brand
from ecom.categories.models import Category
from ecom.product_groups.errors import ProductGroupNotFound
from ecom.product_groups.models import ProductGroup, ProductGroupCategory
from ecom.products.models import Price, Product
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches
from kit.trees import subtree

StockState = Literal["in", "low", "out"]
"""``in``: can be bought; ``low``: its stock is tracked and low, which ``out`` is not; ``out``: none left to buy."""


@dataclass(frozen=True)
class GroupFilters:
    """What a list of groups is narrowed by."""

    q: str | None = None
    name: str | None = None
    description: str | None = None
    brand_ids: Sequence[uuid.UUID] = ()
    category_ids: Sequence[uuid.UUID] = ()
    is_published: bool | None = None
    stock: StockState | None = None


@dataclass(frozen=True)
class ProductFilters:
    """What a list of products is narrowed by."""

    q: str | None = None
    group_ids: Sequence[uuid.UUID] = ()
    skus: Sequence[str] = ()
    stock: StockState | None = None


@dataclass(frozen=True)
class Sums:
    """The products of a group in numbers."""

    product_count: int = 0
    sku: str | None = None
    lowest_price: int | None = None
    highest_price: int | None = None
    stock: int | None = None
    out_of_stock: int = 0
    low_in_stock: int = 0


class ProductGroupRepository(Repository[ProductGroup]):
    model = ProductGroup
    missing: ClassVar[type[NotFound]] = ProductGroupNotFound

    def search(self, filters: GroupFilters, low_at: int) -> Select[ProductGroup]:
        """Groups that pass all filters; ``low_at`` is the shop's own limit of low stock."""
        skus = select(func.string_agg(Product.sku, "\n")).where(Product.group_id == ProductGroup.id).scalar_subquery()
        query = self.base().where(
            *matches(filters.q, ProductGroup.name, ProductGroup.code, ProductGroup.summary, skus),
            *matches(filters.name, ProductGroup.name),
            *matches(filters.description, ProductGroup.description),
        )
        if filters.brand_ids:
            query = query.where(ProductGroup.brand_id.in_(filters.brand_ids))
        if filters.category_ids:
            query = query.where(ProductGroup.id.in_(_in_categories(filters.category_ids)))
        if filters.is_published is not None:
            query = query.where(ProductGroup.is_published.is_(filters.is_published))
        if filters.stock is not None:
            of_group = exists().where(Product.group_id == ProductGroup.id, in_state(filters.stock, low_at))
            query = query.where(of_group)
        return query


class ListedProducts(Repository[Product]):
    model = Product

    def search(self, filters: ProductFilters, low_at: int) -> Select[Product]:
        """Products that pass all filters."""
        query = self.base().join(ProductGroup, ProductGroup.id == Product.group_id)
        query = query.where(*matches(filters.q, Product.sku, Product.gtin, ProductGroup.name))
        if filters.group_ids:
            query = query.where(Product.group_id.in_(filters.group_ids))
        if filters.skus:
            query = query.where(Product.sku.in_(filters.skus))
        return query if filters.stock is None else query.where(in_state(filters.stock, low_at))


def in_state(state: StockState, low_at: int) -> ColumnElement[bool]:
    """Whether a product's stock is in this state."""
    is_out = and_(Product.tracks_stock, Product.stock <= 0, ~Product.allows_backorders)
    if state == "out":
        return is_out
    if state == "in":
        return ~is_out
    return and_(Product.tracks_stock, Product.stock <= func.coalesce(Product.low_stock_at, low_at), ~is_out)


def applying(currency: str, at: datetime) -> ColumnElement[bool]:
    """The prices at which anybody can buy one now: as `ecom.prices.picking` judges, in SQL."""
    return and_(
        Price.currency == currency,
        Price.scope.is_(None),
        Price.least_quantity <= 1,
        or_(Price.starts_at.is_(None), Price.starts_at <= at),
        or_(Price.ends_at.is_(None), Price.ends_at > at),
    )


async def prices_now(
    session: AsyncSession, product_ids: Sequence[uuid.UUID], currency: str, at: datetime
) -> Mapping[uuid.UUID, int]:
    """What one of each product costs anybody now, of those that have such a price."""
    query = select(Price.product_id, func.min(Price.amount).label("amount"))
    query = query.where(Price.product_id.in_(product_ids))
    rows = await session.execute(query.where(applying(currency, at)).group_by(Price.product_id))
    return {row.product_id: row.amount for row in rows}


async def sums_of(
    session: AsyncSession, group_ids: Sequence[uuid.UUID], *, currency: str, at: datetime, low_at: int
) -> Mapping[uuid.UUID, Sums]:
    """The products of groups in numbers; a group without any is left out."""
    lowest = select(func.min(Price.amount)).where(Price.product_id == Product.id, applying(currency, at))
    price = lowest.scalar_subquery()
    rows = select(Product.group_id, Product.id, Product.sku, Product.tracks_stock, Product.stock, price.label("price"))
    rows = rows.add_columns(in_state("out", low_at).label("is_out"), in_state("low", low_at).label("is_low"))
    each = rows.where(Product.group_id.in_(group_ids)).subquery()
    query: Select[Any] = select(
        each.c.group_id,
        func.count(),
        func.min(each.c.sku),
        func.min(each.c.price),
        func.max(each.c.price),
        func.sum(each.c.stock).filter(each.c.tracks_stock),
        func.count().filter(each.c.is_out),
        func.count().filter(each.c.is_low),
    ).group_by(each.c.group_id)
    found = {}
    for group_id, count, sku, low, high, stock, out, low_in_stock in await session.execute(query):
        only = sku if count == 1 else None
        found[group_id] = Sums(count, only, low, high, stock if stock is None else int(stock), out, low_in_stock)
    return found


async def categories_of(session: AsyncSession, group_ids: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, list[uuid.UUID]]:
    """The categories that groups stand in, as the tree has them in order of their names."""
    table = ProductGroupCategory
    query = select(table.group_id, table.category_id).join(Category, Category.id == table.category_id)
    found: dict[uuid.UUID, list[uuid.UUID]] = {identifier: [] for identifier in group_ids}
    for group_id, category_id in await session.execute(
        query.where(table.group_id.in_(group_ids)).order_by(Category.name, Category.id)
    ):
        found[group_id].append(category_id)
    return found


async def brand_names(session: AsyncSession, brand_ids: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, str]:
    """The names of brands."""
    rows = await session.execute(select(Brand.id, Brand.name).where(Brand.id.in_(brand_ids)))
    return {row.id: row.name for row in rows}


def _in_categories(category_ids: Sequence[uuid.UUID]) -> Any:
    """The ids of groups in these categories or in any below them."""
    below = [
        ProductGroupCategory.category_id.in_(select(subtree(Category, each).subquery().c.id)) for each in category_ids
    ]
    return select(ProductGroupCategory.group_id).where(or_(*below))
