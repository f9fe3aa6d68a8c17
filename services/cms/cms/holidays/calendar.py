"""Public holidays by country and year, from the library `holidays`."""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

import holidays
from babel.core import get_global
from holidays.registry import EntityLoader

from kit.errors import FieldError, ValidationFailed

YEARS = (1900, 2200)


# From the registry: to ask for their subdivisions would load the calendars of all of them.
_COUNTRIES = frozenset(EntityLoader.get_country_codes(include_aliases=False))


def country_of_zone(timezone: str) -> str | None:
    """The two-letter code of the country that a time zone belongs to; none for UTC and its like."""
    found: str | None = get_global("zone_territories").get(timezone)
    return found if found in _COUNTRIES else None


def check_place(country: str, subdivision: str | None) -> None:
    """Raise `ValidationFailed` for a country or a part of one whose holidays are not known."""
    if country not in _COUNTRIES:
        raise _unknown("country", f"The holidays of {country} are not known. Use the two-letter code of a country.")
    known: Sequence[str] = getattr(holidays, country).subdivisions
    if subdivision is not None and subdivision not in known:
        parts = ", ".join(known) or "none"
        raise _unknown("subdivision", f"{country} has no part {subdivision} with holidays of its own. Known: {parts}.")


def _unknown(field: str, detail: str) -> ValidationFailed:
    return ValidationFailed(detail, errors=[FieldError(field, "unknown", detail)])


@lru_cache(maxsize=500)
def holidays_of(country: str, subdivision: str | None, year: int, language: str) -> tuple[tuple[date, str], ...]:
    """Days and their names in order, in ``language`` where the country's are known in it, else in the country's own.

    The place has been checked by `check_place`.
    """
    days = holidays.country_holidays(country, subdiv=subdivision, years=year, language=_known(country, language))
    return tuple(sorted(days.items()))


def _known(country: str, language: str) -> str | None:
    """The name by which the library knows a language of a country's holidays, such as ``en_GB``; else the country's own."""
    calendar = getattr(holidays, country)
    tag = language.replace("-", "_")
    if tag in calendar.supported_languages:
        return tag
    alike = (known for known in calendar.supported_languages if known.partition("_")[0] == tag.partition("_")[0])
    own: str | None = calendar.default_language
    return next(alike, own)
