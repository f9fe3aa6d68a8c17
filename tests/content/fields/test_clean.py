"""Validating and cleaning plugins' fields by their manifests."""

import threading
from typing import Any

import pytest

from content.fields import clean
from content.fields.actions import clean_actions
from content.fields.catalogue import Manifest, manifest_of, manifests
from content.fields.clean import Cleaned, clean_fields, clean_fields_aside
from content.fields.faults import ActionFieldFault
from kit.field_values import check
from kit.field_values.declarations import FieldDefinition
from kit.field_values.faults import FieldFault
from tests.content.model.factory import actions, page_state

ITEM: dict[str, FieldDefinition] = {"title": {"type": "text", "maxLength": 5}, "more": {"type": "richText"}}
EVERY_KIND: Manifest = {
    "ref": "test.all",
    "label": "Every kind of field",
    "isCacheable": True,
    "fields": {
        "line": {"type": "text", "maxLength": 10},
        "prose": {"type": "text", "multiline": True},
        "html": {"type": "richText", "maxLength": 1_000},
        "flag": {"type": "switch"},
        "number": {"type": "number", "min": -1, "max": 2.5},
        "whole": {"type": "number", "integer": True},
        "choice": {"type": "choice", "options": [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]},
        "address": {"type": "address"},
        "items": {"type": "list", "maxItems": 2, "item": ITEM},
    },
}


@pytest.fixture(autouse=True)
def every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "manifest_of", {"test.all": EVERY_KIND, "cms.text": manifest_of("cms.text")}.get)


def refs() -> dict[str, str]:
    return {id: plugin["ref"] for id, plugin in page_state()["plugins"].items()}


def fault_of(**fields: Any) -> tuple[str, str]:
    with pytest.raises(FieldFault) as raised:
        clean_fields("test.all", fields)
    assert raised.value.detail
    return raised.value.field, raised.value.code


class TestKnown:
    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"line": " <b>a</b>\n", "prose": "x" * 100_000},
            {"flag": False, "number": -1, "whole": 7, "choice": "b", "address": "/a", "items": []},
            {"number": 2.5, "whole": 7.0, "address": "", "html": "<p>a</p>"},
            {"items": [{"title": "a"}, {"more": "<p>b</p>"}]},
        ],
    )
    def test_keeps_what_is_right(self, fields: dict[str, Any]) -> None:
        assert clean_fields("test.all", fields) == Cleaned(fields, known=True)

    def test_leaves_out_null(self) -> None:
        assert clean_fields("test.all", {"line": None, "items": [{"title": None}]}).fields == {"items": [{}]}

    def test_trims_addresses(self) -> None:
        assert clean_fields("test.all", {"address": " /a "}).fields == {"address": "/a"}

    def test_cleans_rich_text_wherever_it_is(self) -> None:
        evil = '<p onclick="a">b</p><script>c</script>'
        cleaned = clean_fields("test.all", {"html": evil, "items": [{"more": evil}]}).fields
        assert cleaned == {"html": "<p>b</p>", "items": [{"more": "<p>b</p>"}]}

    @pytest.mark.parametrize(
        ("fields", "field", "code"),
        [
            ({"super": True}, "fields.super", "unknown_field"),
            ({"line": 1}, "fields.line", "wrong_type"),
            ({"line": "x" * 11}, "fields.line", "too_long"),
            ({"prose": "x" * 100_001}, "fields.prose", "too_long"),
            ({"html": ["<p>"]}, "fields.html", "wrong_type"),
            ({"html": "x" * 1_001}, "fields.html", "too_long"),
            ({"html": "<b>" * 300}, "fields.html", "too_large"),
            ({"flag": 1}, "fields.flag", "wrong_type"),
            ({"flag": "true"}, "fields.flag", "wrong_type"),
            ({"number": "1"}, "fields.number", "wrong_type"),
            ({"number": True}, "fields.number", "wrong_type"),
            ({"number": -1.1}, "fields.number", "out_of_range"),
            ({"number": 3}, "fields.number", "out_of_range"),
            ({"number": float("nan")}, "fields", "too_large"),
            ({"whole": 1.5}, "fields.whole", "wrong_type"),
            ({"choice": "c"}, "fields.choice", "not_an_option"),
            ({"choice": ["a"]}, "fields.choice", "wrong_type"),
            ({"address": "javascript:alert(1)"}, "fields.address", "unsafe_address"),
            ({"address": "/" + "x" * 2_048}, "fields.address", "too_long"),
            ({"items": {"0": {}}}, "fields.items", "wrong_type"),
            ({"items": ["a"]}, "fields.items.0", "wrong_type"),
            ({"items": [{}, {}, {}]}, "fields.items", "too_many"),
            ({"items": [{}, {"title": "123456"}]}, "fields.items.1.title", "too_long"),
            ({"items": [{"titel": "a"}]}, "fields.items.0.titel", "unknown_field"),
        ],
    )
    def test_refuses_what_is_wrong(self, fields: dict[str, Any], field: str, code: str) -> None:
        assert fault_of(**fields) == (field, code)


