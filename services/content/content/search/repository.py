"""The statements of the index: noting stale pages, reading them, writing their documents. On raw connections."""

from collections.abc import Mapping, Sequence
from random import getrandbits
from typing import Any, NamedTuple

import orjson

from content.documents.loading import Connection
from content.search.documents import PageText
from content.search.languages import dictionary_of

EXTRACTION = 3
"""Counted up whenever documents are made in another way, so that all of them are made anew."""


_ORDER = getrandbits(32)


class Status(NamedTuple):
    is_behind: bool
    """Whether pages have changed that are not noted as stale yet."""
    has_urgent: bool
    language: str
    renamings: dict[str, Any]


_STATUS = """
SELECT st.version IS NULL AS is_new,
    coalesce(st.version < s.version OR st.language <> s.language OR st.extraction < $1, true) AS is_behind,
    EXISTS (SELECT FROM search_stale_pages WHERE is_urgent) AS has_urgent,
    s.language, s.scope_renamings::text
FROM site s LEFT JOIN search_state st ON st.id = 1
"""

_BEGIN = """
INSERT INTO search_state (id, version, language, extraction) VALUES (1, 0, '', 0) ON CONFLICT DO NOTHING
"""

# The log of changes names what changed; which pages show it follows from the ids that documents keep of one another.
# Where the log does not reach back to the state, or the language is another, it is all pages.
_NOTE_STALE = """
WITH RECURSIVE moved AS (
    UPDATE search_state st
    SET version = greatest(st.version, s.version), language = s.language, extraction = greatest(st.extraction, $1)
    FROM site s
    WHERE st.version < s.version OR st.language <> s.language OR st.extraction < $1
    RETURNING new.version AS version, old.version AS since,
        old.language <> new.language OR old.extraction <> new.extraction
            OR old.version + 1 < (SELECT min(version) FROM changes) AS everything
),
things AS MATERIALIZED (
    SELECT DISTINCT split_part(thing, ':', 1) AS kind, split_part(thing, ':', 2)::uuid AS id
    FROM moved JOIN changes c ON c.version > moved.since
    WHERE NOT everything AND thing ~ '^(page|layout|branch|plugin):[0-9a-f-]{36}$'
),
changed_branches(id) AS (
    SELECT id FROM branch_blocks
    WHERE id IN (SELECT id FROM things WHERE kind = 'branch')
        OR plugin_ids && ARRAY(SELECT id FROM things WHERE kind = 'plugin')
  UNION
    SELECT b.id FROM changed_branches c JOIN branch_blocks b ON c.id = ANY (b.branch_ids)
),
changed_layouts AS (
    SELECT id FROM layouts
    WHERE id IN (SELECT id FROM things WHERE kind = 'layout')
        OR plugin_ids && ARRAY(SELECT id FROM things WHERE kind = 'plugin')
        OR branch_ids && ARRAY(SELECT id FROM changed_branches)
),
affected AS (
    SELECT id, true AS is_urgent FROM pages
    WHERE id IN (SELECT id FROM things WHERE kind = 'page')
        OR plugin_ids && ARRAY(SELECT id FROM things WHERE kind = 'plugin')
  UNION ALL
    SELECT id, false FROM pages
    WHERE branch_ids && ARRAY(SELECT id FROM changed_branches) OR layout_id IN (SELECT id FROM changed_layouts)
  UNION ALL
    SELECT id, false FROM pages WHERE (SELECT everything FROM moved)
),
stale AS (
    SELECT p.id, bool_or(a.is_urgent) OR count(*) OVER () <= $2 AS is_urgent, bool_or(
        coalesce(p.config -> 'scopeWhitelist', '[]') <> '[]' OR p.has_scope_whitelist OR l.has_scope_whitelist
        OR p.branch_ids || l.branch_ids <> '{}' AND EXISTS (SELECT FROM branch_blocks WHERE has_scope_whitelist)
    ) AS is_restricted
    FROM affected a JOIN pages p USING (id) JOIN layouts l ON l.id = p.layout_id
    GROUP BY p.id
)
INSERT INTO search_stale_pages (page_id, version, is_urgent, is_restricted)
SELECT stale.id, moved.version, is_urgent, is_restricted FROM moved, stale ORDER BY stale.id
ON CONFLICT (page_id) DO UPDATE SET version = excluded.version,
    is_restricted = search_stale_pages.is_restricted OR excluded.is_restricted,
    is_urgent = search_stale_pages.is_urgent OR excluded.is_urgent
"""

