"""Products as visitors see them: the price that the visitor pays, and whether the product is available."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import CURRENCY, LOW_STOCK_AT, PRICES_INCLUDE_TAX, entries
from ecom.prices.picking import Occasion, Picked, pick

Availability = Literal["in", "low", "backorder", "out"]


@dataclass(frozen=True)
class Shop:
    """The settings that all that is shown depends on."""

    currency: str
    includes_tax: bool
    low_stock_at: int


async def shop_of(session: AsyncSession) -> Shop:
    """The shop's settings, from the cache of its config entries."""
    values = await entries.values(session)
    return Shop(
        currency=values.get(CURRENCY.key, CURRENCY.default),
        includes_tax=values.get(PRICES_INCLUDE_TAX.key, PRICES_INCLUDE_TAX.default),
        low_stock_at=values.get(LOW_STOCK_AT.key, LOW_STOCK_AT.default),
    )


@dataclass(slots=True)
class _Offered:
    """A price as a statement gives it in JSON."""

    id: uuid.UUID
    kind: str
    currency: str
    amount: int
    starts_at: datetime | None
    ends_at: datetime | None
    least_quantity: int
    scope: str | None


# As `variant_of` reads them. Of products that nobody has published nothing is shown.
VARIANTS = """
SELECT json_agg(json_build_object(
    'id', p.id, 'sku', p.sku, 'gtin', p.gtin, 'options', p.option_values, 'image', p.image,
    'tracks', p.tracks_stock, 'stock', p.stock, 'backorders', p.allows_backorders, 'lowAt', p.low_stock_at,
    'most', p.most_per_order, 'prices', (
        SELECT json_agg(json_build_object(
            'id', o.id, 'kind', o.kind, 'currency', o.currency, 'amount', o.amount, 'starts_at', o.starts_at,
            'ends_at', o.ends_at, 'least_quantity', o.least_quantity, 'scope', o.scope))
        FROM prices o WHERE o.product_id = p.id)
    ) ORDER BY p.position, p.id)
FROM products p WHERE p.group_id = g.id AND p.is_published
"""
"""A subquery for the products of the group ``g``."""


def variants_of(document: str | None, shop: Shop, scopes: Collection[str]) -> list[dict[str, Any]]:
    """A group's products as they are shown, those left out that nobody can buy at any price."""
    occasion = Occasion(shop.currency, datetime.now(UTC), scopes=scopes)
    found = [_variant(row, shop, occasion) for row in orjson.loads(document or "[]")]
    return [variant for variant in found if variant is not None]


def _variant(row: Mapping[str, Any], shop: Shop, occasion: Occasion) -> dict[str, Any] | None:
    picked = pick([_offered(price) for price in row["prices"] or ()], occasion)
    if picked.price is None:
        return None
    availability, left = _availability(row, shop)
    return {
        "id": row["id"],
        "sku": row["sku"],
        "gtin": row["gtin"],
        "options": row["options"],
        "image": row["image"],
        "price": picked.price.amount,
        "was": _was(picked),
        "availability": availability,
        "left": left,
        "most": row["most"],
    }


def _offered(price: Mapping[str, Any]) -> _Offered:
    moments = {name: price[name] and datetime.fromisoformat(price[name]) for name in ("starts_at", "ends_at")}
    return _Offered(**{**price, **moments, "id": uuid.UUID(price["id"])})


def _was(picked: Picked) -> int | None:
    """What it cost before it was on sale; of a price for some customers alone that is nobody's business."""
    price, standard = picked.price, picked.standard
    return standard if price and price.kind == "sale" and standard is not None and standard > price.amount else None


def _availability(row: Mapping[str, Any], shop: Shop) -> tuple[Availability, int | None]:
    """Whether it can be had, and how many are left where there are few."""
    if not row["tracks"]:
        return "in", None
    if row["stock"] <= 0:
        return ("backorder" if row["backorders"] else "out"), None
    few = shop.low_stock_at if row["lowAt"] is None else row["lowAt"]
    return ("low", row["stock"]) if row["stock"] <= few else ("in", None)


def images_in(groups: Sequence[Mapping[str, Any]]) -> set[str]:
    """What groups and their products have of files of the library."""
    images = [image for group in groups for image in group["images"]]
    images += [variant["image"] for group in groups for variant in group["variants"] if variant["image"]]
    return {image["file"] for image in images if image.get("file")}
