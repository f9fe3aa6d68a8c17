"""Every string that editors' calls accept, found in the plugins' manifests, the actions and the OpenAPI documents.

A plugin, an action or a field that is new is among them by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from content.fields.catalogue import manifests
from content.fields.clean import clean_fields
from content.model.actions import actions_adapter
from kit.field_values.declarations import rule_of
from kit.field_values.faults import FieldFault
from tests.content.model.factory import VECTORS, case

NEUTRAL = ("", "0198c0de-0000-7000-8000-000000000000", "EUR", "2026-01-31", "12:30", "2026-01-31T12:30:00Z", "/", "red")
Build = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class FieldString:
    """A string in a plugin's fields; ``build`` makes the value of the field ``name`` that holds a text there."""

    ref: str
    name: str
    path: str
    build: Build

    def accepts(self, text: str) -> bool:
        """Whether the field takes the text there."""
        return self.takes(self.build(text))

    def takes(self, value: Any) -> bool:
        """Whether the field takes a value."""
        try:
            clean_fields(self.ref, {self.name: value})
        except FieldFault:
            return False
        return True


def field_strings() -> list[FieldString]:
    """The strings of all plugins that this version ships with."""
    return [
        FieldString(ref, name, f"{name}{path}", build)
        for ref, manifest in manifests().items()
        for name, definition in manifest["fields"].items()
        for path, build in _strings(rule_of(definition["type"]), definition)
    ]


def _strings(rule: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[tuple[str, Build]]:
    if "when" in rule:
        yield from _strings(rule["then" if options.get(rule["when"]) else "else"], options)
    elif "has" in rule:
        yield from _strings(rule["then"], options)
        yield from _strings(rule["else"], options)
    elif rule["kind"] == "string":
        yield "", lambda text: text
    elif rule["kind"] == "list":
        for path, build in _strings(rule["item"], options):
            yield f"[]{path}", _in_list(build)
    elif rule["kind"] == "object":
        yield from _members(rule, options)
    elif rule["kind"] == "fields":
        for name, definition in options[rule["of"]].items():
            for path, build in _strings(rule_of(definition["type"]), definition):
                yield f".{name}{path}", _in_object(name, build, {})


def _members(rule: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[tuple[str, Build]]:
    members: Mapping[str, Any] = rule["members"]
    others = {name: _neutral(member) for name, member in members.items() if name not in rule.get("optional", ())}
    for name, member in members.items():
        for path, build in _strings(member, options):
            yield f".{name}{path}", _in_object(name, build, others)


def _in_list(build: Build) -> Build:
    return lambda text: [build(text)]


def _in_object(name: str, build: Build, others: Mapping[str, object]) -> Build:
    return lambda text: {**others, name: build(text)}


def _neutral(member: Mapping[str, Any]) -> object:
    if member["kind"] != "string":
        return 1
    if not member.get("isFilled") and "pattern" in member:
        return ""
    return next((text for text in NEUTRAL if len(text) == member.get("maxLength")), "")


@dataclass(frozen=True, slots=True)
class ActionString:
    """A string in an action that the vectors have; ``path`` leads to it."""

    action: Mapping[str, Any]
    path: tuple[str | int, ...]

    @property
    def name(self) -> str:
        return f"{self.action['name']} {'.'.join(str(step) for step in self.path)}"

    def build(self, text: str) -> dict[str, Any]:
        action = deepcopy(dict(self.action))
        holder: Any = action
        for step in self.path[:-1]:
            holder = holder[step]
        holder[self.path[-1]] = text
        return action

    def accepts(self, text: str) -> bool:
        try:
            actions_adapter.validate_python([self.build(text)])
        except ValidationError:
            return False
        return True


def action_strings() -> list[ActionString]:
    """The strings of every action, each once; AssertionError for an action that no vector has."""
    found: dict[str, ActionString] = {}
    for file in sorted(VECTORS.glob("*.json")):
        for given in case(file.stem)["actions"]:
            if _is_valid(given):
                for path in _leaves(given):
                    string = ActionString(given, path)
                    found.setdefault(string.name, string)
    missing = action_names() - {string.action["name"] for string in found.values()}
    assert not missing, f"no vector has {missing}"
    return list(found.values())


def action_names() -> set[str]:
    """The names of all actions, by the schema of a list of them."""
    return set(actions_adapter.json_schema()["items"]["discriminator"]["mapping"])


def _is_valid(action: Mapping[str, Any]) -> bool:
    try:
        actions_adapter.validate_python([action])
    except ValidationError:
        return False
    return True


def _leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, str) and path != ("name",):
        yield path
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _leaves(part, (*path, name))
    elif isinstance(value, list):
        for index, part in enumerate(value[:1]):
            yield from _leaves(part, (*path, index))
