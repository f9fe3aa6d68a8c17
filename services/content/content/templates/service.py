import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.templates.errors import TemplateInUse, TemplateScriptNeedsSuper
from content.templates.models import Template
from content.templates.repository import TemplateRepository
from content.templates.schemas import TemplateIn
from kit import audit, preconditions
from kit.auth import Principal
from kit.db import new_id


async def create(session: AsyncSession, principal: Principal, data: TemplateIn) -> Template:
    """A new template, used by no page yet. Raises TemplateScriptNeedsSuper."""
    _check_script("", principal, data)
    template_id = new_id()
    version = await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    _record(session, principal, "template.created", template_id, data.name)
    return await TemplateRepository(session).add(Template(id=template_id, version=version, **data.model_dump()))


async def update(
    session: AsyncSession, principal: Principal, data: TemplateIn, template_id: uuid.UUID, if_match: str | None
) -> Template:
    """Replace everything but the id. Raises TemplateNotFound, TemplateScriptNeedsSuper, PreconditionFailed."""
    await changes.lock(session)
    template = await TemplateRepository(session).get(template_id)
    preconditions.check_version(if_match, template.version, required=True)
    _check_script(template.js, principal, data)
    template.version = await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    for name, value in data.model_dump().items():
        setattr(template, name, value)
    _record(session, principal, "template.updated", template_id, data.name)
    await session.flush()
    await session.refresh(template)
    return template


async def delete(session: AsyncSession, principal: Principal, template_id: uuid.UUID, if_match: str | None) -> None:
    """Remove a template that nothing uses. Raises TemplateNotFound, TemplateInUse."""
    await changes.lock(session)
    repository = TemplateRepository(session)
    template = await repository.get(template_id)
    preconditions.check_version(if_match, template.version)
    users = await repository.count_users(template_id)
    if users:
        raise TemplateInUse("Pages have this template; give them another one first.", users=users)
    await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    _record(session, principal, "template.deleted", template_id, template.name)
    await repository.delete(template)


def _record(session: AsyncSession, principal: Principal, action: str, template_id: uuid.UUID, name: str) -> None:
    audit.record(session, principal, action, subject=("template", template_id, name))


def _check_script(present: str, principal: Principal, data: TemplateIn) -> None:
    if data.js != present and not principal.has("super"):
        raise TemplateScriptNeedsSuper("Only a super user can change a template's script.")
