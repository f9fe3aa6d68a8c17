import uuid
from typing import Any

from content.links.checking import check_all
from kit.jobs import Run, task

CHECK_LINKS = "links.check"
_TIMEOUT = 6 * 3600


@task(CHECK_LINKS, queue="long", timeout=_TIMEOUT)
async def check_links(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Make the check `args["checkId"]`. Gives how many pages were read and how many addresses they lead to."""
    result = await check_all(run.state, uuid.UUID(args["checkId"]), run.progress)
    return {"pages": result.pages, "links": result.links, "isCancelled": result.is_cancelled}
