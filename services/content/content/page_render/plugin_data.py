"""What content knows for plugins as they are in the editor's canvas, before they are saved."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from content.documents.loading import Connection
from content.page_render.files import add_files
from content.page_render.pictures import add_images, uses_of
from content.page_render.query import declared, normalised
from content.page_render.repository import documents_of, read_by_id, renamings_of
from content.page_render.service import visible_part
from content.page_render.sources import Answer, Asked, Instance, SourceMemory, answers_of
from content.page_render.viewer import Viewer
from content.pages.errors import PageNotFound
from kit.plugin_data import PluginQuestion


class Answered(NamedTuple):
    """What an editor's plugins show."""

    answers: Mapping[str, Answer]
    files: Mapping[str, Mapping[str, Any]]
    """Of instances that show files of the library."""


async def data_of(connection: Connection, data: PluginQuestion, viewer: Viewer, memory: SourceMemory) -> Answered:
    """The answers by instance, for the fields that are asked about. Raises PageNotFound, PageNeedsLogin, PageNotVisible."""
    row = await read_by_id(connection, _page_id(data), with_css=False)
    if row is None:
        raise PageNotFound("There is no such page.")
    render, viewer, _ = visible_part(documents_of(row), renamings_of(row), viewer)
    query = normalised(declared(plugin.ref for plugin in data.plugins), urlencode(data.query))
    asked = Asked(render["page"], render["site"], query, viewer, render["version"], connection, memory)
    instances: dict[str, list[Instance]] = {}
    for plugin in data.plugins:
        instances.setdefault(plugin.ref, []).append(Instance(plugin.id, plugin.fields))
    plugins: dict[str, Any] = {plugin.id: {"ref": plugin.ref, "fields": plugin.fields} for plugin in data.plugins}
    pictured = await answers_of(instances, asked, with_images=True)
    known = await add_files({"nodeFields": {}}, plugins, asked.site, viewer, connection, uses_of(pictured))
    add_images(plugins, pictured, known.open)
    files = {id: plugin["files"] for id, plugin in plugins.items() if "files" in plugin}
    return Answered(pictured | await answers_of(instances, asked, with_images=False), files)


def _page_id(data: PluginQuestion) -> str:
    try:
        return str(uuid.UUID(data.page.id))
    except ValueError:
        raise PageNotFound("There is no such page.") from None
