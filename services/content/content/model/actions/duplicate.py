"""A copy of a branch's block under new ids, for a row that stops following the branch."""

from collections.abc import Mapping

from content.model.copying import renamed
from content.model.faults import ActionFault
from content.model.rules import check_free
from content.model.types import Block, PluginInstance
from content.model.workspace import Workspace


def duplicate(tree: Workspace, block: Block, ids: Mapping[str, str]) -> Block:
    """Copies a block with the page's blocks, the plugins, the settings and the links of all in it.

    ``ids`` gives the new id for every node and plugin of it. Branch rows in it go on showing their branches.
    """
    nodes = [node for top in block["nodes"] for node in tree.inside(top)]
    plugin_ids = [node["pluginId"] for node in nodes if node["type"] == "plugin"]
    if any(id not in ids for id in [*(node["id"] for node in nodes), *plugin_ids]):
        raise ActionFault("type_not_possible", "ids", "Every node and plugin of the copy needs a new id.")
    check_free(tree, (ids[node["id"]] for node in nodes), "ids")
    _copy_plugins(tree, plugin_ids, ids)
    for node in nodes:
        _copy_settings(tree, node["id"], ids[node["id"]])
        if node["type"] == "col-unique" and node["id"] in tree.page["blocks"]:
            tree.set_page_block(ids[node["id"]], renamed(tree.page["blocks"][node["id"]], ids))
    return renamed(block, ids)


def _copy_plugins(tree: Workspace, plugin_ids: list[str], ids: Mapping[str, str]) -> None:
    for old in plugin_ids:
        new = ids[old]
        known = tree.plugins.get(old)
        if known is None:
            raise ActionFault("plugin_not_found", "nodeId", "A plugin of the branch is not known.")
        leftover = tree.plugins.get(new)
        # An undo leaves the copies behind, placed nowhere, and a redo takes them up again.
        if leftover is not None and (leftover["ref"] != known["ref"] or new in tree.plugin_nodes):
            raise ActionFault("id_taken", "ids", "There is a plugin with this id already.")
        copy: PluginInstance = leftover or {"id": new, "ref": known["ref"], "fields": {}, "version": 0}
        tree.plugins[new] = {**copy, "fields": known["fields"]}


def _copy_settings(tree: Workspace, old: str, new: str) -> None:
    if old in tree.page["nodeFields"]:
        tree.page["nodeFields"][new] = tree.page["nodeFields"][old]
    if old in tree.page["links"]:
        tree.page["links"][new] = tree.page["links"][old]
