"""Reading types of templates."""

from cms.email_template_types.models import EmailTemplateType
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

    async def named_now(self, name: str) -> EmailTemplateType:
        """The type of this name, which there is. Raises NoResultFound."""
        return (await self.session.scalars(self.base().where(EmailTemplateType.name == name))).one()
