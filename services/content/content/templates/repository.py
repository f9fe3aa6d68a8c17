import uuid
from collections.abc import Sequence
from typing import Any, ClassVar

from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import column_property, undefer

from content.pages.models import Page
from content.site.models import Site
from content.templates.errors import TemplateNotFound
from content.templates.models import Template, TemplateRevision
from kit.errors import NotFound
from kit.repository import Repository
from kit.search import matches

# Deferred: a render reads templates, too, and has no use for these.
Template.page_count = column_property(
    select(func.count())
    .select_from(Page)
    .where(Page.template_id == Template.id)
    .correlate_except(Page)
    .scalar_subquery(),
    deferred=True,
)
Template.is_default = column_property(
    select(Site.id).where(Site.default_template_id == Template.id).correlate_except(Site).exists(), deferred=True
)
Template.updated_by = column_property(
    select(TemplateRevision.user_id)
    .where(TemplateRevision.template_id == Template.id)
    .order_by(TemplateRevision.version.desc())
    .limit(1)
    .correlate_except(TemplateRevision)
    .scalar_subquery(),
    deferred=True,
)

_OF_OTHERS = ("page_count", "is_default", "updated_by")


class TemplateRepository(Repository[Template]):
    model = Template
    missing: ClassVar[type[NotFound]] = TemplateNotFound

    def base(self) -> Select[Template]:
        """Templates with what other tables say of them."""
        return select(Template).options(*(undefer(getattr(Template, name)) for name in _OF_OTHERS))

    def search(self, q: str | None) -> Select[Template]:
        """Templates with the words in their names."""
        return self.base().where(*matches(q, Template.name))

    async def refresh(self, template: Template) -> Template:
        """Read anew what other tables say of a template that was written."""
        await self.session.refresh(template, _OF_OTHERS)
        return template

    async def is_default(self, template_id: uuid.UUID) -> bool:
        """Whether new pages get it."""
        return await self.session.scalar(select(Site.id).where(Site.default_template_id == template_id)) is not None

    async def not_minified(self) -> Sequence[Template]:
        """The templates whose sources have changed since they were minified, if ever they were."""
        outdated = Template.minified_version.is_distinct_from(Template.version)
        return (await self.session.scalars(self.base().where(outdated).order_by(Template.id))).all()

    async def store_minified(self, template: Template, minified: Any) -> bool:
        """Store what was made from a version of a template, if it still is the present one; gives whether it is."""
        change = update(Template).where(Template.id == template.id, Template.version == template.version)
        values = {"stored_minified": minified, "minified_version": template.version}
        stored = change.values({**values, "updated_at": Template.updated_at}).returning(Template.id)
        return await self.session.scalar(stored) is not None
