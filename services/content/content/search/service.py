"""Searching the pages, as somebody may see them."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import orjson

from content.documents.loading import Connection, Row
from content.model.visibility import passes
from content.search.documents import audience_of
from content.search.errors import SearchTimeout
from content.search.extracts import Part, candidates, extract, marked
from content.search.finding import AUDIENCES, FIND, IS_TITLE, MATCHING
from content.search.folding import words_of
from content.search.indexing import freshen
from content.search.languages import dictionary_of
from content.search.parsing import Query, parse
from kit.pagination import Slice, Window

TIMEOUT = 3.0
"""Seconds that one search may take."""
AT_ONCE = 2
"""Searches that a process runs at a time: fewer than it has connections, so that pages never wait for searches."""
_slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()
_OPEN = "[]"
_TEXT_AT_ONCE = 300_000


class Found(NamedTuple):
    """A page that was found, as the caller may see it."""

    page_id: str
    url: str
    title: str
    title_parts: list[Part]
    extract: list[Part]


async def search(
    connection: Connection,
    text: str,
    window: Window,
    scopes: Collection[str],
    *,
    page_ids: Sequence[str] | None = None,
) -> Slice[Found]:
    """The pages with these words that a holder of these scopes may see, the best first, among `page_ids` alone if given.

    A query without a word that is looked for finds nothing. Raises SearchTimeout.
    """
    query = parse(text)
    if not query.wanted:
        return Slice([], 0, window.start, window.limit)
    try:
        async with asyncio.timeout(TIMEOUT), _slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)):
            return await _search(connection, text, query, window, scopes, page_ids)
    except TimeoutError:
        detail = "The search took too long. Try again with more specific words."
        raise SearchTimeout(detail, headers={"Retry-After": "5"}) from None


async def _search(
    connection: Connection,
    text: str,
    query: Query,
    window: Window,
    scopes: Collection[str],
    page_ids: Sequence[str] | None,
) -> Slice[Found]:
    status = await freshen(connection)
    if status is None:
        return Slice([], 0, window.start, window.limit)
    # While a scope is being renamed its names open nothing: they may be another's in some whitelists.
    scopes = frozenset(scopes).difference(status.renamings)
    if query.has_exclusions and await connection.fetchrow(IS_TITLE, " ".join(text.split()), sorted(scopes), page_ids):
        # A visitor who types a page's title looks for that page, and the title's own words would exclude the page.
        query = parse(text, with_exclusions=False)
    dictionary = dictionary_of(status.language)
    rows = await connection.fetch(
        FIND,
        dictionary,
        query.text,
        query.head,
        query.prefix,
        query.any_of,
        await _audiences(connection, scopes),
        page_ids,
        window.start,
        window.limit,
        sorted(scopes),
    )
    found = [row for row in rows if row["id"] is not None]
    matches = await _matches(connection, dictionary, query, found)
    return Slice([_found(row, matches) for row in found], rows[0]["total"], window.start, window.limit)


async def _audiences(connection: Connection, scopes: Collection[str]) -> list[str]:
    """The audiences that these scopes belong to, as documents have them. `passes` decides, here as everywhere."""
    if not scopes:
        return [_OPEN]
    rows = await connection.fetch(AUDIENCES)
    spelt = [_OPEN, *(row["audience"] for row in rows)]
    return [audience for audience in spelt if all(passes(whitelist, scopes) for whitelist in audience_of(audience))]


async def _matches(connection: Connection, dictionary: str, query: Query, rows: Sequence[Row]) -> set[str]:
    """The words of the results that are forms of those that were looked for."""
    words = sorted(candidates((text for row in rows for text in _texts(row, len(rows))), query.wanted))
    if not words:
        return set()
    folded = [" ".join(words_of(word)) for word in words]
    found = await connection.fetch(MATCHING, dictionary, query.any_of, query.prefix, words, folded)
    return {row["word"] for row in found}


def _texts(row: Row, count: int) -> list[str]:
    """The title, and what extracts are taken from: the page's own text, its description, its layout's text."""
    most = _TEXT_AT_ONCE // max(count, 1)
    meta: Mapping[str, Any] = orjson.loads(row["meta"])
    return [row["title"], (row["body"] or "")[:most], meta.get("description", ""), (row["shared"] or "")[:most]]


def _found(row: Row, matches: Collection[str]) -> Found:
    title, body, description, shared = _texts(row, 1)
    in_texts = [extract(text, matches) for text in (body, description, shared) if text]
    # The first text that has a match; where the title alone has one, the description, or how the page begins.
    best = next((parts for parts in in_texts if any(part.is_match for part in parts)), None)
    if best is None:
        best = extract(description or body, matches)
    return Found(row["id"], row["url"], title, marked(title, matches), best)
