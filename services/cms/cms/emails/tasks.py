"""Sending emails, and keeping their log true and short."""

import uuid
from typing import Any

from cms.emails.delivery import Delivery
from cms.emails.retention import tidy
from cms.emails.stranded import mark_failed
from kit.jobs import Run, task

DELIVER = "emails.deliver"
# Over four and a half hours, each pause three times the one before: servers are mended, and grey lists wait minutes.
_ATTEMPTS = 9
_HOUR = 3600
_FIVE_MINUTES = 300
# More than a server can take that is slow at every step: each has a time-out of its own.
_TIMEOUT_SECONDS = 600


@task(DELIVER, timeout=_TIMEOUT_SECONDS, attempts=_ATTEMPTS)
async def deliver(run: Run, args: dict[str, Any]) -> Any:
    """Send one email. Gives its state; None when it was deleted meanwhile."""
    return await Delivery(run.state, uuid.UUID(args["emailId"]), is_last=run.is_last).make()


@task("emails.mark_stranded", timeout=_TIMEOUT_SECONDS, every=_FIVE_MINUTES)
async def mark_stranded(run: Run, args: dict[str, Any]) -> int:
    """Mark emails as failed that no job sends any more. Gives how many there were."""
    return await mark_failed(run.state, DELIVER)


@task("emails.tidy", timeout=_TIMEOUT_SECONDS, every=_HOUR)
async def tidy_log(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Take out of the log what is not kept. Gives how many emails that were."""
    return (await tidy(run.state))._asdict()
