"""The job that copies images of other sites into the library."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from cms.file_copies import copying
from cms.file_copies.cancelling import cancel_copy
from cms.file_copies.models import FileCopy, FileCopyCount
from kit.auth import Principal
from kit.cancellable import Cancellation
from kit.hourly_limits import delete_old_counts
from kit.jobs import Run, task

COPY = "file_copies.copy"
_TIMEOUT_SECONDS = 600
_DAY = 86_400
_WEEK = 7 * _DAY


async def cancel(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Have the copying ``args["copyId"]`` end, as long as no file is made of any of the images."""
    return await cancel_copy(session, _id(args))


@task(COPY, queue="long", timeout=_TIMEOUT_SECONDS, cancel=cancel)
async def copy(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Copy the images at ``args["addresses"]`` into a folder. Returns the result for each address."""
    # Whether they may put something into that folder was asked when they began.
    principal = Principal(args["userId"], "", "", frozenset({"admin"}), "UTC")
    done = await copying.copy(run, principal, args["bucketName"], args["addresses"], _id(args))
    return done.model_dump(mode="json", by_alias=True)


@task("file_copies.purge", every=_DAY)
async def purge(run: Run, args: dict[str, Any]) -> None:
    """Delete the counts whose hour is over, and what says whether jobs were cancelled that ended long ago."""
    await delete_old_counts(run.session, FileCopyCount)
    before = datetime.now(UTC) - timedelta(seconds=_WEEK)
    await run.session.execute(delete(FileCopy).where(FileCopy.created_at < before))


def _id(args: dict[str, Any]) -> uuid.UUID | None:
    return uuid.UUID(args["copyId"]) if "copyId" in args else None