class TestUnknown:
    def test_is_kept_as_it_is(self) -> None:
        fields = {"html": "<script>a</script>", "deep": [{"a": [1, None, True]}]}
        assert clean_fields("acme.feed", fields) == Cleaned(fields, known=False)

    @pytest.mark.parametrize("value", ["x" * 1_000_001, float("inf"), "\ud800", [[]] * 70_000])
    def test_is_bounded(self, value: Any) -> None:
        with pytest.raises(FieldFault) as raised:
            clean_fields("acme.feed", {"a": value})
        assert raised.value.code == "too_large"


class TestActions:
    async def test_creations_and_updates_are_cleaned(self) -> None:
        evil, clean_html = {"content": "<p>a</p><script>b</script>"}, {"content": "<p>a</p>"}
        given: Any = await clean_actions(
            refs(),
            actions(
                {"name": "PLUGIN_UPDATE", "pluginId": "#one", "fields": evil},
                {"name": "PLUGIN_CREATE", "pluginId": "#new", "ref": "cms.text", "fields": evil},
                {"name": "PLUGIN_UPDATE", "pluginId": "#new", "fields": evil},
                {"name": "NODE_DELETE", "nodeId": "#one-node"},
            ),
        )
        assert [action.fields for action in given[:3]] == [clean_html] * 3
        assert given[3].name == "NODE_DELETE"

    async def test_a_known_plugin_keeps_its_ref(self) -> None:
        # Created again under another ref, which apply refuses, it is still cleaned as what it is.
        given: Any = await clean_actions(
            refs(),
            actions(
                {"name": "PLUGIN_CREATE", "pluginId": "#one", "ref": "acme.feed", "fields": {"content": "<script>"}}
            ),
        )
        assert given[0].fields == {"content": ""}

    async def test_a_fault_names_its_action(self) -> None:
        with pytest.raises(ActionFieldFault) as raised:
            await clean_actions(
                refs(),
                actions(
                    {"name": "NODE_DELETE", "nodeId": "#one-node"},
                    {"name": "PLUGIN_UPDATE", "pluginId": "#one", "fields": {"content": 7}},
                ),
            )
        assert (raised.value.action_index, raised.value.field) == (1, "fields.content")

    @pytest.mark.parametrize(("length", "is_aside"), [(100, False), (30_000, True)])
    async def test_long_ones_are_cleaned_where_nobody_waits_for_it(
        self, monkeypatch: pytest.MonkeyPatch, length: int, is_aside: bool
    ) -> None:
        threads: list[int] = []

        def clean_rich_text(html: str) -> str:
            threads.append(threading.get_ident())
            return html

        monkeypatch.setattr(check, "clean_rich_text", clean_rich_text)
        change: dict[str, Any] = {"name": "PLUGIN_UPDATE", "pluginId": "#one", "fields": {"content": "x" * length}}
        await clean_actions(refs(), actions(change))
        await clean_fields_aside("cms.text", change["fields"], ())
        assert [thread != threading.get_ident() for thread in threads] == [is_aside] * 2


class TestCatalogue:
    def test_has_the_plugins_of_the_site(self) -> None:
        assert {"cms.text", "cms.textImage", "cms.menu"} <= manifests().keys()

    def test_defaults_are_valid(self) -> None:
        for manifest in manifests().values():
            defaults = {name: field["default"] for name, field in manifest["fields"].items() if "default" in field}
            assert clean.clean_fields(manifest["ref"], defaults).fields == defaults

    def test_does_not_know_others(self) -> None:
        assert manifest_of("acme.feed") is None
