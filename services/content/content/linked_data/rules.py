"""What an item of linked data may be: a JSON-LD object within bounds, of whose placeholders each is known."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from content.linked_data.declaration import CONTEXTS, PLACEHOLDERS, Fault, words
from content.linked_data.shapes import has_shapes, is_list_placeholder, lone_placeholder, shape_faults
from kit.errors import FieldError
from kit.json_bounds import Path, check_bounds, joined

SCHEMA_ORG = CONTEXTS[0]
MAX_BYTES = 16 * 1024
MAX_DEPTH = 16
MAX_VALUES = 1000
_MOST_FAULTS = 20
_MOST_TYPES = 10

_TYPE = re.compile(r"[^\s{}<>\"]{1,200}")
_PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")


def with_context(data: Mapping[str, Any]) -> dict[str, Any]:
    """The object as it is stored: one without `@context` gets that of schema.org, in front."""
    return dict(data) if "@context" in data else {"@context": SCHEMA_ORG, **data}


def faults_of(data: Mapping[str, Any]) -> list[FieldError]:
    """Everything that is wrong with an object, each with the path of the member that it is about."""
    bounds = check_bounds(data, "data", max_depth=MAX_DEPTH, max_values=MAX_VALUES)
    if bounds is not None:
        return [bounds]
    if len(orjson.dumps(data)) > MAX_BYTES:
        return [FieldError("data", "too_large", f"It may have at most {MAX_BYTES // 1024} KB.")]
    faults = []
    if "@type" not in data:
        faults.append(FieldError("data.@type", "missing", words("type_absent")))
    faults += [FieldError(joined("data", path), code, detail) for path, code, detail in _faults((), data)]
    return faults[:_MOST_FAULTS]


def _faults(path: Path, value: Any) -> Iterator[Fault]:
    if isinstance(value, str):
        yield from _text_faults(path, value)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _faults((*path, index), inner)
    elif isinstance(value, dict):
        is_known = has_shapes(value)
        for name, inner in value.items():
            yield from _member_faults((*path, name), name, inner)
            if is_known:
                yield from shape_faults((*path, name), name, inner)


def _member_faults(path: Path, name: str, value: Any) -> Iterator[Fault]:
    if "{{" in name:
        yield path, "placeholder_in_name", words("placeholder_in_name")
    if name == "@context":
        # Search engines read no other vocabulary, and one given as an object could mean anything by every name.
        if value not in CONTEXTS:
            yield path, "context_invalid", words("context")
    elif name == "@type":
        if not _is_type(value):
            yield path, "type_invalid", words("type_invalid")
    else:
        yield from _faults(path, value)


def _is_type(value: Any) -> bool:
    names = value if isinstance(value, list) else [value]
    return 0 < len(names) <= _MOST_TYPES and all(isinstance(name, str) and _TYPE.fullmatch(name) for name in names)


def _text_faults(path: Path, text: str) -> Iterator[Fault]:
    for match in _PLACEHOLDER.finditer(text):
        name = match[1].strip()
        if name not in PLACEHOLDERS:
            known = ", ".join(PLACEHOLDERS)
            yield path, "unknown_placeholder", words("placeholder_unknown", name=name[:50] or "{{}}", known=known)
        elif is_list_placeholder(name) and lone_placeholder(text) is None:
            yield path, "placeholder_misplaced", words("placeholder_misplaced", placeholder=f"{{{{{name}}}}}")
    rest = _PLACEHOLDER.sub("", text)
    if "{{" in rest or "}}" in rest:
        yield path, "placeholder_open", words("placeholder_open", open="{{", close="}}")
