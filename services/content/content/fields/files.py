"""Files of the library in the values of fields: which ones, and the values without those that are not shown. Pure."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from content.fields.catalogue import manifest_of
from content.fields.figures import IMAGE, use_in, without_hidden
from kit.field_values.declarations import FieldDefinition
from kit.known_files.uses import PLACE, Use

_HOLDING = frozenset({"image", "file", "richText", "list", "group"})


class Placed(NamedTuple):
    """A file in a field, with the field's value; in a text it has none."""

    use: Use
    value: Mapping[str, Any]


def uses_in(ref: str, fields: Mapping[str, Any]) -> Iterator[Use]:
    """The files that a plugin's fields show; of an unknown plugin nothing is shown."""
    return (placed.use for placed in placed_in(ref, fields))


def placed_in(ref: str, fields: Mapping[str, Any]) -> Iterator[Placed]:
    """The same, each with what its field says of it."""
    for name, definition in file_fields(ref).items():
        if name in fields:
            yield from _placed(definition, fields[name])


def shown_fields(ref: str, fields: Mapping[str, Any], is_shown: Callable[[Use], bool]) -> dict[str, Any]:
    """The fields without the files that are not shown, and without what is said of those."""
    changed = {
        name: _shown(definition, fields[name], is_shown)
        for name, definition in file_fields(ref).items()
        if name in fields
    }
    changed |= {name: None for name, image in _said_of(ref).items() if image in changed and changed[image] is None}
    return {name: value for name, value in {**fields, **changed}.items() if value is not None}


@cache
def _said_of(ref: str) -> Mapping[str, str]:
    """The texts of a plugin that are said of an image, with that."""
    manifest = manifest_of(ref)
    fields = manifest["fields"].items() if manifest is not None else ()
    return {name: definition["saidOf"] for name, definition in fields if "saidOf" in definition}


@cache
def file_fields(ref: str) -> Mapping[str, FieldDefinition]:
    """The fields of a plugin that may hold files."""
    manifest = manifest_of(ref)
    fields = manifest["fields"].items() if manifest is not None else ()
    return {name: definition for name, definition in fields if definition["type"] in _HOLDING}


def _placed(definition: FieldDefinition, value: Any) -> Iterator[Placed]:
    match definition["type"], value:
        case "image" | "file", Mapping():
            use = use_of(value)
            if use is not None:
                yield Placed(use, value)
        case "richText", str() if PLACE in value:
            found = (use_in(attributes) for attributes in IMAGE.findall(value))
            yield from (Placed(use, {}) for use in found if use is not None)
        case "list", list():
            for item in value:
                yield from _placed_of_all(definition["item"], item)
        case "group", Mapping():
            yield from _placed_of_all(definition["fields"], value)


def _placed_of_all(definitions: Mapping[str, FieldDefinition], values: Any) -> Iterator[Placed]:
    if isinstance(values, Mapping):
        for name, definition in definitions.items():
            if name in values:
                yield from _placed(definition, values[name])


def use_of(value: Mapping[str, Any]) -> Use | None:
    """The file of the library that the value of a field for an image or a file names."""
    file, address = value.get("file"), value.get("address")
    if isinstance(file, str) and file:
        return file
    return address if isinstance(address, str) and address.startswith(PLACE) else None


def _shown(definition: FieldDefinition, value: Any, is_shown: Callable[[Use], bool]) -> Any:
    match definition["type"], value:
        case "image" | "file", Mapping():
            use = use_of(value)
            return value if use is None or is_shown(use) else None
        case "richText", str() if PLACE in value:
            return without_hidden(value, is_shown)
        case "list", list():
            return [
                _all_shown(definition["item"], item, is_shown)
                for item in value
                if not _has_hidden_subject(definition, item, is_shown)
            ]
        case "group", Mapping():
            return _all_shown(definition["fields"], value, is_shown)
    return value


def _has_hidden_subject(definition: FieldDefinition, values: Any, is_shown: Callable[[Use], bool]) -> bool:
    """Whether what all of a list's item is said of, its ``subject``, is an image that is not shown."""
    name = definition.get("subject")
    if name is None or not isinstance(values, Mapping) or name not in values:
        return False
    return _shown(definition["item"][name], values[name], is_shown) is None


def _all_shown(definitions: Mapping[str, FieldDefinition], values: Any, is_shown: Callable[[Use], bool]) -> Any:
    if not isinstance(values, Mapping):
        return values
    changed = {
        name: _shown(definitions[name], value, is_shown) for name, value in values.items() if name in definitions
    }
    return {name: value for name, value in {**values, **changed}.items() if value is not None}
