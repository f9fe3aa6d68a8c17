"""Which of two editors' changes go together and which are a conflict."""

from typing import Any

import pytest

from content.model.actions import Action
from content.model.apply import apply_actions, run
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.touched import needed, touched, written
from content.model.types import PageState
from tests.content.model.factory import action, column, page_state, row, uid


def in_conflict(first: Action, second: Action, second_sees: PageState | None = None) -> bool:
    """Whether `second`, made on the page as it was, conflicts with `first`, which was saved before it."""
    state = page_state()
    saved = touched(state, first)
    late = touched(second_sees or apply_actions(state, [first]), second)
    return bool(saved.writes & late.needs)


def in_conflict_with(saved: Touched, state: PageState, late: Action) -> bool:
    return bool(saved.writes & touched(state, late).needs)


def update(name: str) -> Action:
    return action("PLUGIN_UPDATE", pluginId=f"#{name}", fields={"content": "<p>Changed</p>"})


def delete(name: str) -> Action:
    return action("NODE_DELETE", nodeId=f"#{name}")


def tag(name: str, level: str = "site", value: str = "nav") -> Action:
    return action("NODE_SET_TAG_NAME", nodeId=f"#{name}", level=level, tagName=value)


def classes(name: str, level: str = "site") -> Action:
    return action("NODE_SET_CLASS_NAMES", nodeId=f"#{name}", level=level, classNames=["x"])


def insert(parent: str, new: str) -> Action:
    return action("NODE_CREATE", parentId=f"#{parent}", index=0, node=row(new, column(f"{new}-col")))


def move(name: str, parent: str, index: int = 0) -> Action:
    return action("LAYOUT_MOVE_NODE", nodeId=f"#{name}", parentId=f"#{parent}", index=index)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (update("one"), update("two")),
        (update("one"), action("PLUGIN_UPDATE", pluginId="#one", fields={"lead": "x"})),
        (update("one"), action("PLUGIN_UPDATE", pluginId="#one", fields={"content": "<p>Changed</p>", "lead": "x"})),
        (update("one"), tag("one-node")),
        (update("one"), move("one-node", "left")),
        (insert("main", "a"), insert("main", "b")),
        (insert("main", "a"), tag("main")),
        (insert("root", "a"), delete("main")),
        (tag("row"), classes("row")),
        (tag("row", "site"), tag("row", "page")),
        (tag("row"), tag("row", value="nav")),
        (tag("row"), tag("left")),
        (tag("left"), delete("right")),
        (update("small"), delete("footer")),
        (action("LINK_SET", nodeId="#row", href="/a", targetBlank=False), tag("row", "page")),
        (move("one-node", "left"), update("one")),
        (move("one-node", "left"), tag("one-node")),
        (delete("one-node"), update("two")),
        (delete("left"), insert("main", "b")),
        (tag("one-node"), insert("root", "b")),
        (action("NODE_SET_TYPE", nodeId="#footer", type="row"), tag("footer")),
        (action("NODE_SET_TYPE", nodeId="#footer", type="row"), tag("footer-col")),
        (action("NODE_SET_TYPE", nodeId="#row", type="row-branch", blockId="#b", branchName="B"), update("one")),
    ],
)
def test_go_together(first: Action, second: Action) -> None:
    assert not in_conflict(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (update("one"), action("PLUGIN_UPDATE", pluginId="#one", fields={"content": "<p>Mine</p>"})),
        (insert("main", "a"), insert("main", "a")),
        (update("one"), delete("one-node")),
        (update("one"), action("PLUGIN_CREATE", pluginId="#one", ref="cms.text", fields={"content": "<p>Old</p>"})),
        (action("PLUGIN_CREATE", pluginId="#one", ref="cms.text", fields={"content": "<p>Old</p>"}), update("one")),
        (update("one"), action("BLOCK_REMOVE_NODE", nodeId="#one-node")),
        (update("one"), delete("right")),
        (update("one"), delete("main")),
        (delete("one-node"), update("one")),
        (delete("main"), update("one")),
        (tag("row"), tag("row", value="main")),
        (tag("row", "page"), tag("row", "page", value="main")),
        (tag("one-node"), delete("main")),
        (tag("row", "page"), delete("row")),
        (insert("main", "a"), delete("main")),
        (move("one-node", "left"), move("one-node", "footer-col")),
        (move("header", "root", 2), delete("header")),
        (move("header-row", "main"), delete("main")),
        (delete("row"), insert("left", "b")),
        (delete("row"), tag("left")),
        (delete("left"), move("one-node", "left")),
        (delete("row"), action("LINK_SET", nodeId="#left", href="/a", targetBlank=False)),
        (action("NODE_SET_TYPE", nodeId="#right", type="col"), action("LAYOUT_BLOCK_CREATE", nodeId="#right")),
        (update("one"), action("NODE_SET_TYPE", nodeId="#right", type="col")),
        (
            action("LINK_SET", nodeId="#row", href="/a", targetBlank=False),
            action("LINK_SET", nodeId="#row", href="/b", targetBlank=False),
        ),
    ],
)
def test_are_in_conflict(first: Action, second: Action) -> None:
    assert in_conflict(first, second)


