"""Keeping the versions of plugins as long as somebody may want to know who wrote what."""

import uuid
from datetime import timedelta
from typing import Any

from kit.jobs import Run, task

KEPT = timedelta(days=90)
"""How long every version is kept: as long as the log of changes."""
MOST_OLD = 50
"""Versions of one plugin that are kept however old they are, the newest first, as of a template."""

_AT_ONCE = 200
"""Plugins whose versions are deleted together."""
_MOST_ROWS = 20_000
"""Versions that one statement deletes: no save waits for it, and it ends before the database gives it up."""
_DAY = 86_400
_FIRST = uuid.UUID(int=0)
"""Sorts before every id."""

# In the order of the primary key, which alone is read for it.
_MANY = """
SELECT plugin_id FROM plugin_versions WHERE plugin_id > $1
GROUP BY plugin_id HAVING count(*) > $2 ORDER BY plugin_id LIMIT $3
"""
_PRUNE = """
DELETE FROM plugin_versions gone USING (
    SELECT old.plugin_id, old.version FROM unnest($1::uuid[]) AS pruned (id), LATERAL (
        SELECT version FROM plugin_versions WHERE plugin_id = pruned.id ORDER BY version DESC OFFSET $2 - 1 LIMIT 1
    ) last_kept, plugin_versions old
    WHERE old.plugin_id = pruned.id AND old.version < last_kept.version AND old.created_at < now() - $3::interval
    LIMIT $4
) found
WHERE gone.plugin_id = found.plugin_id AND gone.version = found.version
"""


@task("plugins.prune_versions", queue="background", timeout=3600, every=_DAY)
async def prune_versions(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Delete the versions that are older than `KEPT`, except the newest `MOST_OLD` of each plugin. Gives how many."""
    pool = run.state.database.pool
    pruned, after = 0, _FIRST
    while ids := [row["plugin_id"] for row in await pool.fetch(_MANY, after, MOST_OLD, _AT_ONCE)]:
        deleted = _MOST_ROWS
        while deleted >= _MOST_ROWS:
            answer = await pool.execute(_PRUNE, ids, MOST_OLD, KEPT, _MOST_ROWS)
            deleted = int(answer.removeprefix("DELETE "))
            pruned += deleted
        after = ids[-1]
    return {"versions": pruned}
