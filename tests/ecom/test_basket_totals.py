"""What baskets come to, held against an independent sum in Decimal."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from random import Random

import pytest

from ecom.baskets.totals import TaxLine, percent_text, row_total, sum_of, tax_lines
from ecom.places import Place
from ecom.tax_rates.applying import rates_for
from ecom.tax_rates.service import Taxed
from kit.db import new_id

RATES = [
    [],
    [(50_000, False)],
    [(200_000, False)],
    [(55_000, False)],
    [(12_345, False)],
    [(333_333, False)],
    # As in Quebec and in Brazil: of several taxes, some are taken of the price with the others on it.
    [(50_000, False), (99_750, True)],
    [(25_000, False), (70_000, False), (12_345, True), (99_999, True)],
]
"""What is taken of a row, in millionths, and whether it is compound."""
BASKETS = 10_000


@dataclass
class Rate:
    """A rate of a shop, for everywhere and always."""

    rate_millionths: int
    is_compound: bool
    priority: int
    id: uuid.UUID = field(default_factory=new_id)
    name: str = "Tax"
    country: str | None = None
    county: str = ""
    town: str = ""
    postcode: str = ""
    tax_class: str = "standard"
    applies_to_delivery: bool = True
    starts_at: datetime | None = None
    ends_at: datetime | None = None


def share_of(taxes: list[tuple[int, bool]]) -> Fraction:
    """What the shop makes of such rates."""
    rates = [Rate(millionths, is_compound, number) for number, (millionths, is_compound) in enumerate(taxes, 1)]
    return rates_for(rates, Place("CA"), datetime.now(UTC)).for_class("standard")


def independent(amount: int, quantity: int, taxes: list[tuple[int, bool]], *, included: bool) -> tuple[int, int, int]:
    """A row without, of and with tax, as a bookkeeper would reckon it: one tax after the other, on one pound."""
    with localcontext(prec=80):
        pound = (
            1 + sum((Decimal(millionths) for millionths, is_compound in taxes if not is_compound), Decimal(0)) / 10**6
        )
        for millionths, is_compound in taxes:
            pound += pound * millionths / 10**6 if is_compound else 0
        whole = Decimal(amount) * quantity
        tax = (whole * (pound - 1) / pound if included else whole * (pound - 1)).quantize(Decimal(1), ROUND_HALF_UP)
    return (int(whole - tax), int(tax), int(whole)) if included else (int(whole), int(tax), int(whole + tax))


def random_row(random: Random) -> tuple[int, int, list[tuple[int, bool]]]:
    """An amount, a quantity, and what it is taxed by."""
    amount = random.choice([random.randrange(1, 100), random.randrange(10**6)])
    return amount, random.randrange(1, 200), random.choice(RATES)


class TestTotals:
    def test_are_what_a_bookkeeper_gets_for_10_000_random_baskets(self) -> None:
        random = Random(20261123)
        shares = {id(taxes): share_of(taxes) for taxes in RATES}
        for _ in range(BASKETS):
            included = random.random() < 0.5
            rows = [random_row(random) for _ in range(random.randrange(1, 12))]
            rates = [shares[id(taxes)] for _, _, taxes in rows]
            totals = [
                row_total(amount, quantity, rate, included=included).total
                for (amount, quantity, _), rate in zip(rows, rates, strict=True)
            ]
            expected = [independent(*row, included=included) for row in rows]
            assert [(each.excl, each.tax, each.incl) for each in totals] == expected, rows
            total = sum_of(totals)
            assert (total.excl, total.tax, total.incl) == tuple(sum(column) for column in zip(*expected, strict=True))
            assert total.excl + total.tax == total.incl
            lines = tax_lines([(percent_text(rate), each) for rate, each in zip(rates, totals, strict=True)])
            assert sum(line.tax for line in lines) == total.tax
            assert sum(line.excl for line in lines) == total.excl

    def test_round_once_for_a_row_and_not_for_each_of_it(self) -> None:
        """Three at 33p with 20 %: 19.8 are 20p of tax; three times 6.6 rounded would be 21p."""
        row = row_total(33, 3, Fraction(1, 5), included=False)
        assert (row.unit, row.total) == (Taxed(33, 7, 40), Taxed(99, 20, 119))

    def test_do_not_hang_on_the_order_of_the_rows(self) -> None:
        amounts = [row_total(amount, 1, Fraction(1, 3), included=True).total for amount in range(1, 50)]
        assert sum_of(amounts) == sum_of(reversed(amounts))


class TestTaxLines:
    def test_join_what_is_taxed_alike_the_highest_first(self) -> None:
        taxes = [("5", Taxed(100, 5, 105)), ("20", Taxed(50, 10, 60)), ("5", Taxed(20, 1, 21)), ("0", Taxed(0, 0, 0))]
        assert tax_lines(taxes) == [TaxLine("20", 50, 10), TaxLine("5", 120, 6)]


class TestPercentText:
    @pytest.mark.parametrize(
        ("rate", "text"),
        [(Fraction(1, 5), "20"), (Fraction(55, 1000), "5.5"), (Fraction(0), "0"), (Fraction(1, 3), "33.3333")],
    )
    def test_is_a_decimal_without_what_says_nothing(self, rate: Fraction, text: str) -> None:
        assert percent_text(rate) == text
