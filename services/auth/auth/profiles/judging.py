"""Judging profile data by its schema."""

import re
from functools import partial
from itertools import islice
from typing import Any

import orjson
from jsonschema_rs import ValidationError, ValidationErrorKind
from sqlalchemy.ext.asyncio import AsyncSession

from auth.profiles.document import compiled, parts_of
from kit.cache import JsonCache
from kit.db import after_commit
from kit.errors import FieldError
from kit.json_bounds import Path, check_bounds, count_values, joined
from kit.redis_link import RedisLink

MAX_BYTES = 32 * 1024
MAX_DEPTH = 16
MAX_VALUES = 2000
MAX_FAULTS = 50

_ALL_FAULTS_BELOW = 100_000
"""Parts of the schema by values of the data."""

_LONGEST_DETAIL = 300
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")

_DETAILS = {
    "required": "Enter a value.",
    "additionalProperties": "This field is not in the schema.",
    "unevaluatedProperties": "This field is not in the schema.",
    "falseSchema": "This field is not in the schema.",
    "pattern": "This does not have the required format.",
    "anyOf": "This matches none of the allowed formats.",
    "oneOf": "This has to match exactly one of the allowed formats.",
    "not": "This is not allowed here.",
    "uniqueItems": "The values in this list have to be unique.",
}


class Judge:
    """Says what is wrong with data by one schema, which has to have been checked."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._validator = compiled(document)
        self._parts = parts_of(document)

    def is_valid(self, data: dict[str, Any]) -> bool:
        """Whether nothing is wrong."""
        return self._validator.is_valid(data)

    def faults(self, data: dict[str, Any]) -> list[FieldError]:
        """What is wrong, the first `MAX_FAULTS` of it, with paths such as ``data.address.town``.

        Of large data by a large schema only the first fault: finding them all takes thousands of
        times as long as finding out whether there are any.
        """
        if self.is_valid(data):
            return []
        if self._parts * count_values(data) > _ALL_FAULTS_BELOW:
            return self._first(data)
        errors = islice(self._validator.iter_errors(data), MAX_FAULTS)
        return [fault for error in errors for fault in _faults(error, data)][:MAX_FAULTS]

    def _first(self, data: dict[str, Any]) -> list[FieldError]:
        try:
            self._validator.validate(data)
        except ValidationError as error:
            return _faults(error, data)[:MAX_FAULTS]
        return []


def fault_of_shape(data: dict[str, Any]) -> FieldError | None:
    """What is wrong with data whatever its schema, if anything: too large, too deep, forbidden names."""
    if len(orjson.dumps(data)) > MAX_BYTES:
        return FieldError("data", "too_large", f"It may have at most {MAX_BYTES // 1024} KB.")
    return check_bounds(data, "data", max_depth=MAX_DEPTH, max_values=MAX_VALUES)


def _faults(error: ValidationError, data: dict[str, Any]) -> list[FieldError]:
    path = tuple(error.instance_path)
    name, members = error.kind.name, _members(error.kind)
    if name == "falseSchema" and error.schema_path[-1:] == ["additionalProperties"]:
        # Where a schema names no properties at all, the library does not say which there are too many.
        name, members = "additionalProperties", [*_at(data, path)]
    code, detail = _CAPITAL.sub("_", name).lower(), _detail(name, error)
    places = [(*path, member) for member in members] or [path]
    return [FieldError(joined("data", place), code, detail) for place in places]


def _members(kind: ValidationErrorKind) -> list[str]:
    """Members that the fault is about, where it is not about the value itself."""
    match kind:
        case ValidationErrorKind.Required():
            return [kind.property]
        case ValidationErrorKind.AdditionalProperties() | ValidationErrorKind.UnevaluatedProperties():
            return kind.unexpected
        case _:
            return []


def _at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _detail(name: str, error: ValidationError) -> str:
    known = _DETAILS.get(name)
    return known or error.message[:_LONGEST_DETAIL].rstrip(".") + "."


KEPT = JsonCache("auth:schema", seconds=30)


def invalidate_schemas(session: AsyncSession, redis: RedisLink) -> None:
    """Have nobody read what schemas were, or how much data they had, before this transaction."""
    after_commit(session, partial(KEPT.clear, redis))
