"""What baskets come to, held against an independent sum in Decimal."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random

import pytest

from ecom.baskets.totals import TaxLine, percent_text, row_total, sum_of, tax_lines
from ecom.tax_rates.service import Taxed

MILLIONTHS = [0, 50_000, 200_000, 55_000, 12_345, 333_333]
"""Of the rates, as the shop has them."""
BASKETS = 10_000


def independent(amount: int, quantity: int, millionths: int, *, included: bool) -> tuple[int, int, int]:
    """A row without, of and with tax, as a bookkeeper would reckon it."""
    whole = Decimal(amount) * quantity
    tax = whole * millionths / (Decimal(1_000_000 + millionths) if included else Decimal(1_000_000))
    rounded = tax.quantize(Decimal(1), ROUND_HALF_UP)
    return (
        (int(whole - rounded), int(rounded), int(whole))
        if included
        else (int(whole), int(rounded), int(whole + rounded))
    )


def random_row(random: Random) -> tuple[int, int, int]:
    """An amount, a quantity, and a rate in millionths."""
    amount = random.choice([random.randrange(1, 100), random.randrange(10**6)])
    return amount, random.randrange(1, 200), random.choice(MILLIONTHS)


class TestTotals:
    def test_are_what_a_bookkeeper_gets_for_10_000_random_baskets(self) -> None:
        random = Random(20261123)
        for _ in range(BASKETS):
            included = random.random() < 0.5
            rows = [random_row(random) for _ in range(random.randrange(1, 12))]
            rates = [Fraction(millionths, 1_000_000) for _, _, millionths in rows]
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
