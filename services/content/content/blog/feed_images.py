"""The images that stand for posts in feeds: the first that anybody sees on the post's page."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.fields.files import uses_in
from content.model.visibility import placed_plugins
from kit.known_files.shown import files_of
from kit.known_files.uses import Use

_MAX_PLACES = 1_000
"""Plugins of a page that are looked at."""
_MAX_USES = 5
"""Images of a page that are asked for, until one is found that anybody sees."""
_NOBODY: frozenset[str] = frozenset()


class FeedImages(NamedTuple):
    """Images of pages, by the pages' ids, and the tags of all that were looked at."""

    images: Mapping[str, Mapping[str, Any]]
    tags: frozenset[str]


async def images_of(connection: Connection, page_ids: Sequence[str]) -> FeedImages:
    """The images of pages, in as many statements for many as for one."""
    if not page_ids:
        return FeedImages({}, frozenset())
    pages, plugins = await read_pages(connection, page_ids)
    uses = {page["id"]: [*islice(_open_uses(page, plugins), _MAX_USES)] for page in pages}
    known = await files_of(connection, {use for some in uses.values() for use in some}, _NOBODY)
    images = {}
    for page_id, some in uses.items():
        found = next((known.shown[use] for use in some if use in known.shown and known.shown[use]["hasSizes"]), None)
        if found is not None:
            images[page_id] = found
    return FeedImages(images, known.tags)


def _open_uses(page: Any, plugins: Mapping[str, Any]) -> Iterator[Use]:
    """The files that the page's own columns show to everybody, in reading order."""
    for place in islice(placed_plugins(page), _MAX_PLACES):
        plugin = plugins.get(place.plugin_id)
        if plugin is not None and not place.is_shared and not place.whitelists:
            yield from uses_in(plugin["ref"], plugin["fields"])
