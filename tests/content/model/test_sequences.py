"""Whatever actions come, in whatever order: the page stays a page, or nothing changes."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from content.model.actions import Action, actions_adapter
from content.model.apply import apply_actions, run
from content.model.changes import changes
from content.model.faults import ActionFault
from content.model.rules import CHILDREN
from content.model.touched import touched
from content.model.types import COLUMNS, MAX_COLUMNS, ROWS, Page, PageState
from content.model.visibility import filter_for
from content.model.walk import block_of, derived, nodes_of, reading_order
from tests.content.model.factory import page_state, uid

# Few names, so that actions meet: they find, take, move and remove each other's nodes.
NODES = [uid(name) for name in ("root", "header", "header-row", "header-col", "main", "row", "left", "right", "footer")]
NODES += [uid(name) for name in ("one-node", "two-node", "small-node", "footer-col", "a", "b", "c", "d", "e", "f")]
PLUGINS = [uid(name) for name in ("one", "two", "small", "menu", "new", "newer")]
BRANCHES = [uid(name) for name in ("footer-branch", "second", "third")]

node_ids = st.sampled_from(NODES)
plugin_ids = st.sampled_from(PLUGINS)
branch_ids = st.sampled_from(BRANCHES)
indexes = st.integers(-1, 4)
levels = st.sampled_from(["site", "page"])


def holder(kinds: list[str], inside: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    block = st.fixed_dictionaries({"nodes": st.lists(inside, max_size=3)})
    return st.fixed_dictionaries({"id": node_ids, "type": st.sampled_from(kinds), "block": block})


leaves = st.one_of(
    st.fixed_dictionaries({"id": node_ids, "type": st.just("plugin"), "pluginId": plugin_ids}),
    st.fixed_dictionaries({"id": node_ids, "type": st.just("row-branch"), "blockId": branch_ids}),
)
unique_columns = st.fixed_dictionaries({"id": node_ids, "type": st.just("col-unique")})
columns = st.one_of(unique_columns, holder(["col", "col-shared"], leaves))
new_nodes = st.one_of(columns, holder(["row"], columns), holder(["layout"], holder(["row"], columns)), leaves)
wraps = st.fixed_dictionaries({"rowId": node_ids, "colId": node_ids})


def of(name: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries({"name": st.just(name), **fields})


raw_actions = st.one_of(
    of("PLUGIN_CREATE", pluginId=plugin_ids, ref=st.just("cms.text"), fields=st.just({})),
    of("PLUGIN_UPDATE", pluginId=plugin_ids, fields=st.fixed_dictionaries({"n": st.integers(0, 2)})),
    of("NODE_CREATE", parentId=node_ids, index=indexes, node=new_nodes, wrapBefore=wraps, wrapAfter=wraps),
    of("NODE_DELETE", nodeId=node_ids),
    of("NODE_SET_TYPE", nodeId=node_ids, type=st.just("row-branch"), blockId=branch_ids, branchName=st.just("B")),
    of("NODE_SET_TYPE", nodeId=node_ids, type=st.sampled_from(["row", "col", "col-unique", "col-shared"])),
    of("BLOCK_CREATE", blockId=branch_ids, branchName=st.just("C"), block=st.builds(lambda c: {"nodes": [c]}, columns)),
    of("LAYOUT_BLOCK_CREATE", nodeId=node_ids),
    of("LAYOUT_MOVE_NODE", nodeId=node_ids, parentId=node_ids, index=indexes),
    of("BLOCK_ADD_PLUGIN_NODE", parentId=node_ids, index=indexes, nodeId=node_ids, pluginId=plugin_ids),
    of("BLOCK_REMOVE_NODE", nodeId=node_ids),
    of("LINK_SET", nodeId=node_ids, href=st.sampled_from([None, "/a"]), targetBlank=st.booleans()),
    of("NODE_SET_TAG_NAME", nodeId=node_ids, level=levels, tagName=st.sampled_from([None, "nav"])),
    of("NODE_SET_SCOPE_WHITELIST", nodeId=node_ids, level=levels, scopeWhitelist=st.sampled_from([[], ["members"]])),
    of("NODE_SET_BRANCH_BLOCK", nodeId=node_ids, blockId=branch_ids),
)
lists_of_actions = st.lists(raw_actions, min_size=1, max_size=12).map(actions_adapter.validate_python)


def apply_what_can_be(state: PageState, actions: list[Action]) -> tuple[PageState, list[Action]]:
    """The state after those actions that can be applied, one at a time, and these."""
    applied = []
    for action in actions:
        try:
            state = apply_actions(state, [action])
        except ActionFault:
            continue
        applied.append(action)
    return state, applied


def all_nodes(page: Page) -> list[Any]:
    documents = [page["layout"]["block"], *page["blocks"].values(), *(b["block"] for b in page["branches"].values())]
    return [node for document in documents for node in nodes_of(document)]


def assert_is_a_page(state: PageState) -> None:
    page = state["page"]
    nodes = all_nodes(page)
    assert len({node["id"] for node in nodes}) == len(nodes)
    placed = [node["pluginId"] for node in nodes if node["type"] == "plugin"]
    assert len(set(placed)) == len(placed)
    assert set(placed) <= state["plugins"].keys()
    assert [node["type"] for node in page["layout"]["block"]["nodes"]] == ["root"]
    for node in nodes:
        children = (block_of(page, node) or {"nodes": []})["nodes"]
        assert {child["type"] for child in children} <= CHILDREN[node["type"]]
        if node["type"] in ROWS:
            assert 1 <= len(children) <= MAX_COLUMNS
        if node["type"] in COLUMNS:
            assert len({child["type"] == "plugin" for child in children}) <= 1
    assert page["nodeFields"].keys() <= {node["id"] for node in nodes}
    assert page["links"].keys() <= {node["id"] for node in nodes}
    assert derived(state) == page


@given(lists_of_actions)
@settings(max_examples=300, deadline=None)
def test_the_page_stays_a_page(actions: list[Action]) -> None:
    start = page_state()
    before = copy.deepcopy(start)
    end, _ = apply_what_can_be(start, actions)
    assert_is_a_page(end)
    assert start == before


@given(lists_of_actions)
@settings(max_examples=150, deadline=None)
def test_a_list_is_its_actions_one_after_another(actions: list[Action]) -> None:
    start = page_state()
    end, applied = apply_what_can_be(start, actions)
    outcome = run(start, applied)
    assert outcome.state == end
    state = start
    for action, seen in zip(applied, outcome.touched, strict=True):
        assert touched(state, action) == seen
        state = apply_actions(state, [action])


@given(lists_of_actions)
@settings(max_examples=150, deadline=None)
def test_an_action_touches_something_exactly_when_it_changes_something(actions: list[Action]) -> None:
    state = page_state()
    for action in actions:
        try:
            outcome = run(state, [action])
        except ActionFault:
            continue
        assert bool(outcome.touched[0].writes) == bool(changes(state, outcome.state))
        state = outcome.state


@given(lists_of_actions, st.sets(st.sampled_from(["members", "staff"])))
@settings(max_examples=150, deadline=None)
def test_what_is_shown_can_be_seen(actions: list[Action], scopes: set[str]) -> None:
    end, _ = apply_what_can_be(page_state(), actions)
    visible = filter_for(end, scopes)
    kept = {node["id"] for node in reading_order(visible["page"])}
    for id, fields in end["page"]["nodeFields"].items():
        if any(level.get("scopeWhitelist") and not scopes & set(level["scopeWhitelist"]) for level in fields.values()):
            assert id not in kept
    assert {node["id"] for node in all_nodes(visible["page"])} == kept
    assert filter_for(visible, scopes) == visible
