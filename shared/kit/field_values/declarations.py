"""What the values of each type of field have to be.

types.json is made from web/app/fields/ by `npm run declarations`; a test holds it up to date.
"""

from functools import cache
from typing import Any

from kit.generated_json import read_generated

FieldDefinition = dict[str, Any]
"""A field's type, `required`, and its type's own options: which these are, only web/app/fields/<type>/ knows."""


def rule_of(field_type: str) -> dict[str, Any]:
    """Returns what a value of a type has to be, in the language of web/app/fields/rules.ts."""
    return _types()[field_type]


@cache
def _types() -> dict[str, dict[str, Any]]:
    types: dict[str, dict[str, Any]] = read_generated(__file__, "types.json")
    return types
