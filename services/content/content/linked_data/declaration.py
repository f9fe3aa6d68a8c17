"""What is known of schema.org: types.json, which `npm run declarations` copies from web/app/page/linked-data-types.json.

The form's twin that reads it is web/app/page/linked-data-check.ts; tests/vectors/linked-data.json holds the two equal.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from kit.generated_json import read_generated
from kit.json_bounds import Path

_DECLARED: dict[str, Any] = read_generated(__file__, "types.json")

CONTEXTS: Sequence[str] = _DECLARED["contexts"]
# What a page fills in when it is rendered, with the kind or the type of what it gives.
PLACEHOLDERS: Mapping[str, str] = _DECLARED["placeholders"]
# Of those, what a text can have among other words; and what such a text may come to.
IN_TEXTS: Sequence[str] = _DECLARED["inTexts"]
MIXED: Sequence[str] = _DECLARED["mixed"]
KINDS: Mapping[str, Mapping[str, Any]] = _DECLARED["kinds"]
MEMBERS: Mapping[str, Sequence[str]] = _DECLARED["members"]
LISTS: Sequence[str] = _DECLARED["lists"]
_TYPES: Mapping[str, Mapping[str, Any]] = _DECLARED["types"]

Fault = tuple[Path, str, str]

# Members that say what an object is, and nothing of it.
_ABOUT_FORM = ("@type", "@context", "@language")
_PREFIX = re.compile(r"https?://schema\.org/")


def words(sentence: str, **values: object) -> str:
    """The sentence for a fault or a warning."""
    return str(_DECLARED["words"][sentence]).format(**values)


def names_in(data: Mapping[str, Any]) -> list[str]:
    """What `@type` of an object says, as far as it is said in texts."""
    given = data.get("@type")
    return [name for name in (given if isinstance(given, list) else [given]) if isinstance(name, str)]


def short(name: str) -> str:
    """The name of a type without the address of schema.org before it."""
    return _PREFIX.sub("", name, count=1)


def is_type(name: str) -> bool:
    """Whether a type is among those that are checked."""
    return name in _TYPES


def asked_of(name: str, list_name: str) -> Sequence[str]:
    """The members of a type that are `required` or `recommended`: its own, or else those of the type that it is."""
    declared = _TYPES.get(name, {})
    if "required" in declared or "recommended" in declared or "is" not in declared:
        found: Sequence[str] = declared.get(list_name, ())
        return found
    return asked_of(declared["is"], list_name)


@cache
def pattern_of(kind: str) -> re.Pattern[str] | None:
    """What the texts of a kind match; None for any text."""
    pattern = KINDS[kind].get("pattern")
    return re.compile(pattern) if pattern else None


def is_empty(value: Any) -> bool:
    """Whether pages leave a value out: there is nothing in it but what it is."""
    if isinstance(value, str):
        return not value.strip()
    if isinstance(value, list):
        return all(map(is_empty, value))
    if isinstance(value, dict):
        return all(is_empty(inner) for name, inner in value.items() if name not in _ABOUT_FORM)
    return value is None
