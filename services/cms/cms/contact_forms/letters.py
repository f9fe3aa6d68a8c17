"""The email that a contact form becomes, and who gets it."""

import logging
import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import CONTACT_ADDRESS, LANGUAGE
from cms.contact_forms.answers import Answers
from cms.contact_forms.form import Form, Question
from cms.email_requests.errors import TemplateNotForVisitors
from cms.email_requests.recipients import own_recipients
from cms.email_template_types.repository import TypeRepository
from cms.email_template_types.variables import CONTACT
from cms.email_templates.defaults import CONTACT_FORM, default_words
from cms.email_templates.errors import EmailTemplateInvalid
from cms.email_templates.models import EmailTemplate
from cms.email_templates.rendering import Answer
from cms.email_templates.repository import TemplateRepository
from cms.email_templates.sandbox import render_one
from cms.email_templates.service import job_for, raise_faults, values_for
from cms.emails.mailings import Letter, Person
from kit.db import release_connection
from kit.state import KitState, state_of

log = logging.getLogger(__name__)

_GIVEN, _NOT_GIVEN = "✓", "✗"


async def letter_for(
    session: AsyncSession, form: Form, answers: Answers, page_url: str, site: dict[str, Any]
) -> Letter | None:
    """The email of a message; None where nobody is named who gets it. Nothing has been written in the session yet.

    A template that cannot be drawn is passed over for the default words: the visitor could not mend it. Raises
    `TemplateNotForVisitors`.
    """
    template = await template_of(session, form, site.get(LANGUAGE.key))
    if not template.is_for_visitors:
        raise TemplateNotForVisitors("Visitors cannot have this email sent.")
    recipients = own_recipients(template, site.get(CONTACT_ADDRESS.key) or "")
    await release_connection(session)
    if not recipients:
        return None
    state = state_of(session)
    url = settings_of(state).public_url + quote(page_url, safe="/-._~!$&'()*+,;=:@%")
    rows = rows_of(form.questions, answers)
    try:
        drawn = await _draw(state, template, rows, url, site)
    except EmailTemplateInvalid:
        log.warning("the email template %r cannot be drawn: the default words are sent", template.name)
        template = _default(site.get(LANGUAGE.key))
        drawn = await _draw(state, template, rows, url, site)
    sender = sender_of(form.questions, answers)
    return Letter(
        template_name=template.name,
        subject=form.subject or drawn["subject"],
        text=drawn["text"],
        html=drawn["html"] if template.format == "html" else None,
        to=recipients,
        reply_to=[Person("", sender)] if sender else (),
        attachments=answers.uploads,
    )


async def template_of(session: AsyncSession, form: Form, language: str | None) -> EmailTemplate:
    """The template that the editor chose, else the default one, else the default's words: no message gets lost for it."""
    templates = TemplateRepository(session)
    if form.template_id and (chosen := await templates.by_ids({uuid.UUID(form.template_id)})):
        return chosen[uuid.UUID(form.template_id)]
    kind = await TypeRepository(session).named(CONTACT)
    known = None if kind is None else await templates.named(kind.id, CONTACT_FORM.name)
    if known is not None:
        return known
    return _default(language)


def _default(language: str | None) -> EmailTemplate:
    subject, content = default_words(CONTACT_FORM, language)
    return EmailTemplate(
        name=CONTACT_FORM.name, subject=subject, content=content, format="html", recipients=[], is_for_visitors=True
    )


async def _draw(
    state: KitState, template: EmailTemplate, rows: Sequence[dict[str, str]], url: str, site: dict[str, Any]
) -> Answer:
    """Returns the email as a template says it. Raises `EmailTemplateInvalid`."""
    values = values_for(state, {"fields": rows, "url": url}, site)
    job = job_for(template.subject, template.content, template.format, values, site.get(LANGUAGE.key))
    drawn = await render_one(state, job)
    raise_faults(drawn)
    return drawn


def rows_of(questions: Sequence[Question], answers: Answers) -> list[dict[str, str]]:
    """Label and value of what was asked, in the form's order; what was left empty is left out."""
    rows = []
    for question in questions:
        if question.name not in answers.values:
            continue
        values = answers.values[question.name]
        if question.kind == "consent":
            rows.append({"label": question.statement, "value": _GIVEN if values else _NOT_GIVEN})
        elif values:
            rows.append({"label": question.label, "value": "\n".join(values)})
    return rows


def sender_of(questions: Sequence[Question], answers: Answers) -> str | None:
    """The first address that was typed into an email field."""
    typed = (answers.values.get(question.name, ()) for question in questions if question.kind == "email")
    return next((values[0] for values in typed if values), None)
