"""Making documents anew in the background."""

from content.search.indexing import index_some, note_changes
from kit.jobs import chore
from kit.state import KitState

EVERY = 2.0
"""Seconds between two looks at what has changed."""


@chore(EVERY)
async def keep_index(state: KitState) -> int:
    """Make the documents of all stale pages anew, a few at a time; how many pages there were."""
    done = 0
    while True:
        status = await note_changes(state.database.pool)
        count = await index_some(state.database.pool, status.language) if status else 0
        done += count
        if not count:
            return done
