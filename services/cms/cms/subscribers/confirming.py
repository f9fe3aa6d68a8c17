"""Asking somebody to confirm, and what they do by the links that they get."""

import logging
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import LANGUAGE, entries
from cms.email_template_types.repository import TypeRepository
from cms.email_template_types.variables import NEWSLETTER
from cms.email_templates.defaults import NEWSLETTER_CONFIRMATION, default_words
from cms.email_templates.errors import EmailTemplateInvalid
from cms.email_templates.models import EmailTemplate
from cms.email_templates.rendering import Answer
from cms.email_templates.repository import TemplateRepository
from cms.email_templates.sandbox import render_one
from cms.email_templates.service import job_for, raise_faults, values_for
from cms.emails.mailings import Letter, Person, write_mailing
from cms.emails.models import Email
from cms.emails.tasks import DELIVER_SEALED
from cms.mailing_lists.models import MailingList
from cms.subscribers import links
from cms.subscribers.models import Subscriber
from cms.subscribers.open_jobs import has_open_job
from kit.db import new_id
from kit.jobs import Run, enqueue
from kit.state import KitState

log = logging.getLogger(__name__)

MOST_ASKED = 3
"""Emails that somebody gets who does not answer, however often their address is typed."""
PAUSE = timedelta(minutes=10)
_AT_ONCE = 500


async def ask(run: Run, subscriber_id: uuid.UUID) -> bool:
    """Write the email with the link that confirms; gives whether one was due."""
    async with run.state.database.reading() as session:
        subscriber = await session.get(Subscriber, subscriber_id)
        if subscriber is None or not _is_due(subscriber):
            return False
        mailing_list = (await session.scalars(select(MailingList).where(MailingList.id == subscriber.list_id))).one()
        site = await entries.values(session)
        template = await _template(session, site.get(LANGUAGE.key))
    letter = await _letter(run.state, subscriber, mailing_list, template, site)
    query = select(Subscriber).where(Subscriber.id == subscriber_id).with_for_update()
    current = (await run.session.scalars(query)).one_or_none()
    # Erased, confirmed or asked by another job meanwhile.
    if current is None or not _is_due(current) or current.confirmation_key != subscriber.confirmation_key:
        return False
    current.asked_at = datetime.now(UTC)
    current.times_asked += 1
    mailing_id = new_id()
    await write_mailing(run.session, mailing_id, letter)
    email_id = (await run.session.scalars(select(Email.id).where(Email.mailing_id == mailing_id))).one()
    await enqueue(run.session, DELIVER_SEALED, {"emailId": str(email_id)}, key=str(email_id))
    return True


async def enqueue_unasked(session: AsyncSession, task: str, pause: timedelta) -> int:
    """Have those asked of the site's own lists whom no job has asked, nor will; gives how many."""
    unasked = (
        Subscriber.state == "pending",
        Subscriber.forwarding == "none",
        Subscriber.times_asked == 0,
        Subscriber.requested_at < datetime.now(UTC) - pause,
        MailingList.provider == "site",
    )
    query = select(Subscriber.id).join(MailingList).where(*unasked, ~has_open_job(task)).limit(_AT_ONCE)
    ids = (await session.scalars(query.with_for_update(skip_locked=True, of=Subscriber))).all()
    for identifier in ids:
        await enqueue(session, task, {"subscriberId": str(identifier)})
    return len(ids)


async def confirm(session: AsyncSession, token: str) -> Subscriber | None:
    """Put whom a link belongs to on the list; None for a link that is not good, or not any more. A second time changes nothing."""
    subscriber = await links.find_confirmable(session, token, for_update=True)
    if subscriber is not None and subscriber.state == "pending":
        _mark_confirmed(subscriber)
        await session.flush()
    return subscriber


async def unsubscribe(session: AsyncSession, token: str) -> Subscriber | None:
    """Take whom a link belongs to off the list; None for a link of nobody. A second time changes nothing."""
    subscriber = await links.find_by_token(session, token, for_update=True)
    if subscriber is not None:
        _mark_unsubscribed(subscriber)
        await session.flush()
    return subscriber


def _mark_confirmed(subscriber: Subscriber) -> None:
    """Put somebody on the list. The links that led here say so from now on: once they have left, they are worthless."""
    subscriber.state = "confirmed"
    subscriber.confirmed_at = datetime.now(UTC)
    subscriber.unsubscribed_at = None
    subscriber.is_unsubscribed_by_hand = False


def _mark_unsubscribed(subscriber: Subscriber) -> None:
    """Unsubscribes a person who wants it: no administrator puts them back, even if one took them off first."""
    subscriber.is_unsubscribed_by_hand = False
    if subscriber.state != "unsubscribed":
        subscriber.state = "unsubscribed"
        subscriber.unsubscribed_at = datetime.now(UTC)
        subscriber.renew_confirmation()


def _is_due(subscriber: Subscriber) -> bool:
    if subscriber.state != "pending" or subscriber.times_asked >= MOST_ASKED:
        return False
    return subscriber.asked_at is None or subscriber.asked_at + PAUSE <= datetime.now(UTC)


async def _template(session: AsyncSession, language: str | None) -> EmailTemplate:
    """The site's template, else the default's words."""
    kind = await TypeRepository(session).named(NEWSLETTER)
    known = None if kind is None else await TemplateRepository(session).named(kind.id, NEWSLETTER_CONFIRMATION.name)
    return known or _default(language)


def _default(language: str | None) -> EmailTemplate:
    subject, content = default_words(NEWSLETTER_CONFIRMATION, language)
    return EmailTemplate(name=NEWSLETTER_CONFIRMATION.name, subject=subject, content=content, format="html")


async def _letter(
    state: KitState, subscriber: Subscriber, mailing_list: MailingList, template: EmailTemplate, site: dict[str, Any]
) -> Letter:
    unsubscribe_url = links.unsubscribe_link(state, subscriber)
    data = {
        "confirmUrl": links.confirmation_link(state, subscriber),
        "unsubscribeUrl": unsubscribe_url,
        "listName": mailing_list.name,
        "days": links.PENDING.days,
    }
    try:
        drawn = await _draw(state, template, data, site)
    except EmailTemplateInvalid:
        # A sign-up is not lost for a template that somebody broke.
        log.warning("the template %r cannot be drawn; its first words are sent in its place", template.name)
        template = _default(site.get(LANGUAGE.key))
        drawn = await _draw(state, template, data, site)
    return Letter(
        template_name=template.name,
        subject=drawn["subject"],
        text=drawn["text"],
        html=drawn["html"] if template.format == "html" else None,
        # Without the name: anybody can type anybody's address, and what they like beside it.
        to=[Person("", subscriber.email_address)],
        unsubscribe_url=unsubscribe_url,
        # Consent is the recipient's to give: nobody who reads the log or a copy of the table gives it for them.
        has_secret=True,
    )


async def _draw(state: KitState, template: EmailTemplate, data: dict[str, Any], site: dict[str, Any]) -> Answer:
    values = values_for(state, data, site)
    drawn = await render_one(
        state, job_for(template.subject, template.content, template.format, values, site.get(LANGUAGE.key))
    )
    raise_faults(drawn)
    return drawn
