"""Writing the prices of products."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.products.models import Price
from ecom.products.schemas import PriceIn
from kit.db import new_id

FIELDS = ("kind", "currency", "amount", "starts_at", "ends_at", "least_quantity", "scope")


def price_values(data: PriceIn, currency: str) -> dict[str, Any]:
    """The columns of a price; ``currency`` is the shop's."""
    return {**data.model_dump(include={*FIELDS}), "currency": data.currency or currency}


async def replace_prices(
    session: AsyncSession,
    product_id: uuid.UUID,
    stored: Sequence[Price],
    wanted: Sequence[Mapping[str, Any]],
    at: datetime,
) -> bool:
    """Give a product these prices in place of those that it has; whether any is other.

    A price that is the same as before stays, and the same price twice is one.
    """
    gone, new = differences(stored, wanted)
    session.add_all([Price(**new_price(product_id, values, at)) for values in new])
    for price in gone:
        await session.delete(price)
    return bool(gone or new)


def differences(
    stored: Sequence[Price], wanted: Sequence[Mapping[str, Any]]
) -> tuple[list[Price], list[Mapping[str, Any]]]:
    """The prices that go and those that are new where a product gets others. The same price twice is one."""
    asked = {tuple(values[name] for name in FIELDS): values for values in wanted}
    kept = {_key(price): price for price in stored if _key(price) in asked}
    gone = [price for price in stored if kept.get(_key(price)) is not price]
    return gone, [values for key, values in asked.items() if key not in kept]


def new_price(product_id: uuid.UUID, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    """The columns of a price that is written at a moment."""
    turns_at = next_change(values["starts_at"], values["ends_at"], at)
    return {"id": new_id(), "product_id": product_id, "turns_at": turns_at, **values}


def next_change(starts_at: datetime | None, ends_at: datetime | None, at: datetime) -> datetime | None:
    """When a price begins or ceases to apply the next time after ``at``."""
    return next((moment for moment in (starts_at, ends_at) if moment is not None and moment > at), None)


def _key(price: Price) -> tuple[Any, ...]:
    return tuple(getattr(price, name) for name in FIELDS)
