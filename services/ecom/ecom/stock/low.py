"""Stock that falls to what counts as low: noted once for each fall, and told to the shop."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import STOCK_NOTICE_ADDRESS, STOCK_NOTICES_ON, entries
from ecom.product_groups.models import ProductGroup
from ecom.product_groups.options import choice_in_words
from ecom.products.models import Product
from ecom.stock.events import MOST_NAMED, LowProduct, StockLow
from kit.events import emit


def is_low(product: Product, low_at: int, moved: int = 0) -> bool:
    """Whether few of a product are left, or none, once so many are ``moved``. ``low_at`` is the shop's own limit."""
    few = low_at if product.low_stock_at is None else product.low_stock_at
    return product.stock + moved <= max(few, 0)


def name_in_line(group_name: str, options: Sequence[Mapping[str, Any]], product: Product) -> str:
    """What a product is called in one line: its group, and which of it where there is a choice."""
    chosen = choice_in_words(options, product.option_values)
    return f"{group_name}: {chosen}" if chosen else group_name


def low_since(product: Product, low_at: int, moved: int, at: datetime) -> datetime | None:
    """Since when a product is low once so many are ``moved`` at that moment; None where it is not.

    One that is low already is so since then, unless its limit was lowered meanwhile. One whose limit was raised above its
    stock becomes so by the next sale.
    """
    if not product.tracks_stock:
        return product.low_since
    if not is_low(product, low_at, moved):
        return None
    falls = moved < 0 and (product.low_since is None or not is_low(product, low_at))
    return at if falls else product.low_since


async def announce_falls(session: AsyncSession, fallen: Sequence[Product], moved: Mapping[uuid.UUID, int]) -> None:
    """Emit which products became low by a movement, as they were before."""
    if fallen:
        emit(session, await _described(session, fallen, moved))


async def _described(session: AsyncSession, fallen: Sequence[Product], moved: Mapping[uuid.UUID, int]) -> StockLow:
    named = sorted(fallen, key=lambda product: product.sku)[:MOST_NAMED]
    ids = {each.group_id for each in named}
    query = select(ProductGroup.id, ProductGroup.name, ProductGroup.options).where(ProductGroup.id.in_(ids))
    groups = {row.id: (row.name, row.options) for row in await session.execute(query)}
    products = [
        LowProduct(
            product_id=product.id,
            group_id=product.group_id,
            sku=product.sku,
            name=name_in_line(*groups[product.group_id], product),
            stock=product.stock + moved[product.id],
        )
        for product in named
    ]
    return StockLow(
        count=len(fallen),
        products=products,
        is_mailed=await entries.get(session, STOCK_NOTICES_ON),
        to_address=await entries.get(session, STOCK_NOTICE_ADDRESS) or None,
    )
