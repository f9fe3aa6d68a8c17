"""What is done for the blog in the background: what is not known of its records is found out; what is due is listed."""

from content.blog import references, service
from kit.jobs import chore
from kit.state import KitState

EVERY = 60.0
"""Seconds between two looks."""
EVERY_FEW = 2.0
"""Seconds that a post may be listed after its date."""


@chore(EVERY)
async def mend_audiences(state: KitState) -> int:
    """Find out who sees what the previous release stored while both were running; how many pages there were."""
    async with state.database.transaction() as session:
        return await references.mend(session)


@chore(EVERY)
async def mend_summaries(state: KitState) -> int:
    """Find what stands for posts on the pages of which it is not known; how many pages there were.

    Some at a time, each in a transaction of their own: nobody's save waits for all of them.
    """
    total = 0
    while True:
        async with state.database.transaction() as session:
            found = await references.mend_summaries(session)
        if not found:
            return total
        total += found


@chore(EVERY_FEW)
async def list_due_posts(state: KitState) -> int:
    """Have the posts listed whose date has come; how many there were."""
    async with state.database.transaction() as session:
        return await service.list_due(session)
