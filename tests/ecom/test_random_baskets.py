"""Random baskets, priced by the shop's call and by an independent sum in Decimal.

The suite asks for 2,000, to save time; 10,000 are priced past the call in `test_basket_totals`, and
by it with ``BASKETS=10000``.
"""

import asyncio
import os
import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from random import Random
from typing import Any

import pytest

from ecom.config_entries.entries import entries
from ecom.tax_rates.models import TaxRate
from tests.ecom.ordering import Shop, row, shop

__all__ = ["shop"]

BASKETS, CHUNKS, AT_ONCE = int(os.environ.get("BASKETS", "2000")), 10, 10
DELIVERY = 480
"""What the shop of `tests.ecom.ordering` delivers for."""


@dataclass(frozen=True)
class Tax:
    """A tax of a class of goods, in millionths."""

    millionths: int
    is_compound: bool = False
    is_on_delivery: bool = True


CLASSES: Mapping[str, Sequence[Tax]] = {
    # The shop has this one.
    "standard": [Tax(200_000)],
    "reduced-rate": [Tax(55_000, is_on_delivery=False)],
    "zero-rate": [Tax(0)],
    "odd": [Tax(333_333)],
    # As in Quebec and in Brazil: of several taxes, some are taken of the price with the others on it.
    "quebec": [Tax(50_000), Tax(99_750, is_compound=True)],
    "brazil": [Tax(25_000), Tax(70_000, is_on_delivery=False), Tax(12_345, is_compound=True), Tax(99_999, is_compound=True)],
}  # fmt: skip


@dataclass(frozen=True)
class Sold:
    """A product of the shop. ``from_many`` is what one costs from so many on."""

    id: uuid.UUID
    amount: int
    tax_class: str | None
    needs_delivery: bool
    from_many: tuple[int, int] | None

    def amount_of(self, quantity: int) -> int:
        """What one costs where so many are bought."""
        if self.from_many is None or quantity < self.from_many[0]:
            return self.amount
        return min(self.amount, self.from_many[1])


async def stocked(shop: Shop, random: Random) -> list[Sold]:
    """What the shop sells from now on, with the taxes on it."""
    async with shop.client.kit.database.transaction() as session:
        for name in [*CLASSES][1:]:
            for priority, tax in enumerate(CLASSES[name], 1):
                rule = {"rate_millionths": tax.millionths, "is_compound": tax.is_compound, "priority": priority}
                more = {"name": name, "country": "GB", "tax_class": name, "applies_to_delivery": tax.is_on_delivery}
                session.add(TaxRate(**rule, **more))
    found = []
    for number in range(30):
        tax_class = random.choice([*CLASSES, None])
        amount = random.choice([random.randrange(1, 100), random.randrange(1, 10**6)])
        needs_delivery = number % 3 > 0
        product = await shop.sell(amount, tax_class=tax_class, needs_delivery=needs_delivery)
        from_many = (random.randrange(2, 60), random.randrange(1, amount + 50)) if number % 2 else None
        if from_many is not None:
            await shop.offer(product, from_many[1], least_quantity=from_many[0])
        found.append(Sold(product, amount, tax_class, needs_delivery, from_many))
    return found


def pound_of(taxes: Sequence[Tax]) -> Decimal:
    """What a pound is with its taxes on it, one after the other."""
    pound = 1 + sum((Decimal(tax.millionths) for tax in taxes if not tax.is_compound), Decimal(0)) / 10**6
    for tax in taxes:
        pound += pound * tax.millionths / 10**6 if tax.is_compound else 0
    return pound


def taxed(amount: int, pound: Decimal, *, included: bool) -> tuple[int, int, int]:
    """An amount without, of and with tax, as a bookkeeper reckons it."""
    whole = Decimal(amount)
    tax = (whole * (pound - 1) / pound if included else whole * (pound - 1)).quantize(Decimal(1), ROUND_HALF_UP)
    return (int(whole - tax), int(tax), int(whole)) if included else (int(whole), int(tax), int(whole + tax))


def bookkeeping(basket: Sequence[tuple[Sold, int]], *, included: bool) -> dict[str, Any]:
    """What a basket comes to: its rows, its delivery and all together, each without, of and with tax."""
    bought = Counter[uuid.UUID]()
    for sold, quantity in basket:
        bought[sold.id] += quantity
    rows = [
        taxed(
            sold.amount_of(bought[sold.id]) * quantity,
            pound_of(CLASSES[sold.tax_class] if sold.tax_class else ()),
            included=included,
        )
        for sold, quantity in basket
    ]
    brought = [sold.tax_class for sold, _ in basket if sold.needs_delivery]
    pounds = [pound_of([tax for tax in CLASSES[each] if tax.is_on_delivery]) for each in brought if each]
    delivery = taxed(DELIVERY, max(pounds, default=Decimal(1)), included=included) if brought else (0, 0, 0)
    total = tuple(sum(column) for column in zip(*rows, delivery, strict=True))
    return {"rows": rows, "delivery": delivery, "total": total}


def said(amounts: Mapping[str, Any]) -> tuple[int, int, int]:
    return amounts["totalExclTax"], amounts["tax"], amounts["totalInclTax"]


def random_basket(random: Random, products: Sequence[Sold]) -> list[tuple[Sold, int]]:
    """Some products and how many of each; one may be in several rows."""
    return [(random.choice(products), random.randrange(1, 80)) for _ in range(random.randrange(1, 9))]


@pytest.mark.parametrize("chunk", range(CHUNKS))
async def test_are_what_a_bookkeeper_gets(shop: Shop, chunk: int) -> None:
    random, included = Random(chunk), chunk % 2 == 0
    products = await stocked(shop, random)
    async with shop.client.kit.database.transaction() as session:
        await entries.put(session, {"pricesIncludeTax": included})

    async def check(basket: Sequence[tuple[Sold, int]]) -> None:
        summary = await shop.summary(*(row(sold.id, quantity) for sold, quantity in basket))
        with localcontext(prec=80):
            expected = bookkeeping(basket, included=included)
        told = {
            "rows": [said(each) for each in summary["rows"]],
            "delivery": said(summary["delivery"]),
            "total": said(summary),
        }
        assert told == expected, basket
        assert summary["totalExclTax"] + summary["tax"] == summary["totalInclTax"]
        assert sum(line["tax"] for line in summary["taxes"]) == summary["tax"]
        assert sum(line["totalExclTax"] for line in summary["taxes"]) == summary["totalExclTax"]
        assert summary["canOrder"]

    for _ in range(BASKETS // CHUNKS // AT_ONCE):
        await asyncio.gather(*(check(random_basket(random, products)) for _ in range(AT_ONCE)))
