"""The data of a cms.relativeNavigation: the pages around a page, as far as the viewer may see them."""

from collections.abc import Mapping, Sequence
from typing import Any

from content.page_render.sources import Answer, Asked, Instance, Source, same_for_all
from content.page_render.tree_of_pages import TAGS, ListedPage, link_to, tree_of

MAX_LINKS = 200
"""Siblings, and children: more weigh on the page."""


async def _answer(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    tree = await tree_of(asked)
    url = asked.page["url"]
    parent_url = tree.parent_url(url)
    siblings = list(tree.below(parent_url))
    # A page that is listed nowhere has no place among the others.
    place = next((index for index, page in enumerate(siblings) if page.url == url), None)
    before = siblings[place - 1] if place else None
    after = siblings[place + 1] if place is not None and place + 1 < len(siblings) else None
    data = {
        "parent": _maybe(tree.by_url[parent_url] if parent_url is not None else None),
        "siblings": _links(siblings),
        "children": _links(tree.below(url)),
        "previous": _maybe(before),
        "next": _maybe(after),
    }
    return same_for_all(instances, data, TAGS)


def _links(pages: Sequence[ListedPage]) -> list[dict[str, Any]]:
    return [link_to(page) for page in pages[:MAX_LINKS]]


def _maybe(page: ListedPage | None) -> dict[str, Any] | None:
    return None if page is None else link_to(page)


RELATIVE_NAVIGATION = Source(ref="cms.relativeNavigation", answer=_answer)
