import uuid
from collections.abc import Sequence
from typing import Any, ClassVar

from sqlalchemy import Select, select
from sqlalchemy.orm import defer

from content.documents.references import pages_with_branch, pages_with_plugins
from content.model.visibility import passes
from content.pages.errors import PageNotFound
from content.pages.models import Page
from content.plugins.repository import FieldValue, matching_plugins
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches


class PageRepository(Repository[Page]):
    model = Page
    missing: ClassVar[type[NotFound]] = PageNotFound

    def search(
        self, q: str | None, refs: Sequence[str], fields: Sequence[FieldValue], linked_data: Sequence[uuid.UUID] = ()
    ) -> Select[Page]:
        """Pages with the words in title or address, with a matching plugin, and with any of these items of linked data.

        A plugin matches that has one of these refs and all these fields.
        """
        query = self._settings().where(*matches(q, Page.title, Page.url))
        if refs or fields:
            query = query.where(pages_with_plugins(matching_plugins(refs, fields)))
        if linked_data:
            query = query.where(Page.linked_data_ids.overlap(linked_data))
        return query

    def with_branch(self, branch_id: uuid.UUID) -> Select[Page]:
        """Pages that show a branch block, wherever it stands."""
        return self._settings().where(pages_with_branch(branch_id))

    def with_template(self, template_id: uuid.UUID) -> Select[Page]:
        """Pages that have a template."""
        return self._settings().where(Page.template_id == template_id)

    def _settings(self) -> Select[Page]:
        """Pages without their contents, which lists do not show."""
        contents = (Page.blocks, Page.links, Page.node_fields, Page.plugin_ids, Page.branch_ids, Page.linked_data)
        return self.base().options(*(defer(column, raiseload=True) for column in contents))

    async def by_url(self, url: str) -> Page | None:
        return await self.one_or_none(self.base().where(Page.url == url))

    async def open_to_all(self) -> Sequence[Any]:
        """(url, updated_at) of the pages that anyone may see and search engines may list."""
        rows = await self.session.execute(select(Page.url, Page.updated_at, Page.config).order_by(Page.url))
        return [row for row in rows if passes(row.config.get("scopeWhitelist"), ()) and not row.config.get("noIndex")]
