"""Data that plugins show beyond their own fields, such as a menu's items.

A source is read whole, for everyone, once for each version of the site: what a request adds is only the filter by
the caller's scopes. So a page costs one statement, and one more after a change.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from content.documents.loading import Connection


class Asker(NamedTuple):
    """Who a source's answer is for."""

    scopes: Collection[str]
    is_logged_in: bool
    site_name: str


@dataclass(frozen=True, slots=True)
class Source:
    ref: str
    """The plugins whose `data` it is."""
    tags: frozenset[str]
    """What makes its answer stale."""
    read: Callable[[Connection], Awaitable[Any]]
    answer: Callable[[Any, Asker], Any]
    """What of it is for whom. Of who asks it knows no more than an Asker says, so that it is the same for all who are
    not logged in: such an answer may be kept (`content.page_render.service`)."""


class SourceMemory:
    """What the sources gave, by the site version it was read at or after.

    A change that commits between the two reads is kept under the older version; its own version reads it anew. What a
    transaction reads before its commit must not be kept: rolled back, its version would be another change's.
    """

    def __init__(self, sources: Collection[Source]) -> None:
        self._sources = {source.ref: source for source in sources}
        self._known: dict[str, tuple[int, Any]] = {}

    def named(self, refs: Collection[str]) -> list[Source]:
        """The sources of these plugins."""
        return [self._sources[ref] for ref in refs if ref in self._sources]

    async def read(self, source: Source, version: int, connection: Connection) -> Any:
        """What the source gives at this version of the site, or a later one."""
        known = self._known.get(source.ref)
        if known is None or known[0] != version:
            known = (version, await source.read(connection))
            self._known[source.ref] = known
        return known[1]
