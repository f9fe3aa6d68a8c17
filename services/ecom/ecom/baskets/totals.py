"""What a basket comes to. Pure: prices, rates and quantities in, whole minor units out.

Tax is rounded once for each row, half away from zero (`ecom.tax_rates.service.taxed`); everything above a row is a sum of
rows. So what is printed adds up, and no order of adding gives another total.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ecom.money import rounded
from ecom.tax_rates.service import Taxed, taxed

NOTHING = Taxed(0, 0, 0)


@dataclass(frozen=True, slots=True)
class RowTotal:
    """A row of a basket: one of it, all of it, and the rate that it is taxed by."""

    unit: Taxed
    total: Taxed
    rate: Fraction


@dataclass(frozen=True, slots=True)
class TaxLine:
    """What is taxed by one rate: its percentage as a decimal text, the amount without tax, and the tax."""

    percent: str
    excl: int
    tax: int


def row_total(amount: int, quantity: int, rate: Fraction, *, included: bool) -> RowTotal:
    """A row of ``quantity`` at ``amount`` each. The tax is that of the whole row, not that of one times the quantity."""
    return RowTotal(taxed(amount, rate, included=included), taxed(amount * quantity, rate, included=included), rate)


def sum_of(amounts: Iterable[Taxed]) -> Taxed:
    """All of these together."""
    excl = tax = incl = 0
    for amount in amounts:
        excl, tax, incl = excl + amount.excl, tax + amount.tax, incl + amount.incl
    return Taxed(excl, tax, incl)


def tax_lines(taxes: Iterable[tuple[str, Taxed]]) -> list[TaxLine]:
    """What is taxed by each percentage, the highest first; what is not taxed stands last, as 0."""
    sums: dict[str, Taxed] = {}
    for percent, amount in taxes:
        sums[percent] = sum_of([sums.get(percent, NOTHING), amount])
    ordered = sorted(sums.items(), key=lambda one: Fraction(one[0]), reverse=True)
    return [TaxLine(percent, total.excl, total.tax) for percent, total in ordered if total != NOTHING]


def percent_text(rate: Fraction) -> str:
    """A rate as people write it, with four decimal places at most: "20", "5.5"."""
    whole, places = divmod(rounded(rate * 1_000_000), 10_000)
    return f"{whole}.{places:04d}".rstrip("0").rstrip(".")
