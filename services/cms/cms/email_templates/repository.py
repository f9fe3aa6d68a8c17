"""Reading templates of emails."""

import uuid
from collections.abc import Collection

from sqlalchemy import Select

from cms.email_templates.models import EmailTemplate
from kit.errors import NotFound
from kit.repository import Repository


class EmailTemplateNotFound(NotFound):
    """404: no template has this id."""

    code = "email_template_not_found"


class TemplateRepository(Repository[EmailTemplate]):
    """Templates, by id and by name."""

    model = EmailTemplate
    missing = EmailTemplateNotFound

    async def named(self, type_id: uuid.UUID, name: str) -> EmailTemplate | None:
        """The template of this type and name."""
        return await self.one_or_none(self._of(type_id).where(EmailTemplate.name == name))

    async def by_ids(self, ids: Collection[uuid.UUID]) -> dict[uuid.UUID, EmailTemplate]:
        """Templates by id, as far as they exist."""
        rows = await self.session.scalars(self.base().where(EmailTemplate.id.in_(ids)))
        return {row.id: row for row in rows}

    def _of(self, type_id: uuid.UUID) -> Select[EmailTemplate]:
        return self.base().where(EmailTemplate.email_template_type_id == type_id)
