"""Types of templates: made when they are first needed, renamed and deleted where nothing leans on them."""

import uuid

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.email_template_types.errors import EmailTemplateTypeBuiltIn, EmailTemplateTypeInUse
from cms.email_template_types.models import EmailTemplateType
from cms.email_template_types.repository import TypeRepository
from cms.email_template_types.resource import types
from cms.email_template_types.schemas import EmailTemplateTypeIn
from cms.email_template_types.variables import OWN_TYPES
from kit.auth import Principal
from kit.db import new_id

_NAMED = 3
"""So many templates are named in a refusal, and the others counted."""


async def rename(
    session: AsyncSession, principal: Principal, data: EmailTemplateTypeIn, identifier: uuid.UUID, if_match: str | None
) -> EmailTemplateType:
    """Give a type another name. Raises what `kit.crud` raises, and `EmailTemplateTypeBuiltIn`."""
    row = await TypeRepository(session).get_for_update(identifier)
    if row.name in OWN_TYPES and data.name != row.name:
        raise EmailTemplateTypeBuiltIn(f"The site sends emails of the type “{row.name}” itself: it keeps its name.")
    return await types.update(session, principal, identifier, data, if_match, row=row)


async def delete(session: AsyncSession, principal: Principal, identifier: uuid.UUID, if_match: str | None) -> None:
    """Delete a type. Raises what `kit.crud` raises, with what uses it in `EmailTemplateTypeInUse`."""
    repository = TypeRepository(session)
    row = await repository.get_for_update(identifier)
    names = await repository.templates_of(row.id)
    if names:
        first = ", ".join(f"“{name}”" for name in names[:_NAMED])
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        raise EmailTemplateTypeInUse(
            f"Templates are of the type “{row.name}”: {first}{more}. Delete them or choose another type for them first."
        )
    await types.delete(session, principal, identifier, if_match, row=row)


async def type_named(session: AsyncSession, name: str) -> EmailTemplateType:
    """The type of this name, made if there is none."""
    known = await TypeRepository(session).named(name)
    if known is not None:
        return known
    # Two that make it at the same time make one.
    await session.execute(insert(EmailTemplateType).values(id=new_id(), name=name).on_conflict_do_nothing())
    return await TypeRepository(session).named_now(name)
