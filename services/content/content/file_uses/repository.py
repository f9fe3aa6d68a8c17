"""The documents that may name files: candidates, found by indexes or by a part of their text."""

import uuid
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import RowMapping, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.pages.models import ODDLY_SPELT_SETTINGS, USED_BY_SETTINGS
from content.plugins.models import ODDLY_SPELT_FIELDS, USED_BY_FIELDS

AT_ONCE = 500
"""Documents that are looked through at a time: there may be many thousand, and other requests go on meanwhile."""
_FIRST = uuid.UUID(int=0)
"""Sorts before every id."""

_HOLDERS = """
SELECT 'page' AS kind, id, plugin_ids FROM pages UNION ALL
SELECT 'layout', id, plugin_ids FROM layouts UNION ALL
SELECT 'block', id, plugin_ids FROM branch_blocks
"""
_NAMES_FILES = """(document LIKE '%/files/%' OR document LIKE '%"file": "%' OR spelt_oddly(document))"""

# Each arm by its own index: of the two conditions in one, the planner knows too little to use either.
_PLUGINS = text(f"""
(SELECT id, fields::text AS document FROM plugins
WHERE {USED_BY_FIELDS} && CAST(:tokens AS text[]) AND id > :after ORDER BY id LIMIT :most)
UNION ALL
(SELECT id, fields::text FROM plugins
WHERE {ODDLY_SPELT_FIELDS} AND NOT {USED_BY_FIELDS} && CAST(:tokens AS text[]) AND id > :after ORDER BY id LIMIT :most)
ORDER BY id LIMIT :most
""")  # noqa: S608  # of constants
# An image of the library stands in fields as {"file": id, "crop": crop}, at any depth, and in a page's meta as its image.
_CROPS = text(f"""
SELECT EXISTS (
    SELECT FROM plugins WHERE {USED_BY_FIELDS} @> ARRAY[CAST(:file AS text)] AND jsonb_path_exists(
        fields, '$.** ? (@.file == $file && @.crop == $crop)',
        jsonb_build_object('file', CAST(:file AS text), 'crop', CAST(:crop AS text)))
) OR EXISTS (
    SELECT FROM pages WHERE {USED_BY_SETTINGS} @> ARRAY[CAST(:file AS text)]
        AND meta -> 'image' ->> 'file' = CAST(:file AS text) AND meta -> 'image' ->> 'crop' = CAST(:crop AS text)
)
""")  # noqa: S608  # of constants
_PAGES = text(f"""
(SELECT 'page' AS kind, id, jsonb_build_array(links, node_fields, meta, config)::text AS document FROM pages
WHERE {USED_BY_SETTINGS} && CAST(:tokens AS text[]) AND id > :after ORDER BY id LIMIT :most)
UNION ALL
(SELECT 'page', id, jsonb_build_array(links, node_fields, meta, config)::text FROM pages
WHERE {ODDLY_SPELT_SETTINGS} AND NOT {USED_BY_SETTINGS} && CAST(:tokens AS text[]) AND id > :after
ORDER BY id LIMIT :most)
ORDER BY id LIMIT :most
""")  # noqa: S608  # of constants
# Which documents hold plugins, one row for each: of the plugins that are told one by one, or by a pass over all.
_PLACES = text(f"""
SELECT holders.kind, holders.id, placed.plugin_id FROM ({_HOLDERS}) holders
CROSS JOIN LATERAL unnest(holders.plugin_ids) placed (plugin_id)
WHERE holders.plugin_ids && CAST(:ids AS uuid[]) AND placed.plugin_id = ANY (CAST(:ids AS uuid[]))
""")  # noqa: S608  # of constants
_PLACES_OF_MANY = text(f"""
SELECT holders.kind, holders.id, placed.plugin_id FROM ({_HOLDERS}) holders
CROSS JOIN LATERAL unnest(holders.plugin_ids) placed (plugin_id)
JOIN (SELECT unnest(CAST(:ids AS uuid[])) AS id) wanted ON wanted.id = placed.plugin_id
""")  # noqa: S608  # of constants
_FEW = 100
"""Plugins that an index finds in less time than a pass takes."""

