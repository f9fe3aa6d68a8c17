"""Data that plugins show beyond their own fields, such as a menu's items.

A source is asked once for all instances of its plugin on a page, however many, and sends one statement at most; so are
those that have their answers from the same function, such as a post's title and its date. What
is the same for everybody it reads once for each version of the site (`Asked.remember`): what a request adds then is
only the filter by the viewer's scopes.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from content.blog.images import Candidate
from content.documents.loading import Connection
from content.model.types import PluginInstance
from content.page_render.shared_parts import SharedMemory
from content.page_render.viewer import Viewer
from content.search.limits import SearchLimits


class Instance(NamedTuple):
    """A plugin instance that a page shows."""

    id: str
    fields: Mapping[str, Any]


class Pictured(NamedTuple):
    """A record in the data of a plugin that gets the first of some images that everybody sees, as its `image`."""

    record: dict[str, Any]
    candidates: Sequence[Candidate]


class Answer(NamedTuple):
    """What an instance shows, and the tags of all that it was made from."""

    data: Any
    tags: frozenset[str]
    is_cacheable: bool = True
    """False for what no tags can tell the changes of."""
    is_part: bool = False
    """Whether it is a further part of a list, which the page's address asks for."""
    is_there: bool = True
    """False for a part past the list's end."""
    pictured: Sequence[Pictured] = ()
    """Of a source that says `has_images`."""


class SourceMemory:
    """What sources read for everybody, by the site version it was read at or after.

    A change that commits between the two reads is kept under the older version; its own version reads it anew. What a
    transaction reads before its commit must not be kept: rolled back, its version would be another change's.
    """

    def __init__(self, sources: Collection["Source"], searches: SearchLimits | None = None) -> None:
        self.searches = searches or SearchLimits()
        self._sources = {source.ref: source for source in sources}
        self._known: dict[str, tuple[int, Any]] = {}
        self._naming: dict[str, tuple[int, Any]] = {}
        self.shared = SharedMemory()

    def named(self, refs: Collection[str]) -> list["Source"]:
        """The sources of these plugins."""
        return [self._sources[ref] for ref in refs if ref in self._sources]

    def carry(self, before: int, after: int, *, with_naming: bool) -> None:
        """Keep what was read at a version for the next one, where nothing changed between them but pages' contents.

        ``with_naming``: and none of these says what pages show by what their addresses name.
        """
        for known in (self._known, self._naming) if with_naming else (self._known,):
            for key, (version, value) in known.items():
                if version == before:
                    known[key] = (after, value)

    def known(self, key: str) -> tuple[int, Any] | None:
        """What was read last under a key, after the version of the site that it holds for."""
        return self._known.get(key)

    def keep(self, key: str, version: int, value: Any) -> None:
        """Keep what was read at a version along with something else, unless a later one is known."""
        known = self._known.get(key)
        if known is None or known[0] <= version:
            self._known[key] = (version, value)

    async def read(self, key: str, version: int, read: Callable[[], Awaitable[Any]]) -> Any:
        """What `read` gives at this version of the site, or a later one."""
        return await _read_once(self._known, key, version, read)

    async def read_naming(self, key: str, version: int, read: Callable[[], Awaitable[Any]]) -> Any:
        """The same of which pages show what their addresses name, which contents of pages say as well."""
        return await _read_once(self._naming, key, version, read)


async def _read_once(
    known: dict[str, tuple[int, Any]], key: str, version: int, read: Callable[[], Awaitable[Any]]
) -> Any:
    entry = known.get(key)
    if entry is None or entry[0] != version:
        entry = (version, await read())
        known[key] = entry
    return entry[1]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a source is asked about beside the instances."""

    page: Mapping[str, Any]
    """The page as the viewer may see it."""
    site: dict[str, Any]
    query: Mapping[str, str | int | float]
    """The parameters of the address that plugins of the page declare, as far as the address has them."""
    viewer: Viewer
    version: int
    connection: Connection
    memory: SourceMemory

    async def remember(self, key: str, read: Callable[[Connection], Awaitable[Any]]) -> Any:
        """What `read` gives: it is read once for each version of the site, and not anew after a save of a page.

        It may depend on the site's and the pages' settings and on posts, and on nothing else that a save can change: no
        plugin, no tree.
        """
        return await self.memory.read(key, self.version, lambda: read(self.connection))

    async def remember_naming(self, key: str, read: Callable[[Connection], Awaitable[Any]]) -> Any:
        """What `read` gives of which pages show what their addresses name, and of nothing else.

        It is read once for each version of the site, and anew after a save that may change it.
        """
        return await self.memory.read_naming(key, self.version, lambda: read(self.connection))


@dataclass(frozen=True, slots=True)
class Source:
    ref: str
    """The plugins whose `data` it is."""
    answer: Callable[[Sequence[Instance], Asked], Awaitable[Mapping[str, Answer]]]
    """The answers by instance id, which depend on the fields and not on the ref. They may depend on the viewer's scopes
    and on whether somebody is logged in, and on nothing else of who asks: an answer for somebody who is not logged in is
    kept for all of them."""
    has_images: bool = False
    """Whether its data has images of the library. Then it is asked before the files of the page are read, so that one
    statement reads all of them; the site's images are not known yet."""


def same_for_all(instances: Iterable[Instance], data: Any, tags: frozenset[str]) -> dict[str, Answer]:
    """One answer for every instance."""
    return {instance.id: Answer(data, tags) for instance in instances}


class Added(NamedTuple):
    """What a page is made from beside its documents, and whether it may be kept for all of that."""

    tags: set[str]
    is_cacheable: bool
    is_there: bool
    """Whether the page has any of the parts that its address asks for."""


def instances_of(plugins: Iterable[PluginInstance]) -> dict[str, list[Instance]]:
    """A page's plugins, by ref."""
    by_ref: dict[str, list[Instance]] = {}
    for plugin in plugins:
        by_ref.setdefault(plugin["ref"], []).append(Instance(plugin["id"], plugin["fields"]))
    return by_ref


async def add_data(plugins: Mapping[str, PluginInstance], asked: Asked, pictured: Mapping[str, Answer]) -> Added:
    """Put each instance's data into it, with the answers of the sources that have images."""
    answers = {**pictured, **await answers_of(instances_of(plugins.values()), asked, with_images=False)}
    for plugin_id, answer in answers.items():
        plugins[plugin_id]["data"] = answer.data
    parts = [answer.is_there for answer in answers.values() if answer.is_part]
    return Added(
        set().union(*(answer.tags for answer in answers.values())),
        all(answer.is_cacheable for answer in answers.values()),
        not parts or any(parts),
    )


async def answers_of(
    instances: Mapping[str, Sequence[Instance]], asked: Asked, *, with_images: bool
) -> dict[str, Answer]:
    """What the sources that have images, or the others, answer for instances by ref; the answers by instance."""
    together: dict[Callable[..., Awaitable[Mapping[str, Answer]]], list[Instance]] = {}
    for source in asked.memory.named(instances.keys()):
        if source.has_images == with_images:
            together.setdefault(source.answer, []).extend(instances[source.ref])
    answers: dict[str, Answer] = {}
    for answer, of_several in together.items():
        answers |= await answer(of_several, asked)
    return answers
