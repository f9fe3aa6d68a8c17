"""The data of a cms.sitemap: the pages that the viewer may see, as a tree."""

from collections.abc import Mapping, Sequence
from typing import Any

from content.page_render.sources import Answer, Asked, Instance, Source
from content.page_render.tree_of_pages import TAGS, ListedPage, TreeOfPages, link_to, tree_of

MAX_LINKS = 1_000
"""More is no list any more that somebody reads, and would weigh on the page."""
MAX_DEPTH = 6
_DEPTH = 3


async def _answer(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    tree = await tree_of(asked)
    return {id: Answer({"items": _items(tree, fields)}, TAGS) for id, fields in instances}


def _items(tree: TreeOfPages, fields: Mapping[str, Any]) -> list[dict[str, Any]]:
    start_id, depth = fields.get("startPage"), fields.get("depth")
    levels = min(max(int(depth), 1), MAX_DEPTH) if isinstance(depth, int | float) else _DEPTH
    if not start_id:
        return _whole_site(tree, levels)
    # Of a page that the viewer may not see, what lies below is not told either.
    start = next((page for page in tree.by_url.values() if page.id == start_id), None)
    return [] if start is None else _below(tree, tree.below(start.url), levels, _Budget())


def _whole_site(tree: TreeOfPages, levels: int) -> list[dict[str, Any]]:
    """The home page beside the first level: on most sites all others lie below it, which is no level to be seen."""
    budget = _Budget()
    items: list[dict[str, Any]] = []
    for page in tree.below(None):
        if not budget.take():
            break
        if page.url == "/":
            items = [{**link_to(page), "children": []}, *items, *_below(tree, tree.below("/"), levels, budget)]
        else:
            items.append({**link_to(page), "children": _below(tree, tree.below(page.url), levels - 1, budget)})
    return items


class _Budget:
    def __init__(self) -> None:
        self._left = MAX_LINKS

    def take(self) -> bool:
        self._left -= 1
        return self._left >= 0


def _below(tree: TreeOfPages, pages: Sequence[ListedPage], levels: int, budget: _Budget) -> list[dict[str, Any]]:
    if levels < 1:
        return []
    items: list[dict[str, Any]] = []
    for page in pages:
        if not budget.take():
            break
        items.append({**link_to(page), "children": _below(tree, tree.below(page.url), levels - 1, budget)})
    return items


SITEMAP = Source(ref="cms.sitemap", answer=_answer)
