import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.templates.errors import TemplateInUse, TemplateScriptNeedsSuper
from content.templates.minified import minify_now, same_sources
from content.templates.models import Template
from content.templates.repository import TemplateRepository
from content.templates.schemas import TemplateIn
from content.templates.tasks import MINIFY
from kit import audit, preconditions
from kit.auth import Principal
from kit.db import new_id, release_connection
from kit.jobs import enqueue
from kit.state import state_of


async def create(session: AsyncSession, principal: Principal, data: TemplateIn) -> Template:
    """A new template, used by no page yet. Raises TemplateScriptNeedsSuper."""
    _check_script("", principal, data)
    minified = await minify_now(state_of(session), data)
    template_id = new_id()
    version = await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    _record(session, principal, "template.created", template_id, data.name)
    template = Template(id=template_id, version=version, **data.model_dump())
    await _set_minified(session, template, minified)
    return await TemplateRepository(session).add(template)


async def update(
    session: AsyncSession, principal: Principal, data: TemplateIn, template_id: uuid.UUID, if_match: str | None
) -> Template:
    """Replace everything but the id. Raises TemplateNotFound, TemplateScriptNeedsSuper, PreconditionFailed."""
    before = await _check(session, principal, data, template_id, if_match)
    # Of the version that If-Match names: it holds as long as its sources do.
    minified = before.minified if same_sources(before, data) else None
    if minified is None:
        await release_connection(session)
        minified = await minify_now(state_of(session), data)
    await changes.lock(session)
    session.expire_all()
    template = await _check(session, principal, data, template_id, if_match)
    template.version = await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    for name, value in data.model_dump().items():
        setattr(template, name, value)
    await _set_minified(session, template, minified)
    _record(session, principal, "template.updated", template_id, data.name)
    await session.flush()
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


async def _set_minified(session: AsyncSession, template: Template, minified: dict[str, Any] | None) -> None:
    if minified is None:
        await enqueue(session, MINIFY, {})
    else:
        template.stored_minified, template.minified_version = minified, template.version


async def _check(
    session: AsyncSession, principal: Principal, data: TemplateIn, template_id: uuid.UUID, if_match: str | None
) -> Template:
    template = await TemplateRepository(session).get(template_id)
    preconditions.check_version(if_match, template.version, required=True)
    _check_script(template.js, principal, data)
    return template


def _check_script(present: str, principal: Principal, data: TemplateIn) -> None:
    if data.js != present and not principal.has("super"):
        raise TemplateScriptNeedsSuper("Only a super user can change a template's script.")
