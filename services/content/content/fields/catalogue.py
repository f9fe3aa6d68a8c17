"""The plugins that this version of the site ships with.

manifests.json is made from web/app/plugins/*/manifest.ts by `npm run declarations`; a test holds it up to date.
"""

from functools import cache
from typing import Literal, NotRequired, TypedDict

from kit.field_values.declarations import FieldDefinition
from kit.generated_json import read_generated


class QueryParameter(TypedDict):
    """A parameter of a page's address that a plugin reads; each type has its bounds."""

    type: Literal["text", "number", "select"]
    maxLength: NotRequired[int]
    min: NotRequired[int]
    max: NotRequired[int]
    decimals: NotRequired[int]
    options: NotRequired[list[str]]


class Requirements(TypedDict):
    service: NotRequired[Literal["ecom", "crm"]]
    scope: NotRequired[str]
    oncePerPage: NotRequired[bool]


class NamedBy(TypedDict):
    """The parameter of a page's address that names what a plugin shows, unless a field of it says what."""

    parameter: str
    unless: str


class Manifest(TypedDict):
    ref: str
    label: str
    fields: dict[str, FieldDefinition]
    isCacheable: bool
    query: NotRequired[dict[str, QueryParameter]]
    requires: NotRequired[Requirements]
    dataFrom: NotRequired[Literal["auth", "cms", "content", "crm", "ecom"]]
    isUnlisted: NotRequired[bool]
    namedBy: NotRequired[NamedBy]


@cache
def manifests() -> dict[str, Manifest]:
    """Every known plugin by ref."""
    return {manifest["ref"]: manifest for manifest in read_generated(__file__, "manifests.json")}


def manifest_of(ref: str) -> Manifest | None:
    """None for a plugin that is not known here: an external one, or one that was taken out."""
    return manifests().get(ref)
