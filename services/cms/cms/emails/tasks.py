"""Sending emails."""

import uuid
from typing import Any

from cms.emails.delivery import Delivery
from kit.jobs import Run, task

DELIVER = "emails.deliver"
# Over four and a half hours, each pause three times the one before: servers are mended, and grey lists wait minutes.
_ATTEMPTS = 9
# More than a server can take that is slow at every step: each has a time-out of its own.
_TIMEOUT_SECONDS = 600


@task(DELIVER, timeout=_TIMEOUT_SECONDS, attempts=_ATTEMPTS)
async def deliver(run: Run, args: dict[str, Any]) -> Any:
    """Send one email. Gives its state; None when it was deleted meanwhile."""
    return await Delivery(run.state, uuid.UUID(args["emailId"]), is_last=run.is_last).make()
