"""Cleaning the plugin fields in a list of actions, and the images behind nodes, before it is applied."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from content.fields.catalogue import manifest_of
from content.fields.clean import clean_fields
from content.fields.faults import ActionFieldFault
from content.fields.own_files import own_path
from content.model.actions import Action
from content.model.actions.node_set_background import Background, NodeSetBackground
from content.model.actions.plugin_create import PluginCreate
from content.model.actions.plugin_update import PluginUpdate, updated
from content.model.types import PluginInstance
from kit.field_values.faults import FieldFault
from kit.long_texts import clean_aside


async def clean_actions(
    refs: Mapping[str, str], actions: Sequence[Action], hosts: Collection[str] = ()
) -> list[Action]:
    """The actions with cleaned fields; what takes long is done in a thread. Raises ActionFieldFault.

    ``refs`` are those of the stored plugins that the actions name, by id. An update of a plugin that neither they nor
    an earlier action know is left to ``apply`` to refuse. ``hosts`` are the site's own.
    """
    texts = [action.fields for action in actions if isinstance(action, (PluginCreate, PluginUpdate))]
    return await clean_aside(texts, _cleaned_all, refs, actions, hosts)


def check_sums(plugins: Mapping[str, PluginInstance], actions: Sequence[Action]) -> None:
    """ActionFieldFault where cleaned updates add up to too much, which no manifest bounds.

    ``plugins`` are the stored ones that the actions name, by id.
    """
    refs = {id: plugin["ref"] for id, plugin in plugins.items()}
    sums: dict[str, dict[str, Any]] = {id: plugin["fields"] for id, plugin in plugins.items()}
    for index, action in enumerate(actions):
        if isinstance(action, PluginCreate):
            refs.setdefault(action.plugin_id, action.ref)
            sums[action.plugin_id] = action.fields
        elif isinstance(action, PluginUpdate) and action.plugin_id in refs:
            ref = refs[action.plugin_id]
            sums[action.plugin_id] = updated(sums.get(action.plugin_id, {}), action.fields)
            if manifest_of(ref) is None:
                with _naming(index):
                    clean_fields(ref, sums[action.plugin_id])


def _cleaned_all(known_refs: Mapping[str, str], actions: Sequence[Action], hosts: Collection[str]) -> list[Action]:
    refs = dict(known_refs)
    cleaned: list[Action] = []
    for index, action in enumerate(actions):
        if isinstance(action, PluginCreate):
            refs.setdefault(action.plugin_id, action.ref)
        if isinstance(action, (PluginCreate, PluginUpdate)) and action.plugin_id in refs:
            with _naming(index):
                fields = _cleaned(refs[action.plugin_id], action, hosts)
            cleaned.append(action.model_copy(update={"fields": fields}))
        elif isinstance(action, NodeSetBackground) and action.background is not None:
            cleaned.append(action.model_copy(update={"background": _with_own_images(action.background, hosts)}))
        else:
            cleaned.append(action)
    return cleaned


def _cleaned(ref: str, action: PluginCreate | PluginUpdate, hosts: Collection[str]) -> dict[str, Any]:
    """An action's cleaned fields. Raises FieldFault."""
    fields = clean_fields(ref, action.fields, hosts).fields
    if isinstance(action, PluginUpdate):
        # What the update removes.
        fields |= {name: None for name, value in action.fields.items() if value is None}
    return fields


def _with_own_images(background: Background, hosts: Collection[str]) -> Background:
    images = {name: getattr(background, name) for name in ("background_image", "background_mobile_image")}
    own = {name: own_path(address, hosts) for name, address in images.items() if address is not None}
    return background.model_copy(update=own)


@contextmanager
def _naming(index: int) -> Iterator[None]:
    """Have a fault name the action that it is about."""
    try:
        yield
    except FieldFault as fault:
        raise ActionFieldFault(fault, index) from fault
