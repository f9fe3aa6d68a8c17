"""What products cost: the lines of baskets, priced by the server alone."""

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import ARRAY, Uuid, any_, bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import defer

from ecom.config_entries.entries import CURRENCY, entries
from ecom.prices.picking import Occasion, Picked, pick
from ecom.product_groups.models import ProductGroup
from ecom.product_groups.options import in_order, is_whole
from ecom.products.models import Price, Product
from ecom.products.repository import prices_of

State = Literal["ok", "gone", "unpublished", "no_price", "options_missing"]
# What a group is described by is no part of a line, and the longest that it has.
_UNREAD = tuple(
    defer(column, raiseload=True)
    for column in (
        ProductGroup.summary,
        ProductGroup.description,
        ProductGroup.images,
        ProductGroup.seo_title,
        ProductGroup.seo_description,
    )
)
# Made once: each basket asks it.
_WANTED = (
    select(Product, ProductGroup)
    .join(ProductGroup, ProductGroup.id == Product.group_id)
    .options(*_UNREAD)
    .where(Product.id == any_(bindparam("ids", type_=ARRAY(Uuid))))
)
Wanted = tuple[uuid.UUID, int, Mapping[str, str]]
"""A product's id, how many, and what the buyer chose of the options that the product leaves open."""


@dataclass(frozen=True)
class PricedLine:
    """A line of a basket as the shop sees it now.

    ``product`` and ``group`` are None where they are gone. Amounts are of one, in minor units of ``currency``, taxed as
    the shop's prices are; ``unit_amount`` is None where no price applies, ``standard_amount`` what it costs without sales.
    ``available`` is how many can be had in one order, over all lines of the product; None: as many as one likes.
    """

    product_id: uuid.UUID
    quantity: int
    chosen_options: Mapping[str, str]
    product: Product | None
    group: ProductGroup | None
    state: State
    currency: str
    unit_amount: int | None = None
    standard_amount: int | None = None
    available: int | None = 0

    @property
    def option_values(self) -> dict[str, str]:
        """The whole choice: what the product is, and what the buyer chose beside it, in the order of the options."""
        if self.product is None or self.group is None:
            return dict(self.chosen_options)
        return in_order(self.group.options, {**self.chosen_options, **self.product.option_values})


async def price_lines(
    session: AsyncSession, wanted: Sequence[Wanted], scopes: Collection[str], at: datetime
) -> Sequence[PricedLine]:
    """The lines as they are asked for, priced, in the same order; in as many statements for many as for one.

    A price from so many on counts all lines of its product together: colours that are the buyer's choice are one product.
    """
    currency = await entries.get(session, CURRENCY)
    quantities: Counter[uuid.UUID] = Counter()
    for product_id, quantity, _ in wanted:
        quantities[product_id] += quantity
    rows = (await session.execute(_WANTED, {"ids": list(quantities)})).all()
    found = {product.id: (product, group) for product, group in rows}
    prices = await prices_of(session, found)
    return [
        _line(each, found.get(each[0]), prices, Occasion(currency, at, quantities[each[0]], scopes)) for each in wanted
    ]


def available(product: Product) -> int | None:
    """How many of a product one order can have; None: as many as one likes."""
    limits = [] if product.most_per_order is None else [product.most_per_order]
    if product.tracks_stock and not product.allows_backorders:
        limits.append(max(product.stock, 0))
    return min(limits, default=None)


def _line(
    wanted: Wanted,
    found: tuple[Product, ProductGroup] | None,
    prices: Mapping[uuid.UUID, Sequence[Price]],
    occasion: Occasion,
) -> PricedLine:
    product_id, quantity, chosen = wanted
    if found is None:
        return PricedLine(product_id, quantity, chosen, None, None, "gone", occasion.currency)
    product, group = found
    picked = pick(prices[product_id], occasion)
    return PricedLine(
        product_id,
        quantity,
        chosen,
        product,
        group,
        _state(product, group, chosen, picked),
        occasion.currency,
        picked.price.amount if picked.price else None,
        picked.standard,
        available(product),
    )


def _state(product: Product, group: ProductGroup, chosen: Mapping[str, str], picked: Picked) -> State:
    if not (product.is_published and group.is_published):
        return "unpublished"
    # What the product is cannot be chosen otherwise.
    contradicts = any(product.option_values.get(name, value) != value for name, value in chosen.items())
    if contradicts or not is_whole(group.options, {**chosen, **product.option_values}):
        return "options_missing"
    return "ok" if picked.price is not None else "no_price"
