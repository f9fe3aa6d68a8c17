"""Finding out in the background who sees the blog's records, where that is not known."""

from content.blog.references import mend
from kit.jobs import chore
from kit.state import KitState

EVERY = 60.0
"""Seconds between two looks."""


@chore(EVERY)
async def mend_audiences(state: KitState) -> int:
    """Find out who sees what the previous release stored while both were running; how many pages there were."""
    async with state.database.transaction() as session:
        return await mend(session)
