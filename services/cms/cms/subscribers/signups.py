"""Stores sign-ups for lists. The visitor gets the same answer, whether the address was known or not."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from cms.mailing_lists.models import MailingList
from cms.subscribers.models import Source, Subscriber, new_key
from cms.subscribers.tasks import ASK, FORWARD
from kit.db import new_id
from kit.jobs import enqueue


@dataclass(frozen=True, slots=True)
class SignUp:
    """What somebody has filled in, and where."""

    email_address: str
    name: str = ""
    consent: str = ""
    page_url: str = ""
    page_title: str = ""
    source: Source = "form"


async def sign_up(session: AsyncSession, data: SignUp, mailing_list: MailingList) -> None:
    """Stores a sign-up for a list and requests its confirmation, from the site or from the list's provider.

    Confirmed subscribers stay as they are. Unsubscribed people are asked to confirm again.
    """
    subscriber = await _stored(session, mailing_list.id, data)
    # Its provider stays what it is from now on: the list has a subscriber.
    await session.refresh(mailing_list, ["provider"])
    if subscriber.state != "confirmed" or mailing_list.provider != "site":
        _request(subscriber, data)
    is_taken_there = mailing_list.provider != "site"
    subscriber.forwarding, subscriber.forwarding_fault = "waiting" if is_taken_there else "none", ""
    await session.flush()
    # Also for who is on the list: that a job is written takes time, which would tell.
    name = ASK if mailing_list.provider == "site" else FORWARD
    await enqueue(session, name, {"subscriberId": str(subscriber.id)})


async def _stored(session: AsyncSession, list_id: uuid.UUID, data: SignUp) -> Subscriber:
    """The row of an address on a list, locked; a new one where there is none. One of two at the same moment makes it.

    In one statement: the row may be erased meanwhile.
    """
    row = insert(Subscriber).values(
        id=new_id(),
        list_id=list_id,
        email_address=data.email_address,
        state="pending",
        source=data.source,
        confirmation_key=new_key(),
        unsubscribe_token=new_key(),
    )
    known = row.on_conflict_do_update(
        constraint="uq_subscribers_list_id_email_key", set_={"list_id": row.excluded.list_id}
    )
    found = await session.scalars(known.returning(Subscriber), execution_options={"populate_existing": True})
    return found.one()


def _request(subscriber: Subscriber, data: SignUp) -> None:
    """What is agreed to now counts, and not what was before."""
    if subscriber.state != "pending":
        subscriber.state = "pending"
        subscriber.asked_at, subscriber.times_asked = None, 0
        subscriber.renew_confirmation()
    subscriber.requested_at = datetime.now(UTC)
    subscriber.name = data.name or subscriber.name
    subscriber.consent = data.consent
    subscriber.page_url = data.page_url
    subscriber.page_title = data.page_title
    subscriber.source = data.source
