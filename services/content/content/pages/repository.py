import uuid
from collections.abc import Sequence
from typing import ClassVar

import orjson
from sqlalchemy import Select, text
from sqlalchemy.orm import defer

from content.audience import listed, visible
from content.documents.listing import read_listing
from content.documents.loading import connection_of
from content.documents.references import pages_with_branch
from content.pages.errors import PageNotFound
from content.pages.filters import PageFilters
from content.pages.models import Page
from kit.errors import NotFound
from kit.repository import Repository

# Written by Postgres: a row and a model for each of many thousand pages would keep the process from all others' requests.
_NOBODY = "CAST('{}' AS text[])"
_SITEMAP = text(f"""
SELECT json_build_object('tags', CAST(:tags AS jsonb), 'pages', coalesce(
    json_agg(json_build_object('url', p.url, 'updatedAt', p.updated_at,
        'named', CAST(:named AS jsonb) -> CAST(p.id AS text)) ORDER BY p.url), '[]'))::text
FROM pages p
WHERE NOT coalesce((p.config ->> 'noIndex')::boolean, false) AND {visible("p", _NOBODY)}
    AND {listed("p", _NOBODY)} AND p.meta ->> 'canonical' IS NULL
    AND NOT p.id = ANY (CAST(:unlisted AS uuid[]))
""")  # noqa: S608  # of constants


class PageRepository(Repository[Page]):
    model = Page
    missing: ClassVar[type[NotFound]] = PageNotFound

    def search(self, filters: PageFilters) -> Select[Page]:
        """Pages that pass all of the filters. Raises FieldFilterInvalid."""
        return self._settings().where(*filters.conditions())

    def with_branch(self, branch_id: uuid.UUID) -> Select[Page]:
        """Pages that show a branch block, also by their layout or by another block."""
        return self._settings().where(pages_with_branch(branch_id))

    def with_ids(self, ids: Sequence[uuid.UUID]) -> Select[Page]:
        """These pages, in any order."""
        return self._settings().where(Page.id.in_(ids))

    def with_template(self, template_id: uuid.UUID) -> Select[Page]:
        """Pages that have a template."""
        return self._settings().where(Page.template_id == template_id)

    def _settings(self) -> Select[Page]:
        """Pages without their contents, which lists do not show."""
        contents = (Page.blocks, Page.links, Page.node_fields, Page.plugin_ids, Page.branch_ids, Page.linked_data)
        return self.base().options(*(defer(column, raiseload=True) for column in contents))

    async def by_url(self, url: str) -> Page | None:
        return await self.one_or_none(self.base().where(Page.url == url))

    async def sitemap(self) -> str:
        """JSON of the pages that anyone may see and search engines may list, in the order of their addresses.

        ``named`` is the plugin that shows what the page's address names, where the page shows nothing of its own without
        such a name: its service, its ref and the parameter that names. ``tags`` are those by which it is renewed, beside
        the ones of all pages.
        """
        listing = await read_listing(await connection_of(self.session))
        values = {
            "unlisted": listing.unlisted,
            "named": orjson.dumps(listing.named).decode(),
            "tags": orjson.dumps(sorted(listing.tags)).decode(),
        }
        return str(await self.session.scalar(_SITEMAP, values))
