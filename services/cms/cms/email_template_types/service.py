"""Types of templates, made when they are first needed."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.email_template_types.models import EmailTemplateType
from cms.email_template_types.repository import TypeRepository
from kit.db import new_id


async def type_named(session: AsyncSession, name: str) -> EmailTemplateType:
    """The type of this name, made if there is none."""
    known = await TypeRepository(session).named(name)
    if known is not None:
        return known
    # Two that make it at the same time make one.
    await session.execute(insert(EmailTemplateType).values(id=new_id(), name=name).on_conflict_do_nothing())
    return await TypeRepository(session).named_now(name)
