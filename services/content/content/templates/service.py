import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.documents.users import users_of
from content.pages.models import Page
from content.templates import revisions
from content.templates.compiled import Compiled, compile_now
from content.templates.errors import TemplateInUse, TemplateScriptNeedsSuper
from content.templates.models import Template
from content.templates.repository import TemplateRepository
from content.templates.schemas import TemplateIn
from content.templates.tasks import MINIFY
from kit import audit, preconditions
from kit.auth import Principal
from kit.db import new_id, release_connection
from kit.jobs import enqueue
from kit.state import state_of

# Of what is sent, these are made from the rest, or are for others to say.
_MADE = ("inline_css", "external_css", "page_count", "is_default", "updated_by")


async def create(session: AsyncSession, principal: Principal, data: TemplateIn) -> Template:
    """A new template, used by no page yet. Raises TemplateScriptNeedsSuper, and what `compile_now` does."""
    preconditions.check_new(data)
    _check_script("", principal, data)
    compiled = await compile_now(state_of(session), data)
    template_id = new_id()
    version = await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    _record(session, principal, "template.created", template_id, data.name)
    template = Template(id=template_id, version=version, **data.values(exclude=_MADE))
    await _set_compiled(session, template, compiled)
    repository = TemplateRepository(session)
    template = await repository.add(template)
    await revisions.keep(session, template, principal.user_id)
    return await repository.refresh(template)


async def update(
    session: AsyncSession,
    principal: Principal,
    data: TemplateIn,
    template_id: uuid.UUID,
    if_match: str | None,
    *,
    is_restored: bool = False,
) -> Template:
    """Replace everything but the id; with ``is_restored`` by what a save left.

    Raises TemplateNotFound, TemplateScriptNeedsSuper, PreconditionFailed, and what `compile_now` does.
    """
    before = await _check(session, principal, data, template_id, if_match)
    state, version = state_of(session), before.version
    await release_connection(session)
    compiled = await compile_now(state, data, before, is_restored=is_restored)
    await changes.lock(session)
    session.expire_all()
    template = await _check(session, principal, data, template_id, if_match)
    # With `If-Match: *`: what is left over of SCSS that is gone was judged by the sources as they were.
    preconditions.check_version(f'"{version}"', template.version)
    await revisions.keep_earlier(session, template)
    template.version = await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    for name, value in data.values(exclude=_MADE).items():
        setattr(template, name, value)
    await _set_compiled(session, template, compiled)
    _record(session, principal, "template.updated", template_id, data.name)
    await session.flush()
    await revisions.keep(session, template, principal.user_id)
    return await TemplateRepository(session).refresh(template)


async def restore(
    session: AsyncSession, principal: Principal, template_id: uuid.UUID, revision_id: uuid.UUID, if_match: str | None
) -> Template:
    """Save a template anew as it was; it keeps its present name.

    Raises TemplateRevisionNotFound, and what `update` does.
    """
    template = await TemplateRepository(session).get(template_id)
    revision = await revisions.TemplateRevisionRepository(session).of_both(template_id, revision_id)
    sources = {name: getattr(revision, name) for name in revisions.SOURCES}
    data = TemplateIn.model_validate({**sources, "name": template.name}, by_name=True)
    return await update(session, principal, data, template_id, if_match, is_restored=True)


async def delete(session: AsyncSession, principal: Principal, template_id: uuid.UUID, if_match: str | None) -> None:
    """Remove a template that nothing uses. Raises TemplateNotFound, TemplateInUse."""
    await changes.lock(session)
    repository = TemplateRepository(session)
    template = await repository.get(template_id)
    preconditions.check_version(if_match, template.version)
    is_default = await repository.is_default(template_id)
    used = await users_of(session, Page.template_id == template_id, others=is_default)
    if used["pages"]:
        raise TemplateInUse("Pages use this template. Choose another one for them first.", **used)
    if is_default:
        raise TemplateInUse("This is the default template, so it cannot be deleted.", **used)
    await changes.record(session, [f"template:{template_id}"], user_id=principal.user_id)
    _record(session, principal, "template.deleted", template_id, template.name)
    await repository.delete(template)


def _record(session: AsyncSession, principal: Principal, action: str, template_id: uuid.UUID, name: str) -> None:
    audit.record(session, principal, action, subject=("template", template_id, name))


async def _set_compiled(session: AsyncSession, template: Template, compiled: Compiled) -> None:
    template.inline_css, template.external_css = compiled.inline_css, compiled.external_css
    if compiled.minified is None:
        await enqueue(session, MINIFY, {})
    else:
        template.stored_minified, template.minified_version = compiled.minified, template.version


async def _check(
    session: AsyncSession, principal: Principal, data: TemplateIn, template_id: uuid.UUID, if_match: str | None
) -> Template:
    template = await TemplateRepository(session).get(template_id)
    preconditions.check_replaced(data, template_id, template.version, if_match)
    _check_script(template.js, principal, data)
    return template


def _check_script(present: str, principal: Principal, data: TemplateIn) -> None:
    if data.js != present and not principal.has("super"):
        raise TemplateScriptNeedsSuper("Only a super user can change a template's script.")
