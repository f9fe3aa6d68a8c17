"""Types of templates: made when they are first needed, renamed and deleted where nothing leans on them."""

import uuid

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.email_template_types.models import EmailTemplateType
from cms.email_template_types.repository import TypeRepository
from cms.email_template_types.resource import types
from cms.email_template_types.schemas import EmailTemplateTypeIn
from cms.email_template_types.variables import OWN_TYPES
from cms.email_templates.models import EmailTemplate
from kit.auth import Principal
from kit.db import new_id
from kit.errors import Conflict

_NAMED = 3
"""So many templates are named in a refusal, and the others counted."""


class EmailTemplateTypeInUse(Conflict):
    """409: templates are of this type."""

    code = "email_template_type_in_use"


class EmailTemplateTypeBuiltIn(Conflict):
    """409: a part of the site knows the type by its name."""

    code = "email_template_type_built_in"


async def rename(
    session: AsyncSession, principal: Principal, data: EmailTemplateTypeIn, identifier: uuid.UUID, if_match: str | None
) -> EmailTemplateType:
    """Give a type another name. Raises what `kit.crud` raises, and `EmailTemplateTypeBuiltIn`."""
    row: EmailTemplateType = await TypeRepository(session).get_for_update(identifier)
    if row.name in OWN_TYPES and data.name != row.name:
        raise EmailTemplateTypeBuiltIn(f"The site sends emails of the type “{row.name}” itself: it keeps its name.")
    return await types.update(session, principal, identifier, data, if_match)


async def delete(session: AsyncSession, principal: Principal, identifier: uuid.UUID, if_match: str | None) -> None:
    """Delete a type. Raises what `kit.crud` raises, with what uses it in `EmailTemplateTypeInUse`."""
    row: EmailTemplateType = await TypeRepository(session).get_for_update(identifier)
    query = select(EmailTemplate.name).where(EmailTemplate.email_template_type_id == row.id)
    names = (await session.scalars(query.order_by(EmailTemplate.name))).all()
    if names:
        told = ", ".join(f"“{name}”" for name in names[:_NAMED])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        raise EmailTemplateTypeInUse(
            f"Templates are of the type “{row.name}”: {told}{more}. Delete them or choose another type for them first."
        )
    await types.delete(session, principal, identifier, if_match)


async def type_named(session: AsyncSession, name: str) -> EmailTemplateType:
    """The type of this name, made if there is none."""
    known = await TypeRepository(session).named(name)
    if known is not None:
        return known
    # Two that make it at the same time make one.
    await session.execute(insert(EmailTemplateType).values(id=new_id(), name=name).on_conflict_do_nothing())
    return await TypeRepository(session).named_now(name)
