"""Where the unique columns stand in documents that several pages show: what is in them are pages' own posts."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from content.blog.audiences import framed, site_fields_of
from content.model.types import Block, Page
from content.model.visibility import placed_plugins

Place = tuple[str, tuple[str, ...], frozenset[tuple[str, ...]]]
"""Of something in a shared document: its id, the nodes around it and their whitelists."""


def columns_of(places: Iterable[Place], branch_ids: Collection[str]) -> list[Place]:
    """The unique columns of a layout or branch block in their order, and the branch blocks, which may have some."""
    return [place for place in places if place[0] == place[1][-1] or place[0] in branch_ids]


def is_narrower(before: Sequence[Place], after: Sequence[Place]) -> bool:
    """Whether something that is still in a shared document stands open in fewer places of it."""
    old, new = (Counter(id for id, _, whitelists in places if not whitelists) for places in (before, after))
    return any(new[id] < old[id] for id, _, _ in after)


def places_in(block: Block, fields: Mapping[str, Any]) -> list[Place]:
    """What stands in a shared document, in reading order."""
    return [*framed(block["nodes"], fields, (), frozenset())]


def gets_narrower(before: Page, after: Page) -> bool:
    """Whether something that a page keeps to some stands open in fewer places of what other pages show as well.

    Documents are looked at with the branch blocks in them: what a save moves from one into another stands there still.
    """
    old, new = _shared_documents(before), _shared_documents(after)
    kept = {id for places in new.values() for id, _, whitelists in places if whitelists}
    kept |= {placed.plugin_id for placed in placed_plugins(after) if placed.whitelists}
    for document in old.keys() & new.keys():
        were, are = (Counter(id for id, _, whitelists in places[document] if not whitelists) for places in (old, new))
        if any(were[id] > are[id] for id in kept):
            return True
    return False


def _shared_documents(page: Page) -> dict[str, list[Place]]:
    """What stands in the layout and in each branch block, with the branch blocks in them, by their ids."""
    fields, branches = site_fields_of(page), page["branches"]

    def read(
        block: Block, path: tuple[str, ...], around: frozenset[tuple[str, ...]], within: tuple[str, ...]
    ) -> Iterator[Place]:
        for place in framed(block["nodes"], fields, path, around):
            yield place
            branch = branches.get(place[0])
            if branch is not None and place[0] not in within:
                yield from read(branch["block"], place[1], place[2], (*within, place[0]))

    documents = {page["layoutId"]: page["layout"]["block"], **{id: branch["block"] for id, branch in branches.items()}}
    return {id: [*read(block, (), frozenset(), (id,))] for id, block in documents.items()}
