"""What rows of a shipping matrix can ask of a basket and an address, and whether it is so."""

from collections.abc import Callable, Mapping
from typing import Literal

from ecom.money import MAX_AMOUNT
from ecom.places import Place, plain_name
from ecom.postcodes import fits, plain_postcode
from ecom.shipping_matrices.facts import BasketFacts

Variable = Literal[
    "always",
    "country",
    "county",
    "town",
    "postcode",
    "weight",
    "heaviest",
    "length",
    "width",
    "height",
    "items",
    "totalExclTax",
    "totalInclTax",
]
Operator = Literal[
    "is",
    "is_not",
    "is_one_of",
    "is_none_of",
    "starts_with",
    "does_not_start_with",
    "contains",
    "does_not_contain",
    "under",
    "at_most",
    "over",
    "at_least",
]
TEXTS: tuple[Variable, ...] = ("country", "county", "town", "postcode")
NUMBERS: Mapping[Variable, int] = {
    "weight": 1_000_000_000,
    "heaviest": 1_000_000_000,
    "length": 1_000_000,
    "width": 1_000_000,
    "height": 1_000_000,
    "items": 1_000_000_000,
    "totalExclTax": MAX_AMOUNT,
    "totalInclTax": MAX_AMOUNT,
}
"""Each numeric variable with its greatest operand: grams, millimetres, items, and minor units of the currency."""
CHOICES: tuple[Operator, ...] = ("is", "is_not", "is_one_of", "is_none_of")
TEXT_OPERATORS: tuple[Operator, ...] = (
    *CHOICES,
    "starts_with",
    "does_not_start_with",
    "contains",
    "does_not_contain",
)
_COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "is": lambda found, operand: found == operand,
    "is_not": lambda found, operand: found != operand,
    "under": lambda found, operand: found < operand,
    "at_most": lambda found, operand: found <= operand,
    "over": lambda found, operand: found > operand,
    "at_least": lambda found, operand: found >= operand,
}
_DENIALS = {
    "is_not": "is",
    "is_none_of": "is_one_of",
    "does_not_start_with": "starts_with",
    "does_not_contain": "contains",
}


def operators_of(variable: str) -> tuple[str, ...]:
    """The operators that a variable can be asked by; none for ``always``."""
    if variable == "country":
        return CHOICES
    if variable in TEXTS:
        return TEXT_OPERATORS
    return tuple(_COMPARISONS) if variable in NUMBERS else ()


def value_of(variable: str, facts: BasketFacts, place: Place) -> int | str | None:
    """What a row finds; None for ``always``."""
    if variable in TEXTS:
        return str(getattr(place, variable))
    return facts.value(variable) if variable in NUMBERS else None


def is_met(variable: str, operator: str | None, operand: int | str | None, facts: BasketFacts, place: Place) -> bool:
    """Whether a row is so.

    Texts are compared without case, and postcodes without blanks and hyphens. What an address does not say is an empty
    text: it is no town, and it is not Belfast.
    """
    if variable == "always":
        return True
    if variable in NUMBERS:
        return _COMPARISONS[str(operator)](facts.value(variable), int(operand or 0))
    asked = _DENIALS.get(str(operator), str(operator))
    return _compare(variable, asked, str(operand), place) is not (operator in _DENIALS)


def _compare(variable: str, operator: str, operand: str, place: Place) -> bool:
    if operator == "is_one_of" and variable == "postcode":
        return bool(place.postcode) and fits(operand, place.postcode, place.country)
    found = str(getattr(place, variable))
    plain = plain_postcode if variable == "postcode" else plain_name
    if variable == "country":
        found = found.casefold()
    if operator == "is_one_of":
        return found in {plain(each) for each in operand.split(";")}
    wanted = plain(operand)
    if operator == "starts_with":
        return found.startswith(wanted)
    return wanted in found if operator == "contains" else found == wanted
