from decimal import Decimal

import pytest

from kit.currencies import formatted_money
from kit.minor_digits import decimal_places


@pytest.mark.parametrize(
    ("currency", "places"), [("GBP", 2), ("HUF", 2), ("RSD", 2), ("JPY", 0), ("KWD", 3), ("IQD", 3)]
)
def test_places_are_those_of_iso_4217(currency: str, places: int) -> None:
    assert decimal_places(currency) == places


@pytest.mark.parametrize(
    ("amount", "currency", "language", "written"),
    [
        (1250, "GBP", "en_GB", "£12.50"),
        (-1250, "GBP", "en_GB", "-£12.50"),
        (1999, "JPY", "en_GB", "JP¥1,999"),
        # CLDR gives these other places than ISO does.
        (199_905, "HUF", "en_GB", "HUF1,999.05"),
        (199_905, "RSD", "en_GB", "RSD1,999.05"),
        (199_905, "ALL", "de", "1.999,05\xa0ALL"),
        (1_500, "IQD", "de", "1,500\xa0IQD"),
        (Decimal("12.5"), "EUR", "de", "0,12\xa0€"),
    ],
)
def test_money_is_written_with_all_of_its_minor_units(
    amount: Decimal | int, currency: str, language: str, written: str
) -> None:
    assert formatted_money(amount, currency, language) == written
