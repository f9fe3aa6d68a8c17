"""PLUGIN_CREATE: a new plugin instance, which shows once a node places it."""

from typing import Literal

from content.model import resources
from content.model.actions.base import BaseAction, MaybeId
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.values import PluginFields, PluginRef
from content.model.workspace import Workspace
from kit.same_json import same_json


class PluginCreate(BaseAction):
    REQUIRED = ("plugin_id",)

    name: Literal["PLUGIN_CREATE"]
    plugin_id: MaybeId = ""
    ref: PluginRef
    fields: PluginFields

    def apply(self, tree: Workspace) -> bool:
        known = tree.plugins.get(self.plugin_id)
        if known is None:
            tree.plugins[self.plugin_id] = {"id": self.plugin_id, "ref": self.ref, "fields": self.fields, "version": 0}
            return True
        # An undo brings a removed plugin back by creating it again, with the fields it had.
        if known["ref"] != self.ref:
            raise ActionFault("id_taken", "pluginId", "There is another plugin with this id.")
        if same_json(known["fields"], self.fields):
            return False
        tree.plugins[self.plugin_id] = {**known, "fields": self.fields}
        return True

    def touch(self, tree: Workspace) -> Touched:
        resource = resources.plugin(self.plugin_id)
        return Touched(frozenset({resource, resources.plugin_whole(self.plugin_id)}), frozenset({resource}))
