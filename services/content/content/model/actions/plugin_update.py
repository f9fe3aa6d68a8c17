"""PLUGIN_UPDATE: sets fields of a plugin instance."""

from typing import Any, Literal

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.values import PluginFields
from content.model.workspace import Workspace
from kit.same_json import same_json


class PluginUpdate(BaseAction):
    REQUIRED = ("plugin_id",)

    name: Literal["PLUGIN_UPDATE"]
    plugin_id: MaybeId = ""
    fields: PluginFields
    """What changes; null removes a field, and a field that is left out stays as it is."""

    def apply(self, tree: Workspace) -> bool:
        known = tree.plugins.get(self.plugin_id)
        if known is None:
            raise ActionFault("plugin_not_found", "pluginId", "The plugin is not on this page.")
        after = updated(known["fields"], self.fields)
        if same_json(known["fields"], after):
            return False
        tree.plugins[self.plugin_id] = {**known, "fields": after}
        return True

    def touch(self, tree: Workspace) -> Touched:
        changed = {resources.plugin_field(self.plugin_id, name) for name in self._changed(tree)}
        touched = Touched(
            frozenset(changed | {resources.plugin(self.plugin_id)}),
            frozenset(changed | {resources.plugin_whole(self.plugin_id)}),
        )
        node_id = tree.plugin_nodes.get(self.plugin_id)
        return touched if node_id is None else touched | tree.touch_around(node_id)

    def _changed(self, tree: Workspace) -> list[str]:
        """The fields whose value becomes another one: somebody may send all that they have."""
        known = tree.plugins.get(self.plugin_id)
        before: dict[str, Any] = {} if known is None else known["fields"]
        return [name for name, value in self.fields.items() if not same_json(before.get(name), value)]


def updated(fields: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """The fields with the changed ones set; null removes one."""
    return {name: value for name, value in {**fields, **changed}.items() if name not in changed or value is not None}
