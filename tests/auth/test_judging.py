"""Judging data by schemas: what is told of faults, and what it costs."""

import time
from typing import Any

import pytest

from auth.profiles.document import check_document
from auth.profiles.judging import MAX_DEPTH, MAX_FAULTS, MAX_VALUES, Judge, fault_of_shape
from kit.json_bounds import check_bounds
from tests.auth.profiles import field, whole


class TestFaults:
    @pytest.mark.parametrize(
        ("schema", "value", "where", "code"),
        [
            ({"type": "integer"}, "7", "data.a", "type"),
            ({"type": "integer"}, True, "data.a", "type"),
            ({"type": "integer"}, 7.5, "data.a", "type"),
            ({"type": "string"}, None, "data.a", "type"),
            ({"type": "string"}, {"$gt": ""}, "data.a", "type"),
            ({"enum": ["x"]}, "y", "data.a", "enum"),
            ({"const": "x"}, "y", "data.a", "const"),
            ({"maxLength": 2}, "abc", "data.a", "max_length"),
            ({"pattern": "^a+$"}, "b", "data.a", "pattern"),
            ({"minimum": 1}, 0, "data.a", "minimum"),
            ({"format": "date"}, "2026-13-01", "data.a", "format"),
            ({"format": "email"}, "nobody", "data.a", "format"),
            ({"format": "uri"}, "no address", "data.a", "format"),
            ({"anyOf": [{"type": "null"}, {"type": "string"}]}, 1, "data.a", "any_of"),
            ({"items": {"type": "string"}}, ["x", 1], "data.a.1", "type"),
            ({"uniqueItems": True}, [1, 1.0], "data.a", "unique_items"),
            ({"required": ["town"]}, {}, "data.a.town", "required"),
            ({"additionalProperties": False}, {"b": 1}, "data.a.b", "additional_properties"),
            ({"properties": {"b": {"properties": {"c": {"type": "null"}}}}}, {"b": {"c": 1}}, "data.a.b.c", "type"),
        ],
        ids=str,
    )
    def test_are_told_with_their_place(self, schema: dict[str, Any], value: object, where: str, code: str) -> None:
        document = field(schema)
        check_document(document)
        (found,) = Judge(document).faults({"a": value})
        assert (found.field, found.code) == (where, code)
        assert found.detail.endswith(".")
        assert len(found.detail) <= 300

    def test_do_not_repeat_what_was_sent(self) -> None:
        document = field({"type": "integer"})
        (found,) = Judge(document).faults({"a": "a secret"})
        assert "a secret" not in found.detail

    def test_are_told_all_at_once(self) -> None:
        judge = Judge(whole(required=["a", "b"], properties={"c": {"type": "string"}}))
        assert {found.field for found in judge.faults({"c": 1})} == {"data.a", "data.b", "data.c"}

    def test_have_an_end(self) -> None:
        judge = Judge(whole(additionalProperties=False))
        assert len(judge.faults({f"k{n}": 1 for n in range(1000)})) == MAX_FAULTS

    def test_there_are_none_in_what_is_valid(self) -> None:
        assert Judge(field({"type": "string"})).faults({"a": "x"}) == []


class TestCost:
    """Schemas that are let in, and data that is let in, made to be slow together."""

    WORST: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "a pattern that nests its repetition": (field({"pattern": "(a+)+$"}), {"a": "a" * 30_000 + "!"}),
        "another": (field({"pattern": "^(a|aa)+$"}), {"a": "a" * 30_000 + "!"}),
        "one with much to remember": (field({"pattern": "[ab]{0,700}a[ab]{700}c"}), {"a": "ab" * 15_000}),
        "thousands of alternatives for each of thousands of values": (
            field({"items": {"anyOf": [{"minimum": 5000}] * 2400}}),
            {"a": [*range(MAX_VALUES - 1)]},
        ),
        "thousands of choices": (field({"items": {"enum": [f"a{n}" for n in range(4900)]}}), {"a": ["b"] * 1990}),
        "fractions": (field({"items": {"allOf": [{"multipleOf": 1e-9}] * 20}}), {"a": [1e300] * 1900}),
        "what is left over, four times": (
            whole(
                allOf=[whole(allOf=[whole(unevaluatedProperties=True)], unevaluatedProperties=True)],
                unevaluatedProperties=False,
            ),
            {f"k{n}": "x" for n in range(1900)},
        ),
    }

    @pytest.mark.parametrize("name", WORST)
    def test_is_bounded(self, name: str) -> None:
        document, data = self.WORST[name]
        check_document(document)
        assert fault_of_shape(data) is None
        began = time.process_time()
        Judge(document).faults(data)
        assert time.process_time() - began < 5


class TestShape:
    def test_takes_ordinary_data(self) -> None:
        assert fault_of_shape({"a": [1, {"b": None}], "c": "x" * 10_000}) is None

    def test_refuses_what_is_too_large(self) -> None:
        found = fault_of_shape({"a": "x" * 33_000})
        assert found is not None
        assert (found.field, found.code) == ("data", "too_large")

    def test_refuses_what_is_too_much(self) -> None:
        found = fault_of_shape({"a": [0] * MAX_VALUES})
        assert found is not None
        assert found.code == "too_many_values"

    def test_refuses_what_is_too_deep(self) -> None:
        data: dict[str, Any] = {}
        for _ in range(MAX_DEPTH):
            data = {"a": data}
        assert fault_of_shape(data) is None
        found = fault_of_shape({"a": data})
        assert found is not None
        assert found.code == "too_deep"

    @pytest.mark.parametrize("name", ["__proto__", "constructor", "prototype"])
    def test_refuses_names_that_browsers_trip_over(self, name: str) -> None:
        found = fault_of_shape({"a": [{"b": {name: {"isAdmin": True}}}]})
        assert found is not None
        assert (found.field, found.code) == (f"data.a.0.b.{name}", "name_forbidden")

    def test_names_no_path_of_any_length(self) -> None:
        found = check_bounds({"x" * 10_000: {"__proto__": 1}}, "data", max_depth=9, max_values=9)
        assert found is not None
        assert len(found.field) <= 300
