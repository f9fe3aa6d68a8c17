"""How many digits of a currency's amounts are minor units, as ISO 4217 says.

There is one table, for an amount is written by one part and read by another: web/app/words/minor-digits.json, which
`npm run declarations` copies to minor_digits.json; a test holds it up to date. What ICU and CLDR say differs from it, and
from one of their releases to the next: they say with how many places people write prices.
"""

from decimal import Decimal
from functools import cache

from babel import Locale
from babel.numbers import NumberPattern, parse_pattern

from kit.generated_json import read_generated

_OTHER_PLACES: dict[str, int] = read_generated(__file__, "minor_digits.json")
_PLACES = 2


def decimal_places(currency: str) -> int:
    """How many of a currency's digits are minor units: 2 for GBP, 0 for JPY, 3 for KWD."""
    return _OTHER_PLACES.get(currency, _PLACES)


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
