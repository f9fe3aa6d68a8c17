"""Reading actions from what was sent: what is refused before any page is looked at."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from content.model.actions import MAX_ACTIONS, actions_adapter
from tests.content.model.factory import action, actions, column, row, uid


def code_of(given: Any) -> str:
    with pytest.raises(ValidationError) as raised:
        actions_adapter.validate_python(given)
    return raised.value.errors()[0]["type"]


def node_create(node: Any) -> list[dict[str, Any]]:
    return [{"name": "NODE_CREATE", "parentId": uid("row"), "index": 0, "node": node}]


def set_on_row(name: str, **fields: Any) -> list[dict[str, Any]]:
    return [{"name": name, "nodeId": uid("row"), "level": "page", **fields}]


class TestList:
    def test_is_bounded(self) -> None:
        one = {"name": "NODE_DELETE", "nodeId": uid("row")}
        assert len(actions_adapter.validate_python([one] * MAX_ACTIONS)) == MAX_ACTIONS
        assert code_of([one] * (MAX_ACTIONS + 1)) == "too_long"

    def test_is_not_empty(self) -> None:
        assert code_of([]) == "too_short"

    def test_knows_its_actions(self) -> None:
        assert code_of([{"name": "NODE_EXPLODE", "nodeId": uid("row")}]) == "union_tag_invalid"

    def test_names_the_place_of_a_fault(self) -> None:
        given = [{"name": "NODE_DELETE", "nodeId": uid("row")}, {"name": "NODE_DELETE", "nodeId": "row"}]
        with pytest.raises(ValidationError) as raised:
            actions_adapter.validate_python(given)
        assert raised.value.errors()[0]["loc"] == (1, "NODE_DELETE", "nodeId")

    def test_round_trips_through_json(self) -> None:
        given = actions(
            {"name": "NODE_CREATE", "parentId": "#root", "index": 1, "node": row("a", column("b"))},
            {"name": "NODE_SET_CLASS_NAMES", "nodeId": "#a", "level": "site", "classNames": "x y"},
            {"name": "NODE_SET_BACKGROUND", "nodeId": "#a", "level": "site", "background": {"backgroundColour": "red"}},
        )
        assert actions_adapter.validate_json(actions_adapter.dump_json(given, by_alias=True)) == given


class TestIds:
    @pytest.mark.parametrize("value", ["", None])
    def test_may_be_missing(self, value: str | None) -> None:
        assert actions_adapter.validate_python([{"name": "NODE_DELETE", "nodeId": value}])
        assert actions_adapter.validate_python([{"name": "NODE_DELETE"}])

    @pytest.mark.parametrize("value", ["row", uid("row").upper(), uid("row") + "\n", 7, [], "0" * 36])
    def test_are_uuids(self, value: Any) -> None:
        assert code_of([{"name": "NODE_DELETE", "nodeId": value}]) in {"id", "string_type"}


class TestNodes:
    @pytest.mark.parametrize(
        "node",
        [
            {"id": uid("a"), "type": "row"},
            {"id": uid("a"), "type": "section", "block": {"nodes": []}},
            {"id": uid("a"), "type": "col-unique", "block": {"nodes": []}},
            {"id": uid("a"), "type": "row", "block": {"nodes": [], "super": True}},
            {"id": uid("a"), "type": "row-branch"},
            {"id": uid("a"), "type": "plugin", "pluginId": "x"},
            {"type": "col", "block": {"nodes": []}},
            {"id": uid("a"), "type": "col", "block": {"nodes": {}}},
            [],
            None,
        ],
    )
    def test_have_the_shape_of_their_type(self, node: Any) -> None:
        assert code_of(node_create(node))

    def test_are_not_nested_without_end(self) -> None:
        node: Any = {"id": uid("a"), "type": "col", "block": {"nodes": []}}
        for _ in range(5_000):
            node = {"id": uid("a"), "type": "row", "block": {"nodes": [node]}}
        assert code_of(node_create(node)) == "too_deep"

    def test_are_not_too_many(self) -> None:
        nodes = [{"id": uid("a"), "type": "col-unique"}] * 20_000
        assert code_of(node_create({"id": uid("a"), "type": "row", "block": {"nodes": nodes}})) == "too_large"

    @pytest.mark.parametrize("index", ["1", 1.5, True, None])
    def test_have_a_whole_index(self, index: Any) -> None:
        assert code_of([{**node_create({"id": uid("a"), "type": "col-unique"})[0], "index": index}]) == "int_type"


class TestSettings:
    @pytest.mark.parametrize("value", ["script", "DIV", 1])
    def test_tag_names_are_on_a_list(self, value: Any) -> None:
        assert code_of(set_on_row("NODE_SET_TAG_NAME", tagName=value)) in {"tag_name", "string_type"}

    def test_ids_and_classes_may_be_text(self) -> None:
        set_ids: Any = action("NODE_SET_IDS", nodeId="#row", level="page", ids=" intro  top intro")
        assert set_ids.ids == ["intro", "top"]

    @pytest.mark.parametrize("value", ["a b{}", ["a b"], [1], [["a"]], {"a": 1}, None, ["a"] * 2 + ["b\x00"]])
    def test_class_names_are_identifiers(self, value: Any) -> None:
        assert code_of(set_on_row("NODE_SET_CLASS_NAMES", classNames=value))

    def test_class_names_are_few(self) -> None:
        assert code_of(set_on_row("NODE_SET_CLASS_NAMES", classNames=[f"a{i}" for i in range(33)])) == "too_long"

    @pytest.mark.parametrize("value", ["members", "members staff", {"members": True}, None])
    def test_a_whitelist_is_a_list(self, value: Any) -> None:
        assert code_of(set_on_row("NODE_SET_SCOPE_WHITELIST", scopeWhitelist=value)) == "list_type"

    @pytest.mark.parametrize("value", ["javascript:alert(1)", "//evil.example", 7, ["/a"], {"href": "/a"}])
    def test_an_href_is_a_harmless_text(self, value: Any) -> None:
        assert code_of(set_on_row("NODE_SET_HREF", href=value, hrefTarget="")) in {"unsafe_address", "string_type"}

    @pytest.mark.parametrize("value", ["_top", "_self", None, "blank"])
    def test_a_target_is_blank_or_none(self, value: Any) -> None:
        assert code_of(set_on_row("NODE_SET_HREF", href="/a", hrefTarget=value)) == "literal_error"

    @pytest.mark.parametrize(
        "background",
        [
            {"backgroundColour": "red}body{display:none"},
            {"backgroundImage": "/a.jpg\") no-repeat, url('x"},
            {"backgroundVideoUrl": "javascript:alert(1)"},
            {"backgroundMaskText": "yes please"},
            {"background": "red"},
            {"scopeWhitelist": []},
        ],
    )
    def test_a_background_cannot_break_out(self, background: Any) -> None:
        assert code_of(set_on_row("NODE_SET_BACKGROUND", background=background))

    def test_a_level_is_site_or_page(self) -> None:
        assert code_of([{**set_on_row("NODE_SET_IDS", ids=[])[0], "level": "world"}]) == "literal_error"

    def test_nothing_is_smuggled_in(self) -> None:
        assert code_of(set_on_row("NODE_SET_IDS", ids=[], version=7)) == "extra_forbidden"


class TestPluginFields:
    @pytest.mark.parametrize("fields", [None, [], "x", {"a": float("nan")}, {"a": "\ud800"}, {"a": "\x00"}])
    def test_are_bounded_json(self, fields: Any) -> None:
        assert code_of([{"name": "PLUGIN_UPDATE", "pluginId": uid("one"), "fields": fields}])

    @pytest.mark.parametrize("ref", ["", "cms text", "../x", "a" * 101, None])
    def test_a_ref_is_a_dotted_name(self, ref: Any) -> None:
        assert code_of([{"name": "PLUGIN_CREATE", "pluginId": uid("one"), "ref": ref, "fields": {}}])


def test_the_schema_can_be_published() -> None:
    assert json.dumps(actions_adapter.json_schema(by_alias=True))
