"""The parameters of a page's address that its plugins read, by their manifests.

Every other parameter is ignored, so that it cannot make another page of this one. The web host does the same before it
looks for a kept page: web/app/plugins/query.ts, held equal by tests/vectors/plugin-query.json.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl

from content.fields.catalogue import QueryParameter, manifest_of

Query = dict[str, str | int | float]

MAX_SEARCH = 2_000
"""Characters of an address's query that are read; of a longer one nothing is."""
_NUMBERS = [
    re.compile(r"-?[0-9]{1,9}" + (rf"(?:\.[0-9]{{1,{decimals}}})?" if decimals else "")) for decimals in range(4)
]
"""By how many digits a number may have after its point."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffd]")


def declared(refs: Iterable[str]) -> dict[str, QueryParameter]:
    """The parameters that these plugins read, by name."""
    parameters: dict[str, QueryParameter] = {}
    for ref in sorted(set(refs)):
        manifest = manifest_of(ref)
        if manifest is not None:
            parameters |= manifest.get("query", {})
    return parameters


def normalised(parameters: Mapping[str, QueryParameter], search: str) -> Query:
    """The declared parameters that a query has, in the order of their names; the first of each name counts."""
    if not parameters or not search or len(search) > MAX_SEARCH:
        return {}
    given: dict[str, str] = {}
    for name, value in parse_qsl(search, keep_blank_values=True):
        given.setdefault(name, value)
    found = {name: _value(parameters[name], given[name]) for name in sorted(parameters) if name in given}
    return {name: value for name, value in found.items() if value is not None}


def _value(parameter: QueryParameter, text: str) -> str | int | float | None:
    if parameter["type"] == "number":
        number = _number(text) if _NUMBERS[parameter.get("decimals", 0)].fullmatch(text) else None
        return number if number is not None and parameter["min"] <= number <= parameter["max"] else None
    if parameter["type"] == "select":
        return text if text in parameter["options"] else None
    words = unicodedata.normalize("NFC", text).strip(" ")
    is_fitting = 0 < len(words) <= parameter["maxLength"] and not _CONTROL.search(words)
    return words if is_fitting else None


def _number(text: str) -> int | float:
    """Whole ones are so in JSON too: 5.0 is 5."""
    number = float(text)
    return int(number) if number.is_integer() else number