# Few of each on any site: looked through as they are. `made` is what a template's sources are compiled to.
_OTHERS = text(f"""
SELECT kind, id, document, made FROM (
    SELECT 'layout' AS kind, id, node_fields::text AS document, NULL AS made FROM layouts UNION ALL
    SELECT 'block', id, node_fields::text, NULL FROM branch_blocks UNION ALL
    SELECT 'template', id, concat_ws(chr(10), shared_scss, inline_scss, external_scss, js, fonts::text),
        concat_ws(chr(10), inline_css, external_css) FROM templates UNION ALL
    SELECT 'linkedData', id, data::text, NULL FROM linked_data UNION ALL
    SELECT 'urlMap', id, destination, NULL FROM url_maps WHERE destination IS NOT NULL
) others WHERE {_NAMES_FILES} OR made LIKE '%/files/%' OR spelt_oddly(made)
""")  # noqa: S608  # of constants
_TITLES = text("""
SELECT * FROM (
    SELECT 'page' AS kind, id, title, url FROM pages WHERE id = ANY (CAST(:ids AS uuid[])) UNION ALL
    SELECT 'layout', id, name, NULL FROM layouts WHERE id = ANY (CAST(:ids AS uuid[])) UNION ALL
    SELECT 'block', id, name, NULL FROM branch_blocks WHERE id = ANY (CAST(:ids AS uuid[])) UNION ALL
    SELECT 'template', id, name, NULL FROM templates WHERE id = ANY (CAST(:ids AS uuid[])) UNION ALL
    SELECT 'linkedData', id, name, NULL FROM linked_data WHERE id = ANY (CAST(:ids AS uuid[])) UNION ALL
    SELECT 'urlMap', id, source, NULL FROM url_maps WHERE id = ANY (CAST(:ids AS uuid[]))
) named
""")
# All documents that count, by the ends of their ids: of each stretch, by which transactions they were written.
_WRITTEN = text(f"""
SELECT right(id::text, 2) AS stretch,
    count(*) || ' ' || bit_xor(hashtextextended(id::text || written::text, 0)) AS written
FROM (
    SELECT id, xmin AS written FROM plugins WHERE id IN (SELECT unnest(plugin_ids) FROM ({_HOLDERS}) holders)
    UNION ALL SELECT id, xmin FROM pages
) documents GROUP BY 1
""")  # noqa: S608  # of constants
_DOCUMENTS = text(f"""
SELECT right(id::text, 2) AS stretch, document FROM (
    SELECT id, fields::text AS document FROM plugins
    WHERE right(id::text, 2) = ANY (CAST(:stretches AS text[]))
        AND id IN (SELECT unnest(plugin_ids) FROM ({_HOLDERS}) holders)
    UNION ALL
    SELECT id, jsonb_build_array(links, node_fields, meta, config)::text FROM pages
    WHERE right(id::text, 2) = ANY (CAST(:stretches AS text[]))
) documents WHERE {_NAMES_FILES}
""")  # noqa: S608  # of constants


class FileUseRepository:
    """Reads documents that may name files."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    def plugins(self, tokens: Sequence[str]) -> AsyncIterator[Sequence[RowMapping]]:
        """Plugins that may name one of the files, wherever they stand: id, document."""
        return self._some_at_a_time(_PLUGINS, {"tokens": tokens})

    def pages(self, tokens: Sequence[str]) -> AsyncIterator[Sequence[RowMapping]]:
        """Pages whose own settings may name one of the files: kind, id, document."""
        return self._some_at_a_time(_PAGES, {"tokens": tokens})

    async def has_crop(self, file_id: uuid.UUID, crop: str) -> bool:
        """Whether a plugin shows a file with this crop, or a page is shared with it."""
        return bool(await self._session.scalar(_CROPS, {"file": str(file_id), "crop": crop}))

    async def written(self) -> dict[str, str]:
        """For each stretch of all documents, a mark that changes with any of them."""
        return {row.stretch: row.written for row in await self._session.execute(_WRITTEN)}

    async def documents_of(self, stretches: Sequence[str]) -> AsyncIterator[Sequence[RowMapping]]:
        """The documents of stretches that may name some file, some at a time, within a transaction: stretch, document."""
        options = {"yield_per": AT_ONCE}
        found = await self._session.stream(_DOCUMENTS, {"stretches": stretches}, execution_options=options)
        async for documents in found.mappings().partitions():
            yield documents

    async def others(self) -> Sequence[RowMapping]:
        """Layouts, blocks, templates, linked data and URL maps that may name some file: kind, id, document."""
        return (await self._session.execute(_OTHERS)).mappings().all()

    async def places(self, plugin_ids: Sequence[uuid.UUID]) -> Sequence[RowMapping]:
        """What holds these plugins: kind, id, plugin_id."""
        if not plugin_ids:
            return []
        query = _PLACES if len(plugin_ids) <= _FEW else _PLACES_OF_MANY
        return (await self._session.execute(query, {"ids": plugin_ids})).mappings().all()

    async def titles(self, ids: Sequence[uuid.UUID]) -> Sequence[RowMapping]:
        """What documents are called: kind, id, title, url."""
        return (await self._session.execute(_TITLES, {"ids": ids})).mappings().all()

    async def _some_at_a_time(self, query: Any, values: dict[str, Any]) -> AsyncIterator[Sequence[RowMapping]]:
        after = _FIRST
        while True:
            found = await self._session.execute(query, {**values, "after": after, "most": AT_ONCE})
            rows = found.mappings().all()
            yield rows
            if len(rows) < AT_ONCE:
                return
            after = rows[-1]["id"]
