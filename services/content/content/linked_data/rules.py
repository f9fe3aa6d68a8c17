"""What an item of linked data may be: a JSON-LD object within bounds, of whose placeholders each is known."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from kit.errors import FieldError
from kit.json_bounds import Path, check_bounds, joined
from kit.schemas import is_web_address

SCHEMA_ORG = "https://schema.org"
MAX_BYTES = 16 * 1024
MAX_DEPTH = 16
MAX_VALUES = 1000
_MOST_FAULTS = 20
_MOST_TYPES = 10

# What a page knows of itself when it is rendered: web/app/page/linked-data.ts fills these.
PLACEHOLDERS = (
    *("page.title", "page.description", "page.url", "page.image", "page.updatedAt"),
    *("site.name", "site.url", "site.language"),
)

_TYPE = re.compile(r"[^\s{}<>\"]{1,200}")
_PLACEHOLDER = re.compile(r"\{\{([^{}]*)\}\}")


def with_context(data: Mapping[str, Any]) -> dict[str, Any]:
    """The object as it is stored: one without `@context` gets that of schema.org, in front."""
    return dict(data) if "@context" in data else {"@context": SCHEMA_ORG, **data}


def types_of(data: Mapping[str, Any]) -> list[str]:
    """What `@type` of an object says, as far as it is said in texts."""
    given = data.get("@type")
    return [name for name in (given if isinstance(given, list) else [given]) if isinstance(name, str)]


def faults_of(data: Mapping[str, Any]) -> list[FieldError]:
    """Everything that is wrong with an object, each with the path of the member that it is about."""
    bounds = check_bounds(data, "data", max_depth=MAX_DEPTH, max_values=MAX_VALUES)
    if bounds is not None:
        return [bounds]
    if len(orjson.dumps(data)) > MAX_BYTES:
        return [FieldError("data", "too_large", f"It may have at most {MAX_BYTES // 1024} KB.")]
    faults = []
    if "@type" not in data:
        faults.append(FieldError("data.@type", "missing", 'Add its type, such as "@type": "Organization".'))
    faults += [FieldError(joined("data", path), code, detail) for path, code, detail in _faults((), data)]
    return faults[:_MOST_FAULTS]


_Fault = tuple[Path, str, str]


def _faults(path: Path, value: Any) -> Iterator[_Fault]:
    if isinstance(value, str):
        yield from _text_faults(path, value)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _faults((*path, index), inner)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _member_faults((*path, name), name, inner)


def _member_faults(path: Path, name: str, value: Any) -> Iterator[_Fault]:
    if "{{" in name:
        yield path, "placeholder_in_name", "Placeholders can only be used in values, not in names."
    if name == "@context":
        if not isinstance(value, str) or not is_web_address(value):
            yield path, "context_invalid", f'The context is a web address: "{SCHEMA_ORG}".'
    elif name == "@type":
        if not _is_type(value):
            yield path, "type_invalid", 'A type is a name such as "Organization", or a list of names.'
    else:
        yield from _faults(path, value)


def _is_type(value: Any) -> bool:
    names = value if isinstance(value, list) else [value]
    return 0 < len(names) <= _MOST_TYPES and all(isinstance(name, str) and _TYPE.fullmatch(name) for name in names)


def _text_faults(path: Path, text: str) -> Iterator[_Fault]:
    for match in _PLACEHOLDER.finditer(text):
        name = match[1].strip()
        if name not in PLACEHOLDERS:
            known = ", ".join(PLACEHOLDERS)
            yield path, "unknown_placeholder", f"There is no placeholder {name[:50] or '{{}}'}. Known are {known}."
    rest = _PLACEHOLDER.sub("", text)
    if "{{" in rest or "}}" in rest:
        yield path, "placeholder_open", "A placeholder begins with {{ and ends with }}."
