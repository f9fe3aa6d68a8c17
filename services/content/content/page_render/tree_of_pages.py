"""The pages of the site as a tree by their addresses, for plugins that link them: a site map, what is around a page."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import orjson

from content.address import addresses_above
from content.audience import has_place, listed
from content.documents.loading import Connection
from content.model.visibility import SEES_ALL, passes
from content.page_render.sources import Asked
from content.pages.models import LISTED

MAX_PAGES = 10_000
"""Pages that are looked through for one plugin; of larger sites the first ones by their addresses."""

MAX_TREES = 8
"""Of different viewers at a time; of a large site each takes some megabytes."""

_FOR_EDITORS = orjson.dumps(sorted(SEES_ALL)).decode()
# In the menu's order where they have one, as their names go elsewhere.
_STATEMENT = f"""
SELECT id::text, url, coalesce(config -> 'menu' ->> 'label', display_title, title) AS label,
    CASE WHEN {listed("pages", "'{}'::text[]")} THEN config ->> 'scopeWhitelist' ELSE '{_FOR_EDITORS}' END
        AS scope_whitelist
FROM pages
WHERE {has_place("pages")} AND NOT coalesce((config ->> 'noIndex')::boolean, false)
ORDER BY (config -> 'menu' ->> 'order')::float NULLS LAST, lower(coalesce(config -> 'menu' ->> 'label', display_title,
    title)), url
LIMIT {MAX_PAGES}
"""  # noqa: S608  # of constants

TAGS = frozenset({LISTED})
"""A page came, moved, went or has other settings."""


class ListedPage(NamedTuple):
    id: str
    url: str
    label: str
    scope_whitelist: list[str]


class TreeOfPages:
    """The pages that a viewer may see; each lies below the nearest page above its address that the viewer sees, too."""

    def __init__(self, pages: Iterable[ListedPage]) -> None:
        self.by_url = {page.url: page for page in pages}
        self._below: dict[str | None, list[ListedPage]] = {}
        for page in self.by_url.values():
            self._below.setdefault(self.parent_url(page.url), []).append(page)

    def parent_url(self, url: str) -> str | None:
        """The address of the page above an address; None for those at the top."""
        return next((above for above in reversed(addresses_above(url)) if above in self.by_url), None)

    def below(self, url: str | None) -> Sequence[ListedPage]:
        """The pages right below one, in their order; for None those at the top."""
        return self._below.get(url, [])


class PagesOfSite:
    """The pages at one version of the site, and their trees by who sees them: making one takes longer than all else."""

    def __init__(self, pages: Iterable[ListedPage]) -> None:
        self._pages = list(pages)
        self._named = SEES_ALL.union(*(page.scope_whitelist for page in self._pages))
        self._trees: dict[frozenset[str], TreeOfPages] = {}

    def tree_for(self, scopes: frozenset[str]) -> TreeOfPages:
        """The tree of the pages that these scopes open; the same for all scopes that no page names."""
        held = self._named & scopes
        tree = self._trees.get(held)
        if tree is None:
            tree = TreeOfPages(page for page in self._pages if passes(page.scope_whitelist, held))
            if len(self._trees) >= MAX_TREES:
                self._trees.clear()
            self._trees[held] = tree
        return tree


async def tree_of(asked: Asked) -> TreeOfPages:
    """The tree as the viewer may see it; the pages are read once for each version of the site."""
    pages: PagesOfSite = await asked.remember("pages", _read)
    return pages.tree_for(asked.viewer.scopes)


def link_to(page: ListedPage) -> dict[str, Any]:
    """A page as plugins link it."""
    return {"url": page.url, "label": page.label}


async def _read(connection: Connection) -> PagesOfSite:
    return PagesOfSite(
        ListedPage(row["id"], row["url"], row["label"], orjson.loads(row["scope_whitelist"] or "[]"))
        for row in await connection.fetch(_STATEMENT)
    )
