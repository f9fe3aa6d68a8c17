"""Sending emails, and keeping their log true and short."""

import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.emails.cancelling import cancel_mailings
from cms.emails.delivery import Delivery
from cms.emails.mailings import send_mailings
from cms.emails.retention import tidy
from cms.emails.stranded import mark_failed
from kit.cancellable import Cancellation
from kit.jobs import Run, task

DELIVER = "emails.deliver"
DELIVER_SEALED = "emails.deliver_sealed"
"""Sends one by a template that has its own body. The release before this one looks for it with its mailing, and finds none:
by this name it leaves the job to this one."""
SEND_MAILINGS = "emails.send_mailings"
MAILING_TIMEOUT = 1800
"""Seconds that a call may wait for its emails to be sent."""
# Over four and a half hours, each pause three times the one before: servers are mended, and grey lists wait minutes.
_ATTEMPTS = 9
_HOUR = 3600
_FIVE_MINUTES = 300
# More than a server can take that is slow at every step: each has a time-out of its own.
_TIMEOUT_SECONDS = 600


@task(DELIVER, timeout=_TIMEOUT_SECONDS, attempts=_ATTEMPTS)
async def deliver(run: Run, args: dict[str, Any]) -> Any:
    """Send one email. Gives its state; None when another has deleted or ended it meanwhile."""
    return await Delivery(run.state, uuid.UUID(args["emailId"]), is_last=run.is_last).make()


@task(DELIVER_SEALED, timeout=_TIMEOUT_SECONDS, attempts=_ATTEMPTS)
async def deliver_sealed(run: Run, args: dict[str, Any]) -> Any:
    """Send one email by a template that has a secret. Gives what `deliver` does."""
    return await deliver(run, args)


async def cancel(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Send no more of some mailings than the mail server has been given."""
    return await cancel_mailings(session, _mailing_ids(args))


@task(SEND_MAILINGS, queue="long", timeout=MAILING_TIMEOUT, attempts=_ATTEMPTS, cancel=cancel)
async def send(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Send what waits of some mailings, once to each recipient. Gives how many emails there are in each state.

    And ``isCancelled``, where somebody has cancelled it.
    """
    return await send_mailings(run, _mailing_ids(args), DELIVER)


def _mailing_ids(args: dict[str, Any]) -> list[uuid.UUID]:
    return [uuid.UUID(each) for each in args["mailingIds"]]


@task("emails.mark_stranded", timeout=_TIMEOUT_SECONDS, every=_FIVE_MINUTES)
async def mark_stranded(run: Run, args: dict[str, Any]) -> int:
    """Mark emails as failed that no job sends any more. Gives how many there were."""
    return await mark_failed(run.state, (DELIVER, DELIVER_SEALED), SEND_MAILINGS)


@task("emails.tidy", timeout=_TIMEOUT_SECONDS, every=_HOUR)
async def tidy_log(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Take out of the log what is not kept. Gives how many emails that were."""
    return (await tidy(run.state))._asdict()
