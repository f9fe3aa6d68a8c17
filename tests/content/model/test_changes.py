"""What a save has to write, and what it has to read first."""

from typing import Any

from content.model.apply import apply_actions
from content.model.changes import Changes, changes
from content.model.references import references
from content.model.walk import branch_ids, plugin_ids
from tests.content.model.factory import action, actions, column, page_state, row, uid


def changes_of(*given: dict[str, Any]) -> Changes:
    state = page_state()
    return changes(state, apply_actions(state, actions(*given)))


class TestChanges:
    def test_nothing(self) -> None:
        assert not changes_of({"name": "NODE_DELETE", "nodeId": ""})

    def test_a_plugin_and_its_place_on_the_page(self) -> None:
        made = changes_of(
            {"name": "PLUGIN_CREATE", "pluginId": "#new", "ref": "cms.text", "fields": {}},
            {
                "name": "BLOCK_ADD_PLUGIN_NODE",
                "parentId": "#right",
                "index": 0,
                "nodeId": "#new-node",
                "pluginId": "#new",
            },
        )
        assert made.plugins.added == {uid("new")}
        assert made.blocks.changed == {uid("right")}
        assert not made.layout
        assert not any((made.branches, made.site_fields, made.page_fields, made.links))

    def test_a_branch_made_and_taken_apart(self) -> None:
        made = changes_of(
            {
                "name": "NODE_SET_TYPE",
                "nodeId": "#row",
                "type": "row-branch",
                "blockId": "#new",
                "branchName": "New",
            },
            {"name": "NODE_SET_TYPE", "nodeId": "#footer", "type": "row"},
        )
        assert made.layout
        assert made.branches.added == {uid("new")}
        assert made.branches.removed == {uid("footer-branch")}
        assert not made.blocks

    def test_each_level_of_settings(self) -> None:
        made = changes_of(
            {"name": "NODE_SET_TAG_NAME", "nodeId": "#row", "level": "site", "tagName": "nav"},
            {"name": "NODE_SET_TAG_NAME", "nodeId": "#left", "level": "page", "tagName": "nav"},
            {"name": "LINK_SET", "nodeId": "#main", "href": "/a", "targetBlank": True},
        )
        assert made.site_fields.added == {uid("row")}
        assert made.page_fields.added == {uid("left")}
        assert made.links.added == {uid("main")}
        assert not made.layout

    def test_a_removed_column_takes_its_page_block(self) -> None:
        made = changes_of({"name": "NODE_DELETE", "nodeId": "#right"})
        assert made.layout
        assert made.blocks.removed == {uid("right")}
        assert not made.plugins

    def test_one_is_not_true(self) -> None:
        state = page_state()
        before = apply_actions(state, [action("PLUGIN_UPDATE", pluginId="#one", fields={"wide": 1})])
        after = apply_actions(before, [action("PLUGIN_UPDATE", pluginId="#one", fields={"wide": True})])
        assert changes(before, after).plugins.changed == {uid("one")}


class TestReading:
    def test_order_is_that_of_the_page(self) -> None:
        page = page_state()["page"]
        assert plugin_ids(page) == [uid(name) for name in ("menu", "one", "two", "small")]
        assert branch_ids(page) == [uid("footer-branch")]

    def test_references_are_what_actions_name(self) -> None:
        nested = row("a", column("b", {"id": "#c", "type": "plugin", "pluginId": "#p1"}))
        unique = row("d", {"id": "#e", "type": "col-unique"})
        inner: Any = {"nodes": [{"id": "#f", "type": "row-branch", "blockId": "#b1"}]}
        found = references(
            actions(
                {"name": "NODE_CREATE", "parentId": "#root", "index": 0, "node": nested},
                {"name": "NODE_CREATE", "parentId": "#root", "index": 0, "node": unique, "blocks": {"#e": inner}},
                {"name": "PLUGIN_CREATE", "pluginId": "#p2", "ref": "cms.text", "fields": {}},
                {"name": "PLUGIN_UPDATE", "pluginId": "#p3", "fields": {}},
                {
                    "name": "BLOCK_ADD_PLUGIN_NODE",
                    "parentId": "#left",
                    "index": 0,
                    "nodeId": "#g",
                    "pluginId": "#p4",
                },
                {"name": "NODE_SET_BRANCH_BLOCK", "nodeId": "#footer", "blockId": "#b2"},
                {"name": "NODE_SET_BRANCH_BLOCK", "nodeId": "#footer", "blockId": ""},
                {"name": "BLOCK_CREATE", "blockId": "#b3", "branchName": "B", "block": {"nodes": [column("h")]}},
            )
        )
        assert found.plugin_ids == {uid(f"p{n}") for n in range(1, 5)}
        assert found.branch_ids == {uid(f"b{n}") for n in range(1, 4)}
