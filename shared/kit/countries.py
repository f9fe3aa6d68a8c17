"""The countries and territories of ISO 3166, named by Unicode's CLDR in every language."""

import unicodedata
from functools import cache

from babel import Locale, UnknownLocaleError

# CLDR's territories that are no countries: unions, regions of the world, parts of countries, and what is not yet known.
_NO_COUNTRIES = frozenset({"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"})
_FALLBACK = Locale("en")


@cache
def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return _FALLBACK


@cache
def country_codes() -> frozenset[str]:
    """The two-letter codes of all countries and territories: those that `country_names` names in any language."""
    return frozenset(country_names("en"))


def country_names(language: str) -> dict[str, str]:
    """Names by codes, in the order of the names; in English for a language without any."""
    names = _locale(language).territories or _FALLBACK.territories
    countries = {
        code: name for code, name in names.items() if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES
    }
    return dict(sorted(countries.items(), key=lambda country: _sortable(country[1])))


def _sortable(name: str) -> str:
    """The name as lists of places are ordered: Åland stands with A."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
