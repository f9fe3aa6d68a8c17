"""Cleaning the plugin fields in a list of actions, before it is applied."""

import asyncio
from collections.abc import Sequence
from typing import Any

from content.fields.catalogue import manifest_of
from content.fields.clean import clean_fields, is_quick
from content.fields.faults import FieldFault
from content.model.actions import Action
from content.model.actions.plugin_create import PluginCreate
from content.model.actions.plugin_update import PluginUpdate, updated
from content.model.types import PageState


async def clean_actions(state: PageState, actions: Sequence[Action]) -> list[Action]:
    """The actions with cleaned fields; what takes long is done in a thread. Raises FieldFault with ``action_index``.

    An update of a plugin that neither the state nor an earlier action knows is left to ``apply`` to refuse.
    """
    if is_quick(action.fields for action in actions if isinstance(action, (PluginCreate, PluginUpdate))):
        return _cleaned_all(state, actions)
    return await asyncio.to_thread(_cleaned_all, state, actions)


def _cleaned_all(state: PageState, actions: Sequence[Action]) -> list[Action]:
    refs = {id: plugin["ref"] for id, plugin in state["plugins"].items()}
    known = {id: plugin["fields"] for id, plugin in state["plugins"].items()}
    cleaned: list[Action] = []
    for index, action in enumerate(actions):
        if isinstance(action, PluginCreate):
            refs.setdefault(action.plugin_id, action.ref)
        if isinstance(action, (PluginCreate, PluginUpdate)) and action.plugin_id in refs:
            try:
                fields = _cleaned(refs[action.plugin_id], action, known)
            except FieldFault as fault:
                fault.action_index = index
                raise
            cleaned.append(action.model_copy(update={"fields": fields}))
        else:
            cleaned.append(action)
    return cleaned


def _cleaned(ref: str, action: PluginCreate | PluginUpdate, known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """An action's cleaned fields; `known` has each plugin's fields and learns what they become. Raises FieldFault."""
    fields = clean_fields(ref, action.fields).fields
    if isinstance(action, PluginCreate):
        known[action.plugin_id] = fields
        return fields
    # What the update removes.
    fields |= {name: None for name, value in action.fields.items() if value is None}
    known[action.plugin_id] = updated(known.get(action.plugin_id, {}), fields)
    if manifest_of(ref) is None:
        # Nothing else bounds what many small updates add up to.
        clean_fields(ref, known[action.plugin_id])
    return fields
