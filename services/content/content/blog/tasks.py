"""What is done for the blog in the background: who sees its records is found out, and what is due is listed."""

from content.blog import service
from content.blog.references import mend
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
        return await mend(session)


@chore(EVERY_FEW)
async def list_due_posts(state: KitState) -> int:
    """Have the posts listed whose date has come; how many there were."""
    async with state.database.transaction() as session:
        return await service.list_due(session)
