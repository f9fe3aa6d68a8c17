"""Cleaning the plugin fields in a list of actions, before it is applied."""

import asyncio
from collections.abc import Sequence

from content.fields.clean import clean_fields, is_quick
from content.fields.faults import FieldFault
from content.model.actions import Action
from content.model.actions.plugin_create import PluginCreate
from content.model.actions.plugin_update import PluginUpdate
from content.model.types import PageState


async def clean_actions(state: PageState, actions: Sequence[Action]) -> list[Action]:
    """The actions with cleaned fields; what takes long is done in a thread. Raises FieldFault with ``action_index``.

    An update of a plugin that neither the state nor an earlier action knows is left to ``apply`` to refuse.
    """
    if is_quick(action.fields for action in actions if isinstance(action, (PluginCreate, PluginUpdate))):
        return _clean(state, actions)
    return await asyncio.to_thread(_clean, state, actions)


def _clean(state: PageState, actions: Sequence[Action]) -> list[Action]:
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
