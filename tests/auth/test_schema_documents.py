"""Which JSON Schemas are let in, and what judging data by them costs."""

import time
from typing import Any

import pytest

from auth.schemas.bounds import check_bounds
from auth.schemas.document import MAX_BYTES, check_document
from auth.schemas.errors import SchemaRefused
from auth.schemas.judging import MAX_DEPTH, MAX_FAULTS, MAX_VALUES, Judge, fault_of_shape


def whole(**members: Any) -> dict[str, Any]:
    return {"type": "object", **members}


def field(schema: Any) -> dict[str, Any]:
    """A schema with one field ``a``."""
    return whole(properties={"a": schema})


def fault(document: dict[str, Any]) -> tuple[str, str]:
    """Where and why a document is refused."""
    with pytest.raises(SchemaRefused) as refusal:
        check_document(document)
    (error,) = refusal.value.errors
    assert len(error.detail) <= 300
    return error.field, error.code


def laughs(levels: int) -> dict[str, Any]:
    """A schema in which each definition refers twice to the next."""
    definitions: dict[str, Any] = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(levels)}
    return whole(**{"$defs": {**definitions, f"d{levels}": True}, "$ref": "#/$defs/d0"})


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


class TestLetsIn:
    @pytest.mark.parametrize(
        "document",
        [
            whole(),
            whole(**{"$schema": "https://json-schema.org/draft/2020-12/schema"}),
            whole(
                **{
                    "$defs": {"town": {"type": "string"}, "a/b": {"type": "integer"}},
                    "properties": {"home": {"$ref": "#/$defs/town"}, "n": {"$ref": "#/$defs/a~1b"}},
                }
            ),
            field({"pattern": r"^\+?[0-9 ()-]{6,30}$"}),
            field({"pattern": r"^\S.{0,200}$"}),
            field({"enum": [{"$ref": "http://example.org/this-is-only-a-value"}, None, 1.5]}),
            field({"const": {"$id": "only a value"}}),
            field({"title": "Größe", "description": "…", "format": "multiline", "x-hint": {"$ref": "anything"}}),
            whole(properties={"$ref": {"type": "string"}, "two words": True, "Ärger-1_b": False}),
            whole(**{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "unevaluatedProperties": False}),
            whole(patternProperties={"^x-": {"type": "string"}}),
            whole(properties={f"p{n}": {"pattern": "^[0-9]{5}$"} for n in range(50)}),
            nested(14),
        ],
        ids=lambda document: str(document)[:60],
    )
    def test_what_is_a_schema_within_bounds(self, document: dict[str, Any]) -> None:
        check_document(document)


