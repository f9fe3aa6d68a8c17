"""The job that copies images of other sites into the library."""

from typing import Any

from cms.file_copies import copying
from cms.file_copies.models import FileCopyCount
from kit.auth import Principal
from kit.hourly_limits import delete_old_counts
from kit.jobs import Run, task

COPY = "file_copies.copy"
_TIMEOUT_SECONDS = 600
_DAY = 86_400


@task(COPY, queue="long", timeout=_TIMEOUT_SECONDS)
async def copy(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Copy the images at ``args["addresses"]`` into a folder. Returns the result for each address."""
    # Whether they may put something into that folder was asked when they began.
    principal = Principal(args["userId"], "", "", frozenset({"admin"}), "UTC")
    done = await copying.copy(run, principal, args["bucketName"], args["addresses"])
    return done.model_dump(mode="json", by_alias=True)


@task("file_copies.purge", every=_DAY)
async def purge(run: Run, args: dict[str, Any]) -> None:
    """Delete the counts whose hour is over."""
    await delete_old_counts(run.session, FileCopyCount)
