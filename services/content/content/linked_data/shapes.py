"""The shapes of members of schema.org: whether a price is a number, a list a list, a date a day that exists."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from content.linked_data.declaration import (
    IN_TEXTS,
    KINDS,
    LISTS,
    MEMBERS,
    MIXED,
    PLACEHOLDERS,
    Fault,
    is_empty,
    is_type,
    names_in,
    pattern_of,
    short,
    words,
)
from kit.json_bounds import Path


def has_shapes(data: Mapping[str, Any]) -> bool:
    """Whether an object is of a type whose members are known."""
    return any(is_type(short(name)) for name in names_in(data))


def is_list_placeholder(name: str) -> bool:
    """Whether a placeholder stands for a list, which is no part of a text."""
    return PLACEHOLDERS[name] not in IN_TEXTS


def lone_placeholder(text: str) -> str | None:
    """The known placeholder that is all of a text."""
    inner = text.strip()
    name = inner[2:-2].strip() if inner.startswith("{{") and inner.endswith("}}") else ""
    return name if name in PLACEHOLDERS else None


def shape_faults(path: Path, name: str, value: Any) -> Iterator[Fault]:
    """What is wrong with the shape of a member; nothing of one that is not known."""
    accepted = MEMBERS.get(name)
    if accepted is None or is_empty(value):
        return
    if isinstance(value, list):
        if all(kind in KINDS and KINDS[kind].get("isSingle") for kind in accepted):
            yield path, "list_not_allowed", words("list_not_allowed", name=name, wanted=_wanted(accepted))
            return
        for index, item in enumerate(value):
            if not is_empty(item) and not _fits(accepted, item):
                yield (*path, index), "member_invalid", words("member_invalid", name=name, wanted=_wanted(accepted))
    elif name in LISTS and not _is_for_list(accepted, value):
        yield path, "list_missing", words("list_missing", name=name)
    elif not _fits(accepted, value):
        yield path, "member_invalid", words("member_invalid", name=name, wanted=_wanted(accepted))


def _fits(accepted: Sequence[str], value: Any) -> bool:
    if isinstance(value, bool):
        return "boolean" in accepted
    if isinstance(value, (int, float)):
        return "number" in accepted or "text" in accepted
    if isinstance(value, str):
        return _text_fits(accepted, value.strip())
    return isinstance(value, dict) and _object_fits(accepted, value)


def _object_fits(accepted: Sequence[str], value: Mapping[str, Any]) -> bool:
    # A value with its language or its type, as JSON-LD writes it.
    if "@value" in value:
        return not isinstance(value["@value"], (dict, list)) and _fits(accepted, value["@value"])
    if any(is_type(one) for one in accepted):
        return True
    # JSON-LD writes an address so as well.
    name = value.get("@id")
    return len(value) == 1 and isinstance(name, str) and _is_reference(accepted, name.strip())


def _is_reference(accepted: Sequence[str], name: str) -> bool:
    return "address" in accepted and (name.startswith("#") or _text_fits(accepted, name))


def _is_for_list(accepted: Sequence[str], value: Any) -> bool:
    lone = lone_placeholder(value) if isinstance(value, str) else None
    return lone is not None and is_list_placeholder(lone) and PLACEHOLDERS[lone] in accepted


def _text_fits(accepted: Sequence[str], text: str) -> bool:
    lone = lone_placeholder(text)
    if lone is not None:
        kind = PLACEHOLDERS[lone]
        return kind in accepted or (not is_list_placeholder(lone) and "text" in accepted)
    if "{{" in text:
        return any(kind in accepted for kind in MIXED)
    return any(_is_kind(kind, text) for kind in accepted if kind in KINDS)


def _is_kind(kind: str, text: str) -> bool:
    if kind == "boolean":
        return False
    pattern = pattern_of(kind)
    return pattern is None or (pattern.fullmatch(text) is not None and (kind != "date" or _day_exists(text)))


def _day_exists(text: str) -> bool:
    # Of a year or a month it is the first day.
    try:
        date.fromisoformat(f"{text}-01-01"[:10])
    except ValueError:
        return False
    return True


def _wanted(accepted: Sequence[str]) -> str:
    said = [
        str(KINDS[one]["words"]) if one in KINDS else words("object", type=one)
        for one in accepted
        if one in KINDS or is_type(one)
    ]
    return ", or ".join(said)
