"""Money as people read it."""

from decimal import Decimal
from functools import cache

from babel import Locale
from babel.numbers import NumberPattern, parse_pattern

from kit.minor_digits import decimal_places


def formatted_money(amount: Decimal | int, currency: str, language: str) -> str:
    """An amount in minor units as people read it in a language that Babel knows: 1250 of GBP is £12.50 in `en_GB`."""
    places = decimal_places(currency)
    pattern = _pattern(language, places)
    # Without this it is rounded to the places that CLDR knows.
    return str(pattern.apply(Decimal(amount).scaleb(-places), language, currency=currency, currency_digits=False))


@cache
def _pattern(language: str, places: int) -> NumberPattern:
    pattern = parse_pattern(Locale.parse(language).currency_formats["standard"].pattern)
    pattern.frac_prec = (places, places)
    return pattern
