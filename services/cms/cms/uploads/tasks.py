"""Making files of uploads, and giving up those that nobody goes on with."""

import uuid
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.uploads import completion, parts
from kit.cancellable import Cancellation
from kit.jobs import Run, task

COMPLETE = "uploads.complete"
_HOUR = 3600
_TIMEOUT_SECONDS = 1800


async def cancel(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Cancel an upload before a file is made of it."""
    return await completion.cancel(session, uuid.UUID(args["uploadId"]))


@task(COMPLETE, queue="long", timeout=_TIMEOUT_SECONDS, cancel=cancel)
async def complete(run: Run, args: dict[str, Any]) -> Any:
    """Make a file of an upload. Gives the file."""
    return (await completion.complete(run, uuid.UUID(args["uploadId"]))).model_dump(mode="json")


@task("uploads.expire", timeout=_TIMEOUT_SECONDS, every=_HOUR)
async def expire(run: Run, args: dict[str, Any]) -> int:
    """Give up uploads that nobody went on with. Gives how many."""
    return await parts.remove_expired(run.state)
