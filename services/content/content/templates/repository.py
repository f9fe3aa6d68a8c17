import uuid
from typing import ClassVar

from sqlalchemy import func, select

from content.pages.models import Page
from content.site.models import Site
from content.templates.errors import TemplateNotFound
from content.templates.models import Template
from kit.errors import NotFound
from kit.repository import Repository


class TemplateRepository(Repository[Template]):
    model = Template
    missing: ClassVar[type[NotFound]] = TemplateNotFound

    async def count_users(self, template_id: uuid.UUID) -> int:
        """How many pages have it; the site, whose default it may be, counts as one more."""
        pages = select(func.count()).where(Page.template_id == template_id).scalar_subquery()
        sites = select(func.count()).where(Site.default_template_id == template_id).scalar_subquery()
        return await self.session.scalar(select(pages + sites)) or 0
