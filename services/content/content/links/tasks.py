import uuid
from datetime import timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from content.links.checking import check_all
from content.links.models import LinkCheck
from kit.cancellable import Cancellation, mark_cancelled
from kit.jobs import Run, task

CHECK_LINKS = "links.check"
KEPT = timedelta(days=30)
"""How long a fix can be taken back, and how long former checks are known."""

_TIMEOUT = 6 * 3600
_HOUR = 3600
# The latest check is shown whatever its age.
_PRUNE = """
WITH old_checks AS (
    DELETE FROM link_checks WHERE started_at < least(now() - $1::interval, (SELECT max(started_at) FROM link_checks))
)
DELETE FROM link_fixes WHERE created_at < now() - $1::interval
"""


async def cancel(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Have the check `args["checkId"]` end. What it has found by then stays."""
    return await mark_cancelled(session, LinkCheck, uuid.UUID(args["checkId"]))


@task(CHECK_LINKS, queue="long", timeout=_TIMEOUT, cancel=cancel)
async def check_links(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Make the check `args["checkId"]`. Gives how many pages were read and how many addresses they lead to."""
    result = await check_all(run.state, uuid.UUID(args["checkId"]), run.progress)
    return {"pages": result.pages, "links": result.links, "isCancelled": result.is_cancelled}


@task("links.prune", timeout=600, every=_HOUR)
async def prune(run: Run, args: dict[str, Any]) -> None:
    """Delete fixes and checks that are older than `KEPT`."""
    await run.state.database.pool.execute(_PRUNE, KEPT)
