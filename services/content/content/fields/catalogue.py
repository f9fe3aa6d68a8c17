"""The plugins that this version of the site ships with, and the types that their fields have.

manifests.json is made from web/app/plugins/*/manifest.ts and types.json from web/app/fields/, both by
`npm run manifests`; tests hold them up to date.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict

FieldDefinition = dict[str, Any]
"""A field's type, `required`, and its type's own options: which these are, only web/app/fields/<type>/ knows."""


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
    return {manifest["ref"]: manifest for manifest in _read("manifests.json")}


def manifest_of(ref: str) -> Manifest | None:
    """None for a plugin that is not known here: an external one, or one that was taken out."""
    return manifests().get(ref)


def rule_of(field_type: str) -> dict[str, Any]:
    """Returns what a value of a type has to be, in the language of web/app/fields/rules.ts."""
    rule: dict[str, Any] = _types()["types"][field_type]
    return rule


def fault_words(code: str) -> str:
    """Returns the sentence for a fault, with its numbers in braces."""
    words: str = _types()["faults"][code]
    return words


@cache
def _types() -> dict[str, Any]:
    types: dict[str, Any] = _read("types.json")
    return types


def _read(name: str) -> Any:
    return json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
