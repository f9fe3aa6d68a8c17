"""Stock that falls to what counts as low: noted once for each fall, and told to the shop."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import set_committed_value

from ecom.product_groups.models import ProductGroup
from ecom.products.models import Product
from ecom.stock.events import MOST_NAMED, LowProduct, StockLow
from kit.events import emit


def is_low(product: Product, low_at: int, moved: int = 0) -> bool:
    """Whether few of a product are left, or none, once so many are ``moved``. ``low_at`` is the shop's own limit."""
    few = low_at if product.low_stock_at is None else product.low_stock_at
    return product.stock + moved <= max(few, 0)


def name_in_line(group_name: str, product: Product) -> str:
    """What a product is called in one line: its group, and which of it where there is a choice."""
    chosen = ", ".join(product.option_values.values())
    return f"{group_name}: {chosen}" if chosen else group_name


async def note_falls(
    session: AsyncSession,
    products: Mapping[uuid.UUID, Product],
    moved: Mapping[uuid.UUID, int],
    low_at: int,
    at: datetime,
) -> None:
    """Note which products become low by a movement, and which are not any more; emit the former.

    The caller has their locks, and the products as they were before. One that is low already is not told of again, unless
    its limit was lowered since. Of one whose limit was raised above its stock the next sale tells.
    """
    tracked = {
        products[identifier]: change for identifier, change in moved.items() if products[identifier].tracks_stock
    }
    fallen = [
        product
        for product, change in tracked.items()
        if change < 0 and is_low(product, low_at, change) and (product.low_since is None or not is_low(product, low_at))
    ]
    risen = [
        product
        for product, change in tracked.items()
        if product.low_since is not None and not is_low(product, low_at, change)
    ]
    await _set_low_since(session, risen, None)
    await _set_low_since(session, fallen, at)
    if fallen:
        emit(session, await _described(session, fallen, moved))


async def _set_low_since(session: AsyncSession, products: Sequence[Product], at: datetime | None) -> None:
    if not products:
        return
    # The table and not the model, as of the stock: no change of the record that a shopkeeper edits.
    table: Any = Product.__table__
    statement = update(table).where(table.c.id.in_([product.id for product in products]))
    await session.execute(statement.values(low_since=at, updated_at=table.c.updated_at))
    for product in products:
        set_committed_value(product, "low_since", at)


async def _described(session: AsyncSession, fallen: Sequence[Product], moved: Mapping[uuid.UUID, int]) -> StockLow:
    named = sorted(fallen, key=lambda product: product.sku)[:MOST_NAMED]
    query = select(ProductGroup.id, ProductGroup.name).where(ProductGroup.id.in_({each.group_id for each in named}))
    names = {row.id: row.name for row in await session.execute(query)}
    products = [
        LowProduct(
            product_id=product.id,
            group_id=product.group_id,
            sku=product.sku,
            name=name_in_line(names[product.group_id], product),
            stock=product.stock + moved[product.id],
        )
        for product in named
    ]
    return StockLow(count=len(fallen), products=products)
