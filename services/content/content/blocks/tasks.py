import uuid
from typing import Any

from content.blocks import service
from kit.jobs import Run, task

REMOVE_BRANCH = "branches.remove"
REMOVE_BRANCH_TIMEOUT = 1800


@task(REMOVE_BRANCH, queue="long", timeout=REMOVE_BRANCH_TIMEOUT)
async def remove_branch(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Remove the branch `args["branchId"]` for `args["userId"]`; gives how many documents showed it."""
    documents = await service.remove(run.session, uuid.UUID(args["branchId"]), args["userId"], run.progress)
    return {"documents": documents}
