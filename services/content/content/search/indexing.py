"""Keeping the documents true to the pages.

The log of changes is the truth: each search, and the worker every few seconds, notes the pages as stale that show what
has changed since, and makes their documents anew. A search does so for the pages that were changed by themselves, so
that what was saved is found at once; where many pages show what has changed, their documents are the worker's.
"""

from collections.abc import Sequence

import asyncpg
from structlog import get_logger

from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.search import repository
from content.search.documents import documents_of
from content.search.repository import Stale, Status

_log = get_logger(__name__)

AT_ONCE = 50
"""Pages that are in memory at a time."""
URGENT_AT_ONCE = 20
"""Pages that a search makes documents of before it looks: some 30 ms."""


# What is wrong with a page's text or trees, and no outage.
_OF_ONE_PAGE = (
    asyncpg.DataError,
    asyncpg.ProgramLimitExceededError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)


async def freshen(connection: Connection) -> Status | None:
    """Bring the index up to date as far as a search needs it; how it stood, None before the site is set up."""
    status = await repository.status_of(connection)
    if status is None:
        return None
    if status.is_behind:
        await repository.note_stale(connection, URGENT_AT_ONCE)
    if status.is_behind or status.has_urgent:
        await _index(connection, status.language, URGENT_AT_ONCE, only_urgent=True)
    return status


async def note_changes(connection: Connection) -> Status | None:
    """Note what is stale; how the index stood, None before the site is set up."""
    status = await repository.status_of(connection)
    if status is not None and status.is_behind:
        await repository.note_stale(connection, URGENT_AT_ONCE)
    return status


async def index_some(connection: Connection, language: str) -> int:
    """Make the documents of a few stale pages anew; how many, 0 where none is stale."""
    return await _index(connection, language, AT_ONCE, only_urgent=False)


async def _index(connection: Connection, language: str, limit: int, *, only_urgent: bool) -> int:
    stale = await repository.next_stale(connection, limit, only_urgent=only_urgent)
    try:
        await _index_pages(connection, language, stale)
    except _OF_ONE_PAGE:
        for each in stale:
            await _index_or_clear(connection, language, each)
    return len(stale)


async def _index_or_clear(connection: Connection, language: str, page: Stale) -> None:
    """Make one page's documents; one that has such a text that it cannot be done is not found, and harms no other."""
    try:
        await _index_pages(connection, language, [page])
    except _OF_ONE_PAGE as error:
        _log.warning("page cannot be searched", page_id=page.page_id, error=repr(error)[:500])
        await repository.clear_documents(connection, page)


async def _index_pages(connection: Connection, language: str, stale: Sequence[Stale]) -> None:
    if stale:
        pages, plugins = await read_pages(connection, [each.page_id for each in stale])
        documents = {page["id"]: documents_of(page, plugins) for page in pages}
        await repository.write_documents(connection, stale, documents, language)
