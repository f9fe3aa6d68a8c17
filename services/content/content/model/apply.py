"""Applying actions to a page. Pure: what goes in is not changed."""

from collections.abc import Iterable
from dataclasses import dataclass

from content.model.actions import Action
from content.model.faults import ActionFault
from content.model.resources import NOTHING, Touched
from content.model.rules import check_limits
from content.model.types import PageState
from content.model.walk import derived
from content.model.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Outcome:
    state: PageState
    touched: list[Touched]
    """For each action what it touched; nothing where it was ignored."""


def apply_actions(state: PageState, actions: Iterable[Action]) -> PageState:
    """The state after all actions, in order. Raises ActionFault with ``action_index``; then nothing is applied."""
    return run(state, actions).state


def run(state: PageState, actions: Iterable[Action]) -> Outcome:
    """``apply_actions`` with what each action touched. Depth and size are checked at the end of the list.

    A fault's ``touched`` has all actions, so that every conflict is told at once: those behind the fault as they
    would touch the page that the fault left.
    """
    actions = list(actions)
    tree = Workspace(state)
    touched: list[Touched] = []
    index, last_growing = 0, -1
    try:
        for index, action in enumerate(actions):
            touched.append(action.touch(tree))
            if not action.perform(tree):
                touched[-1] = NOTHING
            elif action.GROWS:
                last_growing = index
        if last_growing >= 0:
            index = last_growing
            check_limits(tree, "")
    except ActionFault as fault:
        touched += [action.touch(tree) for action in actions[len(touched) :]]
        fault.action_index, fault.touched = index, touched
        raise
    except RecursionError as error:
        # Within a list a tree may grow deeper than a page's before it is measured. What the rest would touch of it cannot
        # be said, and half of the conflicts must not be taken for all of them: it is refused without any.
        too_deep = ActionFault("tree_too_deep", "", "The page is nested too deep.")
        too_deep.action_index = index
        raise too_deep from error
    return Outcome({"page": derived({"page": tree.page, "plugins": tree.plugins}), "plugins": tree.plugins}, touched)
