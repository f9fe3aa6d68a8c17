"""How a page's address narrows a list of products: the parameters that ecom.category declares."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, TypeGuard, cast, get_args

from ecom.money import MAX_AMOUNT
from kit.minor_digits import decimal_places
from kit.raw import is_uuid

Sort = Literal["featured", "name", "cheapest", "dearest", "newest"]
_MOST_CHOICES = 50
_MOST_PAGES = 10_000


@dataclass(frozen=True)
class Narrowing:
    """What of a category is shown, and in which order. Amounts are in minor units."""

    page: int = 1
    sort: Sort = "featured"
    brands: Sequence[str] = ()
    least: int | None = None
    most: int | None = None
    only_in_stock: bool = False
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)


def narrowing_of(query: Mapping[str, str | float], currency: str) -> Narrowing:
    """What the parameters ask for; what cannot be meant is left out, for anybody may write an address.

    ``shop-least`` and ``shop-most`` are whole units of the currency, as people type them: 12.5 is £12.50.

    ``shop-brands`` are ids with commas between them, ``shop-options`` is ``Colour:Red,Blue;Size:L``, each name and value
    with its own ``%``, ``,``, ``:`` and ``;`` percent-encoded.
    """
    sort = str(query.get("shop-sort", "featured"))
    return Narrowing(
        page=_page(query.get("shop-page", 1)),
        sort=cast("Sort", sort) if sort in get_args(Sort) else "featured",
        brands=[id for id in str(query.get("shop-brands", "")).split(",")[:_MOST_CHOICES] if is_uuid(id)],
        least=_amount(query.get("shop-least"), currency),
        most=_amount(query.get("shop-most"), currency),
        only_in_stock=query.get("shop-stock") == "in",
        options=_options(str(query.get("shop-options", ""))),
    )


def _is_number(value: object) -> TypeGuard[float]:
    # Python's JSON has NaN, which is in no order with anything.
    return isinstance(value, int | float) and not math.isnan(value)


def _page(value: str | float) -> int:
    return int(min(max(value, 1), _MOST_PAGES)) if _is_number(value) else 1


def _amount(value: str | float | None, currency: str) -> int | None:
    if not _is_number(value):
        return None
    # By its digits: 19.99 is no fraction that a float can be.
    return int(min(max(Decimal(str(value)).scaleb(decimal_places(currency)), Decimal(0)), Decimal(MAX_AMOUNT)))


def _options(text: str) -> dict[str, list[str]]:
    chosen: dict[str, list[str]] = {}
    for part in text.split(";")[:_MOST_CHOICES]:
        name, _, values = part.partition(":")
        found = [_decoded(value) for value in values.split(",")[:_MOST_CHOICES] if value]
        if name and found:
            chosen.setdefault(_decoded(name), []).extend(found)
    return chosen


_ESCAPES = {"%2C": ",", "%3A": ":", "%3B": ";", "%25": "%"}


def _decoded(text: str) -> str:
    for escape, character in _ESCAPES.items():
        text = text.replace(escape, character)
    return text
