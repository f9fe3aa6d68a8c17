"""The images that stand for posts in feeds: the first that anybody sees on the post's page, as it is shown there."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.fields.files import Placed, placed_in
from content.model.visibility import placed_plugins
from kit.known_files.shown import files_of

_MAX_PLACES = 1_000
"""Plugins of a page that are looked at."""
_MAX_USES = 5
"""Images of a page that are asked for, until one is found that anybody sees."""
_NOBODY: frozenset[str] = frozenset()
_NO_FILE = {"hasSizes": False}


class FeedImages(NamedTuple):
    """Images of pages, by the pages' ids, and the tags of all that were looked at."""

    images: Mapping[str, Mapping[str, Any]]
    tags: frozenset[str]


async def images_of(connection: Connection, page_ids: Sequence[str]) -> FeedImages:
    """The images of pages, in as many statements for many as for one."""
    if not page_ids:
        return FeedImages({}, frozenset())
    pages, plugins = await read_pages(connection, page_ids)
    placed = {page["id"]: [*islice(_open_places(page, plugins), _MAX_USES)] for page in pages}
    known = await files_of(connection, {each.use for some in placed.values() for each in some}, _NOBODY)
    images = {}
    for page_id, some in placed.items():
        found = next((each for each in some if known.shown.get(each.use, _NO_FILE)["hasSizes"]), None)
        if found is not None:
            images[page_id] = {**known.shown[found.use], **_cut(found.value)}
    return FeedImages(images, known.tags)


def _cut(value: Mapping[str, Any]) -> dict[str, str | None]:
    """The part of an image that its field shows."""
    return {name: value.get(name) or None for name in ("aspect", "crop")}


def _open_places(page: Any, plugins: Mapping[str, Any]) -> Iterator[Placed]:
    """The files that the page's own columns show to everybody, in reading order."""
    for place in islice(placed_plugins(page), _MAX_PLACES):
        plugin = plugins.get(place.plugin_id)
        if plugin is not None and not place.is_shared and not place.whitelists:
            yield from placed_in(plugin["ref"], plugin["fields"])
