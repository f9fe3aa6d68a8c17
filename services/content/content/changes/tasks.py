"""Keeping the log of changes as long as a save can need it."""

from datetime import timedelta
from typing import Any

from kit.jobs import Run, task

KEPT = timedelta(days=90)
"""How old a page may be that somebody still saves: a tab left open over a long absence. Older saves are asked about."""

_BATCH = 5_000
_HOUR = 3600

# The newest version stays whatever its age: from the oldest one left, a save sees whether the log reaches back to it.
_PRUNE = """
WITH oldest AS (
    SELECT version, thing FROM changes WHERE version < (SELECT max(version) FROM changes)
    ORDER BY version, thing LIMIT $2
)
DELETE FROM changes USING oldest
WHERE changes.version = oldest.version AND changes.thing = oldest.thing AND changes.at < now() - $1::interval
"""


@task("changes.prune", timeout=600, every=_HOUR)
async def prune(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Delete what is older than `KEPT`, a batch at a time, so that no save waits for it. Gives how many entries."""
    pruned = 0
    while True:
        answer = await run.state.database.pool.execute(_PRUNE, KEPT, _BATCH)
        count = int(answer.removeprefix("DELETE "))
        pruned += count
        if count < _BATCH:
            return {"entries": pruned}
