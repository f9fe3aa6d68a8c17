"""How large and deep a page may grow, and that reaching for more ends soon."""

import time
from typing import Any

import pytest

from content.model.actions import MAX_ACTIONS, Action
from content.model.apply import apply_actions
from content.model.faults import ActionFault
from content.model.types import MAX_NODES
from tests.content.model.factory import action, actions, column, page_state, row


def rows_inside_each_other(count: int) -> list[Action]:
    """Each row comes into the column of the one before."""
    parents = ["left", *(f"deep-{n}-col" for n in range(count - 1))]
    return actions(
        *(
            {
                "name": "NODE_CREATE",
                "parentId": f"#{parent}",
                "index": 0,
                "node": row(f"deep-{n}", column(f"deep-{n}-col")),
            }
            for n, parent in enumerate(parents)
        )
    )


def wide_row(name: str) -> dict[str, Any]:
    return {
        "name": "NODE_CREATE",
        "parentId": "#main",
        "index": 0,
        "node": row(name, *(column(f"{name}-{n}") for n in range(6))),
    }


def fault_of(given: list[Action]) -> tuple[str, int]:
    with pytest.raises(ActionFault) as raised:
        apply_actions(page_state(), given)
    return raised.value.code, raised.value.action_index


def test_a_page_is_twelve_levels_deep() -> None:
    assert apply_actions(page_state(), rows_inside_each_other(4))
    assert fault_of(rows_inside_each_other(5)) == ("tree_too_deep", 4)


def test_depth_counts_at_the_end() -> None:
    deeper = rows_inside_each_other(5)
    assert apply_actions(page_state(), [*deeper, action("NODE_DELETE", nodeId="#deep-0")]) == page_state()


@pytest.mark.parametrize(
    "last",
    [
        action("NODE_DELETE", nodeId="#deep-0"),
        action("LAYOUT_MOVE_NODE", nodeId="#one-node", parentId=f"#deep-{MAX_ACTIONS - 2}-col", index=0),
        action("NODE_SET_TYPE", nodeId="#row", type="row-branch", blockId="#new", branchName="New"),
    ],
)
def test_nesting_without_end_is_refused(last: Action) -> None:
    assert fault_of([*rows_inside_each_other(MAX_ACTIONS - 1), last])[0] == "tree_too_deep"


def test_conflicts_are_not_told_of_a_part_of_them() -> None:
    """What the actions behind a nesting without end would touch is not known."""
    with pytest.raises(ActionFault) as raised:
        apply_actions(page_state(), [*rows_inside_each_other(MAX_ACTIONS - 1), action("NODE_DELETE", nodeId="#deep-0")])
    assert raised.value.touched == []


def test_a_page_has_five_thousand_nodes() -> None:
    many = actions(*(wide_row(f"wide-{n}") for n in range(MAX_NODES // 7 + 1)))
    assert fault_of(many) == ("tree_too_large", len(many) - 1)


def test_a_full_save_of_a_full_page_is_quick() -> None:
    full = apply_actions(page_state(), actions(*(wide_row(f"wide-{n}") for n in range(700))))
    moves = [
        action("LAYOUT_MOVE_NODE", nodeId="#main", parentId="#header" if n % 2 else "#root", index=0)
        for n in range(MAX_ACTIONS)
    ]
    start = time.process_time()
    apply_actions(full, moves)
    # Measured at 0.3 s; what grows with nodes times actions took 5 s.
    assert time.process_time() - start < 4
