"""What the shop has of the products that a file names, read in a few statements whatever the file's length."""

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from sqlalchemy import ColumnElement, func, select
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.brands.models import Brand
from ecom.categories.models import Category
from ecom.config_entries.entries import CURRENCY, entries
from ecom.imports.drafting import Drafts
from ecom.product_groups.locking import lock_groups
from ecom.product_groups.models import ProductGroup, ProductGroupCategory
from ecom.products.models import Price, Product
from kit.trees import lock_tree

Lock = Literal["nothing", "groups", "products"]


@dataclass(slots=True)
class Snapshot:
    """The groups that a file may be about, and all categories and brands. Names are compared without case."""

    currency: str
    groups: dict[uuid.UUID, ProductGroup] = field(default_factory=dict)
    products: dict[uuid.UUID, list[Product]] = field(default_factory=dict)
    prices: dict[uuid.UUID, list[Price]] = field(default_factory=dict)
    category_ids: dict[uuid.UUID, set[uuid.UUID]] = field(default_factory=dict)
    categories: dict[tuple[str, ...], uuid.UUID] = field(default_factory=dict)
    paths: dict[uuid.UUID, tuple[str, ...]] = field(default_factory=dict)
    parents: dict[uuid.UUID, uuid.UUID | None] = field(default_factory=dict)
    brands: dict[str, uuid.UUID] = field(default_factory=dict)
    brand_names: dict[uuid.UUID, str] = field(default_factory=dict)
    by_code: dict[str, uuid.UUID] = field(default_factory=dict)
    by_sku: dict[str, Product] = field(default_factory=dict)


async def take(session: AsyncSession, drafts: Drafts, lock: Lock = "nothing") -> Snapshot:
    """The snapshot for these drafts. What is locked nobody changes before the transaction ends.

    With ``groups`` hardly anything of their products changes but their stock, and orders of them go on; with ``products``
    they wait.
    """
    if lock != "nothing":
        await lock_tree(session, Category)
    snapshot = Snapshot(await entries.get(session, CURRENCY))
    await _read_groups(session, snapshot, await _named(session, drafts), lock)
    await _read_names(session, snapshot)
    return snapshot


async def take_groups(session: AsyncSession, ids: Collection[uuid.UUID]) -> Snapshot:
    """The snapshot of these groups."""
    snapshot = Snapshot(await entries.get(session, CURRENCY))
    await _read_groups(session, snapshot, ids, "nothing")
    await _read_names(session, snapshot)
    return snapshot


async def _named(session: AsyncSession, drafts: Drafts) -> set[uuid.UUID]:
    """The groups that a file may be about: by their codes, by what an export calls them without one, by SKUs."""
    codes = {group.code for group in drafts.groups}
    skus = {product.sku for group in drafts.groups for product in group.products} | codes
    ids = {identifier for code in codes if (identifier := group_id_in(code)) is not None}
    found = {*await session.scalars(select(ProductGroup.id).where(any_of(ProductGroup.code, codes)))}
    found |= {*await session.scalars(select(ProductGroup.id).where(any_of(ProductGroup.id, ids)))}
    return found | {*await session.scalars(select(Product.group_id).where(any_of(Product.sku, skus)))}


async def _read_groups(session: AsyncSession, snapshot: Snapshot, ids: Collection[uuid.UUID], lock: Lock) -> None:
    # Groups before products, each in the order of their ids and all by one statement, as everybody locks them.
    named = any_of(ProductGroup.id, ids)
    products = select(Product).where(any_of(Product.group_id, ids)).order_by(Product.id)
    if lock == "products":
        products = products.with_for_update(key_share=True)
    if lock == "nothing":
        groups = (await session.scalars(select(ProductGroup).where(named))).all()
    else:
        groups = await lock_groups(session, named)
    for group in groups:
        snapshot.groups[group.id] = group
        snapshot.products[group.id], snapshot.category_ids[group.id] = [], set()
        if group.code is not None:
            snapshot.by_code[group.code] = group.id
    for product in await session.scalars(products.execution_options(populate_existing=True)):
        snapshot.products[product.group_id].append(product)
        snapshot.by_sku[product.sku] = product
        snapshot.prices[product.id] = []
    table = ProductGroupCategory
    rows = await session.execute(select(table.group_id, table.category_id).where(any_of(table.group_id, ids)))
    for group_id, category_id in rows:
        snapshot.category_ids[group_id].add(category_id)
    priced = select(Price).join(Product, Product.id == Price.product_id).where(any_of(Product.group_id, ids))
    for price in await session.scalars(priced.order_by(Price.id)):
        snapshot.prices[price.product_id].append(price)
    for products_of in snapshot.products.values():
        products_of.sort(key=lambda product: (product.position, product.id))


async def _read_names(session: AsyncSession, snapshot: Snapshot) -> None:
    rows = {row.id: row for row in await session.scalars(select(Category).order_by(Category.position, Category.id))}
    for identifier, row in rows.items():
        path = tuple(reversed([*_upwards(rows, identifier)]))
        snapshot.paths[identifier], snapshot.parents[identifier] = path, row.parent_id
        snapshot.categories.setdefault(folded(path), identifier)
    for brand_id, name in await session.execute(select(Brand.id, Brand.name).order_by(Brand.id)):
        snapshot.brands.setdefault(name.casefold(), brand_id)
        snapshot.brand_names[brand_id] = name


def _upwards(rows: Mapping[uuid.UUID, Category], identifier: uuid.UUID | None) -> Iterator[str]:
    while identifier is not None:
        yield rows[identifier].name
        identifier = rows[identifier].parent_id


def folded(path: Sequence[str]) -> tuple[str, ...]:
    """A category's names as they are compared."""
    return tuple(name.casefold() for name in path)


def any_of(column: Any, wanted: Collection[Any]) -> ColumnElement[bool]:
    """Whether a column has one of these values, of which there may be more than a statement has parameters."""
    return cast("ColumnElement[bool]", column == func.any(sql_cast([*wanted], ARRAY(column.type))))


def group_id_in(code: str) -> uuid.UUID | None:
    """The id of a group that an export has in the place of a code, where the group has none."""
    try:
        found = uuid.UUID(code)
    except ValueError:
        return None
    return found if str(found) == code else None
