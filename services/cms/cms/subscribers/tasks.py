"""Asking subscribers for their confirmation, taking sign-ups to providers, and forgetting who never answered."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import and_, delete, or_, update

from cms.subscribers import confirming, forwarding
from cms.subscribers.email_removal import delete_emails
from cms.subscribers.links import PENDING
from cms.subscribers.models import Subscriber
from cms.subscribers.providers.provider import SECONDS
from kit.jobs import Run, task

ASK = "subscribers.ask"
FORWARD = "subscribers.forward"
_HOUR = 3_600
_FAILED_KEPT = timedelta(days=30)
"""How long an administrator can see who was not taken to a provider."""
# Over four and a half hours, as with emails; after that once an hour.
_ATTEMPTS = 9
# A provider is asked three times at most, and each time may take as long as it is given.
_FORWARD_SECONDS = 4 * SECONDS


@task(ASK, attempts=_ATTEMPTS)
async def ask(run: Run, args: dict[str, Any]) -> bool:
    """Ask somebody for a confirmation. Gives whether an email was due."""
    return await confirming.ask(run, uuid.UUID(args["subscriberId"]))


@task(FORWARD, attempts=_ATTEMPTS, timeout=_FORWARD_SECONDS)
async def forward(run: Run, args: dict[str, Any]) -> str | None:
    """Take one sign-up to its provider. Gives what became of it."""
    return await forwarding.forward(run, uuid.UUID(args["subscriberId"]))


@task("subscribers.try_again", every=_HOUR)
async def retry(run: Run, args: dict[str, Any]) -> int:
    """Try anew to take sign-ups to providers that were away for long, and to ask whom nobody has asked. Gives how many."""
    forwarded = await forwarding.enqueue_waiting(run.session, FORWARD, timedelta(seconds=_HOUR / 2))
    return forwarded + await confirming.enqueue_unasked(run.session, ASK, timedelta(seconds=_HOUR))


@task("subscribers.purge", every=_HOUR)
async def purge(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Forget who has not confirmed, with the emails that asked them, and who is a provider's to know by now.

    Who has unsubscribed once, and did not confirm that they want to be back, is unsubscribed as before.
    """
    now = datetime.now(UTC)
    is_over = and_(Subscriber.state == "pending", Subscriber.requested_at < now - PENDING)
    back = update(Subscriber).where(is_over, Subscriber.unsubscribed_at.is_not(None), Subscriber.forwarding == "none")
    kept = await run.session.scalars(
        back.values(state="unsubscribed", version=Subscriber.version + 1).returning(Subscriber.id)
    )
    has_failed = and_(Subscriber.forwarding_fault.in_(forwarding.FINAL), Subscriber.requested_at < now - _FAILED_KEPT)
    is_done = or_(Subscriber.forwarding.in_(("none", "forwarded")), has_failed)
    expired = delete(Subscriber).where(is_over, is_done).returning(Subscriber.unsubscribe_token)
    gone = (await run.session.scalars(expired)).all()
    await delete_emails(run.session, gone)
    return {"unsubscribed": len(kept.all()), "forgotten": len(gone)}
