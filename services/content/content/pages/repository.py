import uuid
from collections.abc import Sequence
from typing import Any, ClassVar

from sqlalchemy import Select, select
from sqlalchemy.orm import defer

from content.documents.references import pages_with_branch
from content.model.visibility import passes
from content.pages.errors import PageNotFound
from content.pages.filters import PageFilters
from content.pages.models import Page
from kit.errors import NotFound
from kit.repository import Repository


class PageRepository(Repository[Page]):
    model = Page
    missing: ClassVar[type[NotFound]] = PageNotFound

    def search(self, filters: PageFilters) -> Select[Page]:
        """Pages that pass all of the filters. Raises FieldFilterInvalid."""
        return self._settings().where(*filters.conditions())

    def with_branch(self, branch_id: uuid.UUID) -> Select[Page]:
        """Pages that show a branch block, wherever it stands."""
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

    async def open_to_all(self) -> Sequence[Any]:
        """(url, updated_at) of the pages that anyone may see and search engines may list."""
        rows = await self.session.execute(select(Page.url, Page.updated_at, Page.config).order_by(Page.url))
        return [row for row in rows if passes(row.config.get("scopeWhitelist"), ()) and not row.config.get("noIndex")]
