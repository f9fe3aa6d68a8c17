"""Which JSON Schemas are let in.

The author of a schema decides what the service computes for everybody's data. So beside being a
schema by the meta-schema it has to be bounded: in size, in depth, in how many sub-schemas there are
once every reference is followed, and in its patterns, which run on an engine whose time grows with
the text and never explodes.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

import orjson
from jsonschema_rs import Draft202012Validator, ReferencingError, RegexOptions, ValidationError, ValidationErrorKind

from auth.profiles.errors import SchemaRefused
from kit.errors import FieldError
from kit.json_bounds import Path, check_bounds, joined

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MAX_BYTES = 64 * 1024
MAX_DEPTH = 32
MAX_PARTS = 5000
"""Sub-schemas and what their lists hold (the choices of an ``enum``), each as often as it is referred to."""
MAX_PATTERN_LENGTH = 500
MAX_USES = {"pattern": 50, "patternProperties": 50, "multipleOf": 20, "unevaluatedProperties": 4, "unevaluatedItems": 4}
"""How often keywords may be used that cost more than others: what each unevaluated… costs, the next one doubles."""
FINEST_MULTIPLE = 1e-9
"""The finer a ``multipleOf`` is, the larger are the fractions that numbers are divided by it as."""

_ONE = frozenset(
    [
        *("if", "then", "else", "not"),
        *("items", "contains", "unevaluatedItems"),
        *("additionalProperties", "propertyNames", "unevaluatedProperties", "contentSchema"),
    ]
)
_LISTS = frozenset(["allOf", "anyOf", "oneOf", "prefixItems"])
_MAPS = frozenset(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"])
_REFUSED = {
    **dict.fromkeys(
        ["$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary"],
        "A schema can only refer to its own $defs.",
    ),
    "dependencies": "Use dependentRequired or dependentSchemas.",
}
_OWN_DEFINITION = re.compile(r"#/\$defs/([^/]+)")
_PROPERTY_NAME = re.compile(r"[^.\x00-\x1f]{1,100}")

# Of all patterns together, so that many of them cost no more than few. Bytes of the compiled program.
_PATTERN_BUDGET = 1_000_000
_LARGEST_PATTERN = 500_000
_PATTERN_CACHE = 2_000_000


class _Sub(NamedTuple):
    """A sub-schema: where it stands, itself, and the definitions that led to it."""

    path: Path
    schema: Any
    trail: tuple[str, ...]


def check_document(document: dict[str, Any]) -> None:
    """Raise `SchemaRefused` for what is not a JSON Schema 2020-12 of an object, or goes beyond our bounds."""
    if len(orjson.dumps(document)) > MAX_BYTES:
        raise _refused((), "too_large", f"A schema may have at most {MAX_BYTES // 1024} KB.")
    fault = check_bounds(document, "schema", max_depth=MAX_DEPTH, max_values=MAX_BYTES)
    if fault is not None:
        raise SchemaRefused(fault.detail, errors=[fault])
    if document.get("$schema", DIALECT) not in (DIALECT, DIALECT + "#"):
        raise _refused(("$schema",), "unknown_dialect", f"A schema has to use {DIALECT}.")
    _check_parts(document)
    try:
        compiled(document)
    except ValidationError as error:
        raise _refused(tuple(error.instance_path), "not_a_schema", _reason(error)) from None
    except (ReferencingError, ValueError) as error:
        raise _refused((), "not_a_schema", str(error).partition("\n")[0][:300]) from None
    if document.get("type") != "object":
        raise _refused(("type",), "not_an_object", 'Profile data is an object: its schema says "type": "object".')


def compiled(document: dict[str, Any]) -> Draft202012Validator:
    """What judges data by this schema. It fetches nothing, and its patterns take linear time."""
    patterns = sum(1 for sub in _parts(document) for _ in _patterns(sub))
    options = RegexOptions(
        size_limit=min(_LARGEST_PATTERN, _PATTERN_BUDGET // max(1, patterns)), dfa_size_limit=_PATTERN_CACHE
    )
    return Draft202012Validator(
        document, validate_formats=True, pattern_options=options, offline=True, mask="This value"
    )


def parts_of(document: dict[str, Any]) -> int:
    """How many sub-schemas there are, and things in their lists, with every reference followed."""
    return sum(_weight(sub.schema) for sub in _parts(document))


def _check_parts(document: dict[str, Any]) -> None:
    parts = 0
    uses: Counter[str] = Counter()
    for sub in _parts(document):
        parts += _weight(sub.schema)
        if parts > MAX_PARTS:
            raise _refused((), "too_many_parts", f"A schema may have at most {MAX_PARTS} parts, references followed.")
        if isinstance(sub.schema, dict):
            _check_keywords(sub.path, sub.schema)
            _check_multiple(sub.path, sub.schema.get("multipleOf"))
            uses.update(_uses(sub.schema))
        for path, pattern in _patterns(sub):
            if len(pattern) > MAX_PATTERN_LENGTH:
                raise _refused(path, "pattern_too_long", f"A pattern may have at most {MAX_PATTERN_LENGTH} characters.")
    for keyword, most in MAX_USES.items():
        if uses[keyword] > most:
            raise _refused(
                (), "too_many_uses", f"A schema may use {keyword} at most {most} times, references followed."
            )


def _weight(schema: Any) -> int:
    if not isinstance(schema, dict):
        return 1
    return 1 + sum(len(value) for value in schema.values() if isinstance(value, list))


def _uses(schema: dict[str, Any]) -> dict[str, int]:
    """How often a sub-schema itself uses each of the costly keywords; `patternProperties` once for each pattern."""
    keys = schema.get("patternProperties")
    counts = dict.fromkeys(MAX_USES.keys() & schema.keys(), 1)
    return {**counts, "patternProperties": len(keys)} if isinstance(keys, dict) else counts


def _check_keywords(path: Path, schema: dict[str, Any]) -> None:
    for keyword, why in _REFUSED.items():
        if keyword in schema:
            raise _refused((*path, keyword), "keyword_refused", why)
    if path and "$schema" in schema:
        raise _refused((*path, "$schema"), "keyword_refused", "Only the root of a schema can have $schema.")
    properties = schema.get("properties")
    for name in properties if isinstance(properties, dict) else ():
        if not _PROPERTY_NAME.fullmatch(name):
            # Faults are told by paths with dots between the names.
            raise _refused(
                (*path, "properties", name), "property_name", "A name has 1 to 100 characters and no dots in it."
            )


def _check_multiple(path: Path, multiple: object) -> None:
    if isinstance(multiple, int | float) and 0 < multiple < FINEST_MULTIPLE:
        raise _refused((*path, "multipleOf"), "multiple_too_fine", f"The finest multipleOf is {FINEST_MULTIPLE:g}.")


def _parts(document: dict[str, Any]) -> Iterator[_Sub]:
    """Every sub-schema with every reference followed; one that refers to itself is refused."""
    definitions = document.get("$defs")
    pending = [_Sub((), document, ())]
    while pending:
        sub = pending.pop()
        yield sub
        if not isinstance(sub.schema, dict):
            continue
        pending.extend(_below(sub))
        if "$ref" in sub.schema:
            pending.append(_target(sub, definitions if isinstance(definitions, dict) else {}))


def _below(sub: _Sub) -> Iterator[_Sub]:
    for keyword, value in sub.schema.items():
        path = (*sub.path, keyword)
        if keyword in _ONE:
            yield _Sub(path, value, sub.trail)
        elif keyword in _LISTS and isinstance(value, list):
            yield from (_Sub((*path, index), item, sub.trail) for index, item in enumerate(value))
        elif keyword in _MAPS and isinstance(value, dict):
            yield from (_Sub((*path, name), item, sub.trail) for name, item in value.items())


def _target(sub: _Sub, definitions: dict[str, Any]) -> _Sub:
    path, reference = (*sub.path, "$ref"), sub.schema["$ref"]
    match = _OWN_DEFINITION.fullmatch(reference) if isinstance(reference, str) else None
    if match is None:
        raise _refused(path, "foreign_reference", "A schema can only refer to its own $defs: #/$defs/name.")
    name = unquote(match[1]).replace("~1", "/").replace("~0", "~")
    if name not in definitions:
        raise _refused(path, "unknown_reference", f"There is no {name[:100]} in $defs.")
    if name in sub.trail:
        # Forms cannot be drawn for it, and what it costs depends on the data alone.
        raise _refused(path, "circular_reference", f"{name[:100]} refers to itself.")
    return _Sub(("$defs", name), definitions[name], (*sub.trail, name))


def _patterns(sub: _Sub) -> Iterator[tuple[Path, str]]:
    """The patterns of a sub-schema itself, and where they stand."""
    if not isinstance(sub.schema, dict):
        return
    if isinstance(sub.schema.get("pattern"), str):
        yield (*sub.path, "pattern"), sub.schema["pattern"]
    keys = sub.schema.get("patternProperties")
    yield from (((*sub.path, "patternProperties", key), key) for key in (keys if isinstance(keys, dict) else ()))


def _reason(error: ValidationError) -> str:
    if isinstance(error.kind, ValidationErrorKind.Format) and error.kind.format == "regex":
        return "Not a pattern that runs in linear time: no look-around, no back-references, and not too large."
    return error.message[:300]


def _refused(path: Path, code: str, detail: str) -> SchemaRefused:
    return SchemaRefused(detail, errors=[FieldError(joined("schema", path), code, detail)])
