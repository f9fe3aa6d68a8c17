"""Removing nodes, which two actions do."""

from content.model import resources
from content.model.faults import ActionFault
from content.model.resources import Touched
from content.model.workspace import Place, Workspace


def check_leaves(place: Place) -> None:
    """ActionFault unless the node may leave its parent: the root stays, and so does a row's last column."""
    if place.node["type"] == "root":
        raise ActionFault("type_not_possible", "nodeId", "The root of a layout stays where it is.")
    if place.node["type"].startswith("col") and len(place.siblings) == 1:
        raise ActionFault("last_column", "nodeId", "The last column cannot leave its row: remove the row.")


def remove(tree: Workspace, place: Place) -> None:
    """Takes the node out with all in it and their settings. Plugin instances and branches stay."""
    check_leaves(place)
    tree.detach(place)
    tree.unindex(place.node)


def touch_removal(tree: Workspace, node_id: str) -> Touched:
    """A removal needs everything about every node in it, and the fields of every plugin in it, unchanged."""
    writes = {resources.existence(node_id)}
    needs = {resources.existence(node_id), resources.anything(node_id)}
    place = tree.places.get(node_id)
    gone = [*tree.inside(place.node)] if place else []
    for node in gone:
        writes.add(resources.existence(node["id"]))
        needs |= {resources.existence(node["id"]), resources.anything(node["id"])}
        if node["type"] == "plugin":
            writes |= resources.plugin_removed(node["pluginId"])
            needs.add(resources.plugin(node["pluginId"]))
    touched = Touched(frozenset(writes), frozenset(needs)) | tree.touch_columns_in_branches(gone)
    return touched | tree.touch_around(node_id)
