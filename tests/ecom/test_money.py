from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from ecom.money import Currency, decimal_text, rounded


class TestRounded:
    @pytest.mark.parametrize(
        ("amount", "expected"),
        [(Fraction(1, 2), 1), (Fraction(-1, 2), -1), (Fraction(3, 2), 2), (Fraction(5, 2), 3), (7, 7), (0, 0)],
    )
    def test_takes_a_half_away_from_zero(self, amount: Fraction | int, expected: int) -> None:
        assert rounded(amount) == expected

    @given(st.integers(-(10**15), 10**15), st.integers(1, 10**6))
    def test_is_what_decimal_calls_half_up(self, numerator: int, hundredths: int) -> None:
        exact = Decimal(numerator) * hundredths / 10**6
        assert rounded(Fraction(numerator * hundredths, 10**6)) == exact.to_integral_value(ROUND_HALF_UP)


class TestCurrency:
    def test_is_upper_case_however_it_is_typed(self) -> None:
        assert TypeAdapter(Currency).validate_python(" gbp ") == "GBP"

    @pytest.mark.parametrize("value", ["", "GB", "XYZ", "GBPX", "£££", "XXX"])
    def test_is_one_that_a_country_has(self, value: str) -> None:
        with pytest.raises(ValidationError):
            TypeAdapter(Currency).validate_python(value)


class TestDecimalText:
    @pytest.mark.parametrize(
        ("amount", "currency", "text"),
        [
            (1999, "GBP", "19.99"),
            (5, "GBP", "0.05"),
            (0, "GBP", "0.00"),
            (-250, "EUR", "-2.50"),
            (1999, "JPY", "1999"),
            (1, "KWD", "0.001"),
        ],
    )
    def test_has_the_currency_s_places(self, amount: int, currency: str, text: str) -> None:
        assert decimal_text(amount, currency) == text
