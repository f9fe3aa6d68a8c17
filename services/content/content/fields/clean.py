"""Validating and cleaning a plugin's fields by its manifest."""

import asyncio
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydantic_core import PydanticCustomError

from content.fields.catalogue import FieldDefinition, manifest_of
from content.fields.faults import FieldFault
from content.fields.rich_text import clean_rich_text, is_nested_too_deep
from content.model.values import MAX_HREF, bounded_json, is_safe_href

MAX_LINE = 2_000
MAX_TEXT = 100_000
MAX_RICH_TEXT = 500_000
MAX_ITEMS = 500
QUICK = 20_000
"""Characters of rich text that are cleaned in a few milliseconds; the most that a field may have take half a second."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    fields: dict[str, Any]
    known: bool
    """False when no manifest tells what the fields should be; they are kept as they came."""


def is_quick(all_fields: Iterable[Mapping[str, Any]]) -> bool:
    """Whether cleaning these fields is over so soon that nobody else has to wait for it."""
    total = 0
    for fields in all_fields:
        for length in _lengths(fields):
            total += length
            if total > QUICK:
                return False
    return True


def _lengths(value: Any) -> Iterator[int]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield len(item)
        elif isinstance(item, Mapping):
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


async def clean_fields_aside(ref: str, fields: Mapping[str, Any]) -> Cleaned:
    """The fields as they may be stored, like `clean_fields`; what takes long is done in a thread. Raises FieldFault.

    The cleaner works outside Python's lock; what is in Python gives way every five milliseconds.
    """
    if is_quick([fields]):
        return clean_fields(ref, fields)
    return await asyncio.to_thread(clean_fields, ref, fields)


def clean_fields(ref: str, fields: Mapping[str, Any]) -> Cleaned:
    """The fields as they may be stored. Raises FieldFault.

    Fields may be left out; null leaves one out. Rich text is cleaned, addresses are trimmed, all else is kept
    verbatim or refused. Of an unknown plugin everything is kept, as long as it is JSON of a bounded size.
    """
    try:
        bounded_json(dict(fields))
    except PydanticCustomError as error:
        raise FieldFault("fields", "too_large", error.message()) from error
    manifest = manifest_of(ref)
    if manifest is None:
        return Cleaned(dict(fields), known=False)
    return Cleaned(_clean_all("fields", manifest["fields"], fields), known=True)


def fitting_fields(ref: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The cleaned fields without those that the plugin cannot have."""
    fitting: dict[str, Any] = {}
    for name, value in fields.items():
        with suppress(FieldFault):
            fitting |= clean_fields(ref, {name: value}).fields
    return fitting


def _clean_all(path: str, definitions: Mapping[str, FieldDefinition], fields: Any) -> dict[str, Any]:
    if not isinstance(fields, Mapping):
        raise FieldFault(path, "wrong_type", "This has to be an object with fields.")
    cleaned: dict[str, Any] = {}
    for name, value in fields.items():
        definition = definitions.get(name)
        if definition is None:
            raise FieldFault(f"{path}.{name[:100]}", "unknown_field", "The plugin has no such field.")
        if value is not None:
            cleaned[name] = _CLEANERS[definition["type"]](f"{path}.{name}", definition, value)
    return cleaned


def _string(path: str, value: Any, longest: int) -> str:
    if not isinstance(value, str):
        raise FieldFault(path, "wrong_type", "This has to be text.")
    if len(value) > longest:
        raise FieldFault(path, "too_long", f"This may have at most {longest} characters.")
    return value


def _text(path: str, definition: FieldDefinition, value: Any) -> str:
    longest = MAX_TEXT if definition.get("multiline") else MAX_LINE
    return _string(path, value, definition.get("maxLength", longest))


def _rich_text(path: str, definition: FieldDefinition, value: Any) -> str:
    html = _string(path, value, definition.get("maxLength", MAX_RICH_TEXT))
    if is_nested_too_deep(html):
        raise FieldFault(path, "too_large", "The text's elements are nested too deep.")
    return clean_rich_text(html)


def _boolean(path: str, _: FieldDefinition, value: Any) -> bool:
    if not isinstance(value, bool):
        raise FieldFault(path, "wrong_type", "This has to be true or false.")
    return value


def _number(path: str, definition: FieldDefinition, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise FieldFault(path, "wrong_type", "This has to be a number.")
    if definition.get("integer") and value != int(value):
        raise FieldFault(path, "wrong_type", "This has to be a whole number.")
    low, high = definition.get("min", -math.inf), definition.get("max", math.inf)
    if not low <= value <= high:
        raise FieldFault(path, "out_of_range", f"This has to be between {low} and {high}.")
    return value


def _select(path: str, definition: FieldDefinition, value: Any) -> str:
    if not isinstance(value, str):
        raise FieldFault(path, "wrong_type", "This has to be text.")
    if value not in {option["value"] for option in definition["options"]}:
        raise FieldFault(path, "not_an_option", "This is not one of the options.")
    return value


def _url(path: str, _: FieldDefinition, value: Any) -> str:
    address = _string(path, value, MAX_HREF).strip()
    if address and not is_safe_href(address):
        raise FieldFault(path, "unsafe_address", "This has to be an http(s), mailto or tel address, or a path.")
    return address


def _list(path: str, definition: FieldDefinition, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        raise FieldFault(path, "wrong_type", "This has to be a list.")
    most = definition.get("maxItems", MAX_ITEMS)
    if len(value) > most:
        raise FieldFault(path, "too_many", f"This may have at most {most} items.")
    return [_clean_all(f"{path}.{index}", definition["item"], item) for index, item in enumerate(value)]


_CLEANERS: dict[str, Callable[[str, FieldDefinition, Any], Any]] = {
    "text": _text,
    "richText": _rich_text,
    "boolean": _boolean,
    "number": _number,
    "select": _select,
    "url": _url,
    "list": _list,
}