def test_a_wrapped_plugin_has_moved() -> None:
    wrap = {"wrapAfter": {"rowId": "#wrap", "colId": "#wrap-col"}}
    first = action("NODE_CREATE", parentId="#right", index=0, node=row("a", column("b")), **wrap)
    assert in_conflict(first, move("one-node", "left"))
    assert not in_conflict(first, update("one"))


class TestPages:
    """Two pages of one layout: page settings are each page's own, a shared column is everybody's."""

    def other_page(self) -> PageState:
        state = page_state()
        state["page"]["id"] = uid("other-page")
        state["page"]["blocks"] = {uid("right"): {"nodes": []}}
        del state["plugins"][uid("one")], state["plugins"][uid("two")]
        return state

    def test_page_settings_are_apart(self) -> None:
        assert not in_conflict(tag("row", "page"), tag("row", "page", "main"), self.other_page())

    def test_site_settings_are_not(self) -> None:
        assert in_conflict(tag("row"), tag("row", value="main"), self.other_page())

    def test_a_column_is_not_removed_under_another_page(self) -> None:
        assert in_conflict(update("one"), delete("right"), self.other_page())
        assert in_conflict(insert("right", "a"), delete("main"), self.other_page())

    @pytest.mark.parametrize(
        "first", [delete("right"), delete("row"), action("NODE_SET_TYPE", nodeId="#right", type="col")]
    )
    @pytest.mark.parametrize("second", [update("one"), tag("one-node"), delete("one-node")])
    def test_a_change_in_a_removed_column_is_a_conflict(self, first: Action, second: Action) -> None:
        """What stands in it stays with its page, which does not show it any more."""
        after = apply_actions(self.other_page(), [first])["page"]["layout"]
        left = page_state()
        left["page"]["layout"] = after
        assert in_conflict_with(touched(self.other_page(), first), left, second)


class TestColumnsInBranches:
    """Of a page's own, in a branch block that its layout shows."""

    TURN = action("NODE_SET_TYPE", nodeId="#row", type="row-branch", blockId="#columns", branchName="Columns")

    def shared(self, *, is_other: bool = False) -> PageState:
        state = page_state()
        if is_other:
            state["page"]["id"] = uid("other-page")
            state["page"]["blocks"] = {uid("right"): {"nodes": []}}
        return apply_actions(state, [self.TURN])

    @pytest.mark.parametrize(
        "first",
        [
            delete("row"),
            delete("main"),
            action("NODE_SET_BRANCH_BLOCK", nodeId="#row", blockId="#footer-branch"),
            action("NODE_SET_TYPE", nodeId="#row", type="row", ids={"#left": "#copy-left", "#right": "#copy-right"}),
        ],
    )
    def test_that_go_are_a_conflict_with_changes_in_them(self, first: Action) -> None:
        saved = touched(self.shared(is_other=True), first)
        for second in (update("one"), tag("one-node"), delete("one-node"), insert("right", "a")):
            late = touched(self.shared(), second)
            assert saved.writes & late.needs, second
            # And the other way round: what was put there meanwhile must not go unseen.
            assert touched(self.shared(), second).writes & touched(self.shared(is_other=True), first).needs, second

    def test_that_stay_are_not(self) -> None:
        back = action("NODE_SET_TYPE", nodeId="#row", type="row")
        assert not touched(self.shared(is_other=True), tag("row")).writes & touched(self.shared(), update("one")).needs
        assert not touched(self.shared(), update("one")).writes & touched(self.shared(is_other=True), back).needs


class TestIgnored:
    @pytest.mark.parametrize(
        "ignored",
        [
            action("NODE_DELETE", nodeId=""),
            action("NODE_SET_TYPE", nodeId="#row", type="row"),
            action("PLUGIN_UPDATE", pluginId="#one", fields={"content": "<p>One</p>"}),
            action("LAYOUT_BLOCK_CREATE", nodeId="#right"),
            action("LINK_SET", nodeId="#row", href=None, targetBlank=False),
            move("one-node", "right", 0),
            tag("row", value=""),
        ],
    )
    def test_touches_nothing(self, ignored: Action) -> None:
        assert touched(page_state(), ignored) == Touched()


class TestRun:
    def test_tells_each_action_apart(self) -> None:
        outcome = run(page_state(), [update("one"), action("NODE_DELETE", nodeId=""), tag("row")])
        assert [bool(each.writes) for each in outcome.touched] == [True, False, True]
        assert needed(outcome.touched)[f"plugin:{uid('one')}/fields/content"] == [0]
        assert f"node:{uid('row')}/tagName@site" in written(outcome.touched)

    def test_a_fault_tells_what_was_needed(self) -> None:
        with pytest.raises(ActionFault) as raised:
            run(page_state(), [update("one"), delete("nowhere")])
        assert raised.value.action_index == 1
        assert needed(raised.value.touched)[f"node:{uid('nowhere')}"] == [1]

    def test_a_fault_tells_what_the_actions_behind_it_need(self) -> None:
        with pytest.raises(ActionFault) as raised:
            run(page_state(), [delete("nowhere"), update("one")])
        assert raised.value.action_index == 0
        assert needed(raised.value.touched)[f"plugin:{uid('one')}/fields/content"] == [1]

    def test_a_later_action_sees_what_an_earlier_one_did(self) -> None:
        given: list[Any] = [move("one-node", "left"), delete("left")]
        outcome = run(page_state(), given)
        assert f"plugin:{uid('one')}" in outcome.touched[1].writes
