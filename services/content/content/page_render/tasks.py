"""Dropping what is left of saves that never came to their last part."""

from datetime import timedelta
from typing import Any

from kit.jobs import Run, task

KEPT = timedelta(hours=1)
"""How long the last part of a save may take to come."""

_HOUR = 3600


@task("save_parts.sweep", timeout=60, every=_HOUR)
async def sweep_parts(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Delete parts older than `KEPT`; gives how many."""
    query = "DELETE FROM save_parts WHERE created_at < now() - $1::interval"
    answer = await run.state.database.pool.execute(query, KEPT)
    return {"parts": int(answer.removeprefix("DELETE "))}
