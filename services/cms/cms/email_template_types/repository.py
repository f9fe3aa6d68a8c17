"""Reading types of templates."""

import uuid
from collections.abc import Sequence

from sqlalchemy import select

from cms.email_template_types.models import EmailTemplateType
from cms.email_templates.models import EmailTemplate
from kit.errors import NotFound
from kit.repository import Repository


class EmailTemplateTypeNotFound(NotFound):
    """404: no type of templates has this id."""

    code = "email_template_type_not_found"


class TypeRepository(Repository[EmailTemplateType]):
    """Types, by id and by name."""

    model = EmailTemplateType
    missing = EmailTemplateTypeNotFound

    async def named(self, name: str) -> EmailTemplateType | None:
        """The type of this name."""
        return await self.one_or_none(self.base().where(EmailTemplateType.name == name))

    async def templates_of(self, type_id: uuid.UUID) -> Sequence[str]:
        """The names of the templates of a type, sorted."""
        query = select(EmailTemplate.name).where(EmailTemplate.email_template_type_id == type_id)
        return (await self.session.scalars(query.order_by(EmailTemplate.name))).all()

    async def named_now(self, name: str) -> EmailTemplateType:
        """The type of this name, which there is. Raises NoResultFound."""
        return (await self.session.scalars(self.base().where(EmailTemplateType.name == name))).one()
