"""The kinds of questions of a contact form: fields of the registry, and what an editor may bound of them.

kinds.json is a copy of web/app/plugins/cms.contact/kinds.json, made by `npm run declarations`; a test holds it up to date.
"""

from functools import cache
from typing import TypedDict

from kit.field_values.declarations import FieldDefinition
from kit.generated_json import read_generated


class Kind(TypedDict):
    """What a question of a kind is declared as.

    definition  the field of the registry, with the bounds that hold for all questions of the kind
    bounds      the option of the field that each bound of a question is
    """

    definition: FieldDefinition
    bounds: dict[str, str]


def kind_of(name: str) -> Kind:
    """Returns a kind; one that this version does not know is a line of text, as the page draws it."""
    return _kinds().get(name) or _kinds()["text"]


@cache
def _kinds() -> dict[str, Kind]:
    kinds: dict[str, Kind] = read_generated(__file__, "kinds.json")
    return kinds