class TestRefuses:
    @pytest.mark.parametrize(
        ("document", "where", "why"),
        [
            ({}, "schema.type", "not_an_object"),
            ({"type": ["object", "null"]}, "schema.type", "not_an_object"),
            ({"type": "array"}, "schema.type", "not_an_object"),
            ({"type": "objekt"}, "schema.type", "not_a_schema"),
            (field({"type": "strin"}), "schema.properties.a.type", "not_a_schema"),
            (field(7), "schema.properties.a", "not_a_schema"),
            (whole(properties=[]), "schema.properties", "not_a_schema"),
            (whole(required="a"), "schema.required", "not_a_schema"),
            (whole(**{"$defs": 7}), "schema.$defs", "not_a_schema"),
            (whole(allOf={}), "schema.allOf", "not_a_schema"),
            (field({"minLength": -1}), "schema.properties.a.minLength", "not_a_schema"),
            (field({"multipleOf": 0}), "schema.properties.a.multipleOf", "not_a_schema"),
            (field({"items": [True]}), "schema.properties.a.items", "not_a_schema"),
            (whole(**{"$schema": "http://json-schema.org/draft-07/schema#"}), "schema.$schema", "unknown_dialect"),
            (whole(**{"$schema": ["x"]}), "schema.$schema", "unknown_dialect"),
            (field({"$schema": "http://x"}), "schema.properties.a.$schema", "keyword_refused"),
            (whole(dependencies={"a": ["b"]}), "schema.dependencies", "keyword_refused"),
        ],
        ids=str,
    )
    def test_what_is_no_schema(self, document: dict[str, Any], where: str, why: str) -> None:
        assert fault(document) == (where, why)

    @pytest.mark.parametrize(
        "reference",
        [
            "http://example.org/schema",
            "https://json-schema.org/draft/2020-12/schema",
            "file:///etc/passwd",
            "//example.org/x",
            "other.json",
            "#",
            "#a",
            "#/properties/a",
            "#/$defs/a/properties/b",
            "#/$defs/",
            "",
            7,
            ["#/$defs/a"],
            {"$ref": "#/$defs/a"},
        ],
        ids=str,
    )
    def test_references_to_anything_but_its_definitions(self, reference: object) -> None:
        assert fault(field({"$ref": reference})) == ("schema.properties.a.$ref", "foreign_reference")

    def test_references_to_what_is_not_there(self) -> None:
        assert fault(field({"$ref": "#/$defs/b"})) == ("schema.properties.a.$ref", "unknown_reference")

    @pytest.mark.parametrize(
        "keyword", ["$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$vocabulary"]
    )
    def test_other_ways_to_refer(self, keyword: str) -> None:
        assert fault(field({keyword: "x"})) == (f"schema.properties.a.{keyword}", "keyword_refused")

    @pytest.mark.parametrize(
        "definitions",
        [
            {"a": {"$ref": "#/$defs/a"}},
            {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"properties": {"a": {"$ref": "#/$defs/a"}}}},
            {"a": {"anyOf": [{"type": "string"}, {"not": {"$ref": "#/$defs/a"}}]}},
        ],
        ids=str,
    )
    def test_circles(self, definitions: dict[str, Any]) -> None:
        assert fault(whole(**{"$defs": definitions}))[1] == "circular_reference"

    @pytest.mark.parametrize(
        "pattern",
        ["(?=a)b", "(?<!a)b", r"(a)\1", "(a{1000}){1000}", "(", "[z-a]", r"\p{Nonsense}", "[ab]{0,3000}a[ab]{3000}"],
    )
    def test_patterns_that_the_linear_engine_does_not_run(self, pattern: str) -> None:
        assert fault(field({"pattern": pattern})) == ("schema.properties.a.pattern", "not_a_schema")
        assert fault(whole(patternProperties={pattern: {}}))[1] == "not_a_schema"

    def test_patterns_that_are_too_long_or_too_many(self) -> None:
        assert fault(field({"pattern": "a" * 501}))[1] == "pattern_too_long"
        assert fault(whole(properties={f"p{n}": {"pattern": "a"} for n in range(51)})) == ("schema", "too_many_uses")
        assert fault(whole(patternProperties={f"a{n}": True for n in range(51)})) == ("schema", "too_many_uses")
        definitions = {"$defs": {"p": {"pattern": "a"}}, "allOf": [{"$ref": "#/$defs/p"}] * 51}
        assert fault(whole(**definitions)) == ("schema", "too_many_uses")

    def test_many_patterns_that_are_large_together(self) -> None:
        large = "[ab]{0,300}a[ab]{300}"
        check_document(field({"pattern": large}))
        assert fault(whole(properties={f"p{n}": {"pattern": f"{large}{n}"} for n in range(40)}))[1] == "not_a_schema"

    def test_what_is_too_large(self) -> None:
        assert fault(field({"description": "x" * MAX_BYTES})) == ("schema", "too_large")
        assert fault(whole(properties={f"p{n}": True for n in range(5001)})) == ("schema", "too_many_parts")
        assert fault(field({"enum": [*range(5001)]})) == ("schema", "too_many_parts")

    def test_what_is_too_deep(self) -> None:
        check_document(nested(15))
        assert fault(nested(16)) == ("schema", "too_deep")

    @pytest.mark.parametrize("name", ["__proto__", "constructor", "prototype"])
    def test_names_that_browsers_trip_over(self, name: str) -> None:
        assert fault(whole(properties={name: True})) == (f"schema.properties.{name}", "name_forbidden")
        assert fault(field({"default": {name: 1}}))[1] == "name_forbidden"

    @pytest.mark.parametrize("name", ["", "a.b", "x" * 101, "a\nb"])
    def test_names_that_no_path_can_hold(self, name: str) -> None:
        assert fault(whole(properties={name: True}))[1] == "property_name"

    @pytest.mark.parametrize("levels", [12, 60, 400])
    def test_references_that_multiply(self, levels: int) -> None:
        began = time.perf_counter()
        assert fault(laughs(levels)) == ("schema", "too_many_parts")
        assert time.perf_counter() - began < 1

    def test_what_doubles_its_cost_each_time(self) -> None:
        schema = whole()
        for _ in range(5):
            schema = whole(allOf=[schema], unevaluatedProperties=False)
        assert fault(schema) == ("schema", "too_many_uses")


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
        "fractions": (field({"items": {"allOf": [{"multipleOf": 1e-300}] * 50}}), {"a": [1e300] * 1900}),
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
