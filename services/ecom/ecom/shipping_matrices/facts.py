"""What a basket is like, as far as it has to be delivered."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Protocol

from ecom.tax_rates.applying import Taxed


class Delivered(Protocol):
    """A product, as `ecom.products.models.Product` holds it."""

    weight_grams: int | None
    length_mm: int | None
    width_mm: int | None
    height_mm: int | None


@dataclass(frozen=True)
class BasketFacts:
    """What rows of shipping matrices can ask of a basket. All of it is about what has to be delivered.

    ``weight`` is of all items together, ``heaviest`` of the heaviest one, in grams. ``length``, ``width`` and ``height``
    are the greatest of any item, in millimetres. A product whose weight or size nobody has entered counts as nothing;
    ``unknown_weights`` says of how many items that is so. ``total_excl_tax`` and ``total_incl_tax`` are what the items
    cost, in minor units.
    """

    items: int = 0
    weight: int = 0
    heaviest: int = 0
    length: int = 0
    width: int = 0
    height: int = 0
    total_excl_tax: int = 0
    total_incl_tax: int = 0
    unknown_weights: int = 0

    def value(self, variable: str) -> int:
        """The value of a numeric variable, by its name on the wire."""
        return int(getattr(self, _ATTRIBUTES[variable]))


_ATTRIBUTES = {
    **{each.name: each.name for each in fields(BasketFacts)},
    "totalExclTax": "total_excl_tax",
    "totalInclTax": "total_incl_tax",
}


def facts_of(lines: Iterable[tuple[Delivered, int, Taxed]]) -> BasketFacts:
    """The facts of the lines that have to be delivered: each a product, how many of it, and what they cost together."""
    rows = [*lines]
    products = [product for product, _, _ in rows]
    return BasketFacts(
        items=sum(quantity for _, quantity, _ in rows),
        weight=sum((product.weight_grams or 0) * quantity for product, quantity, _ in rows),
        heaviest=max((product.weight_grams or 0 for product in products), default=0),
        length=max((product.length_mm or 0 for product in products), default=0),
        width=max((product.width_mm or 0 for product in products), default=0),
        height=max((product.height_mm or 0 for product in products), default=0),
        total_excl_tax=sum(total.excl for _, _, total in rows),
        total_incl_tax=sum(total.incl for _, _, total in rows),
        unknown_weights=sum(quantity for product, quantity, _ in rows if product.weight_grams is None),
    )
