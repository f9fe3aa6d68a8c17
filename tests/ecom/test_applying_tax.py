from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecom.places import Place
from ecom.tax_rates.applying import MILLION, Rates, Taxed, rates_for, taxed
from kit.db import new_id

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
BELFAST = Place("GB", "Antrim", "Belfast", "BT1 1AA")


@dataclass
class Rate:
    rate_millionths: int = 200_000
    name: str = "VAT"
    country: str | None = "GB"
    county: str = ""
    town: str = ""
    postcode: str = ""
    tax_class: str = "standard"
    priority: int = 1
    is_compound: bool = False
    applies_to_delivery: bool = True
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    id: UUID = field(default_factory=new_id)


def total(rates: list[Rate], place: Place = BELFAST, at: datetime = NOW, tax_class: str | None = "standard") -> int:
    share = rates_for(rates, place, at).for_class(tax_class) * MILLION
    assert share.denominator == 1
    return int(share)


class TestWhichApply:
    @pytest.mark.parametrize(
        "rate",
        [
            Rate(country=None),
            Rate(),
            Rate(county="antrim"),
            Rate(county="Down; ANTRIM"),
            Rate(town="belfast"),
            Rate(postcode="BT*"),
            Rate(county="Antrim", town="Belfast", postcode="BT1"),
        ],
    )
    def test_those_of_the_place(self, rate: Rate) -> None:
        assert total([rate]) == 200_000

    @pytest.mark.parametrize(
        "rate",
        [
            Rate(country="US"),
            Rate(county="Down"),
            Rate(county="Ant"),
            Rate(town="Derry"),
            Rate(postcode="B1*"),
            Rate(county="Antrim", town="Belfast", postcode="BT2"),
        ],
    )
    def test_not_those_of_others(self, rate: Rate) -> None:
        assert total([rate]) == 0

    def test_what_the_place_does_not_say_fits_no_rate_that_asks_for_it(self) -> None:
        for rate in (Rate(county="Antrim"), Rate(town="Belfast"), Rate(postcode="BT*")):
            assert total([rate], Place("GB")) == 0

    def test_in_their_time_the_end_being_over(self) -> None:
        rate = Rate(starts_at=NOW, ends_at=NOW + HOUR)
        assert [total([rate], at=at) for at in (NOW - HOUR, NOW, NOW + HOUR)] == [0, 200_000, 0]

    def test_of_the_class_alone(self) -> None:
        rates = [Rate(), Rate(50_000, tax_class="reduced-rate")]
        classes = ("standard", "reduced-rate", "zero-rate", None)
        assert [total(rates, tax_class=each) for each in classes] == [200_000, 50_000, 0, 0]

    def test_the_most_exact_of_a_priority_alone(self) -> None:
        # From the most exact to the least.
        rates = [
            Rate(1, postcode="BT11AA"),
            Rate(2, postcode="BT*", town="Belfast"),
            Rate(3, postcode="BT*"),
            Rate(4, town="Belfast"),
            Rate(5, county="Antrim"),
            Rate(6),
            Rate(7, country=None, postcode="BT11AA"),
            Rate(8, country=None),
        ]
        for number in range(len(rates)):
            assert total(rates[number:]) == number + 1
            assert total(rates[number:][::-1]) == number + 1

    def test_of_equally_exact_ones_the_first_that_was_made(self) -> None:
        first, second = Rate(1), Rate(2)
        assert total([second, first]) == total([first, second]) == 1


class TestHowTheyAddUp:
    def test_priorities_add(self) -> None:
        assert total([Rate(100_000), Rate(20_000, priority=2)]) == 120_000

    def test_compound_rates_are_taken_of_the_price_with_tax(self) -> None:
        rates = [Rate(100_000, priority=2), Rate(20_000, priority=1, is_compound=True)]
        assert total(rates) == 122_000

    def test_a_compound_rate_by_itself_is_a_rate(self) -> None:
        assert total([Rate(is_compound=True)]) == 200_000

    @given(st.lists(st.tuples(st.integers(0, 1_000_000), st.booleans()), max_size=6))
    def test_as_sums_in_decimals_do(self, given_rates: list[tuple[int, bool]]) -> None:
        rates = [
            Rate(millionths, is_compound=is_compound, priority=number + 1)
            for number, (millionths, is_compound) in enumerate(given_rates)
        ]
        price = Decimal(1)
        with_tax = price + sum((Decimal(each) / MILLION for each, compound in given_rates if not compound), Decimal(0))
        for each, compound in given_rates:
            if compound:
                with_tax += with_tax * Decimal(each) / MILLION
        share = rates_for(rates, BELFAST, NOW).for_class("standard")
        assert abs(float(share) - float(with_tax - price)) < 1e-12


class TestDelivery:
    def test_is_taxed_as_the_highest_goods(self) -> None:
        rates = rates_for([Rate(), Rate(50_000, tax_class="reduced-rate")], BELFAST, NOW)
        assert rates.for_delivery(["reduced-rate", "standard", None]) == Fraction(1, 5)
        assert rates.for_delivery(["reduced-rate"]) == Fraction(1, 20)
        assert rates.for_delivery([None]) == rates.for_delivery([]) == 0

    def test_by_rates_that_apply_to_it(self) -> None:
        rates = rates_for([Rate(applies_to_delivery=False), Rate(20_000, priority=2)], BELFAST, NOW)
        assert rates.for_class("standard") == Fraction(22, 100)
        assert rates.for_delivery(["standard"]) == Fraction(2, 100)

    def test_is_not_taxed_where_nothing_is(self) -> None:
        assert Rates().for_delivery(["standard"]) == 0


class TestTaxed:
    def test_a_half_goes_up(self) -> None:
        assert taxed(10, Fraction(5, 100), included=False) == Taxed(10, 1, 11)
        assert taxed(21, Fraction(5, 100), included=True) == Taxed(20, 1, 21)

    def test_a_pound_with_its_tax(self) -> None:
        assert taxed(1999, Fraction(1, 5), included=True) == Taxed(1666, 333, 1999)

    @given(st.integers(0, 10**12), st.integers(0, 10_000_000), st.booleans())
    def test_as_decimals_are_rounded(self, amount: int, millionths: int, included: bool) -> None:
        rate = Decimal(millionths) / MILLION
        exact = Decimal(amount) * rate / (1 + rate) if included else Decimal(amount) * rate
        found = taxed(amount, Fraction(millionths, MILLION), included=included)
        assert found.tax == int(exact.quantize(Decimal(1), ROUND_HALF_UP))
        assert found.excl + found.tax == found.incl
        assert (found.incl if included else found.excl) == amount
