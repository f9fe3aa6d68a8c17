"""Validating and cleaning a plugin's fields by its manifest."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydantic_core import PydanticCustomError

from content.fields.catalogue import manifest_of
from content.fields.own_files import with_own_files
from content.model.values import bounded_json
from kit.field_values.check import clean_values
from kit.field_values.faults import FieldFault
from kit.long_texts import clean_aside


@dataclass(frozen=True, slots=True)
class Cleaned:
    fields: dict[str, Any]
    known: bool
    """False when no manifest tells what the fields should be; they are kept as they came."""


async def clean_fields_aside(ref: str, fields: Mapping[str, Any], hosts: Collection[str]) -> Cleaned:
    """The fields as they may be stored, like `clean_fields`; what takes long is done in a thread. Raises FieldFault."""
    return await clean_aside(fields, clean_fields, ref, fields, hosts)


def clean_fields(ref: str, fields: Mapping[str, Any], hosts: Collection[str] = ()) -> Cleaned:
    """The fields as they may be stored. Raises FieldFault.

    Fields may be left out; null leaves one out. Rich text is cleaned, addresses are trimmed, all else is kept
    verbatim or refused; files with one of ``hosts``, the site's own, are named by their paths. Of an unknown plugin everything is kept, as long as it is JSON of a bounded size.
    """
    try:
        bounded_json(dict(fields))
    except PydanticCustomError as error:
        raise FieldFault("fields", "too_large", error.message()) from error
    manifest = manifest_of(ref)
    if manifest is None:
        return Cleaned(dict(fields), known=False)
    cleaned = clean_values("fields", manifest["fields"], fields)
    return Cleaned(with_own_files(ref, cleaned, hosts) if hosts else cleaned, known=True)


def fitting_fields(ref: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The cleaned fields without those that the plugin cannot have."""
    fitting: dict[str, Any] = {}
    for name, value in fields.items():
        with suppress(FieldFault):
            fitting |= clean_fields(ref, {name: value}).fields
    return fitting
