"""What rows of a file would do, as people read it."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson
from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from ecom.imports.columns import PRODUCT_HEADERS
from ecom.imports.models import Outcome
from kit.validation_words import in_words

_LONGEST = 200
_LONGEST_TITLE = 300
_MOST_FAULTS = 20
_UNSEEN = frozenset({"stock"})
"""What changes by itself between a preview and what is carried out: what is in stock is for orders to say."""


@dataclass(slots=True)
class PlannedRow:
    """What a row would do."""

    number: int
    outcome: Outcome
    title: str
    changes: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def stored(self) -> dict[str, Any]:
        """Its columns."""
        return {
            "number": self.number,
            "outcome": self.outcome,
            "title": shortened(self.title, _LONGEST_TITLE),
            "changes": [
                {"field": each["field"], "before": _cut(each["before"]), "after": _cut(each["after"])}
                for each in self.changes
            ],
            "notes": self.notes[:_MOST_FAULTS],
            "faults": self.faults[:_MOST_FAULTS],
        }


def change(name: str, before: Any, after: Any) -> dict[str, Any]:
    """One field that becomes other."""
    return {"field": name, "before": said(before), "after": said(after)}


def said(value: Any) -> str | None:
    """A value as the preview has it, before it is cut."""
    if value is None or value in ("", [], {}):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return _said_of(value)
    if isinstance(value, list | tuple):
        return ", ".join(said(each) or "" for each in value)
    return str(value)


def _said_of(value: dict[str, Any]) -> str:
    """An option with its values, or what a variant is of each option."""
    if value.keys() == {"name", "values"}:
        return f"{value['name']} ({said(value['values'])})"
    return ", ".join(f"{name}: {text}" for name, text in value.items())


def shortened(text: str, longest: int = _LONGEST) -> str:
    """The text, cut where it is too long."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _cut(text: str | None) -> str | None:
    return None if text is None else shortened(text)


def digest_of(rows: Iterable[PlannedRow]) -> str:
    """What a preview says, as one text that differs where it says anything else."""
    found = hashlib.sha256()
    for row in rows:
        changes = [[*each.values()] for each in row.changes if each["field"] not in _UNSEEN]
        outcome = row.outcome if row.outcome not in {"same", "change"} or changes else ""
        found.update(orjson.dumps([row.number, outcome, changes, row.faults]))
    return found.hexdigest()


def counts_of(rows: Sequence[PlannedRow]) -> dict[str, int]:
    """How many rows do what."""
    counts = dict.fromkeys(("create", "change", "same", "skip", "error"), 0)
    for row in rows:
        counts[row.outcome] += 1
    return counts


def faults_in(error: ValidationError) -> list[str]:
    """What a schema refuses, by the field."""
    found = error.errors(include_url=False, include_input=False)
    return [f"{_place_in_words(each['loc'])}: {in_words(each)}" if each["loc"] else in_words(each) for each in found]


def _place_in_words(path: Sequence[str | int]) -> str:
    """The column that a field is in, by the header of our own exports; of an option, which one and which of its values."""
    match path:
        case ["options", int(place), "values", int(value), *_]:
            return f"Option {place + 1}, value {value + 1}"
        case ["options", int(place), str(member), *_]:
            return f"Option {place + 1}, {member}"
        case [name, *_]:
            return PRODUCT_HEADERS.get(to_camel(str(name))) or str(name).replace("_", " ").capitalize()
    return ""