# Mark the pages that show changed files, or files at or below changed folders. A transaction that writes documents
# meanwhile waits for `_COUNT_FILES`, and then finds that its documents are outdated.
_COUNT_FILES = "UPDATE search_state SET files_version = files_version + 1"
_NOTE_FILES = """
WITH told AS (
    SELECT f.id, concat(d.name, '/', f.name) AS path, NOT f.is_public OR f.is_deleted OR f.scope_whitelist <> '[]'
        OR coalesce(d.is_deleted, f.folder_id IS NOT NULL) OR EXISTS (
            SELECT FROM file_folders a WHERE a.scope_whitelist <> '[]'::jsonb AND NOT a.is_deleted
                AND (a.id = d.id OR starts_with(d.name, a.name || '/'))
        ) AS is_restricted
    FROM files f LEFT JOIN file_folders d ON d.id = f.folder_id
    WHERE f.id = ANY ($1::uuid[]) OR d.id IN (
        SELECT below.id FROM file_folders folder
        JOIN file_folders below ON below.id = folder.id OR starts_with(below.name, folder.name || '/')
        WHERE folder.id = ANY ($2::uuid[]))
),
keys AS MATERIALIZED (
    SELECT id::text AS key, is_restricted FROM told
  UNION ALL
    SELECT path, is_restricted FROM told
  UNION ALL
    SELECT id::text, true FROM unnest($1::uuid[]) AS gone (id)
    WHERE NOT EXISTS (SELECT FROM told WHERE told.id = gone.id)
),
shown AS (
    SELECT page_id, bool_or(files && ARRAY(SELECT key FROM keys WHERE is_restricted)) AS is_restricted
    FROM search_documents WHERE files <> '{}' AND files && ARRAY(SELECT key FROM keys) GROUP BY page_id
)
INSERT INTO search_stale_pages (page_id, version, is_urgent, is_restricted)
SELECT page_id, site.version, count(*) OVER () <= $3, is_restricted FROM shown, site ORDER BY page_id
ON CONFLICT (page_id) DO UPDATE SET version = greatest(search_stale_pages.version, excluded.version),
    is_restricted = search_stale_pages.is_restricted OR excluded.is_restricted,
    is_urgent = search_stale_pages.is_urgent OR excluded.is_urgent
"""

# The newest first, whose editors look for them now. Each process has an order of its own, so that several workers seldom
# do the same ones; where they do, the first one's documents count.
_NEXT = """
SELECT page_id::text, version FROM search_stale_pages
WHERE is_urgent OR NOT $2
ORDER BY is_urgent DESC, version DESC, uuid_hash_extended(page_id, $3) LIMIT $1
"""

# Writes nothing of a page that was noted anew since it was read, or that is gone, and nothing at all when a file has
# changed since: it may be another's now, and what is said of it, too. Rows are locked in the order of the
# pages' ids, as noting does it: searches and the worker meet at the same pages, and none may wait in a circle.
_WEIGHTS = ("A", "B", "C", "D")
_VECTOR = " || ".join(
    f"setweight(to_tsvector({dictionary}, {column}), '{weight}')"
    for weight, column in zip(_WEIGHTS, ("title", "headings", "description", "words"), strict=True)
    for dictionary in ("$4::text::regconfig", "'simple'")
)
_WRITE = f"""
WITH state AS MATERIALIZED (
    SELECT FROM search_state WHERE files_version = $5 FOR SHARE
),
locked AS MATERIALIZED (
    SELECT s.page_id FROM search_stale_pages s
    JOIN unnest($1::uuid[], $2::bigint[]) AS read (page_id, version)
        ON s.page_id = read.page_id AND s.version = read.version
    WHERE EXISTS (SELECT FROM state)
    ORDER BY s.page_id FOR UPDATE OF s
),
claimed AS (
    DELETE FROM search_stale_pages s USING locked WHERE s.page_id = locked.page_id
    RETURNING s.page_id
),
there AS (
    SELECT p.id AS page_id FROM pages p JOIN claimed c ON c.page_id = p.id ORDER BY p.id FOR KEY SHARE OF p
),
given AS (
    SELECT page_id, number, audience, body, shared, files, {_VECTOR} AS vector, count(*) OVER (PARTITION BY page_id) = 1 AS is_whole
    FROM jsonb_to_recordset($3::text::jsonb) AS each (page_id uuid, number smallint, audience text, body text,
        shared text, files text[], title text, headings text, description text, words text)
    JOIN there USING (page_id)
),
fewer AS (
    DELETE FROM search_documents d USING there
    WHERE d.page_id = there.page_id
        AND d.number > (SELECT max(number) FROM given WHERE given.page_id = there.page_id)
)
INSERT INTO search_documents (page_id, number, is_whole, audience, body, shared, files, vector)
SELECT page_id, number, is_whole, audience, body, shared, files, vector FROM given
ON CONFLICT (page_id, number) DO UPDATE SET is_whole = excluded.is_whole, audience = excluded.audience,
    body = excluded.body, shared = excluded.shared, files = excluded.files, vector = excluded.vector
"""  # noqa: S608  # of constants


