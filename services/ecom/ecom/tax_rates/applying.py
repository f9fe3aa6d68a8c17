"""Which tax rates apply at a place, and what they come to.

- A rate applies where its country, county, town and postcode are those of the place; what it leaves empty is any. What a
  place does not say fits no rate that asks for it. It applies from ``starts_at`` on, and not any more at ``ends_at``.
- Of the rates of one priority only the most exact applies: one that names the country before one that does not, then by
  the postcode (a single one before a pattern, a pattern before none), then by the town, then by the county. Of equally
  exact ones it is the one that was made first.
- Rates of several priorities add up. A compound rate is taken of the price with the other taxes on it, and of the
  compound rates before it.
- Delivery is taxed as the highest taxed goods in the basket are, by those rates alone that apply to delivery.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Protocol

from ecom.money import rounded
from ecom.places import Place, plain_name
from ecom.postcodes import closeness

MILLION = 1_000_000


class Rate(Protocol):
    """A tax rate, as `ecom.tax_rates.models.TaxRate` holds it."""

    id: uuid.UUID
    name: str
    country: str | None
    county: str
    town: str
    postcode: str
    tax_class: str
    rate_millionths: int
    priority: int
    is_compound: bool
    applies_to_delivery: bool
    starts_at: datetime | None
    ends_at: datetime | None


@dataclass(frozen=True)
class Taxed:
    """An amount without tax, its tax, and both together, in minor units."""

    excl: int
    tax: int
    incl: int


@dataclass(frozen=True)
class Rates:
    """The rates that apply at one place and moment, by tax class, in the order of their priorities."""

    by_class: Mapping[str, Sequence[Rate]] = field(default_factory=dict)

    def for_class(self, tax_class: str | None) -> Fraction:
        """The share of the price that tax is; none for goods that are not taxed, and where no rate applies."""
        return _total(self.by_class.get(tax_class, ())) if tax_class else Fraction(0)

    def for_delivery(self, tax_classes: Iterable[str | None]) -> Fraction:
        """The share of the delivery charge that tax is, with goods of these classes in the basket."""
        shares = (
            _total([rate for rate in self.by_class.get(tax_class, ()) if rate.applies_to_delivery])
            for tax_class in tax_classes
            if tax_class
        )
        return max(shares, default=Fraction(0))


def taxed(amount: int, rate: Fraction, *, included: bool) -> Taxed:
    """An amount of one line with its tax, which is rounded half up to whole minor units.

    ``included``: the amount has the tax in it.
    """
    if included:
        tax = rounded(amount * rate / (1 + rate))
        return Taxed(amount - tax, tax, amount)
    tax = rounded(amount * rate)
    return Taxed(amount, tax, amount + tax)


def rates_for(rates: Iterable[Rate], place: Place, at: datetime) -> Rates:
    """Those of the rates that apply."""
    best: dict[tuple[str, int], tuple[tuple[int, ...], Rate]] = {}
    for rate in rates:
        exactness = _exactness(rate, place) if _is_in_force(rate, at) else None
        if exactness is None:
            continue
        key = (rate.tax_class, rate.priority)
        known = best.get(key)
        if known is None or (exactness, -rate.id.int) > (known[0], -known[1].id.int):
            best[key] = (exactness, rate)
    by_class: dict[str, list[Rate]] = {}
    for key in sorted(best):
        by_class.setdefault(key[0], []).append(best[key][1])
    return Rates(by_class)


def names_in(text: str) -> list[str]:
    """The names in a list that semicolons part, as they are compared."""
    return [name for part in text.split(";") if (name := plain_name(part))]


def _is_in_force(rate: Rate, at: datetime) -> bool:
    return (rate.starts_at is None or at >= rate.starts_at) and (rate.ends_at is None or at < rate.ends_at)


def _exactness(rate: Rate, place: Place) -> tuple[int, ...] | None:
    """How exactly a rate is for a place, the greater the more; None where it is for others."""
    if rate.country is not None and rate.country != place.country:
        return None
    postcode = closeness(rate.postcode, place.postcode, place.country)
    found = (int(rate.country is not None), postcode, _names(rate.town, place.town), _names(rate.county, place.county))
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) else None


def _names(wanted: str, name: str) -> int | None:
    names = names_in(wanted)
    if not names:
        return 0
    return 1 if name in names else None


def _total(rates: Iterable[Rate]) -> Fraction:
    plain, compound = Fraction(0), Fraction(1)
    for rate in rates:
        share = Fraction(rate.rate_millionths, MILLION)
        if rate.is_compound:
            compound *= 1 + share
        else:
            plain += share
    return (1 + plain) * compound - 1
