"""Cleaning the plugin fields in a list of actions, before it is applied."""

from collections.abc import Iterable

from content.fields.clean import clean_fields
from content.fields.faults import FieldFault
from content.model.actions import Action
from content.model.actions.plugin_create import PluginCreate
from content.model.actions.plugin_update import PluginUpdate
from content.model.types import PageState


def clean_actions(state: PageState, actions: Iterable[Action]) -> list[Action]:
    """The actions with cleaned fields. Raises FieldFault with ``action_index``.

    An update of a plugin that neither the state nor an earlier action knows is left to ``apply`` to refuse.
    """
    refs = {id: plugin["ref"] for id, plugin in state["plugins"].items()}
    cleaned: list[Action] = []
    for index, action in enumerate(actions):
        if isinstance(action, PluginCreate):
            refs.setdefault(action.plugin_id, action.ref)
        if isinstance(action, (PluginCreate, PluginUpdate)) and action.plugin_id in refs:
            try:
                fields = clean_fields(refs[action.plugin_id], action.fields).fields
            except FieldFault as fault:
                fault.action_index = index
                raise
            cleaned.append(action.model_copy(update={"fields": fields}))
        else:
            cleaned.append(action)
    return cleaned
