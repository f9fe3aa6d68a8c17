"""Where the unique columns stand in documents that several pages show: what is in them are pages' own posts."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from content.blog.audiences import framed
from content.model.types import Block

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
