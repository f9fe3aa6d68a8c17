"""How many digits of a currency's amounts are minor units, as ISO 4217 says.

There is one table, for an amount is written by one part and read by another: web/app/words/minor-digits.json, which
`npm run declarations` copies to minor_digits.json; a test holds it up to date. What ICU and CLDR say differs from it, and
from one of their releases to the next: they say with how many places people write prices.
"""

from kit.generated_json import read_generated

_OTHER_PLACES: dict[str, int] = read_generated(__file__, "minor_digits.json")
_PLACES = 2


def decimal_places(currency: str) -> int:
    """How many of a currency's digits are minor units: 2 for GBP, 0 for JPY, 3 for KWD."""
    return _OTHER_PLACES.get(currency, _PLACES)
