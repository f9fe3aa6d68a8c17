"""Takes sign-ups for lists of providers there: stored first, so that none is lost while a provider is away."""

import logging
import uuid
from datetime import UTC, datetime, timedelta

from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.mailing_lists.models import MailingList
from cms.subscribers.errors import ProviderRefused
from cms.subscribers.models import Forwarding, Subscriber
from cms.subscribers.open_jobs import has_open_job
from cms.subscribers.providers.configured import provider_of
from cms.subscribers.providers.provider import Person
from kit.errors import Unavailable
from kit.jobs import Run, enqueue

log = logging.getLogger(__name__)

RESTORED = "restored"
"""The fault of what was on its way when a backup was made: it has arrived since, or was given up."""
FINAL = (ProviderRefused.code, RESTORED)
"""Faults that nobody tries to get past."""
_AT_ONCE = 500


async def forward(run: Run, subscriber_id: uuid.UUID) -> Forwarding | None:
    """Take one sign-up to its provider; gives what became of it, None where it is gone.

    A provider is asked what it knows of an address, so a worker that is killed in the middle does no harm. Raises
    what of a provider passes, or is for an administrator to mend: it is tried again. After the last attempt the row says
    it, and it is no failed job: there would be one for each sign-up, and for each a notification.
    """
    async with run.state.database.reading() as session:
        subscriber = await session.get(Subscriber, subscriber_id)
        if subscriber is None:
            return None
        if subscriber.forwarding == "forwarded":
            return "forwarded"
        mailing_list = (await session.scalars(select(MailingList).where(MailingList.id == subscriber.list_id))).one()
    fault = ""
    try:
        async with run.state.database.reading() as session:
            provider = await provider_of(session, mailing_list.provider)
        if provider is None:
            return await _note(run, subscriber, "none", "")
        await provider.subscribe(mailing_list.external_id, _person(subscriber))
    except ProviderRefused as error:
        fault = error.code
    except Unavailable as error:
        log.warning("a sign-up waits for its provider: %s", error.code)
        if run.is_last:
            return await _note(run, subscriber, "failed", error.code)
        await _note(run, subscriber, "waiting", error.code)
        raise
    return await _note(run, subscriber, "failed" if fault else "forwarded", fault)


async def _note(run: Run, subscriber: Subscriber, forwarding: Forwarding, fault: str) -> Forwarding:
    """In a transaction of its own: what has happened is true whatever becomes of the job."""
    async with run.state.database.transaction() as session:
        query = select(Subscriber).where(Subscriber.id == subscriber.id).with_for_update()
        current = (await session.scalars(query)).one_or_none()
        # Somebody has signed up anew meanwhile, with another name, and has a job of their own.
        if current is not None and current.requested_at == subscriber.requested_at:
            current.forwarding, current.forwarding_fault = forwarding, fault
            current.forwarded_at = datetime.now(UTC) if forwarding == "forwarded" else current.forwarded_at
    return forwarding


async def enqueue_waiting(session: AsyncSession, task: str, pause: timedelta) -> int:
    """Have those tried again whose attempts are used up, and whom the provider has not refused; gives how many.

    Some wait for nothing: their job ended without saying so, as when all its workers were killed.
    """
    query = select(Subscriber).where(
        or_(Subscriber.forwarding == "failed", and_(Subscriber.forwarding == "waiting", ~has_open_job(task))),
        Subscriber.forwarding_fault.not_in(FINAL),
        Subscriber.updated_at < datetime.now(UTC) - pause,
    )
    waiting = (await session.scalars(query.limit(_AT_ONCE).with_for_update(skip_locked=True))).all()
    for subscriber in waiting:
        subscriber.forwarding = "waiting"
        await enqueue(session, task, {"subscriberId": str(subscriber.id)})
    return len(waiting)


def _person(subscriber: Subscriber) -> Person:
    return Person(subscriber.email_address, subscriber.name)
