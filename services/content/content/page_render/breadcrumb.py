"""The data of a cms.breadcrumb: the pages above a page by its address, as far as the viewer may see them.

They are read once for each version of the site, as pages below them are asked for: most pages have their neighbours'.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from content.address import addresses_above, tag_of
from content.audience import has_place
from content.documents.loading import Connection
from content.model.visibility import passes
from content.page_render.sources import Answer, Asked, Instance, Source, same_for_all

MOST_KNOWN = 10_000
"""Addresses that are remembered; a site has far fewer that other pages lie below."""

KEY = "pages above others"
"""What they are remembered by."""

STATEMENT = f"""
SELECT url, coalesce(config -> 'menu' ->> 'label', display_title, title) AS label,
    config ->> 'scopeWhitelist' AS scope_whitelist
FROM pages
WHERE url = ANY ({{urls}}::text[]) AND {has_place("pages")}
"""  # noqa: S608  # of constants
_ABOVE = STATEMENT.format(urls="$1")


class _Above(NamedTuple):
    item: Mapping[str, Any]
    scope_whitelist: Sequence[str]


# By address; None where no page is that can be linked.
Known = dict[str, _Above | None]


async def _answer(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    above = addresses_above(asked.page["url"])
    pages = await _pages_at(above, asked)
    items = [page.item for page in pages if page and passes(page.scope_whitelist, asked.viewer.scopes)]
    # By address: a page that is hidden here must not be named, and one that does not exist yet may come to be.
    return same_for_all(instances, {"items": items}, frozenset(map(tag_of, above)))


async def _pages_at(urls: Sequence[str], asked: Asked) -> list[_Above | None]:
    """The pages at these addresses, in their order."""
    if not urls:
        return []
    known: Known = await asked.remember(KEY, _nothing_yet)
    found: Known = {url: known[url] for url in urls if url in known}
    missing = [url for url in urls if url not in found]
    if missing:
        read = pages_of(missing, await asked.connection.fetch(_ABOVE, missing))
        # Others may have read more meanwhile.
        add_to(known, read)
        found |= read
    return [found[url] for url in urls]


async def _nothing_yet(_: Connection) -> Known:
    return {}


def add_to(known: Known, read: Known) -> None:
    """Remember these pages with the others, unless that would be too many: then alone."""
    if len(known) + len(read) > MOST_KNOWN:
        known.clear()
    known |= read


def pages_of(urls: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Known:
    """The pages at these addresses as they are remembered, of the rows of their statement."""
    pages: Known = dict.fromkeys(urls)
    for row in rows:
        item = {"url": row["url"], "label": row["label"]}
        pages[row["url"]] = _Above(item, orjson.loads(row["scope_whitelist"] or "[]"))
    return pages


BREADCRUMB = Source(ref="cms.breadcrumb", answer=_answer)
