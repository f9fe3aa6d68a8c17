"""Which of a product's prices counts: of those that apply the lowest, and why the others do not."""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

Why = Literal["applies", "other_currency", "not_yet", "no_longer", "too_few", "other_customers"]
"""Whether a price can be had now: ``other_customers`` have a scope that this one lacks."""


class Conditions(Protocol):
    """When and for whom a price is one."""

    currency: str
    starts_at: datetime | None
    ends_at: datetime | None
    least_quantity: int
    scope: str | None


class Offered(Conditions, Protocol):
    """A price of a product, as `ecom.products.models.Price` holds it."""

    id: uuid.UUID
    kind: str
    amount: int


@dataclass(frozen=True)
class Occasion:
    """Who buys how many of a product, when, and in which currency."""

    currency: str
    at: datetime
    quantity: int = 1
    scopes: Collection[str] = ()


@dataclass(frozen=True)
class Judged:
    """A price with what was found of it."""

    price: Offered
    why: Why


@dataclass(frozen=True)
class Picked:
    """What one of a product costs, none where nothing applies, and how each of its prices was judged."""

    price: Offered | None
    judged: tuple[Judged, ...]

    @property
    def standard(self) -> int | None:
        """What it would cost without sales, by the lowest standard price that applies: for "was £20"."""
        amounts = [one.price.amount for one in self.judged if one.why == "applies" and one.price.kind == "standard"]
        return min(amounts, default=None)


def pick(prices: Iterable[Offered], occasion: Occasion) -> Picked:
    """The lowest price that applies; of equal ones the one that was made first."""
    judged = tuple(Judged(price, judge(price, occasion)) for price in prices)
    applying = [one.price for one in judged if one.why == "applies"]
    return Picked(min(applying, key=lambda price: (price.amount, price.id), default=None), judged)


def judge(price: Conditions, occasion: Occasion) -> Why:
    """Whether a price can be had on this occasion, or why not."""
    if price.currency != occasion.currency:
        return "other_currency"
    if price.scope is not None and price.scope not in occasion.scopes:
        return "other_customers"
    if price.starts_at is not None and occasion.at < price.starts_at:
        return "not_yet"
    # The moment that it ends at is the first at which it does not apply.
    if price.ends_at is not None and occasion.at >= price.ends_at:
        return "no_longer"
    return "applies" if occasion.quantity >= price.least_quantity else "too_few"
