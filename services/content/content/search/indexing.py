"""Keeping the documents true to the pages.

The log of changes is the truth: each search, and the worker every few seconds, notes the pages as stale that show what
has changed since, and makes their documents anew. A search does so for the pages that were changed by themselves, so
that what was saved is found at once; where many pages show what has changed, their documents are the worker's. Files of
the library are not in that log: what cms tells of them notes the pages that show them.
"""

import logging
from collections.abc import Collection, Sequence

from content.documents.loading import Connection
from content.documents.pages import FAULTS_OF_A_PAGE, read_pages
from content.model.visibility import placed_plugins
from content.search import repository
from content.search.documents import documents_of
from content.search.library import library_of
from content.search.repository import PageDocuments, Stale, Status
from kit.raw import is_uuid

log = logging.getLogger(__name__)

AT_ONCE = 50
"""Pages that are in memory at a time."""
URGENT_AT_ONCE = 20
"""Pages that a search makes documents of before it looks: some 30 ms."""


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


async def note_changed_files(connection: Connection, tags: Collection[str]) -> None:
    """Note the pages that show files or folders of the library, by the tags of these; in the transaction of their change."""
    names = [tag.partition(":")[::2] for tag in tags]
    files, folders = ([id for kind, id in names if kind == wanted and is_uuid(id)] for wanted in ("file", "folder"))
    if files or folders:
        await repository.note_files(connection, files, folders, URGENT_AT_ONCE)


async def index_some(connection: Connection, language: str) -> int:
    """Make the documents of a few stale pages anew; how many, 0 where none is stale."""
    return await _index(connection, language, AT_ONCE, only_urgent=False)


async def _index(connection: Connection, language: str, limit: int, *, only_urgent: bool) -> int:
    stale = await repository.next_stale(connection, limit, only_urgent=only_urgent)
    try:
        await _index_pages(connection, language, stale)
    except FAULTS_OF_A_PAGE:
        for each in stale:
            await _index_or_clear(connection, language, each)
    return len(stale)


async def _index_or_clear(connection: Connection, language: str, page: Stale) -> None:
    """Make one page's documents; one that has such a text that it cannot be done is not found, and harms no other."""
    try:
        await _index_pages(connection, language, [page])
    except FAULTS_OF_A_PAGE as error:
        log.warning("page cannot be searched: %s", error, extra={"page_id": page.page_id})
        await repository.clear_documents(connection, page)


async def _index_pages(connection: Connection, language: str, stale: Sequence[Stale]) -> None:
    if not stale:
        return
    # Read before the files: documents are written only if no file has changed since.
    files_version = await repository.files_version(connection)
    pages, plugins = await read_pages(connection, [each.page_id for each in stale])
    library = await library_of(connection, plugins.values())
    documents: dict[str, PageDocuments] = {}
    for page in pages:
        placed = {place.plugin_id for place in placed_plugins(page)}
        files = library.keys_of(plugins[id] for id in placed if id in plugins)
        documents[page["id"]] = PageDocuments(documents_of(page, plugins, library), files)
    await repository.write_documents(connection, stale, documents, language, files_version)
