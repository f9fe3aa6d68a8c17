"""Warns the editor of members that linked data lacks, as search engines say. The object is saved all the same."""

from collections.abc import Iterator, Mapping
from typing import Any

from content.linked_data.declaration import MEMBERS, Fault, asked_of, is_empty, is_type, names_in, short, words
from kit.errors import FieldError
from kit.json_bounds import Path, joined

_MOST = 20


def warnings_of(data: Mapping[str, Any]) -> list[FieldError]:
    """Types that are not known and members that are missing, each with the path of the member that it is about."""
    found = [FieldError(joined("data", path), code, detail) for path, code, detail in _advice((), None, data)]
    return found[:_MOST]


def _advice(path: Path, member: str | None, value: Any) -> Iterator[Fault]:
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _advice((*path, index), member, inner)
    # An empty part is left out by pages.
    elif isinstance(value, dict) and not (path and is_empty(value)):
        yield from _object_advice(path, member, value)
        for name, inner in value.items():
            yield from _advice((*path, name), name, inner)


def _object_advice(path: Path, member: str | None, data: Mapping[str, Any]) -> Iterator[Fault]:
    # What is written as a value has no members, and maybe the type of a text or a date.
    if "@value" in data:
        return
    names = [short(name) for name in names_in(data)]
    if not names and "@id" not in data and any(is_type(one) for one in MEMBERS.get(member or "", ())):
        yield path, "type_missing", words("type_missing")
    for name in names:
        if not is_type(name):
            yield (*path, "@type"), "unknown_type", words("unknown_type", type=name)
    # What is described elsewhere is only named here.
    if set(data) <= {"@type", "@id"} and "@id" in data:
        return
    for kind in ("required", "recommended"):
        for name in names:
            yield from _missing(path, name, kind, data)


def _missing(path: Path, type_name: str, kind: str, data: Mapping[str, Any]) -> Iterator[Fault]:
    for asked in asked_of(type_name, kind):
        names = asked.split("|")
        if all(is_empty(data.get(name)) for name in names):
            said = " or ".join(f"“{name}”" for name in names)
            yield (*path, names[0]), f"{kind}_missing", words(f"{kind}_missing", names=said, type=type_name)
