"""Money: whole minor units with a currency, and the one way that fractions of them are rounded.

An amount of 1999 GBP is £19.99, of 1999 JPY is ¥1999. No amount is ever a float. A fraction comes up where a price is
multiplied by a rate: it is rounded at each line of a basket, half away from zero, and totals are sums of lines.
"""

from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from kit.minor_digits import decimal_places

MAX_AMOUNT = 1_000_000_000_000
"""In minor units: a thousand lines of this are still whole numbers to JavaScript."""

Amount = Annotated[int, Field(strict=True, ge=0, le=MAX_AMOUNT, description="In minor units of the currency.")]

# ISO 4217, the active currencies of countries.
CURRENCIES = frozenset(
    [
        "AED",
        "AFN",
        "ALL",
        "AMD",
        "ANG",
        "AOA",
        "ARS",
        "AUD",
        "AWG",
        "AZN",
        "BAM",
        "BBD",
        "BDT",
        "BGN",
        "BHD",
        "BIF",
        "BMD",
        "BND",
        "BOB",
        "BRL",
        "BSD",
        "BTN",
        "BWP",
        "BYN",
        "BZD",
        "CAD",
        "CDF",
        "CHF",
        "CLP",
        "CNY",
        "COP",
        "CRC",
        "CUP",
        "CVE",
        "CZK",
        "DJF",
        "DKK",
        "DOP",
        "DZD",
        "EGP",
        "ERN",
        "ETB",
        "EUR",
        "FJD",
        "FKP",
        "GBP",
        "GEL",
        "GHS",
        "GIP",
        "GMD",
        "GNF",
        "GTQ",
        "GYD",
        "HKD",
        "HNL",
        "HTG",
        "HUF",
        "IDR",
        "ILS",
        "INR",
        "IQD",
        "IRR",
        "ISK",
        "JMD",
        "JOD",
        "JPY",
        "KES",
        "KGS",
        "KHR",
        "KMF",
        "KPW",
        "KRW",
        "KWD",
        "KYD",
        "KZT",
        "LAK",
        "LBP",
        "LKR",
        "LRD",
        "LSL",
        "LYD",
        "MAD",
        "MDL",
        "MGA",
        "MKD",
        "MMK",
        "MNT",
        "MOP",
        "MRU",
        "MUR",
        "MVR",
        "MWK",
        "MXN",
        "MYR",
        "MZN",
        "NAD",
        "NGN",
        "NIO",
        "NOK",
        "NPR",
        "NZD",
        "OMR",
        "PAB",
        "PEN",
        "PGK",
        "PHP",
        "PKR",
        "PLN",
        "PYG",
        "QAR",
        "RON",
        "RSD",
        "RUB",
        "RWF",
        "SAR",
        "SBD",
        "SCR",
        "SDG",
        "SEK",
        "SGD",
        "SHP",
        "SLE",
        "SOS",
        "SRD",
        "SSP",
        "STN",
        "SVC",
        "SYP",
        "SZL",
        "THB",
        "TJS",
        "TMT",
        "TND",
        "TOP",
        "TRY",
        "TTD",
        "TWD",
        "TZS",
        "UAH",
        "UGX",
        "USD",
        "UYU",
        "UZS",
        "VED",
        "VES",
        "VND",
        "VUV",
        "WST",
        "XAF",
        "XCD",
        "XOF",
        "XPF",
        "YER",
        "ZAR",
        "ZMW",
        "ZWG",
    ]
)


def _currency(value: str) -> str:
    if value not in CURRENCIES:
        raise ValueError("Not a currency: three letters as in GBP.")
    return value


Currency = Annotated[
    str,
    StringConstraints(strip_whitespace=True, to_upper=True, min_length=3, max_length=3),
    AfterValidator(_currency),
    Field(description="ISO 4217, as in GBP."),
]


def rounded(amount: Fraction | int) -> int:
    """The whole minor units that are nearest; a half goes away from zero."""
    doubled = 2 * abs(Fraction(amount))
    nearest = (int(doubled) + 1) // 2
    return nearest if amount >= 0 else -nearest


def decimal_text(amount: int, currency: str) -> str:
    """An amount in major units for documents and other programs' files: "19.99"; no sign of the currency, no grouping."""
    places = decimal_places(currency)
    digits = f"{abs(amount):0{places + 1}d}"
    whole = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{whole}" if amount < 0 else whole
