"""Rows of email templates and their types."""

import uuid

from sqlalchemy import select

from cms.email_template_types.models import EmailTemplateType
from cms.email_templates.models import EmailTemplate
from kit.testing import ServiceClient

TYPE = uuid.UUID("0198c0de-0000-7000-8000-000000000001")


async def add_type(client: ServiceClient, name: str, identifier: uuid.UUID) -> None:
    async with client.kit.database.transaction() as session:
        session.add(EmailTemplateType(id=identifier, name=name))


async def stored(client: ServiceClient) -> list[EmailTemplate]:
    async with client.kit.database.reading() as session:
        return [*(await session.scalars(select(EmailTemplate).order_by(EmailTemplate.name, EmailTemplate.id)))]
