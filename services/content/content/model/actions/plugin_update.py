"""PLUGIN_UPDATE: replaces all fields of a plugin instance."""

from typing import Literal

from content.model import things
from content.model.actions.base import BaseAction, MaybeId
from content.model.faults import ActionFault
from content.model.same_json import same_json
from content.model.things import Touched
from content.model.values import PluginFields
from content.model.workspace import Workspace


class PluginUpdate(BaseAction):
    REQUIRED = ("plugin_id",)

    name: Literal["PLUGIN_UPDATE"]
    plugin_id: MaybeId = ""
    fields: PluginFields

    def apply(self, tree: Workspace) -> bool:
        known = tree.plugins.get(self.plugin_id)
        if known is None:
            raise ActionFault("plugin_not_found", "pluginId", "The plugin is not on this page.")
        if same_json(known["fields"], self.fields):
            return False
        tree.plugins[self.plugin_id] = {**known, "fields": self.fields}
        return True

    def touch(self, tree: Workspace) -> Touched:
        thing = frozenset({things.plugin(self.plugin_id)})
        touched = Touched(thing, thing)
        node_id = tree.plugin_nodes.get(self.plugin_id)
        return touched if node_id is None else touched | tree.touch_around(node_id)
