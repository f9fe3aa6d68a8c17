"""What leaves for whom: nothing hidden, nor anything that only hidden nodes refer to."""

import copy
import json
from typing import Any

import pytest

from content.model.apply import apply_actions
from content.model.types import PageState
from content.model.visibility import filter_for, passes
from content.model.walk import reading_order
from tests.content.model.factory import action, page_state, uid


def restricted(*whitelists: tuple[str, str, list[str]]) -> PageState:
    given = [
        action("NODE_SET_SCOPE_WHITELIST", nodeId=f"#{name}", level=level, scopeWhitelist=scopes)
        for name, level, scopes in whitelists
    ]
    return apply_actions(page_state(), given)


def shown(state: PageState) -> set[str]:
    return {node["id"] for node in reading_order(state["page"])}


class TestPasses:
    def test_an_empty_whitelist_is_for_everybody(self) -> None:
        assert passes([], [])
        assert passes(None, [])

    def test_any_scope_on_it_is_enough(self) -> None:
        assert passes(["members", "staff"], ["staff"])

    def test_no_scopes_do_not_pass(self) -> None:
        assert not passes(["members"], [])
        assert not passes(["members"], ["editor", "member"])

    @pytest.mark.parametrize("scope", ["super", "admin"])
    def test_super_and_admin_always_pass(self, scope: str) -> None:
        assert passes(["members"], [scope])


class TestFilterFor:
    def test_an_open_page_is_left_alone(self) -> None:
        assert filter_for(page_state(), []) == page_state()

    @pytest.mark.parametrize("level", ["site", "page"])
    def test_a_hidden_plugin_leaves_nothing(self, level: str) -> None:
        state = restricted(("one-node", level, ["members"]))
        text = json.dumps(filter_for(state, ["editor"]))
        assert uid("one") not in text
        assert uid("one-node") not in text
        assert "members" not in text
        assert uid("two") in text

    def test_who_holds_a_scope_sees_it(self) -> None:
        state = restricted(("one-node", "site", ["members", "staff"]))
        assert filter_for(state, ["staff"]) == state

    @pytest.mark.parametrize("scope", ["super", "admin"])
    def test_super_and_admin_see_all(self, scope: str) -> None:
        state = restricted(("main", "site", ["members"]), ("footer", "page", ["staff"]))
        assert filter_for(state, [scope]) == state

    def test_both_levels_must_pass(self) -> None:
        state = restricted(("one-node", "site", ["members"]), ("one-node", "page", ["staff"]))
        assert uid("one-node") not in shown(filter_for(state, ["members"]))
        assert uid("one-node") not in shown(filter_for(state, ["staff"]))
        assert uid("one-node") in shown(filter_for(state, ["members", "staff"]))

    def test_what_is_in_a_hidden_node_goes_with_it(self) -> None:
        hidden = filter_for(restricted(("main", "site", ["members"])), [])
        text = json.dumps(hidden)
        assert all(uid(name) not in text for name in ("main", "row", "left", "right", "one-node", "one", "two"))
        assert list(hidden["page"]["blocks"]) == []

    def test_a_branch_that_only_hidden_rows_show_goes(self) -> None:
        hidden = filter_for(restricted(("footer", "page", ["members"])), [])
        assert hidden["page"]["branches"] == {}
        assert uid("small") not in json.dumps(hidden)

    def test_a_branch_that_another_row_shows_stays(self) -> None:
        again: Any = {"id": "#again", "type": "row-branch", "blockId": "#footer-branch"}
        state = apply_actions(
            restricted(("footer", "page", ["members"])),
            [action("NODE_CREATE", parentId="#main", index=0, node=again)],
        )
        assert uid("small") in filter_for(state, [])["plugins"]

    def test_a_node_hidden_within_a_branch_goes(self) -> None:
        hidden = filter_for(restricted(("small-node", "site", ["members"])), [])
        column: Any = hidden["page"]["branches"][uid("footer-branch")]["block"]["nodes"][0]
        assert column["block"]["nodes"] == []
        assert uid("small") not in hidden["plugins"]

    def test_links_and_settings_of_hidden_nodes_go(self) -> None:
        state = apply_actions(
            restricted(("one-node", "page", ["members"])),
            [action("LINK_SET", nodeId="#one-node", href="/secret", targetBlank=False)],
        )
        assert "/secret" not in json.dumps(filter_for(state, []))

    def test_the_answer_goes_on_depending_on_who_asks(self) -> None:
        state = restricted(("one-node", "page", ["members"]))
        assert filter_for(state, [])["page"]["hasScopeWhitelist"] is True

    def test_what_nothing_shows_goes_for_everybody(self) -> None:
        state = apply_actions(page_state(), [action("NODE_DELETE", nodeId="#footer")])
        assert uid("small") in state["plugins"]
        assert uid("small") not in filter_for(state, ["super"])["plugins"]
        assert filter_for(state, ["super"])["page"]["branches"] == {}

    def test_what_goes_in_is_not_changed(self) -> None:
        state = restricted(("main", "site", ["members"]))
        before = copy.deepcopy(state)
        filter_for(state, [])
        assert state == before

    def test_a_branch_within_itself_ends(self) -> None:
        # Cannot be made by actions on one page, but by two pages that fill the same column of a branch.
        state = page_state()
        inner: Any = {"id": uid("inner"), "type": "row-branch", "blockId": uid("footer-branch")}
        column: Any = state["page"]["branches"][uid("footer-branch")]["block"]["nodes"][0]
        column["block"]["nodes"] = [inner]
        assert uid("inner") in shown(filter_for(state, []))
