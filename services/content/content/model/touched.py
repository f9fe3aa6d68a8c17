"""What actions touch; ``content.model.resources`` says how that is compared."""

from collections.abc import Iterable

from content.model.actions import Action
from content.model.faults import ActionFault
from content.model.resources import NOTHING, Touched
from content.model.types import PageState
from content.model.workspace import Workspace


def touched(state_before: PageState, action: Action) -> Touched:
    """What ``action`` touches when applied to this state; nothing when it would be ignored.

    A resource that is not there is needed all the same: somebody may have just removed it. For a list of actions
    ``content.model.apply.run`` does the same in one pass.
    """
    tree = Workspace(state_before)
    seen = action.touch(tree)
    try:
        return seen if action.perform(tree) else NOTHING
    except ActionFault:
        return seen


def written(list_of_touched: Iterable[Touched]) -> set[str]:
    """Everything to log for a save."""
    return {resource for each in list_of_touched for resource in each.writes}


def needed(list_of_touched: Iterable[Touched]) -> dict[str, list[int]]:
    """Each resource that nobody else may have changed, with the indexes of the actions that need it."""
    by_resource: dict[str, list[int]] = {}
    for index, each in enumerate(list_of_touched):
        for resource in each.needs:
            by_resource.setdefault(resource, []).append(index)
    return by_resource
