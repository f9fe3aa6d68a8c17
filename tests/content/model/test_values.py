"""What people may put into node fields; the editor's twin runs the same cases."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from content.model import values

CASES = json.loads((Path(__file__).parents[2] / "vectors" / "node-fields.json").read_text(encoding="utf-8"))
TYPES: dict[str, Any] = {
    "tagName": values.TagName,
    "className": values.Identifier,
    "cssId": values.CssId,
    "scope": values.Scope,
    "href": values.Href,
    "colour": values.Colour,
    "textShadow": values.TextShadow,
    "position": values.Position,
    "mediaAddress": values.MediaAddress,
    "spaceStep": values.SpaceStep,
    "rowWidth": values.RowWidth,
}


def test_every_kind_has_cases() -> None:
    assert list(CASES) == list(TYPES)


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind in CASES for value in CASES[kind]["allowed"]])
def test_allows(kind: str, value: str) -> None:
    assert TypeAdapter(TYPES[kind]).validate_python(value) == value


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind in CASES for value in CASES[kind]["refused"]])
def test_refuses(kind: str, value: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(TYPES[kind]).validate_python(value)


@pytest.mark.parametrize("kind", list(TYPES))
def test_long_input_is_decided_quickly(kind: str) -> None:
    adapter = TypeAdapter(TYPES[kind])
    start = time.process_time()
    for unit in ("a", "1 ", "rgb(1,", "/", "0 0 red,", "-"):
        with pytest.raises(ValidationError):
            adapter.validate_python(unit * 100_000 + "!")
    assert time.process_time() - start < 5


class TestBoundedJson:
    @pytest.mark.parametrize(
        "value", [None, True, 0, -1.5, "ä", [], {}, {"a": [1, {"b": None}]}, 2**53, "x" * values.MAX_FIELDS_CHARACTERS]
    )
    def test_keeps(self, value: Any) -> None:
        assert values.bounded_json(value) is value

    @pytest.mark.parametrize(
        ("value", "code"),
        [
            (float("nan"), "not_finite"),
            ({"a": float("inf")}, "not_finite"),
            (10**400, "not_finite"),
            ("\x00", "not_text"),
            ("\ud800", "not_text"),
            ({"\ud800": 1}, "not_text"),
            (["x" * 600_000, "y" * 600_000], "too_large"),
            ([0] * 60_001, "too_large"),
            ({"a": b"bytes"}, "not_json"),
        ],
    )
    def test_refuses(self, value: Any, code: str) -> None:
        with pytest.raises(ValidationError) as raised:
            TypeAdapter(values.PluginFields).validate_python({"field": value})
        assert raised.value.errors()[0]["type"] == code

    def test_refuses_what_is_nested_too_deep(self) -> None:
        value: Any = []
        for _ in range(100_000):
            value = [value]
        with pytest.raises(ValidationError) as raised:
            TypeAdapter(values.PluginFields).validate_python({"field": value})
        assert raised.value.errors()[0]["type"] == "too_deep"
        while value:  # taken apart by hand, because Python would do it recursively
            value = value.pop()
