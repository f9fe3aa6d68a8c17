import uuid
from typing import Any

from content.blocks import service
from content.blocks.errors import BranchNotFound, BranchShown
from kit.jobs import Run, task

REMOVE_BRANCH = "branches.remove"
REMOVE_BRANCH_TIMEOUT = 1800


@task(REMOVE_BRANCH, queue="long", timeout=REMOVE_BRANCH_TIMEOUT)
async def remove_branch(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Remove the branch `args["branchId"]` for `args["userId"]`.

    Gives how many documents showed it, of which an attempt that was broken off has not counted its own. The branch
    itself goes with the end of the job. Two editors may ask for it, or one twice: for the later job nothing is left.
    """
    branch_id, user_id = uuid.UUID(args["branchId"]), args["userId"]
    documents = 0
    while True:
        try:
            documents += await service.remove_rows(run.state.database, branch_id, user_id, run.progress)
            # Nested, so that its lock is not kept while rows are looked for again.
            async with run.session.begin_nested():
                await service.remove(run.session, branch_id, user_id)
        except BranchShown:
            continue
        except BranchNotFound:
            pass
        return {"documents": documents}