_CLEAR = """
WITH claimed AS (
    DELETE FROM search_stale_pages WHERE page_id = $1::uuid AND version = $2 RETURNING page_id
)
DELETE FROM search_documents d USING claimed WHERE d.page_id = claimed.page_id
"""


async def status_of(connection: Connection) -> Status | None:
    """How the index stands; None before the site is set up."""
    row = await connection.fetchrow(_STATUS, EXTRACTION)
    if row is None:
        return None
    if row["is_new"]:
        await connection.fetch(_BEGIN)
    return Status(row["is_behind"], row["has_urgent"], row["language"], orjson.loads(row["scope_renamings"]))


async def note_stale(connection: Connection, few: int) -> None:
    """Note the pages as stale that show what has changed since the last time; one statement, all or nothing.

    Urgent are those that were changed by themselves, and all of them where they are few.
    """
    await connection.fetch(_NOTE_STALE, EXTRACTION, few)


async def note_files(connection: Connection, file_ids: Sequence[str], folder_ids: Sequence[str], few: int) -> None:
    """Note the pages as stale that show these files, or files in these folders; in the transaction of their change."""
    await connection.fetch(_COUNT_FILES)
    await connection.fetch(_NOTE_FILES, file_ids, folder_ids, few)


async def files_version(connection: Connection) -> int:
    """How often files have changed."""
    row = await connection.fetchrow("SELECT files_version FROM search_state")
    return 0 if row is None else row["files_version"]


class Stale(NamedTuple):
    page_id: str
    version: int


class PageDocuments(NamedTuple):
    """What is written of a page, and by what it is found when files change that it shows."""

    texts: Sequence[PageText]
    files: Sequence[str]


async def clear_documents(connection: Connection, stale: Stale) -> None:
    """Clears the documents of a page, until it changes again."""
    await connection.fetch(_CLEAR, stale.page_id, stale.version)


async def next_stale(connection: Connection, limit: int, *, only_urgent: bool) -> list[Stale]:
    """Some pages whose documents are to be made anew."""
    rows = await connection.fetch(_NEXT, limit, only_urgent, _ORDER)
    return [Stale(row["page_id"], row["version"]) for row in rows]


async def write_documents(
    connection: Connection,
    stale: Sequence[Stale],
    documents: Mapping[str, PageDocuments],
    language: str,
    files_version: int,
) -> None:
    """Replace the documents of pages, unless they were noted anew or files changed meanwhile; one statement."""
    records = [
        {
            "page_id": page_id,
            "number": number,
            "audience": document.audience,
            "body": document.body,
            "shared": document.shared,
            "files": files if number == 0 else (),
            "title": document.words.title,
            "headings": document.words.headings,
            "description": document.words.description,
            "words": document.words.body,
        }
        for page_id, (texts, files) in documents.items()
        for number, document in enumerate(texts)
    ]
    ids, versions = [each.page_id for each in stale], [each.version for each in stale]
    await connection.fetch(
        _WRITE, ids, versions, orjson.dumps(records).decode(), dictionary_of(language), files_version
    )
