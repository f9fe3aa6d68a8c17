"""The rules of templates of emails: they can be read, and looked at before they are saved."""

import uuid
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import LANGUAGE, SITE_NAME, entries
from cms.email_template_types.repository import TypeRepository
from cms.email_template_types.service import type_named
from cms.email_template_types.variables import sample_of
from cms.email_templates.errors import EmailTemplateInvalid
from cms.email_templates.models import EmailTemplate
from cms.email_templates.rendering import Answer, Job
from cms.email_templates.repository import TemplateRepository
from cms.email_templates.sandbox import render_one
from cms.email_templates.schemas import (
    EmailPreviewIn,
    EmailPreviewOut,
    EmailTemplateCreate,
    EmailTemplateIn,
)
from kit.db import release_connection
from kit.errors import FieldError, ValidationFailed
from kit.preconditions import check_new
from kit.state import KitState, state_of

_EMPTY_SUBJECT = "Subject"


async def check(kit: KitState, data: EmailTemplateIn) -> None:
    """Raises `EmailTemplateInvalid` for a template that cannot be read."""
    answer = await render_one(kit, job_for(data.subject, data.content, data.format, None, None))
    raise_faults(answer)


def check_type(data: EmailTemplateCreate) -> None:
    """Raises `ValidationFailed` where not exactly one of the type's id and its name is given."""
    if (data.email_template_type_id is None) == (data.email_template_type_name is None):
        fault = FieldError("emailTemplateTypeId", "missing", "Give this, or emailTemplateTypeName.")
        raise ValidationFailed("A template is of one type.", errors=[fault])


async def resolve(session: AsyncSession, data: EmailTemplateCreate) -> tuple[EmailTemplateIn, EmailTemplate | None]:
    """A new template with its type's id, and the one that has its name and type already, if there is one.

    Raises `ValidationFailed` for one that brings an id.
    """
    check_new(data)
    type_id = data.email_template_type_id
    if data.email_template_type_name is not None:
        type_id = (await type_named(session, data.email_template_type_name)).id
    assert type_id is not None  # one of the two is given
    known = await TemplateRepository(session).named(type_id, data.name)
    values = data.model_dump(exclude={"email_template_type_name"}) | {"email_template_type_id": type_id}
    return EmailTemplateIn.model_validate(values, by_name=True, by_alias=False), known


async def preview(session: AsyncSession, data: EmailPreviewIn, template_id: uuid.UUID | None) -> EmailPreviewOut:
    """An email as the template would make it.

    Raises `EmailTemplateInvalid`, `EmailTemplateNotFound`, and `EmailTemplateTypeNotFound`.
    """
    stored = None if template_id is None else await TemplateRepository(session).get(template_id)
    content = data.content if stored is None or data.content is not None else stored.content
    if content is None:
        raise ValidationFailed(errors=[FieldError("content", "missing", "Enter the content.")])
    subject = data.subject or (stored.subject if stored else _EMPTY_SUBJECT)
    form = data.format or (stored.format if stored else "html")
    type_id = data.email_template_type_id or (stored.email_template_type_id if stored else None)
    state = state_of(session)
    sample = data.data
    if sample is None:
        kind = None if type_id is None else await TypeRepository(session).get(type_id)
        sample = sample_of(kind.name if kind else "")
    site = await entries.values(session)
    # Nothing waits in the database while the template is drawn.
    await release_connection(session)
    job = job_for(subject, content, form, values_for(state, sample, site), site.get(LANGUAGE.key))
    answer = await render_one(state, job)
    raise_faults(answer)
    return EmailPreviewOut.model_validate(answer)


def job_for(subject: str, content: str, kind: str, values: dict[str, Any] | None, language: str | None) -> Job:
    """What the sandbox is asked to draw; without values, only to read."""
    return {
        "subject": subject,
        "content": content,
        "format": kind,
        "values": values,
        "language": language or "en",
    }


def values_for(state: KitState, data: dict[str, Any], site: dict[str, Any]) -> dict[str, Any]:
    """What a template is given: the data, and what every template has, which the data cannot replace."""
    public_url = settings_of(state).public_url
    host = urlsplit(public_url).hostname or ""
    return {**data, "host": host, "siteName": site.get(SITE_NAME.key) or host, "siteUrl": public_url}


def raise_faults(answer: Answer, *, prefix: str = "") -> None:
    """Raises `EmailTemplateInvalid` for what could not be drawn."""
    if faults := answer.get("faults"):
        raise EmailTemplateInvalid(faults, prefix=prefix)
