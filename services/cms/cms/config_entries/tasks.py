"""Keeping the secrets among the site's settings sealed with the newest key."""

from typing import Any

from cms.config_entries.entries import entries
from kit.jobs import Run, task

_HOUR = 3600


@task("config_entries.reseal", every=_HOUR)
async def reseal(run: Run, args: dict[str, Any]) -> int:
    """Seal anew what an older key has sealed; gives how many secrets that were."""
    return await entries.reseal(run.session)
