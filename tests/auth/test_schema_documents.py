"""Which JSON Schemas are let in, and what judging data by them costs."""

import time
from typing import Any

import pytest

from auth.profiles.document import MAX_BYTES, check_document
from auth.profiles.errors import SchemaRefused
from tests.auth.profiles import field, whole


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
            (field({"multipleOf": -0.5}), "schema.properties.a.multipleOf", "not_a_schema"),
            (field({"multipleOf": 9e-10}), "schema.properties.a.multipleOf", "multiple_too_fine"),
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

    def test_multiples_that_are_too_many(self) -> None:
        assert fault(whole(properties={f"p{n}": {"multipleOf": 0.01} for n in range(21)})) == (
            "schema",
            "too_many_uses",
        )
        check_document(whole(properties={f"p{n}": {"multipleOf": 0.01} for n in range(20)}))

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
        began = time.process_time()
        assert fault(laughs(levels)) == ("schema", "too_many_parts")
        assert time.process_time() - began < 5

    def test_what_doubles_its_cost_each_time(self) -> None:
        schema = whole()
        for _ in range(5):
            schema = whole(allOf=[schema], unevaluatedProperties=False)
        assert fault(schema) == ("schema", "too_many_uses")
